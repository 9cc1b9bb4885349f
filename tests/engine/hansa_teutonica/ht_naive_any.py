"""The second implementation for any position: the class of its board combined with the modules."""

from __future__ import annotations

from tests.engine.hansa_teutonica.ht_naive import _pairs
from tests.engine.hansa_teutonica.ht_naive_britannia import NaiveBritannia
from tests.engine.hansa_teutonica.ht_naive_east import NaiveEast
from tests.engine.hansa_teutonica.ht_naive_modules import NaiveModules


class AnyEast(NaiveModules, NaiveEast):
    """The East, with any modules."""


class AnyBritannia(NaiveModules, NaiveBritannia):
    """Britannia, with any modules."""


BOARDS: dict[str, type[NaiveModules]] = {"base": NaiveModules, "east": AnyEast, "britannia": AnyBritannia}


def naive(line: str) -> NaiveModules:
    """Return the second implementation's view of a position string."""
    fields = dict(part.split("=", 1) for part in line.split(" ")[1:])
    board = dict(_pairs(fields["options"])).get("board", "base")
    if board not in BOARDS:
        raise LookupError(
            f"the second engine does not know the board {board!r}: add its class to BOARDS in {__name__}"
        )
    return BOARDS[board](line)
