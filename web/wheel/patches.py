"""Patches of the sources for WebAssembly. A patch fails if the text it replaces has changed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Patch(NamedTuple):
    """A replacement of ``old``, which must occur exactly once in ``file``, by ``new``."""

    file: str
    old: str
    new: str


PATCHES = (
    # In the one-module build pygame creates its sub-modules by hand without registering them:
    # PyState_FindModule() returns NULL and pygame.freetype.Font fails. So register each.
    Patch(
        "pygame/src_c/base.c",
        "            PyModule_AddObjectRef(pmod, alias, mod);\n",
        "            PyModule_AddObjectRef(pmod, alias, mod);\n"
        "            if (PyModule_GetDef(mod))\n"
        "                PyState_AddModule(mod, PyModule_GetDef(mod));\n",
    ),
    # SDL blends transparent pixels ten times as fast as pygame does without vectors. pygame leaves it to SDL
    # if PYGAME_BLEND_ALPHA_SDL2 is set, but reads that only in pygame.init(), which would also open a sound
    # device.
    Patch(
        "pygame/src_c/base.c",
        "int pg_env_blend_alpha_SDL2 = 0;\n",
        "int pg_env_blend_alpha_SDL2 = 1;\n",
    ),
    # These destructors take one argument too many. That is harmless natively; in WebAssembly the indirect
    # call traps and terminates the interpreter.
    *(
        Patch(
            f"pygame/src_c/{file}.c",
            f"{kind.lower()}_dealloc(pg{kind}Object *self, PyObject *_null)",
            f"{kind.lower()}_dealloc(pg{kind}Object *self)",
        )
        for file, kind in (("window", "Window"), ("render", "Renderer"), ("render", "Texture"))
    ),
    # A page gets no signals. And sigset_t has another size in our emscripten than in Pyodide's, so that a
    # call of sigaction() would write past the end of the stack frame.
    Patch(
        "libsdl2/src/events/SDL_quit.c",
        "#if defined(HAVE_SIGNAL_H) || defined(HAVE_SIGACTION)\n",
        "#if 0 /* no signals in a browser */\n",
    ),
)


def apply(folder: Path) -> None:
    """Apply every patch below ``folder``. Raises ValueError if one does not fit."""
    for patch in PATCHES:
        path = folder / patch.file
        text = path.read_text(encoding="utf-8")
        if (found := text.count(patch.old)) != 1:
            raise ValueError(f"{path}: the place to patch occurs {found} times instead of once:\n{patch.old}")
        path.write_text(text.replace(patch.old, patch.new), encoding="utf-8")
