"""The Python side of the loader: run the game's main.py in a page."""

import asyncio
import os
import sys
from collections.abc import Coroutine
from typing import Any


async def play(folder: str) -> None:
    """Run ``folder/main.py`` as the main program until its main() ends.

    A browser cannot block inside asyncio.run(), so it is replaced by one that only notes what to await,
    as in pygbag's own runtime.
    """
    mains: list[Coroutine[Any, Any, Any]] = []

    def run(main: Coroutine[Any, Any, Any], **_options: Any) -> None:
        mains.append(main)

    asyncio.run = run  # type: ignore[assignment]
    os.chdir(folder)
    sys.path.insert(0, folder)
    with open("main.py", "rb") as file:
        code = compile(file.read(), f"{folder}/main.py", "exec")
    exec(code, {"__name__": "__main__", "__file__": f"{folder}/main.py"})
    for main in mains:
        await main
