"""Speed of the engine, natively or in the browser: `python tests/bench/engine.py`.

A reference loop makes machines comparable: `normalised` is the figure on a machine that needs
REFERENCE_SECONDS for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.engine import Action, State, ruleset, rulesets

REFERENCE_SECONDS = 0.16
ACTIONS = 100_000
SEATS = 4
ROUNDS = 3


def reference() -> float:
    """Return the seconds for two million iterations of integer arithmetic."""
    start = perf_counter()
    x = 0
    for i in range(2_000_000):
        x += i * i % 7
    return perf_counter() - start


def uniform(state: State, rng: Random, limit: int) -> int:
    """Play uniformly random actions. Return their number."""
    played = 0
    random = rng.random
    while state.actor is not None and played < limit:
        legal = state.legal_actions()
        state.apply(legal[int(random() * len(legal))])
        played += 1
    return played


def by_element(legal: Sequence[Action], rng: Random) -> Action:
    """Choose the kind of the first element uniformly, then one of the actions that begin with it.

    Uniform play of Hansa Teutonica soon has all pieces on the board and then mostly moves them; this gives
    games with all kinds of actions.
    """
    kinds: dict[str, list[Action]] = {}
    for action in legal:
        kinds.setdefault(action.path[0].split(".")[0], []).append(action)
    names = sorted(kinds)
    chosen = kinds[names[int(rng.random() * len(names))]]
    return chosen[int(rng.random() * len(chosen))]


def recorded_game(game: str, seed: int) -> list[Action]:
    """Return the actions of a varied game, of at most ACTIONS / 20."""
    state, rng = ruleset(game).new_game(SEATS, seed=seed), Random(seed)
    actions: list[Action] = []
    while state.actor is not None and len(actions) < ACTIONS // 20:
        actions.append(by_element(state.legal_actions(), rng))
        state.apply(actions[-1])
    return actions


def uniform_rate(game: str) -> float:
    """Return actions per second, from `legal_actions` through `apply`, in uniformly random games."""
    rng, played, seed = Random(1), 0, 0
    start = perf_counter()
    while played < ACTIONS:
        played += uniform(ruleset(game).new_game(SEATS, seed=seed), rng, ACTIONS - played)
        seed += 1
    return played / (perf_counter() - start)


def varied_rate(game: str, records: Sequence[Sequence[Action]]) -> float:
    """Return actions per second of recorded varied games, with `legal_actions` before every `apply`."""
    start = perf_counter()
    for seed, actions in enumerate(records):
        state = ruleset(game).new_game(SEATS, seed=seed)
        for action in actions:
            state.legal_actions()
            state.apply(action)
    return sum(map(len, records)) / (perf_counter() - start)


def copy_microseconds(game: str) -> float:
    """Return the time of one `copy` in the middle of a game."""
    state = ruleset(game).new_game(SEATS, seed=1)
    uniform(state, Random(1), 500)
    start = perf_counter()
    for _ in range(20_000):
        state.copy()
    return (perf_counter() - start) / 20_000 * 1e6


def best(measure: Callable[[], float], pick: Callable[[Sequence[float]], float]) -> float:
    """Return the best of several measurements, the least disturbed by other programs."""
    return pick([measure() for _ in range(ROUNDS)])


def main() -> None:
    """Measure everything and print it."""
    seconds = best(reference, min)
    factor = seconds / REFERENCE_SECONDS
    print(f"python {sys.version.split()[0]} on {sys.platform}, reference loop {seconds:.3f} s")
    for game in rulesets():
        records = [recorded_game(game, seed) for seed in range(20)]
        rate = best(partial(uniform_rate, game), max)
        varied = best(partial(varied_rate, game, records), max)
        copying = best(partial(copy_microseconds, game), min)
        print(f"{game}, {SEATS} players")
        print(f"  uniformly random play   {rate:9.0f} actions/s   normalised {rate * factor:9.0f}")
        print(f"  varied play             {varied:9.0f} actions/s   normalised {varied * factor:9.0f}")
        print(f"  copy                    {copying:9.2f} us          normalised {copying / factor:9.2f}")


if __name__ == "__main__":
    main()
