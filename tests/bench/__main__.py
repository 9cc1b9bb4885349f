"""``./build.sh bench``: the engine natively and in Chromium, and the start of the page."""

from __future__ import annotations

import sys

from tests.bench import engine, in_browser, startup

PARTS = {"engine": engine.main, "browser": in_browser.main, "start": startup.main}


def main(names: list[str]) -> None:
    """Run the named parts, or all of them."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"usage: ./build.sh bench [{'] ['.join(PARTS)}]; there is no part {unknown[0]!r}")
    for name in names or PARTS:
        print(f"== {name}", flush=True)
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
