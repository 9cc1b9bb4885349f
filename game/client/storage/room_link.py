"""Room links: the URL of the web app with a fragment, which browsers do not send to servers.

https://example.org/kontor/#room=NAME        invites: anyone who opens it joins as a new member
https://example.org/kontor/#room=NAME~CODE   invites to a room whose owner has replaced the first invitation
https://example.org/kontor/#room=NAME.KEY    for another device of a member
"""

from __future__ import annotations

import re
from typing import NamedTuple

from game.client.storage.fragment import restored

MAX_LINK_TEXT = 2000
"""Maximum length in characters of a text that is searched for a room link."""
_LINK = re.compile(
    r"(?:(?P<page>https?://(?:(?!https?://)[^\s#])+)#|(?<![\w#?&])#?)"
    r"room=(?P<name>[A-Za-z0-9_-]{22})(?:~(?P<invite>[A-Za-z0-9_-]{22}))?(?:\.(?P<key>[A-Za-z0-9_-]{22}))?(?![A-Za-z0-9_-])",
    re.ASCII,
)


class RoomLink(NamedTuple):
    """The parts of a room link. `page` is empty if only a fragment was given, `key` if the link is for new
    members, and `invite` if they need no invitation code."""

    page: str
    name: str
    key: str
    invite: str = ""


def room_in(text: str) -> RoomLink | None:
    """Return the room link that a text is or contains, or None."""
    found = _LINK.search(restored(text[:MAX_LINK_TEXT]))
    if found is None:
        return None
    return RoomLink(found["page"] or "", found["name"], found["key"] or "", found["invite"] or "")
