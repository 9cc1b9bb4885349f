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
GZIP = 31  # zlib's window of 32 kB, with gzip's header around


def run_inside(script: str, **mounts: Path) -> str:
    """Run ``inside/<script>`` in Pyodide, with folders mounted as named; return its value."""
    folders = [f"/{name}={folder}" for name, folder in mounts.items()]
    command = ["node", str(HERE / "run.mjs"), str(pyodide()), str(HERE / "inside" / script), *folders]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{script} failed in Pyodide:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout.splitlines()[-1]


def files_below(folder: Path) -> list[tuple[str, Path]]:
    """Every file below a folder with its name relative to the folder, in order."""
    return sorted((str(path.relative_to(folder)), path) for path in folder.rglob("*") if path.is_file())


def zip_plain(folder: Path) -> bytes:
    """An uncompressed zip archive of a folder."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files_below(folder):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes())
    return target.getvalue()


def tar(folder: Path) -> bytes:
    """A tar archive of a folder, in the plain old format that the page's unpack.js reads.

    Files of a kind stand together: gzip finds what is alike only if it is near.
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
    """The content as gzip, the same bytes in every Python.

    The header names an operating system: zlib's own up to Python 3.12, none from 3.13 on. Here it is none.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    compressed = bytearray(packer.compress(content) + packer.flush())
    compressed[OS_BYTE] = UNKNOWN_OS
    return bytes(compressed)


def write_pack(target: Path, content: bytes) -> None:
    """Compress an archive as a whole: files compressed together take a third less than separately.

    It is the smallest gzip there is, which takes seconds to find.

    Not named .gz: some servers would decompress it on the way, and its hash would no longer match.
    """
    compressed = bytearray(zopfli.gzip.compress(content, numiterations=5))
    compressed[OS_BYTE] = UNKNOWN_OS
    target.write_bytes(compressed)
