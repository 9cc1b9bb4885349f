"""Python side of the loader: run the game's main.py in a page."""

import asyncio
import gc
import os
import random
import sys
from collections.abc import Coroutine
from importlib import import_module
from pkgutil import walk_packages
from typing import Any


def enter(folder: str) -> None:
    """Make a directory the working directory and the first entry of the import path."""
    os.chdir(folder)
    if folder not in sys.path:
        sys.path.insert(0, folder)


def prepare(folder: str, width: int, height: int, theme: str, language: str) -> None:
    """Prepare a memory snapshot: import everything, and draw what the first scenes need in a window of this
    size, theme and language.

    An interpreter started from the snapshot has the standard library and pygame in memory only.
    """
    libraries = [path for path in sys.path if path]
    enter(folder)
    for module in walk_packages(libraries):
        import_module(module.name)
    import_module("game.client.preload").everything(width, height, theme, language)
    gc.collect()


async def play(folder: str) -> None:
    """Run ``folder/main.py`` as the main program until its main() ends.

    A browser cannot block inside asyncio.run(), so it is replaced by a function that only stores the
    coroutine to await, as in pygbag's own runtime.
    """
    mains: list[Coroutine[Any, Any, Any]] = []

    def run(main: Coroutine[Any, Any, Any], **_options: Any) -> None:
        mains.append(main)

    asyncio.run = run  # type: ignore[assignment]
    random.seed()  # a memory snapshot would always start with one seed
    enter(folder)
    with open("main.py", "rb") as file:
        code = compile(file.read(), f"{folder}/main.py", "exec")
    exec(code, {"__name__": "__main__", "__file__": f"{folder}/main.py"})
    for main in mains:
        await main
