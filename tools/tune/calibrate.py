"""Fit the calibration exponents of win probabilities (`confidence`) to games between computer players.

python -m tools.tune.calibrate hansa --games 60 --write
python -m tools.tune.calibrate hansa-teutonica --games 20

The medium level plays. Before every turn the estimate of the chosen plan is recorded, and before some turns
the mean over a round that the game analysis shows. The exponent with the highest likelihood of the winners is
chosen. A table compares predicted and observed win rates. With `--write` the exponents are stored in the
game's `powers.txt`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log
from random import Random
from typing import NamedTuple

from game.bots.analysis import around
from game.bots.brain import QUICK, brain
from game.bots.confidence import Power, Powers, raised
from game.bots.search import Search
from game.bots.steps import finish
from game.command.ending import ended
from game.command.numbers import whole
from game.engine import State, ruleset, rulesets
from game.games import GAMES
from tools.checkout import data_of
from tools.tune.tables import updated

WIDTH = 8
EVERY = 3
"""Turns between two estimates over a round, which are slow to compute."""
EIGHTHS = range(25)
CERTAIN = 0.999
"""Limit above which an estimate is left out of a fit: no exponent changes it, and a few errors would outweigh
all other estimates."""
CLASSES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


Estimate = tuple[float, list[float]]


class Guess(NamedTuple):
    """An estimate: the share of the game left, each seat's win probability, and its share of the win in the
    end."""

    left: float
    estimate: Sequence[float]
    shares: Sequence[float]


class Guesses(NamedTuple):
    """Estimates of several games, of plans and over a round."""

    plans: list[Guess]
    positions: list[Guess]


def play(state: State, rng: Random, into: Guesses) -> None:
    """Play a game and record the estimates."""
    adapter = brain(state.ruleset.id)
    plans, positions, turn = list[Estimate](), list[Estimate](), 0
    while state.actor is not None:
        search = Search(adapter, state.determinize(rng, state.actor), playouts=QUICK)
        best = finish(search.lines(WIDTH, adapter.breadth, rng))[0]
        if state.turn_number > turn:
            turn = state.turn_number
            left = adapter.left(search.state, search.context)
            plans.append((left, best.estimate()))
            if turn % EVERY == 0:
                positions.append((left, finish(around(search, rng))))
        for action in best.plan[: max(1, best.firm)]:
            state.apply(action)
    assert state.outcome is not None
    winners = state.outcome.winners
    shares = [(seat in winners) / len(winners) for seat in range(state.seats)]
    into.plans.extend(Guess(*estimate, shares) for estimate in plans)
    into.positions.extend(Guess(*estimate, shares) for estimate in positions)


def surprise(guesses: Sequence[Guess], power: Power) -> float:
    """Return the log loss of the calibrated estimates: the mean of -log of the winners' probabilities."""
    total = 0.0
    for left, estimate, shares in guesses:
        for chance, share in zip(raised(estimate, power.at(left)), shares, strict=True):
            if share:
                total -= share * log(max(chance, 1e-9))
    return total / max(1, len(guesses))


def best_power(guesses: Sequence[Guess]) -> Power:
    """Return the exponent with the lowest log loss, by coordinate descent over its early and late part.

    Near-certain estimates are left out: no exponent changes them, and a few errors would outweigh all others.
    """
    guesses = [guess for guess in guesses if max(guess.estimate) < CERTAIN]
    best, before = Power(8, 8), None
    while best != before:
        before = best
        best = min((Power(early, best.late) for early in EIGHTHS), key=lambda one: surprise(guesses, one))
        best = min((Power(best.early, late) for late in EIGHTHS), key=lambda one: surprise(guesses, one))
    return best


def reliability(guesses: Sequence[Guess], power: Power) -> list[tuple[str, int, float, float]]:
    """Return the calibration table: for each class of probabilities its name, count, mean and number of
    wins."""
    chances = [
        pair
        for left, estimate, shares in guesses
        for pair in zip(raised(estimate, power.at(left)), shares, strict=True)
    ]
    rows = []
    for least, most in pairwise(CLASSES):
        inside = [(chance, won) for chance, won in chances if least <= chance < most or chance == most == 1]
        if inside:
            mean, share = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            rows.append((f"{least:.1f}-{most:.1f}", len(inside), mean, share))
    return rows


def calibrate(game: str, games: int, seed: int, say: Callable[[str], object]) -> dict[str, Powers]:
    """Fit the exponents for each kind of the game."""
    found = dict[str, Powers]()
    for seats, options in GAMES[game].kinds:
        guesses, kind = Guesses([], []), ""
        for number in range(games):
            state = ruleset(game).new_game(seats, options, seed + number)
            kind = brain(game).kind(seats, state.options)
            play(state, Random(seed + number), guesses)
        found[kind] = Powers(*(best_power(some) for some in guesses))
        for name, some, power in zip(Guesses._fields, guesses, found[kind], strict=True):
            before, after = surprise(some, Power(8, 8)), surprise(some, power)
            early, late = (part / 8 for part in power)
            say(f"{game} {kind}, {name}: powers {early} to {late}, surprise {before:.3f} -> {after:.3f}")
            for row in reliability(some, power):
                say("  {} {:6} times, mean {:.2f}, won {:.2f}".format(*row))
    return found


def rows(powers: Powers) -> dict[str, float]:
    """Return the exponents as rows of a game's `powers.txt`."""
    pairs = zip(Powers._fields, powers, strict=True)
    return {f"{name}.{time}": part for name, power in pairs for time, part in power._asdict().items()}


def main(words: list[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune.calibrate", description=__doc__)
    parser.add_argument("game", choices=rulesets())
    parser.add_argument("--games", type=whole(1), default=60, help="of each kind (60)")
    parser.add_argument("--seed", type=whole(0, 2**62), default=1)
    parser.add_argument("--write", action="store_true", help="store the exponents in the game's powers.txt")
    asked = parser.parse_args(words)
    found = calibrate(asked.game, asked.games, asked.seed, lambda line: print(line, flush=True))
    if asked.write:
        path = data_of(asked.game) / "bots/powers.txt"
        changes = {kind: rows(powers) for kind, powers in found.items()}
        path.write_text(updated(path.read_text(encoding="utf-8"), changes, path.name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
