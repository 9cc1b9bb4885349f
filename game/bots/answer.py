"""What the thinking workers can be asked, and how they answer.

A request is JSON text holding only what the seat that asks may know: what is wanted
("ask"), the game ("ruleset"), the position line ("position"), and the facts of that ask. The worker
sees neither the game's seed nor its record. The answer is JSON text too, `{"error": "..."}` if it fails.

    {"ask": "choose", "ruleset": "hansa", "position": "<State.position(seat)>", "level": "hard", "seed": 1,
     "work": 200}

is answered by

    {"plan": ["action", ...], "firm": 2, "then": [["<position>", 1], ...], "chances": [0.6, 0.4],
     "alternatives": [{"plan": [...], "chances": [...], "reason": [...]}], "reason": ["id", {...}]}

`firm` is how many actions of the plan can be played before asking again; where others decide after those, and
as was foreseen, it goes on in the position of `then` for so many actions. Instead of `work` a request may
give `seconds`, or neither; `seed` is the player's own, not the game's.

One turn is judged by

    {"ask": "judge", "ruleset": "hansa", "position": "<State.position(seat)>", "played": ["<action>", ...],
     "draws": [[3, "<before>", "<after>"]], "chances": true}

with what was done in it, all or a part; where action 3, counted from 0, revealed something, with the
positions before and after that. The answer has "verdicts", a list of [number of the action it begins with,
verdict] for each decision of the player (`judging.Verdict`), "luck", what each draw gave ([gains, errors]
by seat), and, if they are asked for, "chances", each seat's in the position; they change nothing in the
verdicts. With "seconds": 3 the answer is empty if there is none by then.

Several different plans for a turn are asked for by

    {"ask": "advise", "ruleset": "hansa", "position": "<State.position(seat)>", "seed": 1}

see `advice.advise` for the answer.

Thinking is done in steps (`steps`), so that it can run in slices where there is no other way.
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
from game.bots.judging import Draw, told, turn_judged
from game.bots.levels import choosing
from game.bots.perft import perft
from game.bots.steps import Steps
from game.engine import Action, ParseError, State, ruleset, rulesets
from game.outside import loads

Facts = Mapping[str, Any]
Thinking = Steps[dict[str, Any]]

DEEPEST = 8


class Ask(NamedTuple):
    """Something that can be asked: the facts it takes besides the position, and who thinks about it."""

    facts: frozenset[str]
    think: Callable[[State, Facts], Thinking]


class RequestError(ValueError):
    """A request that makes no sense. The message says what is wrong and where."""


def request(ask: str, state: State, **facts: Any) -> str:
    """The text of a request about a position, from its actor."""
    position = state.position(state.actor)
    return json.dumps({"ask": ask, "ruleset": state.ruleset.id, "position": position, **facts})


def thinking(text: str) -> Steps[str]:
    """Answer a request; raises `RequestError` or `ParseError` if it makes no sense."""
    ask, state, facts = understood(text)
    return json.dumps((yield from ask.think(state, facts)))


def understood(text: str) -> tuple[Ask, State, Facts]:
    """The ask, the position and the other facts of a request."""
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
    """A fact that is a whole number within bounds."""
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
    """What a player of a given level does in a position."""
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
    """A fact that is a positive number, or None if absent."""
    value = facts.get(name)
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise RequestError(f"{name}: a positive number is wanted, not {value!r:.80}")
    return value


def _perft(state: State, facts: Facts) -> Thinking:
    return {"count": (yield from perft(state, whole_number(facts, "depth", 1, DEEPEST)))}


def _judge(state: State, facts: Facts) -> Thinking:
    """What a turn gave away, and what was drawn in it."""
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


def _draws(state: State, rows: object, actions: int) -> list[Draw]:
    """The draws of a turn, in order."""
    found = list[Draw]()
    for row in rows if isinstance(rows, list) else [None]:
        match row:
            case [int(number), str(before), str(after)] if len(found) <= number < actions:
                read = state.ruleset.parse_position
                try:
                    found.append(Draw(number, read(before), read(after)))
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
    """Several plans for a turn."""
    if state.actor is None:
        raise RequestError("the game is over: there is nothing to advise")
    return (yield from advise(state, Random(facts.get("seed", 0))))


ASKS: Mapping[str, Ask] = {
    "advise": Ask(frozenset({"seed"}), _advise),
    "choose": Ask(frozenset({"level", "seed", "seconds", "work"}), _choose),
    "judge": Ask(frozenset({"chances", "draws", "played", "seconds", "seed"}), _judge),
    "perft": Ask(frozenset({"depth"}), _perft),
}
