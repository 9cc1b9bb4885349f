"""Run `./build.sh fast COMMAND ...`: COMMAND with engine and players compiled."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rich.console import Console

from game.command.ending import MISUSED, CommandError, ended
from tools.native.build import NotCompiled, compiled, environment

ROOT = Path.cwd()
"""The checkout: `build.sh` starts this module in its root."""
COMMANDS = {
    "arena": "tools.arena",
    "tune": "tools.tune",
    "puzzles": "tools.puzzles",
    "regression": "tools.tune.regression",
    "bench": "tests.bench",
}
USAGE = f"usage: ./build.sh fast {{{','.join(COMMANDS)}}} [ARGUMENT...], or MODULE.NAME in place of a command"


def main(words: list[str]) -> int:
    """Replace this process with the compiled command. Return an exit status only if that fails."""
    if words[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if not words or (words[0] not in COMMANDS and "." not in words[0]):
        raise CommandError(USAGE, MISUSED)
    console = Console(stderr=True)
    try:
        with console.status("looking for the compiled engine") as status:
            folder = compiled(ROOT, lambda doing, done, of: status.update(f"{doing}: {done} of {of}"))
    except NotCompiled as why:
        advice = "engine and players could not be compiled; what mypyc wants: docs/developing/arena.md"
        raise CommandError(f"{why}\nerror: {advice}") from why
    command = [sys.executable, "-m", COMMANDS.get(words[0], words[0]), *words[1:]]
    os.execve(sys.executable, command, environment(folder, ROOT))


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
