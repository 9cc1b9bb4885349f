"""Controller for decisions that a person has made in advance (`game/match/standing.py`)."""

from __future__ import annotations

from typing import ClassVar

from game.engine.core import Action, Reason, State
from game.levels import HARD
from game.match.controller import Controller
from game.match.controllers.computer import Computer
from game.match.standing import IN_ADVANCE, Answers, answer, by_computer


class InAdvance(Controller):
    """The standing answers of a person. It decides in place of the person's controller wherever they fit.

    answers  the answers
    """

    id: ClassVar[str] = "advance"

    def __init__(self, answers: Answers, seed: int = 0) -> None:
        """`seed`: makes the computer player unpredictable to whom the answers leave a decision."""
        self.answers = tuple(answers)
        self.seed = seed
        self._computer = Computer(HARD, seed)

    @property
    def person(self) -> bool:
        return True

    def fits(self, state: State) -> bool:
        """Return True if the answers decide in this position."""
        return by_computer(state, self.answers) or bool(answer(state, self.answers))

    def next(self, state: State, number: int) -> Action | None:
        if by_computer(state, self.answers):
            return self._computer.next(state, number)
        return next(iter(answer(state, self.answers)), None)

    def why(self) -> Reason | None:
        return IN_ADVANCE

    def played(self) -> None:
        self._computer.played()

    def request(self, state: State, number: int) -> str:
        return self._computer.request(state, number) if by_computer(state, self.answers) else ""

    def answered(self, text: str | None, state: State, number: int) -> str:
        return self._computer.answered(text, state, number)

    def forget(self) -> None:
        self._computer.forget()
