"""The command ``kontor`` of an installed Kontor: the game in a window, or a tool for rules and players."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from game import VERSION


class Tool(NamedTuple):
    """A command of its own: its module has a ``main`` that takes words and returns the exit status."""

    module: str
    about: str
    extra: str = ""
    """The optional dependencies in pyproject.toml that it needs."""


TOOLS = {
    "arena": Tool("game.bots.arena.__main__", "let computer players play each other", "arena"),
    "fuzz": Tool("game.engine.fuzz", "play random games and check the rules' invariants"),
    "tune": Tool("game.bots.tune.__main__", "learn a player's weights by self-play", "arena"),
}
USAGE = """\
usage: kontor [RECORD]
       kontor COMMAND [ARGUMENT...]

Board games of the Hanse: Hansa Teutonica and Hansa. Without a command the game opens in a window,
with the game in the file RECORD (a text or a link) if one is named.

"""


def usage() -> str:
    """What there is; the tools say more themselves."""
    lines = [f"  {name:<8}{tool.about}" for name, tool in TOOLS.items()]
    return USAGE + "\n".join(
        [*lines, "", "kontor COMMAND --help says more; kontor --version says which Kontor it is."]
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run what the words ask for; the exit status, 2 if there is no such thing."""
    words = sys.argv[1:] if words is None else words
    match words:
        case ["-h" | "--help"]:
            print(usage())
        case ["--version"]:
            print(f"kontor {VERSION}")
        case [name, *rest] if name in TOOLS:
            return use(name, rest)
        case [] | [_] if all(Path(record).is_file() for record in words):
            return play(words)
        case [name, *_]:
            print(f"error: there is neither a command nor a file '{name}'\n\n{usage()}", file=sys.stderr)
            return 2
    return 0


def play(words: Sequence[str]) -> int:
    """The game, until its window is closed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Not at the top: the tools and the process that thinks need no window.
    from game.client.start import main as client

    return asyncio.run(client(words))


def use(name: str, words: Sequence[str]) -> int:
    """One of the tools."""
    tool = TOOLS[name]
    try:
        run = import_module(tool.module).main
    except ModuleNotFoundError as missing:
        if not tool.extra or (missing.name or "").startswith("game"):
            raise
        advice = f"install Kontor as kontor[{tool.extra}]"
        print(f"error: kontor {name} needs {missing.name}, which is not installed: {advice}", file=sys.stderr)
        return 1
    status: int = run(list(words))
    return status
