"""Settings of the room server: options, environment variables, a settings file
(docs/hosting/settings.md)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import configargparse

from game import notices
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


def contact_url(text: str) -> str:
    """Return the URL of a contact, if it is valid. Raises `ArgumentTypeError`."""
    if text and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", text):
        raise argparse.ArgumentTypeError(f"expected mailto:name@host or https://…, got {text!r}")
    return text


def text_of(path: str) -> str:
    """Return the text of an imprint, if it can be read; "" for no path. Raises `ArgumentTypeError`."""
    try:
        return notices.imprint(Path(path)) if path else ""
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


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
    port = f"port (default: {PORT}; 0: any free port)"
    add("--port", type=whole(0, 65535), default=PORT, metavar="N", help=port)
    add("--site", type=Path, metavar="DIR", help="directory of the built site (default: that of the release)")
    add("--host", default="0.0.0.0", help="IP address to listen on (default: all)")
    store = "file or Redis server that stores the rooms (default: rooms.sqlite in the data directory)"
    add("--store", default="", metavar="FILE|redis://HOST", help=store)
    forget = f"days without activity after which a room is deleted (default: {DAYS}; 0: never)"
    add("--forget", type=whole(0, 36500), default=DAYS, metavar="DAYS", help=forget)
    add("--no-computers", action="store_true", help="offer no computer players")
    thinkers = "processes for computer players (default: cores minus one)"
    add("--thinkers", type=whole(0, 1000), default=0, metavar="N", help=thinkers)
    origin = "another origin from which the site is loaded; can be repeated"
    add("--origin", action="append", default=[], metavar="URL", help=origin)
    own = "domain name of the server (*: any); can be repeated"
    add("--server-name", action="append", default=[], metavar="HOST", help=own)
    trusted = "proxies whose X-Forwarded-For header is used"
    add("--trusted-proxies", type=proxies, default="", metavar="IP,IP", help=trusted)
    usual = Limits()
    rooms = f"new rooms per IP address and hour (default: {usual.rooms})"
    add("--rooms-per-hour", type=whole(0), default=usual.rooms, metavar="N", help=rooms)
    sockets = f"connections per IP address (default: {usual.sockets})"
    add("--sockets-per-address", type=whole(1), default=usual.sockets, metavar="N", help=sockets)
    total = f"connections in total (default: {usual.all_sockets})"
    add("--sockets", type=whole(1), default=usual.all_sockets, metavar="N", help=total)
    rate = f"messages of a device per second on average (default: {usual.rate:g})"
    add("--rate", type=real(0, above=True), default=usual.rate, metavar="N", help=rate)
    lobby = "let owners of rooms put them on a list of public tables"
    add("--lobby", action="store_true", help=lobby)
    contact = (
        "URL of the host for push services, such as mailto:me@example.org: sends notifications to devices"
    )
    add("--push-contact", type=contact_url, default="", metavar="URL", help=contact)
    push = "origin of a push service besides those of browsers; can be repeated"
    add("--push-service", action="append", default=[], metavar="URL", help=push)
    notify = "Apprise URL of a service that gets messages about all tables; can be repeated"
    add("--notify", action="append", default=[], metavar="URL", help=notify)
    add("--page", default="", metavar="URL", help="URL of the page, for the links of --notify")
    hooks = "origin to which the host of a table can have events sent; can be repeated"
    add("--webhook-origin", action="append", default=[], metavar="URL", help=hooks)
    imprint = "text file with the imprint and privacy text of the host"
    add("--imprint", type=text_of, default="", metavar="FILE", help=imprint)
    add("--quiet", action="store_true", help="print errors only")
    add("--until-input-ends", action="store_true", help="stop when standard input closes")
    return parser
