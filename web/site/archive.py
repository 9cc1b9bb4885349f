"""Zip archives whose bytes depend on nothing but their content, and Python files compiled ahead."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

from web.pyodide import pyodide

HERE = Path(__file__).parent
EPOCH = (2020, 1, 1, 0, 0, 0)


def compile_python(folder: Path, optimize: int | None = None) -> None:
    """Compile every .py below ``folder`` for Pyodide; with ``optimize`` the .pyc takes its place."""
    level = [] if optimize is None else [str(optimize)]
    command = ["node", str(HERE / "compile.mjs"), str(pyodide()), str(folder), *level]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Python files in {folder} do not compile:\n{(done.stdout + done.stderr)[-3000:]}")


def pack(folder: Path, target: Path) -> None:
    """Write everything below ``folder`` into a zip archive."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(folder)), EPOCH)
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
