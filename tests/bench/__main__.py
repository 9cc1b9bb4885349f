"""``./build.sh bench``: engine and bots (also compiled and in Chromium), start-up, frames, saved games,
crashes."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile

PARTS = {
    "engine": "engine",
    "bots": "bots",
    "browser": "in_browser",
    "start": "startup",
    "thinking": "thinking",
    "answers": "answers",
    "frames": "frames",
    "games": "shelf",
    "taps": "taps",
    "fast": "fast",
}
"""Modules by name. Each is imported when it runs: `./build.sh fast` has no client for most."""
COMPILED = ("engine", "bots")
"""Benchmarks of `./build.sh fast bench` if none is named."""
LONG = {"visits": "visits", "alone": "alone", "rooms": "rooms"}
"""Benchmarks that run only when named: hours; 15 minutes; some minutes on all cores."""
WITH_OPTIONS = "rooms"


def main(words: list[str]) -> None:
    """Run the named parts, or all of them. Options follow the name of the part that has them."""
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    options = words[len(names) :]
    if options and names != [WITH_OPTIONS]:
        print(f"only {WITH_OPTIONS!r} has options", file=sys.stderr)
        sys.exit(2)
    unknown = [name for name in names if name not in PARTS | LONG]
    if unknown:
        usage = f"usage: ./build.sh bench [{'] ['.join(PARTS | LONG)}]"
        print(f"{usage}; there is no part {unknown[0]!r}", file=sys.stderr)
        sys.exit(2)
    for name in names or (PARTS if find_spec("game.client") else COMPILED):
        print(f"== {name}", flush=True)
        import_module(f"tests.bench.{(PARTS | LONG)[name]}").main(*([options] if options else []))


if __name__ == "__main__":
    main(sys.argv[1:])
