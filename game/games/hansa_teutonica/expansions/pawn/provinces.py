"""Provinces of the pawn variant (rules section 12.A): faces of the map of the back side.

Routes and four border guards cut the map. The outside is not printed as provinces. The presets differ in the
towns that count as touching the edge of the board, and so divide the outside.

B1  the six dead-end towns and the two red edge towns: 10 inner and 8 rim provinces (recommended)
B0  the six dead-end towns only: 10 and 6
A2  the two red edge towns only: 10 and 2
A   none: 10 and one outer ring, which nine routes border on both sides
"""

from __future__ import annotations

from typing import NamedTuple


class Province(NamedTuple):
    """A region of the map between routes, border guards and the edge (rules section 12.A)."""

    id: str
    towns: tuple[str, ...]
    """Towns round the province, in order."""
    routes: tuple[str, ...]
    """Routes that border the province. The pawn lets a player place, displace and claim there."""
    neighbours: tuple[str, ...]


GUARDS = (
    ("osnabrueck", "muenster"),
    ("muenster", "dortmund"),
    ("lueneburg", "brunswiek"),
    ("brunswiek", "goslar"),
)
"""Pairs of towns with a border guard between them. A guard is a border like a route."""

_Region = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A province without its neighbours: id, towns round it, routes that border it."""

_INNER: tuple[_Region, ...] = (
    (
        "I1",
        ("lueneburg", "hamburg", "bremen", "hannover"),
        ("hamburg-lueneburg", "bremen-hamburg", "bremen-hannover", "hannover-lueneburg"),
    ),
    (
        "I2",
        ("brunswiek", "minden", "paderborn", "hildesheim", "goslar"),
        ("minden-brunswiek", "minden-paderborn", "paderborn-hildesheim", "hildesheim-goslar"),
    ),
    (
        "I3",
        ("osnabrueck", "kampen", "arnheim", "muenster"),
        ("kampen-osnabrueck", "kampen-arnheim", "arnheim-muenster"),
    ),
    (
        "I4",
        ("bremen", "osnabrueck", "muenster", "minden"),
        ("osnabrueck-bremen", "muenster-minden", "bremen-minden"),
    ),
    ("I5", ("bremen", "minden", "hannover"), ("bremen-minden", "minden-hannover", "bremen-hannover")),
    (
        "I6",
        ("hannover", "minden", "brunswiek", "lueneburg"),
        ("minden-hannover", "minden-brunswiek", "hannover-lueneburg"),
    ),
    (
        "I7",
        ("paderborn", "minden", "muenster", "dortmund"),
        ("minden-paderborn", "muenster-minden", "dortmund-paderborn"),
    ),
    (
        "I8",
        ("muenster", "arnheim", "duisburg", "dortmund"),
        ("arnheim-muenster", "arnheim-duisburg", "duisburg-dortmund"),
    ),
    (
        "I9",
        ("perleberg", "lueneburg", "brunswiek", "stendal"),
        ("lueneburg-perleberg", "brunswiek-stendal", "perleberg-stendal"),
    ),
    (
        "I10",
        ("magdeburg", "stendal", "brunswiek", "goslar"),
        ("stendal-magdeburg", "brunswiek-stendal", "goslar-magdeburg"),
    ),
)

_OUTER: dict[str, tuple[_Region, ...]] = {
    "B1": (
        (
            "R1",
            ("paderborn", "warburg", "coellen", "goettingen", "quedlinburg", "goslar", "hildesheim"),
            (
                "paderborn-warburg",
                "coellen-warburg",
                "goettingen-quedlinburg",
                "goslar-quedlinburg",
                "hildesheim-goslar",
                "paderborn-hildesheim",
            ),
        ),
        (
            "R2",
            ("bremen", "hamburg", "stade", "groningen", "emden", "osnabrueck"),
            ("bremen-hamburg", "stade-hamburg", "groningen-emden", "emden-osnabrueck", "osnabrueck-bremen"),
        ),
        (
            "R3",
            ("duisburg", "arnheim", "coellen", "warburg", "paderborn", "dortmund"),
            (
                "arnheim-duisburg",
                "coellen-warburg",
                "paderborn-warburg",
                "dortmund-paderborn",
                "duisburg-dortmund",
            ),
        ),
        (
            "R4",
            ("luebeck", "hamburg", "lueneburg", "perleberg", "stendal"),
            ("hamburg-luebeck", "hamburg-lueneburg", "lueneburg-perleberg", "perleberg-stendal"),
        ),
        (
            "R5",
            ("emden", "groningen", "arnheim", "kampen", "osnabrueck"),
            ("groningen-emden", "kampen-arnheim", "kampen-osnabrueck", "emden-osnabrueck"),
        ),
        (
            "R6",
            ("stendal", "magdeburg", "goslar", "quedlinburg", "halle"),
            ("stendal-magdeburg", "goslar-magdeburg", "goslar-quedlinburg", "quedlinburg-halle"),
        ),
        ("R7", ("hamburg", "luebeck", "stade"), ("hamburg-luebeck", "stade-hamburg")),
        ("R8", ("quedlinburg", "goettingen", "halle"), ("goettingen-quedlinburg", "quedlinburg-halle")),
    ),
    "B0": (
        (
            "R1",
            (
                "emden",
                "groningen",
                "coellen",
                "warburg",
                "paderborn",
                "dortmund",
                "duisburg",
                "arnheim",
                "kampen",
                "osnabrueck",
            ),
            (
                "groningen-emden",
                "coellen-warburg",
                "paderborn-warburg",
                "dortmund-paderborn",
                "duisburg-dortmund",
                "arnheim-duisburg",
                "kampen-arnheim",
                "kampen-osnabrueck",
                "emden-osnabrueck",
            ),
        ),
        (
            "R2",
            (
                "luebeck",
                "hamburg",
                "lueneburg",
                "perleberg",
                "stendal",
                "magdeburg",
                "goslar",
                "quedlinburg",
                "halle",
            ),
            (
                "hamburg-luebeck",
                "hamburg-lueneburg",
                "lueneburg-perleberg",
                "perleberg-stendal",
                "stendal-magdeburg",
                "goslar-magdeburg",
                "goslar-quedlinburg",
                "quedlinburg-halle",
            ),
        ),
        (
            "R3",
            ("paderborn", "warburg", "coellen", "goettingen", "quedlinburg", "goslar", "hildesheim"),
            (
                "paderborn-warburg",
                "coellen-warburg",
                "goettingen-quedlinburg",
                "goslar-quedlinburg",
                "hildesheim-goslar",
                "paderborn-hildesheim",
            ),
        ),
        (
            "R4",
            ("bremen", "hamburg", "stade", "groningen", "emden", "osnabrueck"),
            ("bremen-hamburg", "stade-hamburg", "groningen-emden", "emden-osnabrueck", "osnabrueck-bremen"),
        ),
        ("R5", ("hamburg", "luebeck", "stade"), ("hamburg-luebeck", "stade-hamburg")),
        ("R6", ("quedlinburg", "goettingen", "halle"), ("goettingen-quedlinburg", "quedlinburg-halle")),
    ),
    "A2": (
        (
            "R1",
            (
                "duisburg",
                "arnheim",
                "stendal",
                "magdeburg",
                "goslar",
                "quedlinburg",
                "halle",
                "goettingen",
                "hildesheim",
                "paderborn",
                "warburg",
                "coellen",
                "dortmund",
            ),
            (
                "arnheim-duisburg",
                "stendal-magdeburg",
                "goslar-magdeburg",
                "goslar-quedlinburg",
                "quedlinburg-halle",
                "goettingen-quedlinburg",
                "hildesheim-goslar",
                "paderborn-hildesheim",
                "paderborn-warburg",
                "coellen-warburg",
                "dortmund-paderborn",
                "duisburg-dortmund",
            ),
        ),
        (
            "R2",
            (
                "hamburg",
                "luebeck",
                "lueneburg",
                "perleberg",
                "stendal",
                "arnheim",
                "kampen",
                "osnabrueck",
                "emden",
                "groningen",
                "bremen",
                "stade",
            ),
            (
                "hamburg-luebeck",
                "hamburg-lueneburg",
                "lueneburg-perleberg",
                "perleberg-stendal",
                "kampen-arnheim",
                "kampen-osnabrueck",
                "emden-osnabrueck",
                "groningen-emden",
                "osnabrueck-bremen",
                "bremen-hamburg",
                "stade-hamburg",
            ),
        ),
    ),
    "A": (
        (
            "R1",
            (
                "hamburg",
                "luebeck",
                "lueneburg",
                "perleberg",
                "stendal",
                "magdeburg",
                "goslar",
                "quedlinburg",
                "halle",
                "goettingen",
                "hildesheim",
                "paderborn",
                "warburg",
                "coellen",
                "dortmund",
                "duisburg",
                "arnheim",
                "kampen",
                "osnabrueck",
                "emden",
                "groningen",
                "bremen",
                "stade",
            ),
            (
                "hamburg-luebeck",
                "hamburg-lueneburg",
                "lueneburg-perleberg",
                "perleberg-stendal",
                "stendal-magdeburg",
                "goslar-magdeburg",
                "goslar-quedlinburg",
                "quedlinburg-halle",
                "goettingen-quedlinburg",
                "hildesheim-goslar",
                "paderborn-hildesheim",
                "paderborn-warburg",
                "coellen-warburg",
                "dortmund-paderborn",
                "duisburg-dortmund",
                "arnheim-duisburg",
                "kampen-arnheim",
                "kampen-osnabrueck",
                "emden-osnabrueck",
                "groningen-emden",
                "osnabrueck-bremen",
                "bremen-hamburg",
                "stade-hamburg",
            ),
        ),
    ),
}


def _border(one: _Region, other: _Region) -> bool:
    """Return whether a route or, between two inner provinces, a border guard separates two provinces."""
    if set(one[2]) & set(other[2]):
        return True
    inner = one in _INNER and other in _INNER
    return inner and any({*guard} <= {*one[1]} and {*guard} <= {*other[1]} for guard in GUARDS)


def _with_neighbours(regions: tuple[_Region, ...]) -> tuple[Province, ...]:
    """Return the provinces of a map, each with the ids of those across a border."""
    return tuple(
        Province(*one, tuple(other[0] for other in regions if other is not one and _border(one, other)))
        for one in regions
    )


PROVINCES: dict[str, tuple[Province, ...]] = {
    preset: _with_neighbours((*_INNER, *outer)) for preset, outer in _OUTER.items()
}
"""Provinces of every preset. The inner ones are the same in each."""
