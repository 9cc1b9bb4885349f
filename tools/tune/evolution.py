"""An evolution strategy on named weights: every seat of a game plays with separately perturbed weights.

Games come in antithetic pairs of one deal. In the first, each seat plays with the weights plus its own noise;
in the second, with the weights minus that noise. The effect of deal and seat cancels out in the difference,
and one pair yields one sample per seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt, tanh
from random import Random
from statistics import median
from typing import NamedTuple

from game.bots.players import Tunable
from game.engine import ParseError, ruleset
from tools.arena.job import Contestant, GameResult, Job
from tools.players import player

MARGIN = 15.0
"""Lead over the best opponent, in points, that earns tanh(1), about three quarters, of the maximum for
points."""
CLIP = 3.0

Weights = Mapping[str, float]
Noise = Mapping[str, float]
"""Noise by weight, in units of the weight's scale."""


@dataclass(frozen=True)
class Setting:
    """The object of the training: a player's weights for one kind of game, for several player counts in turn;
    or a common change to the weights of each player count."""

    ruleset: str
    seats: tuple[int, ...]
    options: Mapping[str, str]
    player: str
    work: int | None = None
    change: bool = False

    def own(self, seats: int) -> Weights:
        """Return the player's weights for a number of seats. Raises `ParseError` if it has no weights to
        train."""
        made = player(self.player)
        if not isinstance(made, Tunable):
            raise ParseError(f"player {self.player!r} has no weights to learn")
        return made.weights(self.ruleset, seats, ruleset(self.ruleset).full_options(seats, self.options))

    def job(self, seed: int, weights: Sequence[Weights]) -> Job:
        """Return a game between players with these weights, given by seat."""
        if self.change:
            own = self.own(len(weights))
            weights = [{name: own.get(name, 0.0) + more for name, more in each.items()} for each in weights]
        players = (Contestant(self.player, self.work, weights=tuple(each.items())) for each in weights)
        return Job(self.ruleset, seed, tuple(players), self.options)


class Pair(NamedTuple):
    """Two games of one deal with opposite noise."""

    noises: tuple[Noise, ...]
    jobs: tuple[Job, Job]


def scales(start: Weights) -> dict[str, float]:
    """Return the scale of each weight: its absolute value, or the median of all for a weight of 0."""
    usual = median(abs(value) for value in start.values() if value) if any(start.values()) else 1.0
    return {name: abs(value) or usual for name, value in start.items()}


def moved(weights: Weights, noise: Noise, scale: Weights, factor: float) -> dict[str, float]:
    """Return the weights moved by `factor` times the noise, scaled per weight."""
    return {name: value + factor * scale[name] * noise[name] for name, value in weights.items()}


def pairs(
    setting: Setting, weights: Weights, scale: Weights, spread: float, count: int, rng: Random
) -> list[Pair]:
    """Return the pairs of a generation; player counts take turns."""
    made = []
    for number in range(count):
        seats = setting.seats[number % len(setting.seats)]
        seed = rng.getrandbits(40)
        noises = tuple({name: rng.gauss(0, 1) for name in weights} for _ in range(seats))
        first, second = (
            setting.job(seed, [moved(weights, noise, scale, sign * spread) for noise in noises])
            for sign in (1, -1)
        )
        made.append(Pair(noises, (first, second)))
    return made


def success(game: GameResult) -> list[float]:
    """Return the reward of each seat: its share of the win plus a bounded bonus for its lead in points."""
    found = []
    for seat, (share, total) in enumerate(zip(game.shares, game.totals, strict=True)):
        best = max(other for who, other in enumerate(game.totals) if who != seat)
        found.append(share + 0.5 * tanh((total - best) / MARGIN))
    return found


def slope(played: Iterable[tuple[Pair, GameResult, GameResult]]) -> dict[str, float]:
    """Estimate the gradient, as a standard score per weight: pure chance mostly gives values from -1 to 1."""
    sums: dict[str, float] = {}
    squares = 0.0
    for pair, first, second in played:
        gains = [one - other for one, other in zip(success(first), success(second), strict=True)]
        middle = sum(gains) / len(gains)
        for noise, gain in zip(pair.noises, gains, strict=True):
            squares += (gain - middle) ** 2
            for name, value in noise.items():
                sums[name] = sums.get(name, 0.0) + (gain - middle) * value
    size = sqrt(squares) or 1.0
    return {name: max(-CLIP, min(CLIP, value / size)) for name, value in sums.items()}
