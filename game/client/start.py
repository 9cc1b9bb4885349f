"""Starts the client: what the command line or the page asks for, then the app until it is closed."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from game.client.app import App
from game.client.i18n import t
from game.client.routes import ROUTES
from game.platform import this_platform


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; exits with an explanation if it is invalid."""
    parser = argparse.ArgumentParser(
        prog="kontor", description="Board games of the Hanse: Hansa Teutonica and Hansa."
    )
    parser.add_argument("record", nargs="?", type=Path, help="a file with the text or the link of a game")
    return parser.parse_args(argv)


def record_text(path: Path | None) -> str:
    """The record in a file; exits with the reason if there is none."""
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"kontor: cannot read {path}: {error}")


async def main(argv: Sequence[str] = ()) -> int:
    """Run the client. Returns the exit status, 0."""
    text = record_text(arguments(argv).record)
    app = App(this_platform(), ROUTES)
    app.home("title")
    try:
        if text:
            app.bring(text)
        else:
            app.bring_link()
    except Exception:  # whatever is wrong with a file or link, the title still opens
        traceback.print_exc()
        app.home("title")
        app.notice = t("arrival.broken")
    try:
        await app.run()
    finally:
        app.platform.close()
    return 0
