"""Assemble the site: the page, its scripts, the runtime and the game, and the list of all files by hash.

Everything except the page and its service worker is in directories named after their content, including the
list of files. So a new version never mixes with an old one in a cache, and unchanged files are not fetched
again. The images for stores and link previews are not in that list: players never load them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import string
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from game import VERSION
from game.platform.desktop.platform import ICON
from web.cache import ROOT, Progress, discard, key_of, locked
from web.pyodide import pyodide
from web.wheel.__main__ import wheel

from . import carried, compress, game, icons, manifest, notices, preview, rooms, runtime, texts

WEB = ROOT / "web"
PICTURES = WEB / "site/pictures"
SITE = ROOT / "build/site"
MODULES = (
    "words",
    "trouble",
    "start",
    "voyage",
    "download",
    "trusted",
    "limit",
    "attempts",
    "unpack",
    "python",
    "memory",
    "offline",
    "journal",
    "thinking",
    "incoming",
    "address",
    "list",
    "opaque",
    "table",
    "main",
)
SCRIPTS = tuple(f"{module}.js" for module in MODULES)
LIST, WORKER = "files.js", "service-worker.js"
PAGE_FILES = (*SCRIPTS, "rooms.js", "memory-worker.js", "thinking-worker.js", "boot.py")

# Files inlined in the page: two must work when nothing else has loaded, the third must run early.
INLINE = ("style.css", "aground.js", "early.js")


@dataclass(frozen=True)
class Parts:
    """The parts of a site."""

    web: Path
    """Directory of the page's own scripts."""
    template: str
    """The page, with the title inserted by pygbag."""
    runtime: Path
    """Directory of Python and pygame."""
    game: Path
    """The packed game."""
    icons: tuple[Path, ...]
    pictures: tuple[Path, ...]
    """Images for stores and link previews, drawn by docs/pictures/preview.py."""
    address: str = ""
    """URL of the site, "" if unknown."""
    service: str = ""
    """The room server, "" for no rooms (rooms.py)."""


def build(site: Path = SITE, service: str | None = None, quality: int = compress.BEST) -> Path:
    """Build the site into a directory in ``build``, unless it is up to date. Return the directory.

    service  the room server (rooms.py); None takes it from the environment
    quality  quality of the precompressed files (compress.py)
    """
    progress = Progress("site")
    notices.imprint()  # report a missing file before minutes of work
    preview.address()  # report an invalid URL before minutes of work
    service = rooms.service() if service is None else rooms.checked(service)
    stamp = site.with_suffix(".key")
    with locked(ROOT / "build/site.lock"):
        key = key_of([], sources_key(), service, str(quality))
        if site.exists() and stamp.exists() and stamp.read_text() == key:
            return site
        library = wheel()
        python = runtime.runtime(library)
        packed = game.packed(library)
        progress.step("put the page together")
        fresh = site.with_name(f"{site.name}.part")
        discard(fresh)
        template = (packed / game.PAGE).read_text(encoding="utf-8")
        drawn = (ICON, icons.SHIP, *sorted((packed / game.DRAWN).iterdir()))
        shown = tuple(sorted(PICTURES.iterdir()))
        parts = Parts(WEB, template, python, packed / game.PACK, drawn, shown, preview.address(), service)
        write(fresh, parts)
        progress.step("precompressed files")
        compress.compress(fresh, quality)
        discard(site)
        fresh.replace(site)
        stamp.write_text(key)
        progress.step(f"done: {site.relative_to(ROOT)}")
    return site


def sources_key() -> str:
    """Return a key of everything the site is made from, except the room server."""
    sources = [ROOT / name for name in ("web", "pyproject.toml", "pygbag.ini", "LICENSE", *game.SOURCES)]
    settings = (os.environ.get(name, "") for name in ("KONTOR_PYGAME_WHEEL", preview.SETTING))
    return key_of([*sources, *carried.sources()], *settings, notices.imprint())


def write(site: Path, parts: Parts) -> None:
    """Write the whole site into the new directory ``site``."""
    site.mkdir()
    names = {
        "runtime": folder(site, "runtime", plain_files(parts.runtime)),
        "game": folder(site, "game", [parts.game]),
        "icons": folder(site, "icons", parts.icons),
        "pictures": folder(site, "pictures", parts.pictures),
    }
    # The list of files contains its directory's name, which depends on the list: it is filled in twice.
    draft = site / "page"
    write_page_folder(draft, parts, names)
    key = key_of([], *fill_in(site, parts, names | {"page": draft.name}).values())
    page = draft.rename(site / f"page-{key}")
    filled = fill_in(site, parts, names | {"page": page.name})
    for name, text in filled.items():
        (page if name == LIST else site).joinpath(name).write_text(text, encoding="utf-8")
    notices.write(site)


