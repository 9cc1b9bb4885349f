"""Controller for decisions on another device, in a room (docs/rooms.md)."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class RemoteController(Controller):
    """A person or a computer on another device, whose decisions arrive and are played like local ones.

    noted  the player's tag in records: `computer hard`, or empty for a person. A saved game therefore
           keeps its players when it leaves the room.
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
