"""Compile SDL 2, FreeType and pygame-ce, and link them into the one module ``pygame/base``.

pygame-ce has a one-module build meant for WebAssembly (``BUILD_STATIC``: base.c includes every other C file),
so the whole native part is the table of libraries below, pygame's eight files, and one link.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from web.cache import Progress

from . import pins
from .toolchain import Toolchain, ToolchainError, checked

MODULE = f"base.cpython-{pins.PYTHON.replace('.', '')}-wasm32-emscripten.so"

# Flags of Pyodide's interpreter: position independent code, WebAssembly exceptions and longjmp.
ABI = ("-fPIC", "-fwasm-exceptions", "-sSUPPORT_LONGJMP=wasm")
# Common flags. Symbols stay hidden: Pyodide's main program contains emscripten's SDL 1 under equal SDL_*
# names, to which a visible symbol could be bound.
FLAGS = ("-g0", "-DNDEBUG", "-fno-strict-aliasing", "-w", "-fvisibility=hidden", "-DDECLSPEC=", *ABI)


@dataclass(frozen=True)
class Library:
    """A library: its directory below ``work``, its files and its compiler flags.

    Files and flags are words in one string; ``{a,b}`` in a word expands to both, as in a shell.
    """

    folder: str
    files: str
    flags: str


BATCH = 12
"""Number of files that one emcc compiles: its own start takes as long as a short file."""

# In link order: each needs only libraries further down.
LIBRARIES = (
    Library(
        "pygame/src_c",
        "{base,bitmask,rotozoom,SDL_gfx/SDL_gfxPrimitives}.c cython_out/{audio,mixer,sdl2,video}.c",
        "-O2 -DBUILD_STATIC=1 -Iinclude -Ipygame/src_c{,/include} -Ilibsdl2{,-image,-mixer}/include"
        " -Ilibsdl2-ttf -Ifreetype/include",
    ),
    Library(
        "libsdl2-mixer",
        "src/*.c src/codecs/{load_*,mp3utils,music_ogg_stb,music_wav}.c",
        "-Os -DMUSIC_{WAV,OGG} -DOGG_USE_STB -Ilibsdl2-mixer/{include,src,src/codecs} -Ilibsdl2/include",
    ),
    Library(
        # The bundled stb_image and miniz read and write PNG and JPEG: no need for libpng, libjpeg or zlib.
        "libsdl2-image",
        "src/IMG*.c",
        "-Os -DUSE_STBIMAGE=1 -DLOAD_{BMP,GIF,JPG,PNG,SVG}=1 -DSDL_IMAGE_SAVE_{PNG,JPG}=1"
        " -Ilibsdl2{,-image}/include",
    ),
    Library(
        # Without HarfBuzz: it would add 250 kB to the download, and the game's languages need no shaping.
        "libsdl2-ttf",
        "SDL_ttf.c",
        "-Os -DTTF_USE_HARFBUZZ=0 -Ilibsdl2/include -Ifreetype/include",
    ),
    Library(
        "freetype",
        "src/base/ft{base,bbox,bitmap,debug,fstype,gasp,glyph,init,mm,stroke,synth,system}.c"
        " src/autofit/autofit.c src/cache/ftcache.c src/gzip/ftgzip.c src/lzw/ftlzw.c src/psnames/psnames.c"
        " src/raster/raster.c src/sfnt/sfnt.c src/smooth/smooth.c src/truetype/truetype.c",
        "-Os -DFT2_BUILD_LIBRARY -DFT_CONFIG_MODULES_H=<ftmodules.h> -I. -Ifreetype/include",
    ),
    Library(
        "libsdl2",
        "src/*.c src/{atomic,audio,cpuinfo,dynapi,events,file,haptic,hidapi,joystick,locale,misc}/*.c"
        " src/{power,render,sensor,stdlib,thread,timer,video}/*.c"
        " src/{audio,filesystem,joystick,locale,misc,power,video}/emscripten/*.c"
        " src/{audio,haptic,main,sensor,video}/dummy/*.c src/audio/disk/*.c src/loadso/dlopen/*.c"
        " src/render/{opengles2,software}/*.c src/thread/generic/*.c src/timer/unix/*.c"
        " src/video/yuv2rgb/yuv_rgb_std.c",
        # The dummy video driver lets the smoke test run without a browser.
        "-O2 -DSDL_VIDEO_DRIVER_DUMMY=1 -Ilibsdl2/include",
    ),
    # The C half of emscripten's HTML 5 interface, which Pyodide's main program lacks.
    Library("html5", "*.c", "-Os -Ilibc"),
)


def words(text: str) -> list[str]:
    """Split a text into words, expanding each ``{a,b}``."""
    found = []
    for word in text.split():
        head, brace, rest = word.partition("{")
        choices, _, tail = rest.partition("}")
        found += [head + choice + tail for choice in choices.split(",")] if brace else [word]
    return found


def pygame_version_macros(work: Path) -> list[str]:
    """Return the macros with pygame's version."""
    return checked([sys.executable, str(work / "pygame/buildconfig/get_version.py"), "--macros"]).split()


