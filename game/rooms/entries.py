"""Log entries of a room, with one JSON format for storage, transfer and replay.

The server's private data is under the key `_` of the stored line, which is never sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from game.rooms.commitment import hashed

PRIVATE = "_"


class Entry(NamedTuple):
    """An entry of a room's log.

    n     number in the room, from 1
    t     time at which the server accepted it, in seconds since 1970
    by    the member who caused it; None: the server itself
    do    kind of entry
    id    id of the command that it comes from, or ""
    data  all fields
    """

    n: int
    t: int
    by: int | None
    do: str
    id: str
    data: Mapping[str, Any]


def compact(data: Any) -> str:
    """Return JSON in one line of ASCII."""
    return _ENCODER.encode(data)


_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""Shared because `json.dumps` creates an encoder on every call with non-default arguments."""


def entry_line(
    n: int, t: int, by: int | None, do: str, id: str = "", /, private: Any = None, **fields: Any
) -> str:
    """Return the stored line of an entry."""
    data: dict[str, Any] = {"n": n, "t": t, "by": by, "do": do, **({"id": id} if id else {}), **fields}
    if private is not None:
        data[PRIVATE] = private
    return compact(data)


def entry_of(line: str) -> Entry:
    """Parse a stored line. Raises `ValueError` or `KeyError` if it is invalid."""
    return entry_in(json.loads(line))


def entry_in(data: Mapping[str, Any]) -> Entry:
    """Return the entry with these fields. Raises `KeyError` if one is missing."""
    return Entry(data["n"], data["t"], data["by"], data["do"], data.get("id", ""), data)


def fingerprint(data: Mapping[str, Any]) -> str:
    """Return a short hash of an entry, by which a device and the server notice that they know different
    entries of one number.

    Fields computed for each recipient, and the server's private data, do not count.
    """
    shared = {name: value for name, value in data.items() if name not in _NOT_SHARED}
    return hashed(_SORTING_ENCODER.encode(shared))[:16]


_NOT_SHARED = (PRIVATE, "is", "told", "position", "moves")
_SORTING_ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True)


def public(line: str) -> str:
    """Return a stored line without the server's private data."""
    if f'"{PRIVATE}":' not in line:
        return line
    data = json.loads(line)
    data.pop(PRIVATE, None)
    return compact(data)
