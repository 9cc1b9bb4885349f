"""The service of rooms that the page may ask, if whoever builds it names one; else the page asks nobody."""

from __future__ import annotations

import os
import re
from html import escape
from urllib.parse import urlsplit

SETTING = "KONTOR_ROOMS"
_ADDRESS = re.compile(r"/([\w.~-]+/)*[\w.~-]*|wss?://[\w.-]+(:\d+)?(/[\w.~-]+)*/?", re.ASCII)


def service() -> str:
    """Where the service is, "" for none: `checked` KONTOR_ROOMS."""
    return checked(os.environ.get(SETTING, ""))


def checked(service: str) -> str:
    """A path on the page's own host ("/": the service serves the page, too) or an address; `RuntimeError`."""
    if service and not _ADDRESS.fullmatch(service):
        wanted = '"/", or like "wss://rooms.example.org"'
        raise RuntimeError(f'{SETTING} must be {wanted}, not "{service}"')
    return service


def tag(service: str) -> str:
    """What the page says of it, in a line after others (web/table.js reads it)."""
    return f'\n<meta name="kontor-rooms" content="{escape(service)}">' if service else ""


def sources(service: str, address: str) -> str:
    """Whom the page's policy lets it ask. `address`: where the site will stand, if that is known.

    For Safari up to 15.6 the page's own host does not cover its WebSockets, so they are named if they can be.
    """
    at = urlsplit(service)
    if service.startswith("/"):
        at = urlsplit(address)
        named = [at._replace(scheme=at.scheme.replace("http", "ws"))] if address else []
    else:
        named = [at, at._replace(scheme=at.scheme.replace("ws", "http"))] if service else []
    return " ".join(["'self'", *(f"{each.scheme}://{each.netloc}" for each in named)])
