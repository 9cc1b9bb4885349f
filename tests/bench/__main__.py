"""``./build.sh bench``: engine and bots, compiled and in Chromium too, start, frames, kept and lost pages."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

PARTS = {
    "engine": "engine",
    "bots": "bots",
    "browser": "in_browser",
    "start": "startup",
    "thinking": "thinking",
    "answers": "answers",
    "frames": "frames",
    "games": "shelf",
    "fast": "fast",
}
"""By name the modules. Each is imported when it runs: under `./build.sh fast` there is no client for most."""
COMPILED = ("engine", "bots")
"""What `./build.sh fast bench` measures if no part is named."""
LONG = {"visits": "visits", "alone": "alone", "rooms": "rooms"}
"""Only when asked for: hours, a quarter of an hour, some minutes and all processors."""


def main(names: list[str]) -> None:
    """Run the named parts, or all of them."""
    unknown = [name for name in names if name not in PARTS | LONG]
    if unknown:
        usage = f"usage: ./build.sh bench [{'] ['.join(PARTS | LONG)}]"
        print(f"{usage}; there is no part {unknown[0]!r}", file=sys.stderr)
        sys.exit(2)
    for name in names or (PARTS if find_spec("game.client") else COMPILED):
        print(f"== {name}", flush=True)
        import_module(f"tests.bench.{(PARTS | LONG)[name]}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
