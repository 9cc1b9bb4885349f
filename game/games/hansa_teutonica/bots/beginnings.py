"""Weights that a table lacks, as learning begins with them (docs/lab/weights.md): those of boards of
expansions, and the numbers of the clock, without which most tables were learnt.

clock.rounds          the usual length of a game, times this
clock.ends, clock.nearest
                      the share of the nearest ending in what is gone of the game, and that of it at least
more.markers, more.pieces
                      what of unused markers and of pieces goes with the time that is left
sure                  how sure the points of markers are at the end
ship.near, ship.far   the share of a promise that is left for each ship without an own merchant: near for the
                      first, if one is in supply, far for others
effect.*              a permanent marker, in actions saved
abroad.0, abroad.1    the share of what a route abroad promises while pieces are missing there, by permissions
permit, permit.both   a permission at the beginning of a game, and what it is worth more for two countries
country.early         so much of the points for a country is not yet sure at the beginning
marker.*              promo markers that are still to be laid or exchanged: less than what they promise once
                      they are, so that nobody keeps them
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game.games.hansa_teutonica.rules.board import MOVE_TWO, PLACE_ABROAD, REUSE_TWO
from game.games.hansa_teutonica.rules.edition import Edition

CLOCK = {
    "clock.rounds": 1.0,
    "clock.ends": 0.5,
    "clock.nearest": 0.9,
    "more.markers": 1.0,
    "more.pieces": 1.2,
    "sure": 0.8,
}
SAVED = {MOVE_TWO: 1.0, REUSE_TWO: 2.0, PLACE_ABROAD: 2.5}
"""Permanent markers that save so many actions; the last saves permissions too."""
SHIPS = {"ship.near": 0.85, "ship.far": 0.4}
ABROAD = {"abroad.0": 0.1, "abroad.1": 0.85, "permit": 0.5, "permit.both": 0.2, "country.early": 0.9}
"""Of a few guesses, those that did well."""
PROMO = {"marker.tribute": 1.5, "marker.block": 0.4, "marker.exchange": 4.5}


def completed(table: Mapping[str, float], edition: Edition) -> Mapping[str, float]:
    """A table with what it lacks on the board of an edition."""
    return {**CLOCK, **_added(edition), **table}


@cache
def _added(edition: Edition) -> Mapping[str, float]:
    modules = {module.id for module in edition.modules}
    if "promo" in modules:
        return PROMO | _of_board(edition)
    return _of_board(edition)


def _of_board(edition: Edition) -> dict[str, float]:
    board, modules = edition.board, {module.id for module in edition.modules}
    if "permanent" not in modules:
        return {}
    added = {**SHIPS, **{f"control.{town}": 0.0 for town in board.town_ids}}
    added |= {f"house.{route}": 0.0 for route in board.route_ids}
    effects = {route.effect for route in board.printed.routes}
    added |= {f"effect.{effect}": saved for effect, saved in SAVED.items() if effect in effects}
    return added | ABROAD if "countries" in modules else added
