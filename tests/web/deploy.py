"""Deployment of new versions of the site, each made from a built one by changing a single part."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from web.site.assemble import WEB, Parts, plain_files, write
from web.site.game import TITLE

from .conftest import Host


def parts_of(site: Path, address: str = "") -> Parts:
    """Return the parts of a built site; `address` is its URL."""
    (runtime,), (icons,), (pictures,) = (site.glob(f"{kind}-*") for kind in ("runtime", "icons", "pictures"))
    (game,) = site.glob("game-*/game.pack")
    template = (WEB / "page.html").read_text(encoding="utf-8").replace("{{cookiecutter.title}}", TITLE)
    shown = tuple(plain_files(pictures))
    return Parts(WEB, template, runtime, game, tuple(plain_files(icons)), shown, address)


def changed_page(parts: Parts, scratch: Path) -> Parts:
    return replace(parts, template=parts.template.replace("</body>", "<!-- changed -->\n</body>"))


def changed_manifest(parts: Parts, scratch: Path) -> Parts:
    web = Path(shutil.copytree(parts.web, scratch / "web"))
    manifest = web / "manifest.webmanifest"
    manifest.write_text(manifest.read_text().replace("{", '{"changed": true, ', 1))
    return replace(parts, web=web)


def changed_runtime(parts: Parts, scratch: Path) -> Parts:
    runtime = Path(shutil.copytree(parts.runtime, scratch / "runtime"))
    with (runtime / "pyodide.mjs").open("a") as script:
        script.write("// changed\n")
    return replace(parts, runtime=runtime)


def changed_script(parts: Parts, scratch: Path) -> Parts:
    web = Path(shutil.copytree(parts.web, scratch / "web"))
    with (web / "table.js").open("a") as script:
        script.write("// changed\n")
    return replace(parts, web=web)


def changed_game(parts: Parts, scratch: Path) -> Parts:
    """Return the parts with the game compressed differently."""
    scratch.mkdir(parents=True)
    game = scratch / "game.pack"
    game.write_bytes(gzip.compress(gzip.decompress(parts.game.read_bytes()), 1, mtime=0))
    return replace(parts, game=game)


CHANGES: dict[str, Callable[[Parts, Path], Parts]] = {
    "page": changed_page,
    "manifest": changed_manifest,
    "runtime": changed_runtime,
    "script": changed_script,
    "game": changed_game,
}


def deploy(host: Host, parts: Parts) -> None:
    """Replace the host's site by one made of these parts, as an upload does."""
    fresh = host.folder.with_name("fresh")
    write(fresh, parts)
    shutil.rmtree(host.folder)
    fresh.rename(host.folder)
