"""The rooms this device has joined: the key to each, and a summary for the list."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from game.client.words.dates import by_age
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
    words = {
        field.name: sanitize(value, LONGEST_TEXT)
        if isinstance(value := there.get(field.name, ""), str)
        else ""
        for field in fields(Kept)
    }
    names = there.get("names")
    listed = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    if not words["key"]:
        return None
    seated = tuple(player_name(name) for name in listed[:MOST_NAMES])
    told = (words[name] for name in ("turn", "state", "date", "place"))
    return Kept(room, words["key"], words["ruleset"], seated, *told)


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
    """Delete the key to a room. A later visit joins as a new member. Raises `StorageError`."""
    platform.delete(KNOWN + room)
    platform.delete(PREFIX + room)
