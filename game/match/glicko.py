"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system", 2022): a rating with its deviation and
volatility, updated by the results of a rating period. The step numbers are his."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE, CENTRE = 173.7178, 1500.0
TAU = 0.5
"""System constant that limits changes of the volatility."""
EPSILON = 1e-6
"""Tolerance of the volatility's logarithm."""


class Skill(NamedTuple):
    """A rating, its standard deviation, and its volatility."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[int, int]:
        """Return the range of two deviations around the rating, rounded to tens."""
        low, high = (round((self.rating + way * self.deviation) / 10) * 10 for way in (-2, 2))
        return low, high


def updated(player: Skill, results: Sequence[tuple[Skill, float]]) -> Skill:
    """Return a player's skill after a rating period.

    results  each opponent before the period, with the score: 1 for a victory, 0 for a defeat
    """
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE  # step 2
    if not results:
        return player._replace(deviation=SCALE * sqrt(phi**2 + player.volatility**2))
    games = []
    for opponent, score in results:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
        ahead = g * (mu - (opponent.rating - CENTRE) / SCALE)
        games.append((g, 1 / (1 + exp(-ahead)), 1 / (1 + exp(ahead)), score))
    v = 1 / sum(g * g * win * defeat for g, win, defeat, _ in games)  # step 3
    gain = sum(g * (score - win) for g, win, _, score in games)
    sigma = _volatility(player.volatility, phi, v, v * gain)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)  # steps 6 and 7
    return Skill(CENTRE + SCALE * (mu + phi * phi * gain), SCALE * phi, sigma)  # step 8


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    a, b = start, log(delta**2 - phi**2 - v) if delta**2 > phi**2 + v else start - TAU
    while delta**2 <= phi**2 + v and f(b) < 0:
        b -= TAU
    at_a, at_b = f(a), f(b)
    while abs(b - a) > EPSILON:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return exp(a / 2)
