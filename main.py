# /// script
# requires-python = ">=3.11"
# dependencies = ["pygame-ce"]
# ///
"""Kontor: board games of the Hanse. The single entry point for desktop, pygbag and browser."""

from __future__ import annotations

import asyncio
import sys

if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # a desktop bundle starts itself once more to think
        from game.platform.process import freeze_support

        freeze_support()
    # Not at the top: the thinking process reads this file too, and needs no window.
    from game.client.start import main

    asyncio.run(main(sys.argv[1:]))
