"""The Python side of the loader: unpack the game in Pyodide's file system and run its main.py."""

import asyncio
import os
import sys
import zipfile
from collections.abc import Coroutine
from typing import Any


def unpack(archive: str, folder: str) -> None:
    """Unpack a zip archive into a folder that Python imports from, and remove the archive."""
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
    os.unlink(archive)
    if folder not in sys.path:
        sys.path.insert(0, folder)


async def play(folder: str) -> None:
    """Run ``folder/main.py`` as the main program until its main() has come to an end.

    A browser cannot wait inside asyncio.run(), so that is given a body which only notes what to await,
    as pygbag's own runtime does.
    """
    mains: list[Coroutine[Any, Any, Any]] = []

    def run(main: Coroutine[Any, Any, Any], **_options: Any) -> None:
        mains.append(main)

    asyncio.run = run  # type: ignore[assignment]
    os.chdir(folder)
    with open("main.py", "rb") as file:
        code = compile(file.read(), f"{folder}/main.py", "exec")
    exec(code, {"__name__": "__main__", "__file__": f"{folder}/main.py"})
    for main in mains:
        await main
