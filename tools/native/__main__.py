"""`./build.sh fast COMMAND ...`: the same command with engine and players compiled."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rich.console import Console

from tools.native.build import NotCompiled, compiled, environment

ROOT = Path.cwd()
"""The checkout this runs in; `build.sh` sees to that."""
COMMANDS = {
    "arena": "tools.arena",
    "tune": "tools.tune",
    "puzzles": "tools.puzzles",
    "regression": "tools.tune.regression",
    "bench": "tests.bench",
}
USAGE = f"usage: ./build.sh fast {{{','.join(COMMANDS)}}} [ARGUMENT...], or MODULE.NAME in place of a command"


def main(words: list[str]) -> None:
    if not words or (words[0] not in COMMANDS and "." not in words[0]):
        sys.exit(USAGE)
    console = Console(stderr=True)
    try:
        with console.status("looking for the compiled engine") as status:
            folder = compiled(ROOT, lambda doing, done, of: status.update(f"{doing}: {done} of {of}"))
    except NotCompiled as why:
        sys.exit(f"{why}\nerror: engine and players could not be compiled; what mypyc wants: docs/arena.md")
    command = [sys.executable, "-m", COMMANDS.get(words[0], words[0]), *words[1:]]
    os.execve(sys.executable, command, environment(folder, ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
