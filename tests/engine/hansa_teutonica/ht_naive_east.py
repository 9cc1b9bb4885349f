"""A second reading of the East, as `ht_naive` is of the base board: what is legal, what actions do.

The board is stated a second time; rules are read from the position line, with sets of texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL, Side, side
from tests.engine.hansa_teutonica.ht_naive import COLOURS, KINDS, _pairs, owner
from tests.engine.hansa_teutonica.ht_naive_moves import liftable, settable
from tests.engine.hansa_teutonica.ht_naive_play import LETTERS, NaivePlay

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


def fits(piece: str, house: str) -> bool:
    """2.1."""
    return piece[-1] == "m" or house not in SHIPS


class NaiveEast(NaivePlay):
    """A position of the East."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.greens = {town: int(count) for town, count in _pairs(self.fields["greens"])}

    def side(self) -> Side:
        return EAST

    def summary(self) -> dict[str, object]:
        return {**super().summary(), "greens": self.greens}

    def room(self, piece: str) -> list[str]:
        """The empty houses for such a piece."""
        return [house for house in self.empty() if fits(piece, house)]

    def completed(self) -> int:
        """4.6."""
        full = sum(
            bool(row) and len(self.offices.get(town, [])) == len(row) for town, row in EAST.towns.items()
        )
        return full + sum(bool(self.extras.get(town)) for town in GREEN)

    def has_chain(self, seat: int) -> bool:
        return any({"luebeck", "danzig"} <= group for group in self.groups(seat))

    # --- what is legal

    def place(self) -> Iterator[str]:
        for kind, count in self.supply[self.turn].items():
            yield from (f"place {KINDS[kind]} {house}" for house in self.room(kind) if count)

    def displace(self) -> Iterator[str]:
        supply = self.supply[self.turn]
        for house, piece in self.houses.items():
            if piece == "." or owner(piece) == self.turn:
                continue
            refuge = any(self.route_of(other) != self.route_of(house) for other in self.room(piece))
            if refuge and sum(supply.values()) >= (3 if piece[1] == "m" else 2):
                kinds = [kind for kind, count in supply.items() if count and fits(kind, house)]
                yield from (f"displace {KINDS[kind]} {house}" for kind in kinds)

    def standing(self, seat: int) -> list[str]:
        """For a turn: those that can be moved."""
        found = super().standing(seat)
        if self.ask != "turn":
            return found
        return sorted(liftable(self.houses, found, [], self.value(seat, "liber_sophiae"), self.open_houses))

    def open_houses(self, piece: str, origin: str) -> set[str]:
        """The houses on land, and for merchants the ships."""
        return {house for house in self.houses if fits(piece, house)}

    def full_routes(self, seat: int) -> list[str]:
        mine = {house for house, piece in self.houses.items() if piece != "." and owner(piece) == seat}
        return [route for route in EAST.routes if mine.issuperset(EAST.houses(route))]

    def rest_fits(self, rest: list[str], taken: str) -> bool:
        """Traders need houses on land, and all need houses."""
        free = [house for house in self.empty() if house != taken]
        traders = sum(piece[1] == "t" for piece in rest)
        return len(rest) <= len(free) and traders <= sum(house not in SHIPS for house in free)

    def ask_move(self) -> Iterator[str]:
        hand, lifted = self.hand(), _pairs(self.fields["origins"])
        more = int(self.fields["allowance"])
        if more and len(hand) == len(lifted):
            own = super().standing(self.turn)
            yield from (f"lift {h}" for h in liftable(self.houses, own, lifted, more, self.open_houses))
        yield from (f"set {house}" for house in settable(self.houses, lifted, hand, self.open_houses))

    def ask_move_two(self) -> Iterator[str]:
        hand, lifted = self.hand(), _pairs(self.fields["origins"])
        if int(self.fields["allowance"]) and len(hand) == len(lifted):
            yield from (f"lift {house}" for house, piece in self.houses.items() if piece != ".")
        if not hand:
            yield "done"
        else:
            yield from (f"set {h}" for h in self.room(hand[0]) if self.rest_fits(hand[1:], h))

    def carriable(self) -> list[str]:
        return [house for house in super().carriable() if self.room(self.houses[house])]

    def ask_carry(self) -> Iterator[str]:
        if self.hand():
            [(origin, piece)] = _pairs(self.fields["origins"])
            yield from (f"set {house}" for house in self.room(piece) if house != origin)
        else:
            yield from super().ask_carry()

    def targets_of(self, piece: str) -> list[str]:
        """2.4."""
        for distance in range(1, len(EAST.routes)):
            ring = EAST.ring(self.fields["route"], distance)
            found = [house for house in self.room(piece) if self.route_of(house) in ring]
            if found:
                return found
        return []

    def ask_relocate(self) -> Iterator[str]:
        seat, hand = int(self.fields["actor"]), self.hand()
        yield from [f"relocate {house}" for house in self.targets_of(hand[0])] if hand else ["decline"]
        if int(self.fields["allowance"]):
            done = {house for house, _ in _pairs(self.fields["origins"])}
            for name, heap in (("stock", self.stock[seat]), ("supply", self.supply[seat])):
                if any(heap.values()):
                    kinds = [kind for kind, count in heap.items() if count]
                    for kind in kinds:
                        yield from (f"add {name}.{KINDS[kind]} {h}" for h in self.targets_of(kind))
                    return
            for source in super().standing(seat):
                if source not in done:
                    yield from (f"add {source} {h}" for h in self.targets_of(self.houses[source]))

    def ask_benefit(self) -> Iterator[str]:
        route, seat = self.fields["route"], self.turn
        kinds = {self.houses[house][1] for house in EAST.houses(route)}
        privilege = self.value(seat, "privilegium")
        mine = [kind for who, kind in self.unused if int(who) == seat]
        spare = mine.count("extra_office") - (self.fields["fresh"] == "extra_office")
        for town in EAST.routes[route][:2]:
            printed = self.next_office(town)
            needed = printed and {"s": "t", "c": "m"}[printed[0]] in kinds
            if needed and COLOURS.index(printed[1]) <= privilege:
                yield f"office {town}.{len(self.offices.get(town, [])) + 1}"
            for track in ABILITIES.get(town, ()):
                if self.level[seat, track] < LAST_LEVEL[track]:
                    yield f"improve {track}"
            if spare > 0 and (self.row(town) or town in GREEN):
                yield from (f"extra-office {KINDS[kind]} {town}" for kind in kinds)
        if route == "danzig-koenigsberg" and "m" in kinds:
            yield from (f"table {n + 1}" for n in range(privilege + 1) if self.table[n] == ".")
        yield "no-benefit"

    def ask_improve_privilege(self) -> Iterator[str]:
        yield from ("improve privilegium", "no-benefit")

    def ask_green_office(self) -> Iterator[str]:
        kinds = [KINDS[kind] for kind, count in self.supply[self.turn].items() if count]
        yield from (f"green-office {kind} {town}" for kind, town in product(kinds, GREEN))
        yield "no-benefit"

    def ask_reuse_two(self) -> Iterator[str]:
        for kind in {piece[1] for piece in self.hand()}:
            yield from (f"reuse {KINDS[kind]} {house}" for house in self.room(kind))
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

    def free_routes(self) -> list[str]:
        return [route for route in super().free_routes() if route not in EFFECTS]

    # --- what actions do

    def finish_claim(self, spent: str | None) -> None:
        """3.8: what would go back is taken in hand, if the effect comes."""
        pieces = [self.houses[house] for house in EAST.houses(self.route)]
        stock = [dict(heap) for heap in self.stock]
        super().finish_claim(spent)
        lapses = self.over and self.options.get("permanent_end") == "lapses"
        if EFFECTS.get(self.route) == "reuse-two" and not lapses:
            if spent:
                pieces.remove(spent)
            self.stock = stock
            self.in_hand = sorted(pieces, key=lambda piece: piece[1] == "m")

    def do_no_benefit(self) -> None:
        if self.ask == "benefit":
            super().do_no_benefit()

    def do_improve(self, track: str) -> None:
        if self.ask == "benefit":
            super().do_improve(track)
        else:
            self.improve(track)

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

    def do_green_office(self, kind: str, town: str) -> None:
        """4.5."""
        self.supply[self.turn][LETTERS[kind]] -= 1
        self.extras.setdefault(town, []).insert(0, f"{self.turn}{LETTERS[kind]}")
        self.greens[town] = self.greens.get(town, 0) + 1
        if self.has_chain(self.turn) and self.turn not in self.linked and len(self.linked) < 3:
            self.points[self.turn] += (7, 4, 2)[len(self.linked)]
            self.linked.append(self.turn)
        self.over = self.over or max(self.points) >= 20 or self.completed() >= 10

    def do_use(self, kind: str, what: str = "") -> None:
        if ".extra." not in what:
            super().do_use(kind, what)
            return
        self.turn_down(kind)
        town, number = what.split(".extra.")
        row, left = self.extras[town], int(number) - 1
        row[left], row[left - 1] = row[left - 1], row[left]
