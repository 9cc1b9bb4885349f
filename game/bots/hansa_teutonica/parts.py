"""The parts of the players' knowledge that belong to modules."""

from __future__ import annotations

from functools import lru_cache

from game.bots.hansa_teutonica.countries import CountriesPart
from game.bots.hansa_teutonica.favour import FavourPart
from game.bots.hansa_teutonica.missions import MissionsPart
from game.bots.hansa_teutonica.neutral import NeutralPart
from game.bots.hansa_teutonica.part import Part
from game.bots.hansa_teutonica.pawn import PawnPart
from game.bots.hansa_teutonica.permanent import PermanentPart
from game.bots.hansa_teutonica.promo import PromoPart
from game.engine.hansa_teutonica.edition import Edition

PARTS: dict[str, type[Part]] = {
    "pawn": PawnPart,
    "neutral": NeutralPart,
    "permanent": PermanentPart,
    "countries": CountriesPart,
    "missions": MissionsPart,
    "favour": FavourPart,
    "promo": PromoPart,
}
"""By module. One without a row is played all the same (`Part`)."""


@lru_cache(maxsize=64)
def parts(edition: Edition) -> tuple[Part, ...]:
    """What there is to know about the modules of an edition."""
    return tuple(PARTS[module.id](edition) for module in edition.modules if module.id in PARTS)
