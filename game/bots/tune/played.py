"""Games among fast planners, kept as positions at the beginnings of turns with who won: what a forecast
of the result is learnt from (`python -m game.bots.tune.forecast`).

    python -m game.bots.tune.played hansa-teutonica --seats 3 --games 1000 --out build/played-3.jsonl

Every seat plans its turns in a narrow beam and now and then takes one of the next best plans, so that what is
compared in a search, good plans and slightly worse ones, is found among the positions.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from game.bots.arena.entries import parse_options
from game.bots.brain import QUICK, brain
from game.bots.search import Search
from game.bots.steps import finish
from game.engine import State, ruleset

WIDTH, BREADTH = 3, 8
STRAY = 0.12
"""So often another of the best plans is played."""
NEXT = 4
LONGEST = 60
"""Games of more rounds are left out."""


def play(state: State, rng: Random) -> dict[str, Any] | None:
    """The positions before each turn, and each seat's share of the win and points in the end."""
    mind, turn, positions = brain(state.ruleset.id), 0, list[str]()
    while state.actor is not None:
        if state.turn_number > turn:
            turn = state.turn_number
            positions.append(state.position())
            if turn > LONGEST * state.seats:
                return None
        search = Search(mind, state.determinize(rng, state.actor), playouts=QUICK)
        lines = finish(search.lines(WIDTH, BREADTH or mind.breadth, rng, 0))
        choice = 0
        if rng.random() < STRAY and lines[0].state.actor is not None:
            choice = int(rng.random() * min(NEXT, len(lines)))
        best = lines[choice]
        for action in best.plan[: max(1, best.firm)]:
            state.apply(action)
    assert state.outcome is not None
    winners = state.outcome.winners
    shares = [(seat in winners) / len(winners) for seat in range(state.seats)]
    return {"positions": positions, "shares": shares, "totals": list(state.outcome.totals)}


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play games for a forecast to be learnt from.")
    parser.add_argument("ruleset")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(words)
    rules, options = ruleset(given.ruleset), parse_options(given.option)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("a", encoding="utf-8") as out:
        for number in range(given.games):
            seed = given.seed * 1_000_000 + number
            played = play(rules.new_game(given.seats, seed=seed, options=options), Random(seed))
            if played is not None:
                out.write(json.dumps(played) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
