"""The rooms this device has joined: the key to each, and a summary for the list."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from game.client.storage.save_store import by_age
from game.client.words.i18n import t
from game.match.players import player_name
from game.match.sanitize import sanitize
from game.platform import Platform
from game.untrusted import loads

PREFIX, KNOWN = "room/", "known/"
MOST_NAMES = 8
LONGEST_TEXT = 200


@dataclass(frozen=True)
class Kept:
    """A room this device has joined.

    key: the secret by which the room recognises this device
    names: the players, in seat order
    turn: the player to decide: a name, or "me"; "" before the game and after its end
    state: "open" (not yet started), "running" or "over"
    since: time since which the decision has been awaited, in the same format as `date`; "" if it is unknown
    seen: number of moves when the table was last on show; -1 if it never was
    asks: the others await this device's consent to a request
    mine: the seats of this device
    seats, options: the setup, to draw the board before the game has begun; 0 seats: unknown
    date: time of the last update, "2026-11-20 10:15"
    place: the room server (`Platform.place`)
    """

    room: str
    key: str
    ruleset: str = ""
    names: tuple[str, ...] = ()
    turn: str = ""
    state: str = "open"
    date: str = ""
    place: str = ""
    since: str = ""
    seen: int = -1
    asks: bool = False
    mine: tuple[int, ...] = ()
    seats: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @property
    def link(self) -> str:
        """Return the URL fragment of the room, without an invitation."""
        return link_of(self.room)

    @property
    def waits(self) -> bool:
        """Return True if the room waits for the player."""
        return self.turn == "me" or self.asks


def link_of(room: str) -> str:
    """Return the URL fragment of a room, without an invitation."""
    return f"room={room}"


def local_time(seconds: float) -> str:
    """Return a time given in seconds since 1970 as a stored local time, or "" if there is no such time."""
    try:
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""


def new_key() -> str:
    """Return a secret of 128 random bits, as 22 characters."""
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


def rooms(platform: Platform) -> list[Kept]:
    """Return all stored rooms, the latest first. Raises `StorageError`."""
    found = (find(platform, key.removeprefix(PREFIX)) for key in platform.keys(PREFIX))
    now = platform.today()
    return sorted(filter(None, found), key=lambda kept: by_age(kept.date, now), reverse=True)


def find(platform: Platform, room: str) -> Kept | None:
    """Return the stored entry of a room; None if it is missing or unreadable. Raises `StorageError`."""
    text = platform.read(PREFIX + room)
    try:
        there = loads(text or "")
    except ValueError:
        return None
    return _read(room, there) if isinstance(there, dict) else None


def _read(room: str, there: Mapping[str, Any]) -> Kept | None:
    def text(name: str) -> str:
        return sanitize(found, LONGEST_TEXT) if isinstance(found := there.get(name), str) else ""

    def number(name: str, usual: int) -> int:
        return found if type(found := there.get(name)) is int else usual

    names = [name for name in _list(there, "names") if isinstance(name, str)]
    mine = [seat for seat in _list(there, "mine") if type(seat) is int]
    options = [(str(name), str(value)) for name, value in filter(_is_pair, _list(there, "options"))]
    if not text("key"):
        return None
    return Kept(
        room, text("key"), text("ruleset"), tuple(player_name(name) for name in names[:MOST_NAMES]),
        text("turn"), text("state"), text("date"), text("place"), text("since"), number("seen", -1),
        there.get("asks") is True, tuple(mine), number("seats", 0), tuple(options),
    )  # fmt: skip


def _list(there: Mapping[str, Any], name: str) -> list[Any]:
    found = there.get(name)
    return found if isinstance(found, list) else []


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2


def keep(platform: Platform, kept: Kept) -> Kept:
    """Store an entry with the current date and return it. Raises `StorageError`."""
    kept = replace(kept, date=platform.today())
    platform.write(PREFIX + kept.room, json.dumps(asdict(kept)))
    return kept


def known(platform: Platform, room: str) -> str:
    """Return the stored client state of a room (`game/rooms/replica_storage.py`), or "". Raises
    `StorageError`."""
    return platform.read(KNOWN + room) or ""


def know(platform: Platform, room: str, text: str) -> None:
    """Store the client state of a room. Raises `StorageError`."""
    platform.write(KNOWN + room, text)


def forget(platform: Platform, room: str) -> None:
    """Delete the key to a room, and let the badge of the installed app no longer count the room. A later
    visit joins as a new member. Raises `StorageError`."""
    platform.set_waiting(link_of(room), False)
    platform.delete(KNOWN + room)
    platform.delete(PREFIX + room)


def room_turn(room: Kept) -> str:
    """Return whose turn it is in a room, as seen from this device; "" before the game and after its end."""
    if room.turn == "me":
        return t("games.turn")
    return t("share.next", name=room.turn) if room.turn else ""
