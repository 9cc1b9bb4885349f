"""Controller for play by mail: the game is sent to a person as a link, a text or a file."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Mail(Controller):
    """A person in a game by mail, who decides wherever the game is opened. No device knows its owner's seat.

    Play by mail is one tag of the whole record, not one for each seat.
    """

    id: ClassVar[str] = "mail"
    by_hand: ClassVar[bool] = True
    sends: ClassVar[bool] = True
