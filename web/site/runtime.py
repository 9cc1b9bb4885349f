"""Python and pygame in the form that the web app loads: compiled, without modules the game never imports."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from pathlib import Path

import zopfli

from web.cache import ROOT, Progress, cache_dir, keep, key_of
from web.pyodide import pyodide

from . import archive, carried, game, snippets

HERE = Path(__file__).parent
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm")
MODULES = ROOT / "web/modules.txt"
# Optional imports of the standard library that a page has no use for.
OPTIONAL = {
    *("_ssl", "ssl", "bz2", "lzma", "compression", "compression._common", "compression._common._streams"),
    *("compression.zstd", "compression.zstd._zstdfile"),
}


def listed_modules() -> list[str]:
    """Return the modules included in the site; a test compares the list with the game's imports."""
    return [line for line in MODULES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def needed_modules(wheel: Path) -> list[str]:
    """Return the modules of the standard library and of pygame that the web app can import."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(wheel) as files:
        packages, played = Path(scratch, "packages"), Path(scratch, "game")
        files.extractall(packages)
        for name in ("game", "assets"):
            shutil.copytree(ROOT / name, played / name)
        shutil.copyfile(ROOT / "main.py", played / "main.py")
        game.leave_out(played)
        carried.write(played)
        found = archive.run_inside("modules.py", game=played, web=ROOT / "web", packages=packages)
    return [name for name in json.loads(found) if name not in OPTIONAL]


def runtime(wheel: Path) -> Path:
    """Return the directory of the runtime for a pygame wheel, made on first use."""
    makers = [
        HERE / name
        for name in ("runtime.py", "archive.py", "run.mjs", "inside", "snippets.py", "snippets.mjs")
    ]
    key = key_of([*makers, MODULES, wheel], str(pyodide()), zopfli.__version__)
    return keep(cache_dir() / "runtime" / key, lambda folder: make(folder, wheel))


def make(folder: Path, wheel: Path) -> None:
    """Make that directory."""
    progress = Progress("runtime")
    folder.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide() / name, folder / name)
    progress.step("Pyodide without eval")
    snippets.write_without_eval(folder / snippets.SCRIPT, wheel)
    progress.step("the standard library and pygame, trimmed to what is used")
    with tempfile.TemporaryDirectory() as scratch:
        stdlib, pygame = Path(scratch, "stdlib"), Path(scratch, "pygame")
        select(pyodide() / "python_stdlib.zip", stdlib)
        select(wheel, pygame)
        archive.run_inside("compile.py", work=Path(scratch))
        archive.write_pack(folder / "stdlib.pack", archive.zip_plain(stdlib))
        archive.write_pack(folder / "pygame.pack", archive.tar(pygame))


def select(source: Path, folder: Path) -> None:
    """Unpack the listed modules of an archive, and the one that is WebAssembly."""
    modules = {module.replace(".", "/") for module in listed_modules()}
    with zipfile.ZipFile(source) as files:
        for name in files.namelist():
            module = name.removesuffix(".py").removesuffix("/__init__")
            if (name.endswith(".py") and module in modules) or name.endswith(".so"):
                files.extract(name, folder)
