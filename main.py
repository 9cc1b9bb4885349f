# /// script
# requires-python = ">=3.11"
# dependencies = ["pygame-ce"]
# ///
"""Kontor: board games of the Hanse. The one entry of desktop, pygbag and browser."""

from __future__ import annotations

import asyncio
import sys

from game.client.start import main

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
