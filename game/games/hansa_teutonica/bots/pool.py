"""Players that are bent on one thing, to measure others against: whoever is good only among its equals fails
among these. Each is the weights of medium in which some rows, by the beginning of their names, are multiplied
and then added to.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.brain import Weights

Bend = Mapping[str, tuple[float, float]]

BENT: Mapping[str, Bend] = {
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
"""By name: hardly drives anybody out; offices, control and network; hoards markers; more actions before
anything else; the way from west to east."""


def bent(weights: Weights, towards: str) -> dict[str, float]:
    """The weights of the player with this name."""
    rows = BENT[towards]
    found = dict(weights)
    for name in found:
        for start, (factor, more) in rows.items():
            if name.startswith(start):
                found[name] = found[name] * factor + more
    return found
