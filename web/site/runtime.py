"""Python and pygame as the page loads them: compiled ahead, and without what the game never imports."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import Path

from web.cache import Progress, cache_dir, keep, key_of
from web.pyodide import pyodide

from . import archive, snippets

HERE = Path(__file__).parent
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm")


def runtime(wheel: Path) -> Path:
    """The folder of the runtime for a pygame wheel; made on first use."""
    makers = [
        HERE / name for name in ("runtime.py", "archive.py", "compile.mjs", "snippets.py", "snippets.mjs")
    ]
    key = key_of([*makers, wheel], str(pyodide()))
    return keep(cache_dir() / "runtime" / key, lambda folder: make(folder, wheel))


def make(folder: Path, wheel: Path) -> None:
    progress = Progress("runtime")
    folder.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide() / name, folder / name)
    snippets.write_without_eval(folder / snippets.SCRIPT, wheel)
    progress.step("the standard library")
    shrink(pyodide() / "python_stdlib.zip", folder / "python_stdlib.zip")
    progress.step("pygame")
    shrink(wheel, folder / "pygame.zip")


def shrink(source: Path, target: Path) -> None:
    """Compile the modules of an archive of Python files."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(source) as files:
        files.extractall(scratch)
        archive.compile_python(Path(scratch), optimize=1)
        archive.pack(Path(scratch), target)
