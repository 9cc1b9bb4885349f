"""The command ``kontor`` of an installed Kontor: the game in a window, or a tool for rules and players."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from game import VERSION
from game.command.ending import MISUSED, CommandError, adding, ended, shortened
from game.command.texts import say

IN_WEB_APP = False
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before pygame is imported, which prints a line


class Tool(NamedTuple):
    """A subcommand: a module with a function `main` that takes arguments and returns the exit status."""

    module: str
    extra: str = ""
    """The optional dependencies in pyproject.toml that it needs."""


TOOLS = {
    "arena": Tool("tools.arena.__main__", "arena"),
    "fuzz": Tool("tools.fuzz"),
    "rooms": Tool("game.server.__main__", "rooms"),
    "tune": Tool("tools.tune.__main__", "arena"),
}


def usage() -> str:
    """Return the overview of the subcommands."""
    tools = "\n".join(f"  {name:<8}{say(name)}" for name in TOOLS)
    return "\n\n".join([say("usage.tools"), say("about"), tools, say("more")])


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the command line. Return the exit status
    (`ending.py`)."""
    return ended(lambda: run(sys.argv[1:] if words is None else words))


def run(words: Sequence[str]) -> int:
    """Run the command with these arguments. Return the exit status."""
    match words:
        case ["-h" | "--help"]:
            print(usage())
        case ["--version"]:
            print(f"kontor {VERSION}")
        case [name, *rest] if name in TOOLS:
            return use(name, rest)
        case ["--room", _]:
            return start_game(words)
        case [] | [_] if all(map(may_be_file, words)):
            return start_game(words)
        case [name, *_]:
            print(f"{say('neither', word=shortened(name))}\n\n{usage()}", file=sys.stderr)
            return MISUSED
    return 0


def may_be_file(name: str) -> bool:
    """Return True if a file of that name exists, or the system refuses to say."""
    try:
        return Path(name).is_file()
    except OSError as refused:
        return refused.errno != errno.ENAMETOOLONG


def start_game(words: Sequence[str]) -> int:
    """Run the game until its window is closed. Return the exit status."""
    from game.command.play import run  # imported late because tools and AI workers need no window

    return run(words)


def use(name: str, words: Sequence[str]) -> int:
    """Run one of the tools. Return its exit status."""
    tool = TOOLS[name]
    sys.path.append(os.getcwd())  # for players named as module:object, as with python -m
    try:
        run = import_module(tool.module).main
    except ModuleNotFoundError as missing:
        if not tool.extra or (missing.name or "").startswith("game"):
            raise
        needs = say("needs", name=name, package=str(missing.name), command=adding(tool.extra))
        raise CommandError(needs) from missing
    status: int = run(list(words))
    return status
