"""The weights of the reference players: a copy of the first good ones, never to be changed."""

from __future__ import annotations

from collections.abc import Mapping

GUESS: dict[str, float] = {
    # What a step on a track is worth with the whole game ahead.
    "keys.1": 2.0, "keys.2": 1.0, "keys.3": 3.0, "keys.4": 3.5,
    "actiones.1": 14.0, "actiones.2": 4.0, "actiones.3": 11.0, "actiones.4": 3.5, "actiones.5": 8.0,
    "privilegium.1": 5.0, "privilegium.2": 4.0, "privilegium.3": 3.0,
    "book.1": 2.0, "book.2": 1.5, "book.3": 1.5,
    "bursa.1": 3.0, "bursa.2": 1.5, "bursa.3": 1.5,
    # Unused markers, with the whole game ahead.
    "marker.extra_office": 2.5, "marker.swap_offices": 1.0, "marker.plus_3_actions": 2.5,
    "marker.plus_4_actions": 3.2, "marker.improve_ability": 3.5, "marker.remove_3": 1.2,
    # Pieces: the first three, the next three and further traders of the supply; merchants; the stock.
    "supply.few": 0.8, "supply.some": 0.5, "supply.many": 0.18, "supply.merchant": 0.7,
    "stock.trader": 0.12, "stock.merchant": 0.35, "house": 0.2,
    # How much of a claim's worth is promised, by pieces still missing, and what spoils it.
    "missing.0": 0.9, "missing.1": 0.75, "missing.2": 0.5, "missing.3": 0.3,
    "blocked": 0.85, "drive.out": 0.4, "second": 0.72, "parked": 0.12, "besieged": 0.25,
    "merchant.near": 0.8, "merchant.far": 0.3,
    # Offices.
    "office": 1.0, "control.later": 1.0, "keys.later": 0.8, "network": 0.9, "towns": 0.9, "way.done": 0.25,
    # The clock.
    "action": 0.8, "spread": 9.0, "compensation": 0.7, "far": 0.85,
}  # fmt: skip

TABLES: Mapping[str, Mapping[str, float]] = {kind: GUESS for kind in ("2-pawn", "2-neutral", "3", "4", "5")}
