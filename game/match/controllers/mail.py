"""A person elsewhere, to whom the game is sent as a link, a text or a file."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Mail(Controller):
    """Decides by touch wherever the game is opened: no page knows whose page it is.

    Playing by mail is one tag of the whole record, not one for each seat.
    """

    id: ClassVar[str] = "mail"
    by_hand: ClassVar[bool] = True
    sends: ClassVar[bool] = True
