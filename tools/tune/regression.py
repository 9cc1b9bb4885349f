"""Train the weights of *Hansa* by regression: play, fit the final points to the terms, repeat.

python -m tools.tune.regression --seats 3 --games 150 --passes 6 --out build/hansa3.json

Every seat plays with slightly perturbed weights, so that the games differ. The terms of every seat in a
position are fitted to its final points by ridge regression towards the weights of the previous pass. The sums
retain positions of earlier passes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from game.bots.brain import brain
from game.command.ending import MISUSED, CommandError, ended
from game.command.numbers import real, whole
from game.engine import ParseError
from game.engine.record import read
from game.games.hansa.bots.evaluation import NAMES, PERIODS, STEPS, closing, sold_points, terms
from game.games.hansa.bots.features import time_left
from game.games.hansa.rules.board import EMPTY
from game.games.hansa.rules.state import HansaState
from tools.arena.entries import parse_entry, read_weights
from tools.arena.job import Contestant, GameResult, Job, play
from tools.arena.workers import MOST_PROCESSES, on_processes

Weights = Mapping[str, float]
MIDDLE = 0.12
"""Share of the positions within turns that are sampled in addition to the beginning of every turn."""
DECAY = 0.5
"""Factor per pass by which positions of earlier passes lose weight."""


class Fit:
    """Least squares with the coefficients shrunk towards a prior guess (ridge regression)."""

    def __init__(self, size: int) -> None:
        self.products = [[0.0] * size for _ in range(size)]
        self.sums = [0.0] * size

    def add(self, terms: Sequence[float], points: float) -> None:
        """Add an observation."""
        some = [(place, term) for place, term in enumerate(terms) if term]
        for place, term in some:
            row = self.products[place]
            for other, value in some:
                row[other] += term * value
            self.sums[place] += term * points

    def fade(self, factor: float) -> None:
        """Multiply the weight of all observations so far."""
        self.products = [[factor * value for value in row] for row in self.products]
        self.sums = [factor * value for value in self.sums]

    def solve(self, guess: Sequence[float], ridge: float) -> list[float]:
        """Return the coefficients, by elimination (the matrix is positive definite: no pivoting)."""
        rows = [
            [*row, total + ridge * near]
            for row, total, near in zip(self.products, self.sums, guess, strict=True)
        ]
        for place, row in enumerate(rows):
            row[place] += ridge
        for place, row in enumerate(rows):
            for below in rows[place + 1 :]:
                if factor := below[place] / row[place]:
                    below[place:] = [
                        mine - factor * its for mine, its in zip(below[place:], row[place:], strict=True)
                    ]
        found = [0.0] * len(rows)
        for place in reversed(range(len(rows))):
            row = rows[place]
            known = sum(a * b for a, b in zip(row[place + 1 : -1], found[place + 1 :], strict=True))
            found[place] = (row[-1] - known) / row[place]
        return found


class Regression:
    """The observations as sums: the terms of all periods, weighted by the phase of the game
    (`evaluation`)."""

    def __init__(self) -> None:
        self.fit = Fit(len(PERIODS) * len(NAMES))

    def add(self, state: HansaState, totals: Sequence[int], closes: float) -> None:
        """Add a position and the final points by seat; `closes` is the weight of that name."""
        over = closes * closing(state, sum(good != EMPTY for good in state.shelf)) / STEPS
        if state.last_round:
            over = 1.0
        left, place = time_left(state), (state.active - state.start) % state.seats
        for seat, mine in enumerate(terms(state)):
            done = (seat - state.start) % state.seats < place
            parts = (1 - over) * left, (1 - over) * (1 - left), 0 if done else over, over if done else 0
            case = [part * term for part in parts for term in mine]
            self.fit.add(case, totals[seat] - sold_points(state.sold[seat]))

    def fade(self, factor: float) -> None:
        """Multiply the weight of all observations so far."""
        self.fit.fade(factor)

    def weights(self, guess: Weights, ridge: float, step: float) -> dict[str, float]:
        """Return the guess moved by the fraction `step` towards the fit; weights without observations
        stay."""
        names = [f"{period}.{name}" for period in PERIODS for name in NAMES]
        first = [guess.get(name, 0.0) for name in names]
        learnt = zip(names, first, self.fit.solve(first, ridge), strict=True)
        return {**guess, **{name: round(old + step * (new - old), 4) for name, old, new in learnt}}


def positions(record: str, rng: Random) -> Iterator[HansaState]:
    """Yield the position at the beginning of every turn of a game, and a sample of others."""
    game = read(record)
    state = game.new_game()
    turn = 0
    for action in game.actions:
        if state.turn_number > turn or rng.random() < MIDDLE:
            assert isinstance(state, HansaState)
            yield state
        turn = state.turn_number
        state.apply(action)


def jobs(
    weights: Weights, seats: int, games: int, entry: Contestant, spread: float, rng: Random
) -> list[Job]:
    """Return games between players whose weights are each slightly perturbed."""
    return [
        Job("hansa", rng.getrandbits(40), tuple(off(weights, entry, spread, rng) for _ in range(seats)))
        for _ in range(games)
    ]


def off(weights: Weights, entry: Contestant, spread: float, rng: Random) -> Contestant:
    """Return the player with weights multiplied by random noise of standard deviation `spread`."""
    noisy = {name: value * (1 + spread * rng.gauss(0, 1)) for name, value in weights.items()}
    return entry._replace(weights=tuple(noisy.items()))


def main(words: list[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune.regression", description=__doc__)
    add = parser.add_argument
    add("--seats", type=int, required=True, choices=(2, 3, 4))
    add("--player", default="reference beam", help="who plays (reference beam)")
    add("--weights", type=Path, help="begin with these (JSON); else with those of the game")
    add("--out", type=Path, required=True, help="the weights as data (JSON), written after every pass")
    add("--games", type=whole(1), default=150, help="in a pass (150)")
    add("--passes", type=whole(1), default=6)
    add(
        "--spread",
        type=real(0, 100),
        default=0.3,
        help="by what part the weights of the players are off (0.3)",
    )
    add("--ridge", type=real(0, above=True), default=20.0)
    add(
        "--step",
        type=real(0, 100, above=True),
        default=1.0,
        help="how far to go towards what a pass gives (1.0: all the way)",
    )
    add("--seed", type=int, default=1)
    add("--processes", type=whole(1, MOST_PROCESSES), default=1)
    given = parser.parse_args(words)
    weights: Weights = brain("hansa").weights(given.seats, {})
    try:
        player = parse_entry(given.player)
        if given.weights:
            weights = read_weights(given.weights)
    except ParseError as wrong:
        raise CommandError(f"error: {wrong}", MISUSED) from wrong
    rng, learnt, started = Random(given.seed), Regression(), perf_counter()
    with on_processes(given.processes) as crew:
        for number in range(given.passes):
            todo = jobs(weights, given.seats, given.games, player, given.spread, rng)
            learnt.fade(DECAY)
            games: list[GameResult] = []
            for _, game in crew.finished(play, todo):
                games.append(game)
                for state in positions(game.record, rng):
                    learnt.add(state, game.totals, weights.get("late.closing", 0.0))
            weights = learnt.weights(weights, given.ridge, given.step)
            given.out.write_text(json.dumps(weights, indent=1), encoding="utf-8")
            mean = sum(sum(game.totals) for game in games) / len(games) / given.seats
            rounds = sum(game.rounds for game in games) / len(games)
            took = perf_counter() - started
            print(f"{took:5.0f} s  pass {number + 1}: {mean:.1f} points, {rounds:.1f} rounds", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
