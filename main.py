# /// script
# requires-python = ">=3.11"
# dependencies = ["pygame-ce"]
# ///
"""Entry point of Kontor on the desktop, under pygbag and in the browser."""

from __future__ import annotations

import asyncio
import sys

if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # the desktop bundle is its own AI worker
        from game.platform.process import freeze_support

        freeze_support()
    # Imported here because the AI worker process also runs this file and needs no window.
    from game.client.start import main

    if sys.platform == "emscripten":
        asyncio.run(main(sys.argv[1:]))
    else:
        from game.ending import ended

        sys.exit(ended(lambda: asyncio.run(main(sys.argv[1:]))))
