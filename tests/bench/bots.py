"""How fast the computer players think: `python tests/bench/bots.py`, natively and in the browser alike.

In the middle of a game: evaluations a second, whole turns planned a second (the beam of Medium), and
continuations a second (what Hard compares them by). The reference loop is that of `engine.py`.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.bots.brain import Brain, brain
from game.bots.budget import Budget
from game.bots.search import Search
from game.bots.steps import finish
from game.engine import State, ruleset, rulesets
from tests.bench.engine import REFERENCE_SECONDS, best, reference

SEATS = 4
ROUNDS = 8
"""Rounds played before measuring."""
WIDTH = 8
EVALUATIONS = 2000
CONTINUATIONS = 80


def middle(game: str, brain: Brain) -> State:
    """A position in the middle of a game between quick players, before the first action of a turn."""
    state, rng = ruleset(game).new_game(SEATS, seed=1), Random(1)
    while state.actor is not None and state.turn_number <= ROUNDS * SEATS:
        for action in brain.reply(state, brain.context(state), rng):
            state.apply(action)
    return state


def ahead(brain: Brain, state: State) -> list[State]:
    """Different positions a search would look at: all that the next actions lead to, decision by decision."""
    found: list[State] = []
    now, context = state.copy(), brain.context(state)
    while now.actor is not None and len(found) < EVALUATIONS:
        found += [line.state for line in finish(Search(brain, now).chains())]
        for action in brain.reply(now, context, None):
            now.apply(action)
    return found


def evaluation_rate(brain: Brain, state: State) -> float:
    """Evaluations a second, including what is cached between positions."""
    states, context = ahead(brain, state), brain.context(state)
    start = perf_counter()
    for after in states:
        brain.evaluate(after, context)
    return len(states) / (perf_counter() - start)


def planning_rate(brain: Brain, state: State) -> float:
    """Whole turns planned a second."""
    start = perf_counter()
    for _ in range(3):
        finish(Search(brain, state).lines(WIDTH))
    return 3 / (perf_counter() - start)


def continuation_rate(brain: Brain, state: State) -> float:
    """Continuations a second."""
    search = Search(brain, state)
    lines = finish(search.lines(WIDTH))[:10]
    budget, start = Budget(work=CONTINUATIONS), perf_counter()
    finish(search.compare(lines, Random(1), budget))
    return budget.spent / (perf_counter() - start)


def main() -> None:
    """Measure everything and print it."""
    factor = best(reference, min) / REFERENCE_SECONDS
    loop = f"reference loop {factor * REFERENCE_SECONDS:.3f} s"
    print(f"python {sys.version.split()[0]} on {sys.platform}, {loop}")
    for game in rulesets():
        known = brain(game)
        state = middle(game, known)
        print(f"{game}, {SEATS} players, turn {state.turn_number}")
        for name, measure in (
            ("evaluations", evaluation_rate),
            ("turns planned", planning_rate),
            ("continuations", continuation_rate),
        ):
            rate = best(partial(measure, known, state), max)
            print(f"  {name:14} {rate:9.1f} /s   normalised {rate * factor:9.1f}")


if __name__ == "__main__":
    main()
