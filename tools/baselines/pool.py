"""Single-strategy opponents of Hansa Teutonica: they reveal a player that only beats its own kind.

Each uses the weights of the champion, changed by factors and summands: a rule applies to every weight whose
name begins with its prefix.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.brain import Weights

Bend = Mapping[str, tuple[float, float]]

POOL: Mapping[str, Bend] = {
    "peace": {
        "drive.out": (1.0, 2.0),
        "blocked": (0.45, 0.0),
        "parked": (0.0, -0.2),
        "besieged": (0.0, -0.2),
    },
    "prestige": {
        "office": (1.0, 1.0),
        "control.later": (1.0, 0.5),
        "network": (1.3, 0.0),
        "towns": (1.5, 0.0),
    },
    "markers": {"marker.": (1.7, 0.5), "hopes": (1.5, 0.0)},
    "actions": {"actiones.": (1.8, 1.0)},
    "link": {"way.late": (1.0, 0.35), "way.early": (1.0, 0.2)},
}
"""Changes by opponent: rarely displaces; offices, control and network; collects markers; actions first; the
link."""


def biased(weights: Weights, name: str) -> dict[str, float]:
    """Return the weights of the opponent with this name."""
    rows = POOL[name]
    found = dict(weights)
    for row in found:
        for start, (factor, more) in rows.items():
            if row.startswith(start):
                found[row] = found[row] * factor + more
    return found
