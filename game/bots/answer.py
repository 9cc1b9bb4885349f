"""Questions and answers as text, for workers: only what is in the request can be known.

    {"ask": "choose", "ruleset": "hansa", "position": "<State.position()>", "level": "hard", "seed": 1,
     "work": 200}

is answered by

    {"plan": ["action", ...], "firm": 2, "chances": [0.6, 0.4],
     "alternatives": [{"plan": [...], "chances": [...]}], "reason": ["id", {...}]}

`firm` is how many actions of the plan can be played before asking again. Instead of `work` a request may
give `seconds`, or neither. What goes wrong is answered by {"error": "what and where"}.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from game import engine
from game.bots.levels import choose
from game.engine import Action, ParseError


def answer(request: str) -> str:
    """The answer to a request, both JSON."""
    try:
        asked = json.loads(request)
        if not isinstance(asked, dict) or asked.get("ask") not in ASKS:
            raise ParseError(f"a request asks one of {', '.join(ASKS)}")
        return json.dumps(ASKS[asked["ask"]](asked))
    except (ValueError, TypeError, KeyError) as wrong:
        missing = "the request lacks " if isinstance(wrong, KeyError) else ""
        return json.dumps({"error": f"{missing}{wrong}"})


def ask_choose(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a player of a level does in a position."""
    state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
    if state.actor is None:
        raise ParseError("the game is over: nobody has to choose")
    choice = choose(
        state,
        asked["level"],
        Random(asked.get("seed", 0)),
        seconds=asked.get("seconds"),
        work=asked.get("work"),
    )
    return {
        "plan": _texts(choice.plan),
        "firm": choice.firm,
        "chances": list(choice.chances),
        "alternatives": [{"plan": _texts(plan), "chances": list(odds)} for plan, odds in choice.alternatives],
        "reason": None if choice.reason is None else [choice.reason[0], dict(choice.reason[1])],
    }


def _texts(plan: tuple[Action, ...]) -> list[str]:
    return [action.text for action in plan]


ASKS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"choose": ask_choose}
