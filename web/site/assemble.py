"""Put the site together: the page, its scripts, the runtime and the game, and the list of all files by hash.

Everything but the page, the service worker and the manifest stands in two folders named after their content.
A new version therefore never mixes with an old one in anybody's cache, and a runtime that did not change is
not fetched again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import string
import tomllib
from pathlib import Path
from typing import Any

from web.cache import ROOT, Progress, discard, key_of, locked
from web.pyodide import pyodide
from web.wheel.__main__ import wheel

from . import compress, game, icons, runtime

WEB = ROOT / "web"
SITE = ROOT / "build/site"
MODULES = (
    "words",
    "trouble",
    "start",
    "voyage",
    "download",
    "unpack",
    "python",
    "memory",
    "offline",
    "journal",
    "table",
    "main",
)
SCRIPTS = tuple(f"{module}.js" for module in MODULES)
PAGE_FILES = (*SCRIPTS, "memory-worker.js", "style.css", "boot.py")


def build() -> Path:
    """Build the site into ``build/site``, if that is not up to date, and return the folder."""
    progress = Progress("site")
    stamp = ROOT / "build/site.key"
    with locked(ROOT / "build/site.lock"):
        key = sources_key()
        if SITE.exists() and stamp.exists() and stamp.read_text() == key:
            return SITE
        python = runtime.runtime(wheel())
        progress.step("pack the game with pygbag")
        packed = game.run_pygbag()
        progress.step("put the page together")
        fresh = SITE.with_name("site.part")
        discard(fresh)
        game.write_game(packed, game.PYGBAG / "game.pack")
        write(fresh, python)
        progress.step("precompressed files")
        compress.compress(fresh)
        discard(SITE)
        fresh.replace(SITE)
        stamp.write_text(key)
        progress.step(f"done: {SITE.relative_to(ROOT)}")
    return SITE


def sources_key() -> str:
    """A key for everything the site is made from."""
    sources = [ROOT / name for name in ("web", "pyproject.toml", "pygbag.ini", *game.SOURCES)]
    return key_of(sources, os.environ.get("KONTOR_PYGAME_WHEEL", ""))


def write(site: Path, python: Path) -> None:
    """Write the whole site into the new folder ``site``."""
    runtime_folder = Path(shutil.copytree(python, site / f"runtime-{key_of([python])}"))
    page = write_page_folder(site)
    shutil.copyfile(game.ICONS / icons.FAVICON, site / icons.FAVICON)
    fill_in(WEB / "manifest.webmanifest", site, page.name)
    listed = {str(path.relative_to(site)): entry(path) for path in plain_files(site)}
    template = (game.PYGBAG / "index.html").read_text(encoding="utf-8")
    facts = {
        "version": f"{project_version()}+{key_of([], json.dumps(listed), template)[:8]}",
        "runtime": runtime_folder.name,
        "page": page.name,
        "lock": json.loads((pyodide() / "pyodide-lock.json").read_text())["info"],
        "files": listed,
    }
    (page / "files.js").write_text(f"self.KONTOR = {json.dumps(facts, indent=1)};\n", encoding="utf-8")
    html = string.Template(template).substitute(
        page=page.name,
        style=listed[f"{page.name}/style.css"]["hash"],
        scripts=script_tags(page, runtime_folder.name, listed),
    )
    (site / "index.html").write_text(html, encoding="utf-8")
    fill_in(WEB / "service-worker.js", site, page.name)


def write_page_folder(site: Path) -> Path:
    """The folder of scripts, style, icons and game, named after their content."""
    sources = [WEB / name for name in PAGE_FILES]
    sources += [game.PYGBAG / "game.pack", icons.ICON, icons.SHIP]
    sources += [path for path in sorted(game.ICONS.iterdir()) if path.name != icons.FAVICON]
    page = site / f"page-{key_of(sources)}"
    page.mkdir()
    for source in sources:
        shutil.copyfile(source, page / source.name)
    return page


def fill_in(source: Path, site: Path, page: str) -> None:
    """Copy a file that stands beside the page, and so has to name the folder of this version."""
    text = string.Template(source.read_text(encoding="utf-8")).substitute(page=page)
    (site / source.name).write_text(text, encoding="utf-8")


def plain_files(site: Path) -> list[Path]:
    """Every file but the precompressed ones."""
    return sorted(path for path in site.rglob("*") if path.is_file() and path.suffix not in compress.SUFFIXES)


def project_version() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def entry(path: Path) -> dict[str, Any]:
    """Size and hash of a file, the hash in the form the browser's ``integrity`` takes."""
    content = path.read_bytes()
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return {"size": len(content), "hash": f"sha256-{digest}"}


def script_tags(page: Path, runtime_name: str, listed: dict[str, Any]) -> str:
    """The page's scripts. Every module is named, to load them side by side and check each by its hash."""
    modules = [f"{page.name}/{name}" for name in SCRIPTS]
    modules += [f"{runtime_name}/pyodide.mjs", f"{runtime_name}/pyodide.asm.mjs"]
    start = f"{page.name}/start.js"
    facts = entry(page / "files.js")["hash"]
    tags = [
        *(f'<link rel="modulepreload" href="{name}" integrity="{listed[name]["hash"]}">' for name in modules),
        f'<script defer src="{page.name}/files.js" integrity="{facts}"></script>',
        f'<script type="module" src="{start}" integrity="{listed[start]["hash"]}"></script>',
    ]
    return "\n".join(tags)
