# /// script
# requires-python = ">=3.11"
# dependencies = ["pygame-ce"]
# ///
"""Entry point of Kontor on the desktop, under pygbag and in the browser."""

from __future__ import annotations

import sys

# Imports are inside because the AI worker process also runs this file and needs no window.
if __name__ == "__main__":
    if sys.platform == "emscripten":
        import asyncio

        from game.client.start import main
        from game.platform import this_platform

        asyncio.run(main(this_platform()))
    else:
        if getattr(sys, "frozen", False):  # the desktop bundle is its own AI worker
            from game.platform.desktop.process import freeze_support

            freeze_support()
        from game.command import play

        sys.exit(play.main())
