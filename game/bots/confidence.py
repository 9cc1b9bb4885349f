"""Calibration of value estimates into win probabilities.

Evaluations and playouts rank positions well but are overconfident or underconfident. Each estimate is raised
to an exponent that was fitted to the results of computer games (`python -m tools.tune.calibrate`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum, sqrt
from typing import NamedTuple

from game.bots.weights import tables


class Power(NamedTuple):
    """Calibration exponents, in eighths, for the beginning and the end of a game."""

    early: int
    late: int

    def at(self, left: float) -> int:
        """Return the exponent, in eighths, interpolated for the fraction of the game that is left (1
        to 0)."""
        return round(self.late + (self.early - self.late) * left)


class Powers(NamedTuple):
    """The calibration exponents for a kind of game.

    plan      for the estimate of a plan at the end of the turn
    position  for the mean win probabilities over a round (`Search.around`)
    """

    plan: Power
    position: Power


PHASES = "early", "middle", "late"
"""Points of a game between which the factors of the odds are interpolated: the beginning, half of it, the
end."""
UNCHANGED = 8.0
"""Exponent, in eighths, that leaves an estimate as it is."""


@cache
def _calibration(game: str) -> Mapping[str, Mapping[str, float]]:
    """Return the game's calibration by kind, empty if it has none."""
    return tables(game, "bots/powers.txt")


def powers(ruleset: str, kind: str) -> Powers:
    """Return the calibration exponents for a kind of game (`Brain.kind`)."""
    rows = _calibration(ruleset).get(kind, {})
    return Powers(_power(rows, "plan"), _power(rows, "position"))


def _power(rows: Mapping[str, float], estimate: str) -> Power:
    early, late = (int(rows.get(f"{estimate}.{time}", UNCHANGED)) for time in ("early", "late"))
    return Power(early, late)


def odds(ruleset: str, kind: str, level: str, left: float) -> float:
    """Return the factor for the mover's odds after it has planned a turn at that level, for a kind
    of game and the fraction of it that is left."""
    rows = _calibration(ruleset).get(kind, {})
    known = level if f"odds.{level}.{PHASES[0]}" in rows else "hard"
    return at_phase([rows.get(f"odds.{known}.{phase}", 100.0) / 100 for phase in PHASES], left)


def at_phase(values: Sequence[float], left: float) -> float:
    """Return a value that is interpolated from those of `PHASES`, for the fraction of the game that is left.

    >>> [at_phase((0.9, 0.5, 0.3), left) for left in (1.0, 0.75, 0.5, 0.0)]
    [0.9, 0.7, 0.5, 0.3]
    """
    early, middle, late = values
    if left > 0.5:
        return middle + (early - middle) * (2.0 * left - 1.0)
    return late + (middle - late) * 2.0 * left


def tempered(chances: Sequence[float], seat: int, odds: float) -> list[float]:
    """Return the win probabilities with one seat's odds multiplied and those of the others scaled in
    proportion.

    Corrects an optimistic bias: a player evaluates its own turn as the best that it found, and other turns as
    average ones. Without the correction, the probabilities predicted to the movers of a round add up to more
    than 1.

    >>> [round(chance, 2) for chance in tempered([0.5, 0.3, 0.2], 0, 0.5)]
    [0.33, 0.4, 0.27]
    """
    own = chances[seat]
    if not 0.0 < own < 1.0:
        return list(chances)
    less = own * odds / (own * odds + 1.0 - own)
    rest = (1.0 - less) / (1.0 - own)
    return [less if other == seat else chance * rest for other, chance in enumerate(chances)]


def raised(estimate: Sequence[float], eighths: int) -> list[float]:
    """Return the estimates raised to the exponent `eighths` / 8 and normalised to a sum of 1.

    Uses square roots and products only, so that every Python, native or WebAssembly, returns identical
    results.

    >>> [round(chance, 2) for chance in raised([0.5, 0.3, 0.2], 16)]
    [0.66, 0.24, 0.11]
    """
    found = []
    for chance in estimate:
        root, whole = sqrt(sqrt(sqrt(chance))), 1.0
        for _ in range(eighths):
            whole *= root
        found.append(whole)
    total = fsum(found)
    return [chance / total for chance in found]
