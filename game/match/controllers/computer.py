"""Controller for a computer player: requests a plan and plays it action by action."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from game.engine.core import Action, ParseError, Reason, State
from game.levels import LEVELS, MASTER, MEDIUM
from game.match.controller import Controller

if TYPE_CHECKING:
    from game.worker_messages import Choice

SECONDS = {MASTER: 2.5}
"""Time limit in seconds, by level, for a player's own turn; `USUAL_SECONDS` for other levels. The master
level completes its current playout, which can extend a turn to three seconds."""
USUAL_SECONDS = 0.72
"""Default time limit in seconds."""
SHARE = 0.7
"""Fraction of the remaining time that is spent on the next decision. Most turns have one decision, some have
four."""
LEAST_SECONDS = 0.01
"""Minimum time limit in seconds, for a turn of many decisions."""


class Computer(Controller):
    """A computer player of a level. Its request holds only what its seat may know.

    level  one of `LEVELS`
    seed   makes computers of the same level play differently; never the seed of the game
    """

    id: ClassVar[str] = "computer"

    def __init__(self, level: str = MEDIUM, seed: int = 0) -> None:
        self.level = level
        self.seed = seed
        self.choice: Choice | None = None
        """The last answer; None if it was no plan for the position."""
        self._thought = -1
        """The turn of the last request."""
        self._decisions = 0
        """The number of requests in that turn."""
        self._plan: deque[Action] = deque()
        self._then: deque[tuple[str, Sequence[Action]]] = deque()
        """Later stages of the plan, if others decide as foreseen: the position and the actions of each."""

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        level, seed = [*words, "", ""][:2]
        number = int(seed) if seed.isascii() and seed.isdigit() else 0
        return cls(level if level in LEVELS else MEDIUM, number)

    def tag(self) -> str:
        return f"{self.id} {self.level} {self.seed}" if self.seed else f"{self.id} {self.level}"

    def request(self, state: State, number: int) -> str:
        from game.worker_messages import request  # imported here, as the title needs no messages

        seed, seconds = self._seed(number), self._seconds(state)
        return request("choose", state, level=self.level, seed=seed, seconds=seconds)

    def _seconds(self, state: State) -> float:
        """Return the time limit for a decision.

        A decision within another player's turn gets the time of a third decision: less is at stake, several
        may be needed, and all players wait.
        """
        before = self._decisions if self._thought == state.turn_number else 0
        if state.turn_seat not in (state.actor, None):
            before += 2
        seconds = SECONDS.get(self.level, USUAL_SECONDS) * SHARE * (1 - SHARE) ** before
        return max(LEAST_SECONDS, round(seconds, 3))

    def answered(self, text: str | None, state: State, number: int) -> str:
        self._decisions = self._decisions + 1 if self._thought == state.turn_number else 1
        self._thought, self.choice = state.turn_number, None
        self.forget()
        wrong = "" if text is None else self._accept(text, state, number)
        if text is not None and not wrong:
            return ""
        plan, failed = fallback(state, Random(self._seed(number)))
        self._plan = deque(plan)
        return failed or wrong

    def _accept(self, text: str, state: State, number: int) -> str:
        """Take over the plan of an answer. Returns an error message if it holds none for this position."""
        from game.worker_messages import Choice, from_json

        try:
            choice = from_json(Choice, text, state.parse_action)
        except ParseError as error:
            return f"the answer is no plan for this position: {error}"
        self._plan, rest = deque(choice.plan[: max(1, choice.firm)]), choice.plan[max(1, choice.firm) :]
        for position, firm in choice.then:
            self._then.append((position, rest[:firm]))
            rest = rest[firm:]
        if self.next(state, number) is None:
            return f"the answer is no plan for this position: {text:.200}"
        self.choice = choice
        return ""

    def next(self, state: State, number: int) -> Action | None:
        """Return the plan's next action if it is still legal. Others may have decided in between."""
        if not self._plan:
            self._go_on(state)
        if self._plan and self._plan[0] in state.legal_actions():
            return self._plan[0]
        self.forget()
        return None

    def _go_on(self, state: State) -> None:
        """Continue with the next stage of the plan if others have decided as foreseen."""
        if self._then:
            position, rest = self._then.popleft()
            if position == state.position(state.actor):
                self._plan = deque(rest)
            else:
                self._then.clear()

    def why(self) -> Reason | None:
        """Return the reason for the current plan, if the answer contained one."""
        return None if self.choice is None else self.choice.reason

    def others(self, seat: int) -> list[tuple[Reason, float]]:
        """Return the reasons for the next best plans, each with its loss of win probability for the seat."""
        if self.choice is None:
            return []
        chances, others = self.choice.chances, self.choice.alternatives
        return [
            (other.reason, chances[seat] - other.chances[seat])
            for other in others
            if other.reason is not None and seat < min(len(chances), len(other.chances))
        ]

    def played(self) -> None:
        if self._plan:
            self._plan.popleft()

    def forget(self) -> None:
        self._plan.clear()
        self._then.clear()

    def _seed(self, number: int) -> int:
        """Return a seed that differs between decisions and is the same when a decision comes up again."""
        return (self.seed * 1_000_003 + number) % 2**31


def fallback(state: State, rng: Random) -> tuple[list[Action], str]:
    """Return actions to play without an answer: those of the fast policy or, if it fails, a random legal
    action.

    The second value is an error message if the fast policy failed, otherwise "".
    """
    from game.bots.players import player  # imported here, as most games never need it

    try:
        return list(player("quick").choose(state, rng).plan), ""
    except Exception as error:  # the computer players may have failed; the game continues and reports it
        legal = state.legal_actions()
        return [legal[int(rng.random() * len(legal))]], f"{type(error).__name__}: {error}"
