"""Replace ``eval`` in Pyodide.

Emscripten-compiled C code contains JavaScript snippets as text. For a module loaded at run time, such as
pygame, Pyodide turns them into functions by ``eval``, which a strict Content Security Policy forbids. All
snippets are known when the site is built: they are written into Pyodide's script as functions, looked up by
their text.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from web.pyodide import pyodide

SCRIPT = "pyodide.asm.mjs"
EVALUATION = "=eval(func)"
PLACES = 2  # for EM_ASM, snippets inside C functions, and for EM_JS, whole functions


def snippets(wheel: Path) -> list[str]:
    """Return every snippet that Pyodide evaluates to import pygame from the wheel."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(pyodide(), Path(scratch, "pyodide")))
        write(copy / SCRIPT, "=(record(func),eval(func))")
        command = ["node", str(Path(__file__).with_suffix(".mjs")), str(copy), str(wheel.resolve())]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the wheel's JavaScript could not be listed:\n{done.stderr[-2000:]}")
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


def write(target: Path, replacement: str) -> None:
    """Write Pyodide's script with another expression where it evaluates ``func``."""
    script = (pyodide() / SCRIPT).read_text(encoding="utf-8")
    if (found := script.count(EVALUATION)) != PLACES:
        raise RuntimeError(f"{SCRIPT} evaluates code in {found} places, not in the {PLACES} known ones")
    target.write_text(script.replace(EVALUATION, replacement), encoding="utf-8")


def write_without_eval(target: Path, wheel: Path) -> None:
    """Write Pyodide's script with the wheel's snippets as functions in it."""
    table = ",".join(f"{json.dumps(code)}:{code.rstrip(';')}" for code in snippets(wheel))
    write(target, f"=({{{table}}})[func]")
