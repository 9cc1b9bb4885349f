"""``python -m web.wheel``: make the pygame-ce wheel if it is not in the cache, and print its path.

A wheel given as ``KONTOR_PYGAME_WHEEL=path`` is used instead, if it passes the same smoke test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from web.cache import Progress, cache_dir, keep, key_of, locked, sha256
from web.npm import PackageError
from web.pyodide import SHA256 as PYODIDE_SHA256
from web.pyodide import pyodide

from . import native, pack, pins, pyconfig, sources, toolchain

HERE = Path(__file__).parent


def smoke(wheel: Path) -> str:
    """Run the smoke test of the wheel under Node. Return its versions; raise ToolchainError if it fails."""
    if not shutil.which("node"):
        raise toolchain.ToolchainError("node is missing: install Node.js (18 or later) to test the wheel")
    command = ["node", str(HERE / "smoke.mjs"), str(pyodide()), str(wheel.resolve())]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise toolchain.ToolchainError(f"{wheel} does not work in Pyodide:\n{done.stderr[-2000:]}")
    return done.stdout.strip().splitlines()[-1]


def make(folder: Path) -> None:
    """Make the wheel from scratch in ``folder``, with a BUILDINFO file."""
    progress = Progress("wheel")
    tools = toolchain.make(progress)
    folder.mkdir()
    with locked(tools.work.with_name("kontor.lock")):
        debian = sources.prepare(tools, progress)
        pyconfig.write(tools.work / "include", pyodide() / "python_stdlib.zip")
        module = native.build(tools, progress)
        wheel = pack.pack(tools.work, module, folder)
    progress.step(f"smoke test: {smoke(wheel)}")
    compiler = tools.run("emcc", "--version").splitlines()[0]
    info = [f"sha256 {sha256(wheel)}", *debian, compiler, pins.PYGAME, pins.CYTHON]
    (folder / "BUILDINFO").write_text("\n".join([*info, ""]), encoding="utf-8")


def wheel() -> Path:
    """Return the path of the wheel, made or given. Raises ToolchainError or PackageError."""
    if given := os.environ.get("KONTOR_PYGAME_WHEEL"):
        path = Path(given)
        if not path.is_file():
            raise toolchain.ToolchainError(f"KONTOR_PYGAME_WHEEL={given}: there is no such file")
        print(f"  wheel: {path.name} as given: {smoke(path)}", flush=True)
        return path
    folder = keep(cache_dir() / "wheel" / key_of([HERE], PYODIDE_SHA256), make)
    return next(folder.glob("*.whl"))


if __name__ == "__main__":
    try:
        print(wheel())
    except (toolchain.ToolchainError, PackageError) as error:
        sys.exit(f"error: {error}")
