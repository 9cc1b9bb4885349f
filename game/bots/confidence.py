"""From estimates to chances: how often who is given such an estimate does win.

Estimates by the evaluation, or by continuations, order positions well but are too timid or too bold. Each is
raised to a power that was fitted to games of the computer players (`python -m tools.tune.calibrate`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

from game.games import part


class Power(NamedTuple):
    """Powers in eighths: at the beginning of a game and at its end; in between, by what is left of it."""

    early: int
    late: int

    def at(self, left: float) -> int:
        """The power when so much of the game is left, 1 to 0."""
        return round(self.late + (self.early - self.late) * left)


class Powers(NamedTuple):
    """Those for a kind of game.

    plan      for the estimate of a plan at the end of the turn
    position  for the mean of the chances around a round (`Search.around`)
    """

    plan: Power
    position: Power


PLAIN = ((8, 8), (8, 8))


def powers(ruleset: str, kind: str) -> Powers:
    """The powers for a kind of game (`Brain.kind`)."""
    return Powers(*(Power(*pair) for pair in part(ruleset, "bots", "powers").POWERS.get(kind, PLAIN)))


def odds(ruleset: str, kind: str, level: str) -> float:
    """By what the odds of whoever has planned a turn at that level are multiplied in a kind of game."""
    by_level = part(ruleset, "bots", "powers").ODDS.get(kind, {})
    return float(by_level.get(level, by_level.get("hard", 100))) / 100


def tempered(chances: Sequence[float], seat: int, odds: float) -> list[float]:
    """Everybody's chances with the odds of one seat multiplied, those of the others in proportion.

    Everybody judges the own turn as the best that was found, and the others' as they come: what the movers of
    a round were told added up to more than 1.

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
    """The estimate of each seat to the power of so many eighths, adding up to 1 again. With nothing but
    square roots and products the result is the same in every Python, native or WebAssembly.

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
