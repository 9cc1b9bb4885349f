"""A computer player: requests a plan and plays it action by action."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from game.engine.core import Action, ParseError, Reason, State
from game.match.controller import Controller
from game.outside import loads

LEVELS = ("easy", "medium", "hard", "master")
SECONDS = {"master": 2.5}
"""How long a computer of a level may think in a turn of its own, else `USUAL_SECONDS`. A master still ends
the continuation under way, so that its turn may take three."""
USUAL_SECONDS = 0.72
SHARE = 0.7
"""So much of what is left of that is for the next decision: most turns have one, some have four."""


class Computer(Controller):
    """Plays at a level. Its request holds what its seat may know, so it sees no more than a person there.

    level  one of `LEVELS`
    seed   makes two computers of the same level play differently; never the seed of the game
    """

    id: ClassVar[str] = "computer"

    def __init__(self, level: str = "medium", seed: int = 0) -> None:
        self.level = level
        self.seed = seed
        self.choice: dict[str, Any] = {}
        """The last answer as received: the plan, the reason for it, alternatives."""
        self._thought = -1
        """The turn it last thought in."""
        self._decisions = 0
        """How many of that turn it has thought about."""
        self._plan: deque[str] = deque()
        self._then: deque[tuple[str, list[str]]] = deque()
        """What follows if others decide as foreseen: the position in which it does, and the actions."""

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
        """In somebody else's turn, where less is at stake, as much as a third decision in its own has:
        several may be asked in one turn, and everybody waits."""
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
        """The plan's next action, if it is still legal: others may have decided in between."""
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
        """With the rest of the plan, if others have decided as it foresaw."""
        if self._then:
            position, rest = self._then.popleft()
            if position == state.position(state.actor):
                self._plan = deque(rest)
            else:
                self._then.clear()

    def why(self) -> Reason | None:
        """Why it plays the plan under way, if the answer said so."""
        return _reason(self.choice.get("reason"))

    def others(self, seat: int) -> list[tuple[Reason, float]]:
        """What the next best plans would be for, and how much less chance to win they give the seat."""
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
        """Different for every decision, the same when a decision comes up again."""
        return (self.seed * 1_000_003 + number) % 2**31


def _reason(told: Any) -> Reason | None:
    match told:
        case [str(name), dict(facts)]:
            return Reason(name, facts)
    return None


def _choice(text: str | None) -> dict[str, Any]:
    """The answer as data; empty if it is not playable."""
    try:
        choice = loads(text or "")
    except ValueError:
        return {}
    plan = choice.get("plan") if isinstance(choice, dict) else None
    if not isinstance(plan, list) or not all(isinstance(action, str) for action in plan):
        return {}
    return dict(choice)


def _firm(choice: dict[str, Any]) -> list[str]:
    """The part of a plan that needs no second thought: at least its first action."""
    plan: list[str] = choice.get("plan", [])
    firm = choice.get("firm", len(plan))
    return plan[: max(1, firm)] if isinstance(firm, int) else plan


def _then(choice: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The parts of a plan that follow where others have decided as foreseen, with the position of each."""
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
    """What to play at once if no answer came: the bots' quick reply, or else anything legal.

    With it comes why the bots could not even reply, if they could not.
    """
    from game.bots.players import player  # imported here, as most games never need it

    try:
        return list(player("quick").choose(state, rng).plan), ""
    except Exception as error:  # the bots may be what failed; the game goes on all the same, and says so
        legal = state.legal_actions()
        return [legal[int(rng.random() * len(legal))]], f"{type(error).__name__}: {error}"
