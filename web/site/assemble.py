"""Put the site together: the page, its scripts, the runtime and the game, and the list of all files by hash.

Everything except the page and its service worker is in folders named after their content, including the list
of files. So a new version never mixes with an old one in anybody's cache, and what has not changed is not
fetched again. The pictures for stores and for links are not in that list: no visitor loads them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import string
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web.cache import ROOT, Progress, discard, key_of, locked
from web.pyodide import pyodide
from web.wheel.__main__ import wheel

from . import compress, game, icons, manifest, preview, runtime

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
    "attempts",
    "unpack",
    "python",
    "memory",
    "offline",
    "journal",
    "thinking",
    "incoming",
    "list",
    "table",
    "main",
)
SCRIPTS = tuple(f"{module}.js" for module in MODULES)
LIST, WORKER = "files.js", "service-worker.js"
PAGE_FILES = (*SCRIPTS, "memory-worker.js", "thinking-worker.js", "boot.py")

# Inlined in the page: two must work when nothing else has loaded, one must not wait until something has.
INLINE = ("style.css", "aground.js", "early.js")


@dataclass(frozen=True)
class Parts:
    """The parts of a site."""

    web: Path
    """The folder of the page's own scripts."""
    template: str
    """The page, its title filled in by pygbag."""
    runtime: Path
    """The folder of Python and pygame."""
    game: Path
    """The packed game."""
    icons: tuple[Path, ...]
    pictures: tuple[Path, ...]
    """What others show of the page, drawn by docs/pictures/preview.py."""
    address: str = ""
    """Where the site will stand, if that is known."""


def build() -> Path:
    """Build the site into ``build/site``, unless it is up to date, and return the folder."""
    progress = Progress("site")
    preview.address()  # if it is wrong, better now than after minutes of work
    stamp = ROOT / "build/site.key"
    with locked(ROOT / "build/site.lock"):
        key = sources_key()
        if SITE.exists() and stamp.exists() and stamp.read_text() == key:
            return SITE
        library = wheel()
        python = runtime.runtime(library)
        progress.step("pack the game with pygbag")
        packed = game.run_pygbag()
        progress.step("put the page together")
        fresh = SITE.with_name("site.part")
        discard(fresh)
        game.write_game(packed, game.PYGBAG / "game.pack", library)
        template = (game.PYGBAG / "index.html").read_text(encoding="utf-8")
        drawn = (icons.ICON, icons.SHIP, *sorted(game.ICONS.iterdir()))
        shown = tuple(sorted(PICTURES.iterdir()))
        parts = Parts(WEB, template, python, game.PYGBAG / "game.pack", drawn, shown, preview.address())
        write(fresh, parts)
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
    return key_of(sources, os.environ.get("KONTOR_PYGAME_WHEEL", ""), os.environ.get(preview.SETTING, ""))


def write(site: Path, parts: Parts) -> None:
    """Write the whole site into the new folder ``site``."""
    site.mkdir()
    names = {
        "runtime": folder(site, "runtime", plain_files(parts.runtime)),
        "game": folder(site, "game", [parts.game]),
        "icons": folder(site, "icons", parts.icons),
        "pictures": folder(site, "pictures", parts.pictures),
    }
    # The list of files names its own folder, whose name depends on the list, so it is filled in twice.
    draft = site / "page"
    write_page_folder(draft, parts, names)
    key = key_of([], *fill_in(site, parts, names | {"page": draft.name}).values())
    page = draft.rename(site / f"page-{key}")
    texts = fill_in(site, parts, names | {"page": page.name})
    for name, text in texts.items():
        (page if name == LIST else site).joinpath(name).write_text(text, encoding="utf-8")


def folder(site: Path, kind: str, sources: Iterable[Path]) -> str:
    """Copy files into a folder of the site named after their content; return its name."""
    sources = sorted(sources, key=lambda path: path.name)
    made = site / f"{kind}-{key_of(sources)}"
    made.mkdir()
    for source in sources:
        shutil.copyfile(source, made / source.name)
    return made.name


def write_page_folder(page: Path, parts: Parts, names: dict[str, str]) -> None:
    """The folder of scripts (without the list of files) and of the manifests, which name the icons."""
    page.mkdir()
    for name in PAGE_FILES:
        shutil.copyfile(parts.web / name, page / name)
    for name, text in manifest.manifests(parts.web, names, parts.address):
        (page / name).write_text(text, encoding="utf-8")


def fill_in(site: Path, parts: Parts, names: dict[str, str]) -> dict[str, str]:
    """The texts that name the folders of this version: the list of files, the page, the service worker."""
    page = names["page"]
    loaded = (path for path in plain_files(site) if path.parent.name != names["pictures"])
    listed = {str(path.relative_to(site)): entry(path.read_bytes()) for path in loaded}
    version = f"{project_version()}+{page.removeprefix('page-')[:8]}"
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
        description=manifest.DESCRIPTIONS["en"],
        descriptions=preview.descriptions(),
        preview=preview.tags(parts.address, names["pictures"]),
        style=style,
        style_hash=entry(style.encode())["hash"],
        aground=aground,
        aground_hash=entry(aground.encode())["hash"],
        early=early,
        early_hash=entry(early.encode())["hash"],
        scripts=script_tags(names, listed, files_hash),
    )
    worker = string.Template((parts.web / WORKER).read_text(encoding="utf-8"))
    return {LIST: files, "index.html": index, WORKER: worker.substitute(names, files_hash=files_hash)}


def plain_files(site: Path) -> list[Path]:
    """Every file but the precompressed ones."""
    return sorted(path for path in site.rglob("*") if path.is_file() and path.suffix not in compress.SUFFIXES)


def project_version() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def entry(content: bytes) -> dict[str, Any]:
    """Size and hash of a file, the hash in the form the browser's ``integrity`` takes."""
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return {"size": len(content), "hash": f"sha256-{digest}"}


def script_tags(names: dict[str, str], listed: dict[str, Any], files_hash: str) -> str:
    """The page's scripts. All modules are named, so that they load in parallel, each checked by its hash."""
    modules = [f"{names['page']}/{name}" for name in SCRIPTS]
    modules += [f"{names['runtime']}/pyodide.mjs", f"{names['runtime']}/pyodide.asm.mjs"]
    start = f"{names['page']}/start.js"
    tags = [
        *(f'<link rel="modulepreload" href="{name}" integrity="{listed[name]["hash"]}">' for name in modules),
        f'<script defer src="{names["page"]}/{LIST}" integrity="{files_hash}"></script>',
        f'<script type="module" src="{start}" integrity="{listed[start]["hash"]}"></script>',
    ]
    return "\n".join(tags)
