"""Requests to AI workers and their answers.

A request is JSON text. It names its kind ("ask"), the game ("ruleset"), the position string ("position") and
the facts of that kind. It holds only what the requesting seat may know: a worker never sees the game's seed
or record. The answer is JSON text as well, `{"error": "..."}` on failure.

    {"ask": "choose", "ruleset": "hansa", "position": "<State.position(seat)>", "level": "hard", "seed": 1,
     "work": 200}

is answered by

    {"plan": ["action", ...], "firm": 2, "then": [["<position>", 1], ...], "chances": [0.6, 0.4],
     "alternatives": [{"plan": [...], "chances": [...], "reason": [...]}], "reason": ["id", {...}]}

`firm` is the number of actions of the plan that can be played without a new request. If others then decide
as foreseen, the plan continues in the position of a `then` entry for the given number of actions. `seconds`
can replace `work`, and both are optional. `seed` is the player's own, not the game's.

A request to evaluate one turn is

    {"ask": "judge", "ruleset": "hansa", "position": "<State.position(seat)>", "played": ["<action>", ...],
     "draws": [[3, "<before>", "<after>"]], "chances": true}

`played` holds the actions of the turn or of a part of it. `draws` lists the actions that revealed hidden
information, by number from 0, with the positions before and after each. The answer has

- "verdicts": [number of its first action, verdict] for each decision of the player
(`judging.DecisionEvaluation`), - "luck": the effect of each draw as [gains, errors] by seat,
- "chances", if requested: each seat's win probability in the position, with no effect on the verdicts.

With "seconds": 3, the lists are empty if the evaluation takes longer.

A request for several different plans for a turn is

    {"ask": "advise", "ruleset": "hansa", "position": "<State.position(seat)>", "seed": 1}

See `advice.advise` for the answer.

Requests are processed step by step (`steps`), so that they can run in slices in a single thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.bots.advice import advise
from game.bots.analysis import chances_at
from game.bots.brain import brain
from game.bots.budget import in_time
from game.bots.judging import Reveal, told, turn_judged
from game.bots.levels import choosing
from game.bots.perft import perft
from game.bots.steps import Steps
from game.engine import Action, ParseError, State, ruleset, rulesets
from game.untrusted import loads

Facts = Mapping[str, Any]
Thinking = Steps[dict[str, Any]]

DEEPEST = 8


class RequestKind(NamedTuple):
    """A kind of request: the names of its facts besides the position, and the function that answers it."""

    facts: frozenset[str]
    think: Callable[[State, Facts], Thinking]


class RequestError(ValueError):
    """An invalid request. The message states the problem and the field."""


def request(ask: str, state: State, **facts: Any) -> str:
    """Return the request text for a position, as seen by its actor."""
    position = state.position(state.actor)
    return json.dumps({"ask": ask, "ruleset": state.ruleset.id, "position": position, **facts})


def thinking(text: str) -> Steps[str]:
    """Answer a request step by step. Raises `RequestError` or `ParseError` if it is invalid."""
    ask, state, facts = understood(text)
    return json.dumps((yield from ask.think(state, facts)))


def understood(text: str) -> tuple[RequestKind, State, Facts]:
    """Parse a request into its kind, the position and the remaining facts."""
    try:
        asked = loads(text)
    except ValueError as error:
        raise RequestError(f"the request is not JSON: {error}") from None
    if not isinstance(asked, dict):
        raise RequestError(f"the request is not an object: {text:.80}")
    ask = ASKS.get(_text(asked, "ask"))
    if ask is None:
        raise RequestError(f"ask: {asked['ask']!r:.80} is not one of {', '.join(sorted(ASKS))}")
    game = _text(asked, "ruleset")
    if game not in rulesets():
        raise RequestError(f"ruleset: {game!r:.80} is not one of {', '.join(rulesets())}")
    position = _text(asked, "position")
    facts = {name: value for name, value in asked.items() if name not in ("ask", "ruleset", "position")}
    if strange := sorted(facts.keys() - ask.facts):
        raise RequestError(
            f"{asked['ask']} takes no {', '.join(strange)}; it takes {', '.join(sorted(ask.facts))}"
        )
    try:
        return ask, ruleset(game).parse_position(position), facts
    except ParseError as error:
        raise RequestError(f"position: {error}") from error


def whole_number(facts: Facts, name: str, least: int, most: int) -> int:
    """Return a fact as an integer between `least` and `most`. Raises `RequestError` for any other value."""
    value = facts.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RequestError(f"{name}: a whole number from {least} to {most} is wanted, not {value!r:.80}")
    return value


def _text(asked: Facts, name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise RequestError(f"{name}: a text is wanted, not {value!r:.80}")
    return value


def _choose(state: State, facts: Facts) -> Thinking:
    """Choose a plan as a player of a given level."""
    if state.actor is None:
        raise RequestError("the game is over: nobody has to choose")
    level, rng = _text(facts, "level"), Random(facts.get("seed", 0))
    seconds, work = _amount(facts, "seconds"), _amount(facts, "work")
    choice = yield from choosing(state, level, rng, seconds=seconds, work=None if work is None else int(work))
    return {
        "plan": _texts(choice.plan),
        "firm": choice.firm,
        "then": [list(stage) for stage in choice.then],
        "chances": list(choice.chances),
        "alternatives": [
            {"plan": _texts(one.plan), "chances": list(one.chances), "reason": _reason(one.reason)}
            for one in choice.alternatives
        ],
        "reason": _reason(choice.reason),
    }


def _reason(why: tuple[str, Mapping[str, Any]] | None) -> list[Any] | None:
    return None if why is None else [why[0], dict(why[1])]


def _texts(plan: tuple[Action, ...]) -> list[str]:
    return [action.text for action in plan]


def _amount(facts: Facts, name: str) -> float | None:
    """Return a fact as a positive number, or None if it is absent."""
    value = facts.get(name)
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise RequestError(f"{name}: a positive number is wanted, not {value!r:.80}")
    return value


def _perft(state: State, facts: Facts) -> Thinking:
    return {"count": (yield from perft(state, whole_number(facts, "depth", 1, DEEPEST)))}


def _judge(state: State, facts: Facts) -> Thinking:
    """Evaluate a turn: the win probability it lost, and the luck of its draws."""
    played, seed = facts.get("played"), facts.get("seed", 0)
    if not isinstance(played, list) or not _are_texts(played):
        raise RequestError("played: a list of actions is wanted")
    draws = _draws(state, facts.get("draws", []), len(played))
    chances: Sequence[float] = ()
    if facts.get("chances"):
        chances = yield from chances_at(brain(state.ruleset.id), state, Random(seed))
    seconds = _amount(facts, "seconds")
    judging = turn_judged(state, played, draws, Random(seed))
    found = yield from judging if seconds is None else in_time(judging, seconds)
    if found is None:
        return {"verdicts": [], "luck": [], "chances": list(chances)}
    return {
        "verdicts": [[start, told(verdict)] for start, verdict in found.verdicts],
        "luck": [[list(one.gains), list(one.errors)] for one in found.luck],
        "chances": [round(chance, 4) for chance in chances],
    }


def _draws(state: State, rows: object, actions: int) -> list[Reveal]:
    """Parse the draws of a turn, in order."""
    found = list[Reveal]()
    for row in rows if isinstance(rows, list) else [None]:
        match row:
            case [int(number), str(before), str(after)] if len(found) <= number < actions:
                read = state.ruleset.parse_position
                try:
                    found.append(Reveal(number, read(before), read(after)))
                except ParseError as error:
                    raise RequestError(f"draws: {error}") from error
            case _:
                raise RequestError(f"draws: number, position before and after are wanted, not {row!r:.80}")
    if any(one.before.actor is None for one in found) or sorted(one.number for one in found) != [
        one.number for one in found
    ]:
        raise RequestError("draws: they are wanted in order, and somebody must have drawn")
    return found


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _advise(state: State, facts: Facts) -> Thinking:
    """Return several plans for a turn."""
    if state.actor is None:
        raise RequestError("the game is over: there is nothing to advise")
    return (yield from advise(state, Random(facts.get("seed", 0))))


ASKS: Mapping[str, RequestKind] = {
    "advise": RequestKind(frozenset({"seed"}), _advise),
    "choose": RequestKind(frozenset({"level", "seed", "seconds", "work"}), _choose),
    "judge": RequestKind(frozenset({"chances", "draws", "played", "seconds", "seed"}), _judge),
    "perft": RequestKind(frozenset({"depth"}), _perft),
}
