"""A second implementation of the East, on the model of `ht_naive`: legal actions and their effects.

The board data is repeated; the rules use the position string only, with sets of texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.engine.hansa_teutonica.ht_board import Side, side
from tests.engine.hansa_teutonica.ht_naive import KINDS, _pairs, owner
from tests.engine.hansa_teutonica.ht_naive_expansion import NaiveExpansion
from tests.engine.hansa_teutonica.ht_naive_play import LETTERS

EAST = side(
    """
    luebeck sw so sk
    wismar so cp
    stralsund so co
    malmoe cw so cp
    visby co
    koenigsberg so sk
    belgard
    danzig sw so sp sk
    anklam sw sp
    waren
    perleberg so
    havelberg sw$ cw sp sk
    stettin so sk
    kulm sw sp
    elbing so sk
    braunsberg sw co
    allenstein sw sp
    thorn sw$ so sk
    frankfurt sw so sp
    berlin_coelln so
    brandenburg cw sp
    tangermuende so
    magdeburg sw$ so
    halle sw co
    wittenberg sp
    dresden
    breslau sw co sk
    krakau sw sp sk
    """,
    """
    krakau thorn 3
    krakau breslau 3
    allenstein braunsberg 3
    braunsberg danzig 4
    danzig koenigsberg 4
    danzig belgard 4
    danzig malmoe 4
    wismar luebeck 3
    wismar stralsund 3
    waren wismar 3
    waren havelberg 3
    havelberg perleberg 2
    brandenburg tangermuende 2
    brandenburg berlin_coelln 3
    brandenburg stettin 3
    magdeburg halle 3
    halle wittenberg 2
    halle dresden 4
    halle brandenburg 3
    dresden krakau 4
    breslau frankfurt 3
    frankfurt stettin 2
    stettin kulm 3
    stettin anklam 3
    stettin waren 4
    thorn allenstein 3
    kulm elbing 2
    kulm belgard 3
    elbing braunsberg 3
    belgard anklam 3
    malmoe visby 3
    stralsund malmoe 3
    """,
)
SHIPS = {
    "stralsund-malmoe.3",
    "danzig-malmoe.4",
    "wismar-stralsund.3",
    "stralsund-malmoe.2",
    "malmoe-visby.2",
    "wismar-stralsund.2",
}
GREEN = ("belgard", "waren", "dresden")
ABILITIES = {
    "waren": ("bursa", "actiones"),
    "magdeburg": ("privilegium",),
    "breslau": ("liber_sophiae",),
    "dresden": ("clavis_urbis",),
}
EFFECTS = {
    "wismar-stralsund": "move-two",
    "stralsund-malmoe": "improve-privilege",
    "malmoe-visby": "green-office",
    "danzig-malmoe": "reuse-two",
}


class NaiveEast(NaiveExpansion):
    """A position of the East."""

    abilities = ABILITIES
    table_route = "danzig-koenigsberg"
    link = ("luebeck", "danzig")
    green = GREEN
    ships = SHIPS
    effects = EFFECTS

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.greens = {town: int(count) for town, count in _pairs(self.fields["greens"])}

    def side(self) -> Side:
        return EAST

    def summary(self) -> dict[str, object]:
        return {**super().summary(), "greens": self.greens}

    def completed(self) -> int:
        """4.6."""
        full = sum(
            bool(row) and len(self.offices.get(town, [])) == len(row) for town, row in EAST.towns.items()
        )
        return full + sum(bool(self.extras.get(town)) for town in GREEN)

    # --- legal actions

    def ask_green_office(self) -> Iterator[str]:
        kinds = [KINDS[kind] for kind, count in self.supply[self.turn].items() if count]
        yield from (f"green-office {kind} {town}" for kind, town in product(kinds, GREEN))
        yield "no-benefit"

    def ask_reuse_two(self) -> Iterator[str]:
        for kind in {piece[1] for piece in self.hand()}:
            there = (house for house in self.empty() if self.fits(kind, house))
            yield from (f"reuse {KINDS[kind]} {house}" for house in there)
        yield "done"

    def swaps(self) -> Iterator[str]:
        yield from super().swaps()
        reading = self.options.get("green_swap", "added")
        for town in GREEN:
            row = self.extras.get(town, [])
            most = {"added": self.greens.get(town, 0), "any": len(row), "never": 0}[reading]
            for number in range(2, most + 1):
                owners = {owner(piece) for piece in row[number - 2 : number]}
                if self.options.get("swap") != "own" or self.turn in owners:
                    yield f"use swap_offices {town}.extra.{number}"

    # --- effects

    def clear(self, route: str) -> None:
        """3.8: pieces that would go back are taken in hand, if the effect follows."""
        lapses = self.over and self.options.get("permanent_end") == "lapses"
        if self.effects.get(route) != "reuse-two" or lapses:
            super().clear(route)
            return
        pieces = [self.houses[house] for house in EAST.houses(route) if self.houses[house] != "."]
        self.in_hand = sorted(pieces, key=lambda piece: piece[1] == "m")
        self.houses |= dict.fromkeys(EAST.houses(route), ".")

    def do_reuse(self, kind: str, house: str) -> None:
        piece = f"{self.turn}{LETTERS[kind]}"
        self.in_hand.remove(piece)
        self.houses[house] = piece
        if self.fields["allowance"] == "1":
            self.do_done()

    def do_done(self) -> None:
        if self.ask == "reuse-two":
            for piece in self.in_hand:
                self.send(piece, self.stock)
            self.in_hand = []
        else:
            super().do_done()

    def do_green_office(self, kind: str, town: str) -> None:
        """4.5."""
        self.supply[self.turn][LETTERS[kind]] -= 1
        self.extras.setdefault(town, []).insert(0, f"{self.turn}{LETTERS[kind]}")
        self.greens[town] = self.greens.get(town, 0) + 1
        self.founded(town, [])

    def do_use(self, kind: str, what: str = "", more: str = "") -> None:
        if ".extra." not in what:
            super().do_use(kind, what, more)
            return
        self.turn_down(kind)
        town, number = what.split(".extra.")
        row, left = self.extras[town], int(number) - 1
        row[left], row[left - 1] = row[left - 1], row[left]
