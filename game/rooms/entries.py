"""Entries of a room. Stored, sent and folded are the same lines of JSON.

What only the service may know of an entry stands under the key `_` of its stored line, which is never sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

PRIVATE = "_"


class Entry(NamedTuple):
    """An entry.

    n     its number in the room, from 1
    t     when the service took it, in seconds since 1970
    by    the member whose doing it is; None: the service itself
    do    its kind
    id    of the command it comes from, else ""
    data  all of its fields
    """

    n: int
    t: int
    by: int | None
    do: str
    id: str
    data: Mapping[str, Any]


def compact(data: Any) -> str:
    """JSON in one line of plain ASCII."""
    return _ENCODER.encode(data)


_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""Made once: `json.dumps` makes one with every call that wants anything unusual."""


def entry_line(
    n: int, t: int, by: int | None, do: str, id: str = "", /, private: Any = None, **fields: Any
) -> str:
    """The stored line of an entry."""
    data: dict[str, Any] = {"n": n, "t": t, "by": by, "do": do, **({"id": id} if id else {}), **fields}
    if private is not None:
        data[PRIVATE] = private
    return compact(data)


def entry_of(line: str) -> Entry:
    """The entry in a stored line; `ValueError` or `KeyError` if it is none."""
    return entry_in(json.loads(line))


def entry_in(data: Mapping[str, Any]) -> Entry:
    """The entry that fields are; `KeyError` if they are none."""
    return Entry(data["n"], data["t"], data["by"], data["do"], data.get("id", ""), data)


def public(line: str) -> str:
    """A stored line without what only the service may know."""
    if f'"{PRIVATE}":' not in line:
        return line
    data = json.loads(line)
    data.pop(PRIVATE, None)
    return compact(data)
