"""The command line of the desktop game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def record_text(argv: Sequence[str]) -> str:
    """The record in the file named, "" if none is; exits with the reason if it cannot be read."""
    parser = argparse.ArgumentParser(
        prog="kontor", description="Board games of the Hanse: Hansa Teutonica and Hansa."
    )
    parser.add_argument("record", nargs="?", type=Path, help="a file with the text or the link of a game")
    path = parser.parse_args(argv).record
    if path is None:
        return ""
    try:
        return str(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"kontor: cannot read {path}: {error}")
