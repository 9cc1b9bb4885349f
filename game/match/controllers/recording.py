"""Controller for replays of recorded games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.engine.core import Action, State, Told
from game.match.controller import Controller


class Recording(Controller):
    """A controller that replays `script`, the actions of all seats. All seats share one.

    revealed  by action number: the information it reveals, if the game's seed does not determine it
    """

    id: ClassVar[str] = "recording"

    def __init__(self, script: Sequence[Action] = (), revealed: Mapping[int, Told] | None = None) -> None:
        self.script = tuple(script)
        self.revealed = dict(revealed or {})

    def next(self, state: State, number: int) -> Action | None:
        return self.script[number] if number < len(self.script) else None

    def told(self, number: int) -> Told:
        return self.revealed.get(number, {})
