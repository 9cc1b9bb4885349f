"""The parts of the players' knowledge that belong to modules."""

from __future__ import annotations

from functools import lru_cache

from game.games.hansa_teutonica.bots.countries import CountriesPart
from game.games.hansa_teutonica.bots.favour import FavourPart
from game.games.hansa_teutonica.bots.missions import MissionsPart
from game.games.hansa_teutonica.bots.neutral import NeutralPart
from game.games.hansa_teutonica.bots.part import Part
from game.games.hansa_teutonica.bots.pawn import PawnPart
from game.games.hansa_teutonica.bots.permanent import PermanentPart
from game.games.hansa_teutonica.bots.promo import PromoPart
from game.games.hansa_teutonica.rules.edition import Edition

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
