"""The game in the form that the web app loads: packed by pygbag, then repacked for our loader. Cached, since
it takes seconds."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import zopfli

from web.cache import ROOT, Progress, cache_dir, discard, keep, key_of, trim
from web.pyodide import pyodide

from . import archive, carried, icons
from .slim import slim

TITLE = "Kontor"
SOURCES = ("main.py", "game", "assets")
LEFT_OUT = "IN_WEB_APP = False"
"""The line by which a module, or a package in its `__init__`, says that the web app does not need it."""
OTHER_TEXTS = ("command.*.json", "desktop.*.json", "notices.*.json", "page.*.json", "*.txt")
"""Patterns of the catalogues for the command line, packages, the room server and the build."""
PYGBAG = ROOT / "build/web"
ICONS = ROOT / "build/icons"
PACK, PAGE, DRAWN = "game.pack", "index.html", "icons"
KEPT = 20
"""Packed games retained in the cache, 2 MB each; every change of the game makes another."""


def packed(wheel: Path) -> Path:
    """Return a directory with the packed game, the page with its title and the icons, made on first use."""
    makers = [ROOT / name for name in ("web/site", "web/page.html", "pygbag.ini", "pyproject.toml")]
    sources = [ROOT / name for name in SOURCES]
    versions = (carried.version(), version("pygbag"), zopfli.__version__, platform.python_version())
    key = key_of([*makers, *sources, *carried.sources(), wheel], str(pyodide()), *versions)
    kept = keep(cache_dir() / "game" / key, lambda folder: make(folder, wheel))
    kept.touch()
    trim(kept.parent, KEPT)
    return kept


def make(folder: Path, wheel: Path) -> None:
    """Make that directory."""
    folder.mkdir()
    progress = Progress("game")
    progress.step("pack it with pygbag")
    files = run_pygbag()
    progress.step("slim it, and find the smallest archive")
    write_game(files, folder / PACK, wheel)
    shutil.copyfile(PYGBAG / PAGE, folder / PAGE)
    shutil.copytree(ICONS, folder / DRAWN)


def run_pygbag() -> Path:
    """Pack the game and fill in the page template. Return the archive; the page is in its directory."""
    discard(PYGBAG)
    PYGBAG.mkdir(parents=True)
    discard(ICONS)
    icons.draw(ICONS)
    page = ["--title", TITLE, "--template", "web/page.html", "--icon", str(ICONS / icons.FAVICON)]
    command = [sys.executable, "-m", "pygbag", "--build", "--no_opt", *page, "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    archives = list(PYGBAG.glob("*.apk"))
    if done.returncode or len(archives) != 1 or not (PYGBAG / PAGE).exists():
        raise RuntimeError(f"pygbag could not pack the game:\n{(done.stdout + done.stderr)[-3000:]}")
    return archives[0]


def write_game(packed: Path, target: Path, wheel: Path) -> None:
    """Repack the files of pygbag's archive for the loader, with the title's imports compiled."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(packed) as files:
        files.extractall(scratch)
        folder = Path(scratch, "assets")
        # setup.py, since pygbag.ini would exclude the game's too, and files that a developer has added
        for path in folder.iterdir():
            if path.name not in SOURCES:
                discard(path)
        leave_out(folder)
        for path in folder.rglob("*.py"):
            path.write_text(slim(path.read_text(encoding="utf-8")), encoding="utf-8")
        for path in folder.rglob("*.json"):
            write_json(path, json.loads(path.read_bytes()))
        for path in (folder / "assets/games").rglob("*.txt"):
            path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
        for catalogues in (folder / "assets/i18n", *(folder / "assets/games").iterdir()):
            leave_out_keys(catalogues)
        carried.write(folder)
        packages = Path(scratch, "packages")
        with zipfile.ZipFile(wheel) as library:
            library.extractall(packages)
        archive.run_inside("compile_title.py", work=folder, packages=packages)
        archive.write_pack(target, archive.tar(folder))


def write_json(path: Path, content: object) -> None:
    """Write compact JSON."""
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def compact(table: str) -> str:
    """Return a table of weights (`game.bots.weights`) without comments and alignment."""
    rows = (line for line in table.splitlines() if not line.startswith("#"))
    return "".join(f"{' '.join(row.split())}\n" for row in rows)


def leave_out_keys(catalogues: Path) -> None:
    """Store the keys of texts with English only; other catalogues become lists in its order, with English
    texts where they have none. Raises `RuntimeError` if one has a key that English lacks.

    Repeated keys more than 32 kB apart are beyond gzip's window.
    """
    for english in sorted(catalogues.glob("*.en.json")):
        originals = json.loads(english.read_bytes())
        domain = english.name.removesuffix(".en.json")
        for path in set(catalogues.glob(f"{domain}.*.json")) - {english}:
            texts = json.loads(path.read_bytes())
            if superfluous := texts.keys() - originals.keys():
                raise RuntimeError(f"{path.name} has keys that {english.name} lacks: {sorted(superfluous)}")
            write_json(path, [texts.get(key) or original for key, original in originals.items()])


def left_out(folder: Path) -> list[Path]:
    """Return the modules and packages of the game in a directory that the web app does not need."""
    found = sorted((folder / "game").rglob("*.py"))
    said = [path for path in found if LEFT_OUT in path.read_text(encoding="utf-8").splitlines()]
    return [path.parent if path.name == "__init__.py" else path for path in said]


def leave_out(folder: Path) -> None:
    """Remove the files that the web app does not need from a copy of the game."""
    for path in left_out(folder):
        discard(path)
    for pattern in OTHER_TEXTS:
        for path in (folder / "assets/i18n").glob(pattern):
            discard(path)
