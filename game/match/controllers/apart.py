"""Whoever decides at another device, in a room (docs/rooms.md)."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Apart(Controller):
    """A person or a computer elsewhere: what they decide arrives, and is played like a touch here.

    noted  the tag of who plays there, as records have it: `computer hard`, or empty for a person. So a saved
           game goes on with the same players when it leaves the room.
    """

    id: ClassVar[str] = "room"
    elsewhere: ClassVar[bool] = True

    def __init__(self, noted: str = "") -> None:
        self.noted = noted

    @property
    def person(self) -> bool:
        return not self.noted

    def tag(self) -> str:
        return self.noted
