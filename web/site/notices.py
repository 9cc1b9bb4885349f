"""Texts next to the page that it loads on demand: the licences of all its parts, and the host's imprint."""

from __future__ import annotations

import os
from pathlib import Path

from game import notices
from web.cache import ROOT
from web.release.licences import TEXTS

from . import carried

SETTING = "KONTOR_IMPRINT"
"""Environment variable that names a text file."""

RUNTIME = {
    "Python": ("python",),
    "pygame-ce": ("pygame-ce", "LGPL-2.1"),
    "SDL, SDL_image, SDL_mixer, SDL_ttf": ("sdl2", "sdl2-image", "sdl2-mixer", "sdl2-ttf"),
    "FreeType": ("freetype",),
    "Pyodide": ("pyodide", "MPL-2.0"),
    "Emscripten": ("emscripten",),
}
"""Files in `web/release/texts` with the licences of the runtime."""


def licences() -> dict[str, str]:
    """Return the licences of all parts of the web app, by the name of the part."""
    return {
        "Kontor": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "Grenze, Fira Sans": (ROOT / "assets/fonts/OFL.txt").read_text(encoding="utf-8"),
        "segno": carried.licence(),
        **{name: "\n\n".join(map(_text, files)) for name, files in RUNTIME.items()},
    }


def _text(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def imprint() -> str:
    """Return the text of the file that KONTOR_IMPRINT names, "" for none. Raises `RuntimeError`."""
    name = os.environ.get(SETTING, "")
    try:
        return notices.imprint(Path(name)) if name else ""
    except ValueError as error:
        raise RuntimeError(f"{SETTING}: {error}") from None


def write(site: Path) -> None:
    """Write the texts into the site. No list of files names them, so that visits do not load them."""
    (site / notices.LICENCES).write_text(notices.joined(licences()), encoding="utf-8")
    if text := imprint():
        (site / notices.IMPRINT).write_text(text, encoding="utf-8")
