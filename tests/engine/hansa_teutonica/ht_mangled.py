"""Modified position strings: some are impossible, and some are not."""

from __future__ import annotations

import re
from random import Random

from game.games.hansa_teutonica.rules.board import MARKERS, TRACKS
from game.games.hansa_teutonica.rules.editions import all_decisions, printed
from game.games.hansa_teutonica.rules.tables import tables

FRONT = printed("front")

RANDOM = {
    "ask": [*all_decisions(), "over"],
    "ending": ["-", "points", "markers", "completed"],
    "acted": ["yes", "no"],
    "route": ["-", *tables(FRONT).route_ids],
    "fresh": ["-", *MARKERS],
    "hand": ["-", "0t", "1t", "1m", "2t", "0t+0m", "1t+1t"],
    "origins": [
        "-",
        *(f"{house}:{piece}" for house in tables(FRONT).house_ids[::9] for piece in ("0t", "1m")),
    ],
    "levels": ["-", *(f"{seat}:{track}:3" for seat in (0, 1) for track in TRACKS)],
    "plate": ["0", "1", *MARKERS, "remove_3+plus_3_actions"],
    "linked": ["-", "0", "1", "1+0"],
}
"""Values for a field, in addition to those of other positions."""


def mangled(line: str, other: str, rng: Random) -> str:
    """Return the line with one to three fields changed: dropped, counted up or down, or given another
    value."""
    word, *parts = line.split(" ")
    values = dict(part.split("=", 1) for part in parts)
    others = dict(part.split("=", 1) for part in other.split(" ")[1:])
    for _ in range(rng.randint(1, 3)):
        field = rng.choice([name for name in others if name not in ("seats", "options")])
        match rng.randrange(4):
            case 0:
                values.pop(field, None)
            case 1 if re.search(r"\d", values.get(field, "")):
                spots = list(re.finditer(r"\d+", values[field]))
                spot = rng.choice(spots)
                changed = str(max(0, int(spot[0]) + rng.choice((-1, 1))))
                values[field] = values[field][: spot.start()] + changed + values[field][spot.end() :]
            case 2:
                values[field] = others[field]
            case _:
                values[field] = rng.choice(RANDOM.get(field, ["0", "1", "2", "-"]))
    return " ".join([word, *(f"{name}={value}" for name, value in values.items())])
