"""Settings of the room server: options, environment variables, a settings file (docs/hosting-server.md)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import configargparse

from game.command.numbers import real, whole
from game.server.http_connection import trust
from game.server.limits import Limits

PORT = 8000
DAYS = 90
PREFIX = "KONTOR_"
"""Every option `--some-name` has the environment variable `KONTOR_SOME_NAME`."""
BUNDLED = Path(__file__).resolve().parents[1] / "site"
"""The built site inside an installed release (setup.py)."""


def settings(argv: Sequence[str]) -> argparse.Namespace:
    """Return the settings. Options override environment variables, and these override the settings file.

    Exits with an error message for invalid settings. `site` is by default the bundled site, None without one.
    """
    found: argparse.Namespace = parser().parse_args(list(argv))
    if found.first is not None:
        found.port = found.first
    if found.site is None and (BUNDLED / "index.html").is_file():
        found.site = BUNDLED
    return found


def proxies(text: str) -> str:
    """Return a list of addresses and networks, if it is valid. Raises `ArgumentTypeError`."""
    try:
        trust(text)
    except ValueError as error:
        why = f"expected IP addresses or networks, separated by commas: {error}"
        raise argparse.ArgumentTypeError(why) from None
    return text


def parser() -> argparse.ArgumentParser:
    """Return the parser of the settings."""
    parser: argparse.ArgumentParser = configargparse.ArgumentParser(
        "kontor rooms",
        description="serve rooms, and the site, on the local network or behind a web server",
        auto_env_var_prefix=PREFIX,
        add_config_file_help=False,
        epilog="Options override environment variables, and these override the settings file.",
    )
    add = parser.add_argument
    add("first", nargs="?", metavar="port", type=whole(0, 65535), help="the same as --port")
    add("--settings", is_config_file=True, metavar="FILE", help="file with lines like: rate = 10")
    add("--port", type=whole(0, 65535), default=PORT, help=f"port (default: {PORT}; 0: any that is free)")
    add("--site", type=Path, metavar="DIR", help="folder with the built site (default: that of the release)")
    add("--host", default="0.0.0.0", help="address to listen at (default: all)")
    add("--store", default="", metavar="FILE|redis://HOST", help="where rooms are kept (default: a file)")
    add(
        "--forget",
        type=whole(0, 36500),
        default=DAYS,
        metavar="DAYS",
        help=f"of silence (default: {DAYS}; 0: never)",
    )
    add("--no-computers", action="store_true", help="rooms without computer players")
    add("--thinkers", type=whole(0, 1000), default=0, metavar="N", help="processes in which computers think")
    add("--origin", action="append", default=[], metavar="URL", help="where the page may also come from")
    add("--server-name", action="append", default=[], metavar="HOST", help="own name in the DNS (*: any)")
    believed = "whose X-Forwarded-For is believed"
    add("--trusted-proxies", type=proxies, default="", metavar="IP,IP", help=believed)
    usual = Limits()
    add("--rooms-per-hour", type=whole(0), default=usual.rooms, help=f"for an address ({usual.rooms})")
    add("--sockets-per-address", type=whole(1), default=usual.sockets, help=f"at a time ({usual.sockets})")
    add("--sockets", type=whole(1), default=usual.all_sockets, help=f"in all ({usual.all_sockets})")
    add(
        "--rate",
        type=real(0, above=True),
        default=usual.rate,
        help=f"messages of a device a second ({usual.rate:g})",
    )
    add("--quiet", action="store_true", help="print nothing but errors")
    add("--until-input-ends", action="store_true", help="stop when standard input does")
    return parser
