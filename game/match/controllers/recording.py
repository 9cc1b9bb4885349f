"""A seat that plays what a record says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.engine.core import Action, State
from game.match.controller import Controller


class Recording(Controller):
    """Plays `script`, the actions of all seats; all seats share one. Nothing is left to decide."""

    id: ClassVar[str] = "recording"

    def __init__(self, script: Sequence[Action] = ()) -> None:
        self.script = tuple(script)

    def next(self, state: State, number: int) -> Action | None:
        return self.script[number] if number < len(self.script) else None
