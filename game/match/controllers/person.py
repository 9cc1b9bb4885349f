"""Controller for a person at this screen."""

from __future__ import annotations

from typing import ClassVar

from game.match.controller import Controller


class Person(Controller):
    """A person at this screen. The default controller, for which records have no tag."""

    id: ClassVar[str] = "person"
    by_hand: ClassVar[bool] = True
