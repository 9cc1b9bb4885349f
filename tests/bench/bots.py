"""Speed of the computer players, natively or in the browser: `python tests/bench/bots.py`.

At the turns of one round early in a game: evaluations, candidates (copy, actions, evaluation, beam insertion)
and playouts of `hard` per second. In one whole game: the duration of turns of `medium`. The reference loop is
that of `engine.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.bots.brain import Brain, brain
from game.bots.budget import Budget
from game.bots.players import player
from game.bots.search import YIELD_EVERY, Search
from game.bots.steps import finish
from game.engine import State, ruleset, rulesets
from tests.bench.engine import REFERENCE_SECONDS, best, reference

SEATS = 4
ROUNDS = 4
"""Rounds played before measuring."""
WIDTH = 8


def turns(game: str, brain: Brain) -> list[State]:
    """Return the positions at the turns of one round in a game between fast players."""
    state, rng, found = ruleset(game).new_game(SEATS, seed=1), Random(1), list[State]()
    while state.actor is not None and len(found) < SEATS:
        if state.turn_number > ROUNDS * SEATS + len(found) and state.actor == state.turn_seat:
            found.append(state.copy())
        for action in brain.reply(state, brain.context(state), rng):
            state.apply(action)
    return found


def looked_at(brain: Brain, root: State) -> list[State]:
    """Return positions that planning a turn evaluates: after one macro-action and, for the best, after
    another."""
    search = Search(brain, root)
    lines = finish(search.chains())
    going_on = [line.state for line in lines if search.goes_on(line.state)]
    further = (line for state in going_on[:WIDTH] for line in finish(Search(brain, state).chains()))
    return [line.state for line in (*lines, *further)]


def evaluation_rate(brain: Brain, roots: Sequence[State]) -> float:
    """Return evaluations per second of positions that planning these turns evaluates."""
    seen = [(looked_at(brain, root), brain.context(root)) for root in roots]
    start = perf_counter()
    for states, context in seen:
        for state in states:
            brain.evaluate(state, context)
    return sum(len(states) for states, _ in seen) / (perf_counter() - start)


def candidate_rate(brain: Brain, roots: Sequence[State]) -> float:
    """Return candidates per second while planning these turns: the search pauses after every few."""
    start = perf_counter()
    pauses = sum(1 for root in roots for _ in Search(brain, root).lines(WIDTH, brain.breadth))
    return YIELD_EVERY * pauses / (perf_counter() - start)


def planning_rate(brain: Brain, roots: Sequence[State]) -> float:
    """Return planned turns per second."""
    start = perf_counter()
    for root in roots:
        finish(Search(brain, root).lines(WIDTH, brain.breadth))
    return len(roots) / (perf_counter() - start)


def continuation_rate(brain: Brain, roots: Sequence[State]) -> float:
    """Return playouts per second of the plans of `hard`, with its default budget."""
    spent, taken = 0, 0.0
    for root in roots:
        search, rng, budget = Search(brain, root), Random(1), Budget(work=brain.playouts_for(root).work)
        lines = finish(search.lines(brain.beam_width(root, 0), brain.breadth, rng))[: search.playouts.plans]
        start = perf_counter()
        finish(search.compare(lines, rng, budget))
        taken += perf_counter() - start
        spent += budget.spent
    return spent / taken


def turn_milliseconds(game: str, level: str) -> list[float]:
    """Return the duration of each turn in a game of players of a level, shortest first."""
    state, rng = ruleset(game).new_game(SEATS, seed=2), Random(2)
    players, taken = [player(level) for _ in range(SEATS)], dict[int, float]()
    while (seat := state.actor) is not None:
        start = perf_counter()
        choice = players[seat].choose(state, rng)
        taken[state.turn_number] = taken.get(state.turn_number, 0.0) + (perf_counter() - start) * 1e3
        state.apply(choice.action)
    return sorted(taken.values())


def main() -> None:
    """Measure everything and print it."""
    loop = best(reference, min)
    print(f"python {sys.version.split()[0]} on {sys.platform}, reference loop {loop:.3f} s")
    for game in rulesets():
        known = brain(game)
        roots = turns(game, known)
        print(f"{game}, {SEATS} players, round {ROUNDS + 1}")
        rate = best(partial(evaluation_rate, known, roots), max)
        rows = [("evaluations", rate, "/s"), ("an evaluation", 1e6 / rate, "us")]
        rows.append(("candidates", best(partial(candidate_rate, known, roots), max), "/s"))
        rows.append(("continuations of hard", best(partial(continuation_rate, known, roots[:2]), max), "/s"))
        taken = turn_milliseconds(game, "medium")
        rows.append(("turn of medium, median", taken[len(taken) // 2], "ms"))
        rows.append(("turn of medium, 95 %", taken[len(taken) * 19 // 20], "ms"))
        for name, figure, unit in rows:
            normal = figure * (loop / REFERENCE_SECONDS) ** (1 if unit == "/s" else -1)
            print(f"  {name:23} {figure:9.1f} {unit:9}   normalised {normal:9.1f}")


if __name__ == "__main__":
    main()