def expand(work: Path, library: Library) -> list[str]:
    """Return the library's source files, as paths relative to ``work``."""
    found: dict[str, None] = {}
    for pattern in words(library.files):
        hits = sorted((work / library.folder).glob(pattern))
        if not hits:
            raise ToolchainError(f"no source file matches {library.folder}/{pattern}")
        found.update((str(hit.relative_to(work)), None) for hit in hits)
    return list(found)


def object_of(source: str) -> str:
    return f"objects/{source.replace('/', '__')}.o"


def batches(sources: Sequence[str], names: Mapping[str, int]) -> Iterator[list[str]]:
    """Divide a library's source files into batches.

    A file that shares its name with another is alone: emcc names the objects of a batch after their sources,
    without directories.

    names: by name of a source file, the number of such files in all libraries
    """
    named = [source for source in sources if names[Path(source).stem] == 1]
    for at in range(0, len(named), BATCH):
        yield named[at : at + BATCH]
    yield from ([source] for source in sources if names[Path(source).stem] > 1)


def translate(toolchain: Toolchain, sources: Sequence[str], flags: Sequence[str]) -> None:
    """Compile a batch of source files."""
    if len(sources) == 1:
        toolchain.run("emcc", "-c", *sources, "-o", object_of(sources[0]), *flags)
        return
    toolchain.run("emcc", "-c", *sources, *flags)
    for source in sources:
        (toolchain.work / f"{Path(source).stem}.o").rename(toolchain.work / object_of(source))


def build(toolchain: Toolchain, progress: Progress) -> Path:
    """Compile and link everything in ``toolchain.work``. Return the path of the module."""
    work = toolchain.work
    (work / "objects").mkdir()
    system = "/usr/share/emscripten/system/lib"
    toolchain.run("cp", "-r", f"{system}/html5", f"{system}/libc", ".")
    shutil.copy(Path(__file__).with_name("ftmodules.h"), work)
    flags = {library.folder: [*FLAGS, *words(library.flags)] for library in LIBRARIES}
    flags["pygame/src_c"] += pygame_version_macros(work)
    sources = {library.folder: expand(work, library) for library in LIBRARIES}
    objects = [object_of(source) for files in sources.values() for source in files]
    progress.step(f"compile {len(objects)} C files")
    names = Counter(Path(source).stem for files in sources.values() for source in files)
    jobs = [(batch, flags[folder]) for folder, files in sources.items() for batch in batches(files, names)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda job: translate(toolchain, *job), jobs))
    progress.step("link")
    side_module = ("-sSIDE_MODULE=2", "-sWASM_BIGINT", "-sEXPORTED_FUNCTIONS=_PyInit_base")
    toolchain.run("emcc", "-O2", "-g0", *ABI, *side_module, *objects, "-o", MODULE)
    return work / MODULE