def folder(site: Path, kind: str, sources: Iterable[Path]) -> str:
    """Copy files into a directory of the site named after their content. Return its name."""
    sources = sorted(sources, key=lambda path: path.name)
    made = site / f"{kind}-{key_of(sources)}"
    made.mkdir()
    for source in sources:
        shutil.copyfile(source, made / source.name)
    return made.name


def write_page_folder(page: Path, parts: Parts, names: dict[str, str]) -> None:
    """Write the directory of scripts (without the list of files) and of the manifests, which name the
    icons."""
    page.mkdir()
    for name in PAGE_FILES:
        shutil.copyfile(parts.web / name, page / name)
    for name, text in manifest.manifests(parts.web, names, parts.address):
        (page / name).write_text(text, encoding="utf-8")


def fill_in(site: Path, parts: Parts, names: dict[str, str]) -> dict[str, str]:
    """Return the texts that name the directories of this version: the list of files, the page, the service
    worker."""
    page = names["page"]
    loaded = (path for path in plain_files(site) if path.parent.name != names["pictures"])
    listed = {str(path.relative_to(site)): entry(path.read_bytes()) for path in loaded}
    version = f"{VERSION}+{page.removeprefix('page-')[:8]}"
    facts = {
        "version": version,
        **{kind: folder for kind, folder in names.items() if kind != "pictures"},
        "lock": json.loads((pyodide() / "pyodide-lock.json").read_text())["info"],
        "files": listed,
    }
    files = f"self.KONTOR = {json.dumps(facts, indent=1)};\n"
    files_hash = entry(files.encode())["hash"]
    style, aground, early = ((parts.web / name).read_text(encoding="utf-8") for name in INLINE)
    early = string.Template(early).substitute(names, version=version)
    index = string.Template(parts.template).substitute(
        names,
        description=escape(texts.page("description")),
        texts=texts.inlined(),
        noscript=texts.noscript(),
        stuck=escape(texts.page("stuck")),
        preview=preview.tags(parts.address, names["pictures"]),
        rooms=rooms.tag(parts.service),
        connect=rooms.sources(parts.service, parts.address),
        style=style,
        style_hash=entry(style.encode())["hash"],
        aground=aground,
        aground_hash=entry(aground.encode())["hash"],
        early=early,
        early_hash=entry(early.encode())["hash"],
        hashes=(hashes := import_map(names, listed)),
        hashes_hash=entry(hashes.encode())["hash"],
        scripts=script_tags(names, listed, files_hash),
    )
    worker = string.Template((parts.web / WORKER).read_text(encoding="utf-8"))
    return {LIST: files, "index.html": index, WORKER: worker.substitute(names, files_hash=files_hash)}


def plain_files(site: Path) -> list[Path]:
    """Return every file except the precompressed ones."""
    return sorted(path for path in site.rglob("*") if path.is_file() and path.suffix not in compress.SUFFIXES)


def entry(content: bytes) -> dict[str, Any]:
    """Return size and hash of a file, the hash in the format of the ``integrity`` attribute."""
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return {"size": len(content), "hash": f"sha256-{digest}"}


def modules(names: dict[str, str]) -> list[str]:
    """Return the modules that the page's first script imports."""
    own = [f"{names['page']}/{name}" for name in SCRIPTS]
    return [*own, f"{names['runtime']}/pyodide.mjs", f"{names['runtime']}/pyodide.asm.mjs"]


def import_map(names: dict[str, str], listed: dict[str, Any]) -> str:
    """Return the import map, with the hash of each module for those that import it.

    The hashes of the preloads are not enough: if a preload fails, a browser can fetch the module again for
    the import, unchecked.
    """
    return json.dumps({"integrity": {f"./{name}": listed[name]["hash"] for name in modules(names)}})


def script_tags(names: dict[str, str], listed: dict[str, Any], files_hash: str) -> str:
    """Return the page's script elements. All modules are listed, so that they load in parallel, each checked
    by its hash."""
    start = f"{names['page']}/start.js"
    preloaded = ((name, listed[name]["hash"]) for name in modules(names))
    tags = [
        *(f'<link rel="modulepreload" href="{name}" integrity="{it}">' for name, it in preloaded),
        f'<script defer src="{names["page"]}/{LIST}" integrity="{files_hash}"></script>',
        f'<script type="module" src="{start}" integrity="{listed[start]["hash"]}"></script>',
    ]
    return "\n".join(tags)
