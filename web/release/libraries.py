"""The shared libraries that pygame and Python bring into a desktop bundle, identified by file name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Library(NamedTuple):
    """A project that provides libraries; the texts of its licence are in ``texts/<name>.txt``."""

    name: str
    licence: str
    stems: str
    """Pattern of its file names, without ``lib`` and suffixes."""
    version: bytes = rb""
    """Pattern of the version string in its files; if empty, only the interface version in the file name is
    known."""


LIBRARIES = (
    Library("sdl2", "Zlib", r"SDL2"),
    Library("sdl2-image", "Zlib", r"SDL2_image"),
    Library("sdl2-mixer", "Zlib", r"SDL2_mixer"),
    Library("sdl2-ttf", "Zlib", r"SDL2_ttf"),
    Library("flac", "BSD-3-Clause", r"FLAC", rb"reference libFLAC (\d[\d.]*)"),
    Library("brotli", "MIT", r"brotli(common|dec)"),
    Library("fluidsynth", "LGPL-2.1-or-later", r"fluidsynth", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("freetype", "FTL", r"freetype"),
    Library("harfbuzz", "MIT", r"harfbuzz", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("libjpeg-turbo", "IJG AND BSD-3-Clause", r"jpeg", rb"libjpeg-turbo version (\d[\d.]*\d)"),
    Library("mpg123", "LGPL-2.1-only", r"mpg123", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("libogg", "BSD-3-Clause", r"ogg"),
    Library("opus", "BSD-3-Clause", r"opus", rb"libopus (\d[\d.]*)"),
    Library("opusfile", "BSD-3-Clause", r"opusfile"),
    Library("libpng", "libpng-2.0", r"png16", rb"libpng version (\d[\d.]*\d)"),
    Library("libwebp", "BSD-3-Clause", r"(webp|webpdemux|sharpyuv)"),
    Library("libsndfile", "LGPL-2.1-or-later", r"sndfile", rb"libsndfile-(\d[\d.]*)"),
    Library("libtiff", "libtiff", r"tiff", rb"LIBTIFF, Version (\d[\d.]*\d)"),
    Library("libvorbis", "BSD-3-Clause", r"vorbis(enc|file)?", rb"libVorbis (\d[\d.]*)"),
    Library("wavpack", "BSD-3-Clause", r"wavpack", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("libxmp", "MIT", r"xmp", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("zlib", "Zlib", r"z", rb"deflate (\d[\d.]*)"),
    Library("bzip2", "bzip2-1.0.6", r"bz2"),
    Library("openssl", "Apache-2.0", r"(crypto|ssl)", rb"OpenSSL (\d[\d.]*\d)"),
    Library("libffi", "MIT", r"ffi"),
    Library("xz", "0BSD", r"lzma", rb"\0(\d+\.\d+\.\d+)\0"),
    Library("expat", "MIT", r"expat", rb"expat_(\d[\d.]*)"),
    Library("util-linux", "BSD-3-Clause", r"uuid"),
    Library("gcc", "GPL-3.0-or-later WITH GCC-exception-3.1", r"(gcc_s|stdc\+\+)"),
)
NAME = re.compile(
    r"(?:lib)?(?P<stem>[A-Za-z_0-9+]+?)(?:-\d)?(?:-[0-9a-f]{8})?(?:\.\d+)*"
    r"\.(?:so|dylib|dll)\.?(?P<interface>[\d.]*)"
)
SDL = re.compile(r"0\.(\d+)00\.(\d+)")
"""SDL encodes its version in that of the interface: 0.3200.10 is SDL 2.32.10."""


class Found(NamedTuple):
    """A library in a bundle; ``library`` is None if the file matches no known project."""

    path: Path
    stem: str
    library: Library | None
    release: str
    """Version of the library, "" if only that of its interface is known."""
    interface: str


def libraries(folder: Path) -> Iterator[Found]:
    """Yield every shared library below a directory, except Python itself and its extension modules."""
    for path in sorted(folder.rglob("*")):
        named = NAME.fullmatch(path.name)
        if not named or path.is_symlink() or "cpython-" in path.name or named["stem"].startswith("python3"):
            continue
        library = next((one for one in LIBRARIES if re.fullmatch(one.stems, named["stem"])), None)
        release = _release(path, library, named["interface"]) if library else ""
        yield Found(path, named["stem"], library, release, named["interface"])


def _release(path: Path, library: Library, interface: str) -> str:
    if library.version and (told := re.search(library.version, path.read_bytes())):
        return told[1].decode()
    sdl = SDL.fullmatch(interface) if library.name.startswith("sdl2") else None
    return f"2.{sdl[1]}.{sdl[2]}" if sdl else ""
