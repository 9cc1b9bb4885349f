"""``./build.sh bench``: engine and bots, compiled and in Chromium too, start, frames, kept and lost pages."""

from __future__ import annotations

import sys

from tests.bench import (
    alone,
    answers,
    bots,
    engine,
    fast,
    frames,
    in_browser,
    shelf,
    startup,
    thinking,
    visits,
)

PARTS = {
    "engine": engine.main,
    "bots": bots.main,
    "browser": in_browser.main,
    "start": startup.main,
    "thinking": thinking.main,
    "answers": answers.main,
    "frames": frames.main,
    "games": shelf.main,
    "fast": fast.main,
}
LONG = {"visits": visits.main, "alone": alone.main}  # only when asked for: hours, a quarter of an hour


def main(names: list[str]) -> None:
    """Run the named parts, or all of them."""
    unknown = [name for name in names if name not in PARTS | LONG]
    if unknown:
        sys.exit(f"usage: ./build.sh bench [{'] ['.join(PARTS | LONG)}]; there is no part {unknown[0]!r}")
    for name in names or PARTS:
        print(f"== {name}", flush=True)
        (PARTS | LONG)[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
