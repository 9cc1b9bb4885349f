"""A link into a room: the address of a page, and behind the `#` what browsers send to nobody.

https://example.org/kontor/#room=NAME        for everybody: whoever opens it comes in as somebody new
https://example.org/kontor/#room=NAME.KEY    for another device of somebody who has been there
"""

from __future__ import annotations

import re
from typing import NamedTuple

from game.client.keep.fragment import restored

LONGEST = 2000
"""Characters of a text that may be or hold such a link."""
_LINK = re.compile(
    r"(?:(?P<page>https?://(?:(?!https?://)[^\s#])+)#|(?<![\w#?&])#?)"
    r"room=(?P<name>[A-Za-z0-9_-]{22})(?:\.(?P<key>[A-Za-z0-9_-]{22}))?(?![A-Za-z0-9_-])",
    re.ASCII,
)


class RoomLink(NamedTuple):
    """What a link says; `page` is empty if only its fragment was given, and `key` mostly."""

    page: str
    name: str
    key: str


def room_in(text: str) -> RoomLink | None:
    """The link into a room that a text is or holds, with or without words around it."""
    found = _LINK.search(restored(text[:LONGEST]))
    return RoomLink(found["page"] or "", found["name"], found["key"] or "") if found else None
