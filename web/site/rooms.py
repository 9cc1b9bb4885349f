"""The room server of the web app. Without one, the page contacts no server but its own."""

from __future__ import annotations

import os
import re
from html import escape
from urllib.parse import urlsplit

SETTING = "KONTOR_ROOMS"
_ADDRESS = re.compile(r"/([\w.~-]+/)*[\w.~-]*|wss?://[\w.-]+(:\d+)?(/[\w.~-]+)*/?", re.ASCII)


def service() -> str:
    """Return the room server: `checked` KONTOR_ROOMS, "" for none."""
    return checked(os.environ.get(SETTING, ""))


def checked(service: str) -> str:
    """Validate a path on the page's host ("/": the server also serves the page) or a URL. Raises
    `RuntimeError`."""
    if service and not _ADDRESS.fullmatch(service):
        wanted = '"/", or like "wss://rooms.example.org"'
        raise RuntimeError(f'{SETTING} must be {wanted}, not "{service}"')
    return service


def tag(service: str) -> str:
    """Return the element that names the room server, on a line after others (web/table.js reads it)."""
    return f'\n<meta name="kontor-rooms" content="{escape(service)}">' if service else ""


def sources(service: str, address: str) -> str:
    """Return the hosts that the Content Security Policy lets the page contact. `address`: the site's URL, if
    known.

    In Safari up to 15.6 the page's own host does not cover its WebSockets, so they are listed if the URL is
    known.
    """
    at = urlsplit(service)
    if service.startswith("/"):
        at = urlsplit(address)
        named = [at._replace(scheme=at.scheme.replace("http", "ws"))] if address else []
    else:
        named = [at, at._replace(scheme=at.scheme.replace("ws", "http"))] if service else []
    return " ".join(["'self'", *(f"{each.scheme}://{each.netloc}" for each in named)])
