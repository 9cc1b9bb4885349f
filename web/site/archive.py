"""Reproducible archives, and Python run by Pyodide during the build."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
import zlib
from pathlib import Path

import zopfli.gzip

from web.pyodide import pyodide

HERE = Path(__file__).parent
EPOCH = (2020, 1, 1, 0, 0, 0)
OS_BYTE, UNKNOWN_OS = 9, 255
GZIP = 31  # zlib's code for a 32 kB window and a gzip header


def run_inside(script: str, **mounts: Path) -> str:
    """Run ``inside/<script>`` in Pyodide, with directories mounted under the given names. Return its
    value."""
    folders = [f"/{name}={folder}" for name, folder in mounts.items()]
    command = ["node", str(HERE / "run.mjs"), str(pyodide()), str(HERE / "inside" / script), *folders]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{script} failed in Pyodide:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout.splitlines()[-1]


def files_below(folder: Path) -> list[tuple[str, Path]]:
    """Return every file below a directory with its relative name, sorted."""
    return sorted((str(path.relative_to(folder)), path) for path in folder.rglob("*") if path.is_file())


def zip_plain(folder: Path) -> bytes:
    """Return an uncompressed zip archive of a directory."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files_below(folder):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes())
    return target.getvalue()


def tar(folder: Path) -> bytes:
    """Return a tar archive of a directory, in the USTAR format that the page's unpack.js reads.

    Files of one type are adjacent: gzip finds repetitions only within its window.
    """
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, path in sorted(files_below(folder), key=lambda file: (file[1].suffix, file[0])):
            entry = tarfile.TarInfo(name)
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(entry, content)
    return target.getvalue()


def gzipped(content: bytes) -> bytes:
    """Compress to gzip, with equal bytes from every version of Python.

    The header names an operating system: zlib's up to Python 3.12, "unknown" from 3.13. It is set to
    "unknown".
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    compressed = bytearray(packer.compress(content) + packer.flush())
    compressed[OS_BYTE] = UNKNOWN_OS
    return bytes(compressed)


def write_pack(target: Path, content: bytes) -> None:
    """Write an archive compressed as a whole, which saves a third compared with compressing each file.

    The search for the smallest gzip encoding takes seconds. The suffix is not .gz: some servers would
    decompress such files in transit, and the hash would no longer match.
    """
    compressed = bytearray(zopfli.gzip.compress(content, numiterations=5))
    compressed[OS_BYTE] = UNKNOWN_OS
    target.write_bytes(compressed)
