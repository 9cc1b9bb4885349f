"""A second reading of Britannia, as `ht_naive` is of the base board: what is legal, what actions do.

The board is stated a second time; rules are read from the position line, with sets of texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL, Side, side
from tests.engine.hansa_teutonica.ht_naive import COLOURS, KINDS, _pairs, owner
from tests.engine.hansa_teutonica.ht_naive_moves import liftable, settable
from tests.engine.hansa_teutonica.ht_naive_play import LETTERS, NaivePlay

_SOUTH_TOWNS = """
    durham so
    richmond sw
    lancaster sp
    york sw co
    conway sw so
    chester sw co sk
    hereford sw sp sk
    nottingham so sp
    norwich sw sp
    montgomery so sp
    pembroke sw so ck
    coventry sw sp
    cambridge cw sk
    ipswich so$
    oxford cw so
    bristol so$
    plymouth sw co$
    salisbury so sp
    southampton sw so sk
    canterbury sw cp
    calais sw co sp
    newcastle sw so cp
    """
_SOUTH_ROUTES = """
    london cambridge 3
    london oxford 4
    london canterbury 3
    canterbury calais 3
    calais southampton 3
    salisbury southampton 2
    salisbury plymouth 4
    salisbury bristol 4
    salisbury oxford 4
    oxford cardiff 4
    coventry cardiff 3
    coventry hereford 3
    coventry cambridge 3
    coventry nottingham 3
    cambridge ipswich 4
    cambridge norwich 3
    nottingham norwich 3
    nottingham york 3
    durham york 3
    durham lancaster 3
    durham carlisle 4
    durham newcastle 3
    hereford chester 4
    hereford lancaster 2
    richmond carlisle 3
    richmond lancaster 2
    montgomery cardiff 3
    montgomery pembroke 3
    montgomery conway 3
    montgomery hereford 3
    cardiff pembroke 3
    conway chester 3
    conway isle_of_man 3
    carlisle isle_of_man 3
    """

SMALL = side(
    _SOUTH_TOWNS.rstrip()
    + """
    london sw so sp cp sk ck
    cardiff sw so sp cp
    carlisle sw so sk
    isle_of_man sw sp
    """,
    _SOUTH_ROUTES.rstrip() + "\n    carlisle newcastle 4\n",
)
LARGE = side(
    _SOUTH_TOWNS.rstrip()
    + """
    london sw so so sp sp cp sk ck
    cardiff sw so sp cp ck
    carlisle sw so sp sk ck
    isle_of_man cw cp
    glasgow so
    edinburgh sw cp
    dunbar sk
    falkirk sw sp sk
    """,
    _SOUTH_ROUTES.rstrip()
    + """
    chester carlisle 3
    carlisle falkirk 2
    glasgow falkirk 2
    glasgow edinburgh 2
    dunbar edinburgh 2
    dunbar newcastle 3
    """,
)
SHIPS = {
    "canterbury-calais.2",
    "calais-southampton.2",
    "calais-southampton.3",
    "conway-isle_of_man.1",
    "conway-isle_of_man.2",
    "carlisle-isle_of_man.2",
    "carlisle-isle_of_man.3",
    "chester-carlisle.1",
    "chester-carlisle.2",
}
ABILITIES = {
    "newcastle": "bursa",
    "chester": "actiones",
    "york": "clavis_urbis",
    "norwich": "liber_sophiae",
    "london": "privilegium",
}
WALES = {"cardiff", "pembroke", "montgomery", "conway", "chester", "isle_of_man"}
SCOTLAND = {"glasgow", "falkirk", "edinburgh", "dunbar", "carlisle", "newcastle", "isle_of_man"}


def fits(piece: str, house: str) -> bool:
    """2.1."""
    return piece[-1] == "m" or house not in SHIPS


def all_seated(rooms: list[list[str]], taken: frozenset[str] = frozenset()) -> bool:
    """Whether each finds a house of its own, by trying."""
    if not rooms:
        return True
    first, *rest = sorted(rooms, key=len)
    return any(all_seated(rest, taken | {house}) for house in first if house not in taken)


class NaiveBritannia(NaivePlay):
    """A position of Britannia."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        used = self.fields["permits"]
        self.permits = set() if used == "-" else set(used.split("+"))
        self.large = self.seats > 3
        self.effects = {"canterbury-calais": "move-two", "calais-southampton": "place-abroad"}
        if not self.large:
            self.effects["carlisle-isle_of_man"] = "move-two"

    def side(self) -> Side:
        return LARGE if self.seats > 3 else SMALL

    def summary(self) -> dict[str, object]:
        return {**super().summary(), "permits": self.permits}

    # --- countries

    def country(self, house: str) -> str:
        """5.3: both ends in Wales, or Montgomery-Hereford; both ends in Scotland."""
        route = self.route_of(house)
        ends = set(self.board.routes[route][:2])
        if ends <= WALES or route == "montgomery-hereford":
            return "wales"
        return "scotland" if self.large and ends <= SCOTLAND else "england"

    def permissions(self, country: str) -> list[str]:
        """5.5, 5.6: those that the active player can still use, in the order in which they are used."""
        towns = {"wales": ["cardiff", "london"], "scotland": ["carlisle", "london"]}[country]
        mine = [
            town for town in towns if self.offices.get(town) and owner(self.offices[town][-1]) == self.turn
        ]
        return [town for town in mine if town not in self.permits]

    def may_act(self, house: str) -> bool:
        """5.4."""
        country = self.country(house)
        return country == "england" or bool(self.permissions(country))

    def goes(self, origin: str, house: str) -> bool:
        """5.9, 5.10."""
        return self.country(house) in ("england", self.country(origin))

    def room(self, piece: str, origin: str, carried: bool = False) -> list[str]:
        """The empty houses for such a piece from a house; 5.12 for markers."""
        return [
            house
            for house in self.empty()
            if fits(piece, house)
            and (self.country(house) == self.country(origin) if carried else self.goes(origin, house))
        ]

    # --- section 8 and the end

    def has_chain(self, seat: int) -> bool:
        return any({"oxford", "york"} <= group for group in self.groups(seat))

    def lines(self) -> dict[str, tuple[int, ...]]:
        """5.18, 5.19."""
        found = dict(super().lines())
        for name, towns in {"wales": WALES, **({"scotland": SCOTLAND} if self.large else {})}.items():
            found[name] = self.regional(towns)
        return found

    def regional(self, towns: set[str]) -> tuple[int, ...]:
        """Place by place: who is equal takes the next places together."""
        offices = {
            seat: sum(owner(piece) == seat for town in towns for piece in self.row(town))
            for seat in range(self.seats)
        }
        controlled = {seat: sum(self.controller(town) == seat for town in towns) for seat in offices}
        result = dict.fromkeys(offices, 0)
        prizes = [7, 4, 2]
        left = {seat for seat, count in offices.items() if count}
        while left and prizes:
            best = max((controlled[seat], offices[seat]) for seat in left)
            equal = {seat for seat in left if (controlled[seat], offices[seat]) == best}
            for seat in equal:
                result[seat] = sum(prizes[: len(equal)]) // len(equal)
            prizes = prizes[len(equal) :]
            left -= equal
        return tuple(result.values())

    # --- what is legal

    def place(self) -> Iterator[str]:
        for kind, count in self.supply[self.turn].items():
            for house in self.empty():
                if count and fits(kind, house) and self.may_act(house):
                    yield f"place {KINDS[kind]} {house}"

    def displace(self) -> Iterator[str]:
        supply = self.supply[self.turn]
        for house, piece in self.houses.items():
            if piece == "." or owner(piece) == self.turn or not self.may_act(house):
                continue
            refuge = any(self.route_of(other) != self.route_of(house) for other in self.room(piece, house))
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
        """5.9, and ships only for merchants."""
        return {house for house in self.houses if fits(piece, house) and self.goes(origin, house)}

    def full_routes(self, seat: int) -> list[str]:
        mine = {house for house, piece in self.houses.items() if piece != "." and owner(piece) == seat}
        return [route for route in self.board.routes if mine.issuperset(self.board.houses(route))]

    def lifted(self) -> list[tuple[str, str]]:
        return _pairs(self.fields["origins"])

    def settable(self, carried: bool) -> list[str]:
        """Where the first piece in hand may go so that all others find a house."""
        hand = self.hand()
        origins = [house for house, _ in self.lifted()[-len(hand) :]]
        first, *rest = [self.room(piece, o, carried) for piece, o in zip(hand, origins, strict=True)]
        return [house for house in first if all_seated(rest, frozenset((house,)))]

    def may_lift(self) -> bool:
        return bool(int(self.fields["allowance"])) and len(self.hand()) == len(self.lifted())

    def ask_move(self) -> Iterator[str]:
        lifted, open_houses = self.lifted(), self.open_houses
        if self.may_lift():
            own, more = super().standing(self.turn), int(self.fields["allowance"])
            yield from (f"lift {house}" for house in liftable(self.houses, own, lifted, more, open_houses))
        yield from (f"set {house}" for house in settable(self.houses, lifted, self.hand(), open_houses))

    def ask_move_two(self) -> Iterator[str]:
        if self.may_lift():
            yield from (f"lift {house}" for house, piece in self.houses.items() if piece != ".")
        if self.hand():
            yield from (f"set {house}" for house in self.settable(carried=True))
        else:
            yield "done"

    def carriable(self) -> list[str]:
        return [house for house in super().carriable() if self.room(self.houses[house], house, carried=True)]

    def ask_carry(self) -> Iterator[str]:
        if self.hand():
            [(origin, piece)] = self.lifted()
            there = self.room(piece, origin, carried=True)
            yield from (f"set {house}" for house in there if house != origin)
        else:
            yield from super().ask_carry()

    def targets_of(self, piece: str) -> list[str]:
        """5.10: step by step over routes of the country and of England."""
        route = self.fields["route"]
        start = f"{route}.1"
        seen, ring = {route}, {route}
        while ring:
            near = {other for one in ring for other in self.board.adjacent(one)}
            ring = {other for other in near - seen if self.goes(start, f"{other}.1")}
            seen |= ring
            found = [house for house in self.room(piece, start) if self.route_of(house) in ring]
            if found:
                return found
        return []

    def kept(self) -> str:
        """A8: the only house left for the displaced piece, which nothing added may take; or ""."""
        if not self.hand():
            return ""
        route = self.fields["route"]
        left = [house for house in self.room(self.hand()[0], f"{route}.1") if self.route_of(house) != route]
        return left[0] if len(left) == 1 else ""

    def frees(self, source: str) -> bool:
        """Whether the displaced piece could go where an added one leaves."""
        route = self.fields["route"]
        open_to_it = fits(self.hand()[0], source) and self.goes(f"{route}.1", source)
        return open_to_it and self.route_of(source) != route

    def ask_relocate(self) -> Iterator[str]:
        seat, hand, kept = int(self.fields["actor"]), self.hand(), self.kept()
        yield from [f"relocate {house}" for house in self.targets_of(hand[0])] if hand else ["decline"]
        if not int(self.fields["allowance"]):
            return
        for name, heap in (("stock", self.stock[seat]), ("supply", self.supply[seat])):
            if any(heap.values()):
                for kind in [kind for kind, count in heap.items() if count]:
                    there = [house for house in self.targets_of(kind) if house != kept]
                    yield from (f"add {name}.{KINDS[kind]} {house}" for house in there)
                return
        done = {house for house, _ in self.lifted()}
        for source in super().standing(seat):
            if source not in done:
                there = [house for house in self.targets_of(self.houses[source]) if self.goes(source, house)]
                there = [house for house in there if house != kept or self.frees(source)]
                yield from (f"add {source} {house}" for house in there)

    def ask_benefit(self) -> Iterator[str]:
        route, seat = self.fields["route"], self.turn
        kinds = {self.houses[house][1] for house in self.board.houses(route)}
        privilege = self.value(seat, "privilegium")
        mine = [kind for who, kind in self.unused if int(who) == seat]
        spare = mine.count("extra_office") - (self.fields["fresh"] == "extra_office")
        for town in self.board.routes[route][:2]:
            printed = self.next_office(town)
            needed = printed and {"s": "t", "c": "m"}[printed[0]] in kinds
            if needed and COLOURS.index(printed[1]) <= privilege:
                yield f"office {town}.{len(self.offices.get(town, [])) + 1}"
            track = ABILITIES.get(town)
            if track and self.level[seat, track] < LAST_LEVEL[track]:
                yield f"improve {track}"
            if spare > 0 and self.row(town):
                yield from (f"extra-office {KINDS[kind]} {town}" for kind in kinds)
        if route == "salisbury-plymouth" and "m" in kinds:
            yield from (f"table {n + 1}" for n in range(privilege + 1) if self.table[n] == ".")
        yield "no-benefit"

    def ask_place_abroad(self) -> Iterator[str]:
        """5.16."""
        for kind, count in self.stock[self.turn].items():
            for house in self.empty():
                if count and self.country(house) != "england" and fits(kind, house):
                    yield f"abroad {KINDS[kind]} {house}"
        yield "done"

    def free_routes(self) -> list[str]:
        """5.14."""
        return [
            route
            for route in super().free_routes()
            if route not in self.effects and self.country(f"{route}.1") == "england"
        ]

    # --- what actions do

    def do_place(self, kind: str, house: str) -> None:
        country = self.country(house)
        if country != "england":
            self.permits.add(self.permissions(country)[0])
        super().do_place(kind, house)

    def do_office(self, office: str) -> None:
        """5.15."""
        coin = self.next_office(office.split(".")[0]).endswith("$")
        self.points[self.turn] += coin
        super().do_office(office)

    def finish_claim(self, spent: str | None) -> None:
        """5.17."""
        super().finish_claim(spent)
        self.over = self.over or self.completed() >= 8

    def do_abroad(self, kind: str, house: str) -> None:
        self.stock[self.turn][LETTERS[kind]] -= 1
        self.houses[house] = f"{self.turn}{LETTERS[kind]}"

    def do_end_turn(self) -> None:
        before = self.turn
        super().do_end_turn()
        if self.turn != before:
            self.permits = set()
