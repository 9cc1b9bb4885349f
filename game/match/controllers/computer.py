"""Controller for a computer player: requests a plan and plays it action by action."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from game.engine.core import Action, ParseError, Reason, State
from game.match.controller import Controller
from game.untrusted import loads

LEVELS = ("easy", "medium", "hard", "master")
SECONDS = {"master": 2.5}
"""Time limit in seconds, by level, for a player's own turn; `USUAL_SECONDS` for other levels. The master
level completes its current playout, which can extend a turn to three seconds."""
USUAL_SECONDS = 0.72
"""Default time limit in seconds."""
SHARE = 0.7
"""Fraction of the remaining time that is spent on the next decision. Most turns have one decision, some have
four."""


class Computer(Controller):
    """A computer player of a level. Its request holds only what its seat may know.

    level  one of `LEVELS`
    seed   makes computers of the same level play differently; never the seed of the game
    """

    id: ClassVar[str] = "computer"

    def __init__(self, level: str = "medium", seed: int = 0) -> None:
        self.level = level
        self.seed = seed
        self.choice: dict[str, Any] = {}
        """The last answer as received: plan, reason and alternatives."""
        self._thought = -1
        """The turn of the last request."""
        self._decisions = 0
        """The number of requests in that turn."""
        self._plan: deque[str] = deque()
        self._then: deque[tuple[str, list[str]]] = deque()
        """Later stages of the plan, if others decide as foreseen: the position and the actions of each."""

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        level, seed = [*words, "", ""][:2]
        number = int(seed) if seed.isascii() and seed.isdigit() else 0
        return cls(level if level in LEVELS else "medium", number)

    def tag(self) -> str:
        return f"{self.id} {self.level} {self.seed}" if self.seed else f"{self.id} {self.level}"

    def request(self, state: State, number: int) -> str:
        return json.dumps(
            {
                "ask": "choose",
                "ruleset": state.ruleset.id,
                "position": state.position(state.actor),
                "level": self.level,
                "seed": self._seed(number),
                "seconds": self._seconds(state),
            }
        )

    def _seconds(self, state: State) -> float:
        """Return the time limit for a decision.

        A decision within another player's turn gets the time of a third decision: less is at stake, several
        may be needed, and all players wait.
        """
        before = self._decisions if self._thought == state.turn_number else 0
        if state.turn_seat not in (state.actor, None):
            before += 2
        return round(SECONDS.get(self.level, USUAL_SECONDS) * SHARE * (1 - SHARE) ** before, 3)

    def answered(self, text: str | None, state: State, number: int) -> str:
        self._decisions = self._decisions + 1 if self._thought == state.turn_number else 1
        self.choice, self._thought = _choice(text), state.turn_number
        self._plan, self._then = deque(_firm(self.choice)), deque(_then(self.choice))
        if self.next(state, number) is not None:
            return ""
        self.choice = {}
        self._then.clear()
        plan, failed = fallback(state, Random(self._seed(number)))
        self._plan = deque(action.text for action in plan)
        return failed or ("" if text is None else f"the answer is no plan for this position: {text:.200}")

    def next(self, state: State, number: int) -> Action | None:
        """Return the plan's next action if it is still legal. Others may have decided in between."""
        if not self._plan:
            self._go_on(state)
        if not self._plan:
            return None
        try:
            action = state.parse_action(self._plan[0])
        except ParseError:
            action = None
        if action is None or action not in state.legal_actions():
            self.forget()
            return None
        return action

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
        return _reason(self.choice.get("reason"))

    def others(self, seat: int) -> list[tuple[Reason, float]]:
        """Return the reasons for the next best plans, each with its loss of win probability for the seat."""
        found = list[tuple[Reason, float]]()
        match self.choice:
            case {"alternatives": list(others), "chances": [*chances]} if seat < len(chances):
                for other in others:
                    match other:
                        case {"reason": [str(), dict()] as told, "chances": [*odds]} if seat < len(odds):
                            reason = _reason(told)
                            assert reason is not None
                            found.append((reason, float(chances[seat]) - float(odds[seat])))
        return found

    def played(self) -> None:
        self._plan.popleft()

    def forget(self) -> None:
        self._plan.clear()
        self._then.clear()

    def _seed(self, number: int) -> int:
        """Return a seed that differs between decisions and is the same when a decision comes up again."""
        return (self.seed * 1_000_003 + number) % 2**31


def _reason(told: Any) -> Reason | None:
    match told:
        case [str(name), dict(facts)]:
            return Reason(name, facts)
    return None


def _choice(text: str | None) -> dict[str, Any]:
    """Return the answer as data; empty if it holds no valid plan."""
    try:
        choice = loads(text or "")
    except ValueError:
        return {}
    plan = choice.get("plan") if isinstance(choice, dict) else None
    if not isinstance(plan, list) or not all(isinstance(action, str) for action in plan):
        return {}
    return dict(choice)


def _firm(choice: dict[str, Any]) -> list[str]:
    """Return the committed prefix of the plan, at least its first action."""
    plan: list[str] = choice.get("plan", [])
    firm = choice.get("firm", len(plan))
    return plan[: max(1, firm)] if isinstance(firm, int) else plan


def _then(choice: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return the later stages of the plan: for each, its position and its actions."""
    rest: list[str] = choice.get("plan", [])[len(_firm(choice)) :]
    found = list[tuple[str, list[str]]]()
    for stage in stages if isinstance(stages := choice.get("then"), list) else []:
        match stage:
            case [str(position), int(firm)] if firm > 0:
                found.append((position, rest[:firm]))
                rest = rest[firm:]
            case _:
                break
    return found


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
