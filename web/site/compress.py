"""Precompressed variants (.br, .gz) of a site's files, for servers that use them."""

from __future__ import annotations

import shutil
import zlib
from pathlib import Path

import brotli

from web.cache import cache_dir, keep, key_of

from .archive import gzipped

HERE = Path(__file__).parent
MAKERS = (HERE / "compress.py", HERE / "archive.py")
SUFFIXES = (".br", ".gz")
BEST, QUICK = 11, 5
"""Qualities of brotli: with the best one, the whole site takes half a minute instead of half a second."""
WORTH_IT = 0.95  # maximum size relative to the original; bundles and images do not get smaller


def compress(folder: Path, quality: int = BEST) -> None:
    """Write the variants of every file below ``folder`` that gains from it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in SUFFIXES:
            for twin in twins(path, quality).iterdir():
                shutil.copyfile(twin, path.with_name(path.name + twin.name))


def twins(path: Path, quality: int) -> Path:
    """Return a directory with ``.br`` and ``.gz`` of a file, or an empty one. Cached, since brotli is
    slow."""

    def make(folder: Path) -> None:
        folder.mkdir()
        content = path.read_bytes()
        small = gzipped(content)
        if len(small) < WORTH_IT * len(content):
            (folder / ".gz").write_bytes(small)
            (folder / ".br").write_bytes(brotli.compress(content, quality=quality))

    key = key_of([path, *MAKERS], str(quality), brotli.__version__, zlib.ZLIB_RUNTIME_VERSION)
    return keep(cache_dir() / "compressed" / key, make)
