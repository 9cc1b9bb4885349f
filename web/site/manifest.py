"""The web app manifest in every language: texts shown on installation, and files the system can open with it.

The manifests differ in texts only. Without ``id``, a browser identifies the app by its start URL, which is
equal in all of them. An ``id`` is relative to the host's root, so it is written only if the site's URL is
known. It then equals the browser's default, so that existing installations are recognised.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from . import texts

TEMPLATE = "manifest.webmanifest"
SHORTCUTS = {
    "play": ("computers", "play"),
    "lessons": ("lessons", "title"),
    "continue": ("core", "title.continue"),
}
"""Title buttons that the app's icon offers as shortcuts, each with the catalogue and key of its text."""


class Screenshot(NamedTuple):
    """A screenshot for app stores, by the shape of the window, with its label."""

    form: str
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """File name."""
        return f"{self.form}.webp"


SCREENSHOTS = (Screenshot("wide", (800, 450)), Screenshot("narrow", (320, 568)))


def manifests(web: Path, names: Mapping[str, str], address: str = "") -> Iterator[tuple[str, str]]:
    """Yield file names and texts. The page names the English manifest; ``web/aground.js`` selects by
    language."""
    template = string.Template((web / TEMPLATE).read_text(encoding="utf-8")).substitute(names)
    for language in texts.languages():
        told = json.loads(template)
        told["lang"], told["description"] = language, texts.page("description", language)
        if address:
            told["id"] = urlsplit(address).path
        told["shortcuts"] = shortcuts(language, names["icons"])
        told["screenshots"] = screenshots(texts.page("static.screenshot", language), names["pictures"])
        yield f"manifest.{language}.webmanifest", json.dumps(told, ensure_ascii=False, indent=1)


def shortcuts(language: str, icons: str) -> list[dict[str, Any]]:
    """Return the shortcuts; their URL fragments are defined in game/client/storage/link.py."""
    icon = {"src": f"../{icons}/icon-192.png", "sizes": "192x192", "type": "image/png"}
    found = []
    for button, (catalogue, key) in SHORTCUTS.items():
        found.append({"name": texts.texts(catalogue, language)[key], "url": f"../#{button}", "icons": [icon]})
    return found


def screenshots(label: str, pictures: str) -> list[dict[str, str]]:
    """Return the screenshots with a label in one language."""
    return [
        {
            "src": f"../{pictures}/{shot.name}",
            "sizes": "{}x{}".format(*shot.size),
            "type": "image/webp",
            "form_factor": shot.form,
            "label": label,
        }
        for shot in SCREENSHOTS
    ]
