"""New versions of the site, made from a built one by changing a single part and deployed in its place."""

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
    """The parts a built site was put together from; `address`: where it will stand."""
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
    manifest.write_text(manifest.read_text().replace("$description", "$description And more."))
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
    """The same game, compressed otherwise."""
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
    """Put a site made of these parts in the place of the host's, as an upload does."""
    fresh = host.folder.with_name("fresh")
    write(fresh, parts)
    shutil.rmtree(host.folder)
    fresh.rename(host.folder)
