"""A person at this screen."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Person(Controller):
    """Decides by touch; the default, so a record has no tag for it."""

    id: ClassVar[str] = "person"
    by_hand: ClassVar[bool] = True
