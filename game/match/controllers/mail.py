"""A person elsewhere, to whom the game is sent as a link, a text or a file."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Mail(Controller):
    """Decides by touches wherever the game is opened: no page knows whose page it is.

    That a game is played by mail is one tag of the whole record, not one of each seat.
    """

    id: ClassVar[str] = "mail"
    by_hand: ClassVar[bool] = True
    sends: ClassVar[bool] = True
