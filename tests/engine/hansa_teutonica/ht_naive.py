"""A slow second implementation of the rules from the position string alone: legal actions, control, scoring.

It shares nothing with the engine but the province data, and is written for readability: sets of texts, no
tables. Each method names its section of the rules. This is the base game; other boards and modules override
their differences (`ht_naive_any` combines them).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from tests.engine.hansa_teutonica.ht_board import ABILITIES, LAST_LEVEL, TABLE, TRACKS, YELLOW, Side, side_for
from tests.engine.hansa_teutonica.ht_naive_moves import liftable, settable

VALUES = {
    "clavis_urbis": (1, 2, 2, 3, 4),
    "actiones": (2, 3, 3, 4, 4, 5),
    "privilegium": (0, 1, 2, 3),
    "liber_sophiae": (2, 3, 4, 5),
    "bursa": (3, 5, 7, 10**6),
}
KINDS = {"t": "trader", "m": "merchant"}
COLOURS = "wopk"
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)


def _rows(value: str) -> dict[str, list[str]]:
    return {} if value == "-" else {name: row.split(",") for name, row in _pairs(value)}


def _pairs(value: str) -> list[tuple[str, str]]:
    return (
        []
        if value == "-"
        else [(name, rest) for name, _, rest in (part.partition(":") for part in value.split("+"))]
    )


def _pieces(value: str) -> dict[str, int]:
    """Return `5t1m` as {"t": 5, "m": 1}."""
    found = {"t": 0, "m": 0}
    number = ""
    for sign in "" if value == "-" else value:
        if sign in found:
            found[sign], number = int(number), ""
        else:
            number += sign
    return found


def _counted(value: str) -> Iterator[str]:
    """Yield `0:remove_3*2` as single markers."""
    for part in [] if value == "-" else value.split("+"):
        name, _, count = part.partition("*")
        yield from [name] * int(count or 1)


def owner(piece: str) -> int:
    return int(piece[0])


def all_seated(rooms: list[list[str]], taken: frozenset[str] = frozenset()) -> bool:
    """Return whether every piece can have a different one of its houses."""
    if not rooms:
        return True
    first, *rest = sorted(rooms, key=len)
    return any(all_seated(rest, taken | {house}) for house in first if house not in taken)


class Naive:
    """A position, as described by its position string."""

    abilities: ClassVar[dict[str, tuple[str, ...]]] = {town: (track,) for town, track in ABILITIES.items()}
    table_route = "coellen-warburg"
    link = ("arnheim", "stendal")
    ends_at = 10
    """Number of completed towns that ends the game."""
    coin = 1
    green: tuple[str, ...] = ()
    """Towns without printed offices."""
    effects: ClassVar[dict[str, str]] = {}
    """The permanent markers, by route."""

    def __init__(self, line: str) -> None:
        self.fields = f = dict(part.split("=", 1) for part in line.split(" ")[1:])
        self.seats = int(f["seats"])
        self.board = self.side()
        self.options = dict(_pairs(f["options"]))
        self.turn = int(f["turn"])
        self.ask, self.actions = f["ask"], int(f["actions"])
        self.houses = {name: "." for route in self.board.routes for name in self.board.houses(route)}
        for route, row in _rows(f["houses"]).items():
            for number, piece in enumerate(row, 1):
                self.houses[f"{route}.{number}"] = piece
        self.offices = _rows(f["offices"])
        self.extras = _rows(f["extras"])
        self.table = f["table"].split(",")
        self.supply = [_pieces(part) for part in f["supply"].split(",")]
        self.stock = [_pieces(part) for part in f["stock"].split(",")]
        self.level = {(seat, track): 1 for seat in range(self.seats) for track in TRACKS}
        for seat, rest in _pairs(f["levels"]):
            track, level = rest.split(":")
            self.level[int(seat), track] = int(level)
        self.unused = [name.split(":") for name in _counted(f["markers"])]
        self.used = [name.split(":") for name in _counted(f["used"])]
        self.taverns = dict(_pairs(f["taverns"]))
        variant = self.options.get("two_players", "pawn") if self.seats == 2 else ""
        self.pawn = f["pawn"] if variant == "pawn" else None
        self.neutral = self.seats if variant.startswith("neutral") else None
        preset = PROVINCES[self.options.get("provinces", "B1")]
        self.provinces = {province.id: province for province in preset}

    def side(self) -> Side:
        return side_for(self.seats)

    def value(self, seat: int, track: str) -> int:
        return VALUES[track][self.level[seat, track] - 1]

    def route_of(self, house: str) -> str:
        return house.split(".")[0]

    def standing(self, seat: int) -> list[str]:
        """Return the houses that hold a seat's pieces."""
        return [house for house, piece in self.houses.items() if piece != "." and owner(piece) == seat]

    def empty(self) -> list[str]:
        return [house for house, piece in self.houses.items() if piece == "."]

    def full_routes(self, seat: int) -> list[str]:
        mine = set(self.standing(seat))
        return [route for route in self.board.routes if mine.issuperset(self.board.houses(route))]

    def within_reach(self, route: str) -> bool:
        """12.A.3."""
        return self.pawn is None or route in self.provinces[self.pawn].routes

    # --- permitted places and moves

    def fits(self, piece: str, house: str) -> bool:
        """Return whether a kind of piece is allowed in a house."""
        return True

    def goes(self, origin: str, house: str) -> bool:
        """Return whether a piece can be moved from a house to another."""
        return True

    def stays(self, origin: str, house: str) -> bool:
        """Return whether a marker can move a piece from a house to another."""
        return True

    def may_act(self, house: str) -> bool:
        """Return whether the active player can place and displace in a house."""
        return self.within_reach(self.route_of(house))

    def room(self, piece: str, origin: str, carried: bool = False) -> list[str]:
        """Return the empty houses for a piece from a house; `carried` by a marker."""
        goes = self.stays if carried else self.goes
        return [house for house in self.empty() if self.fits(piece, house) and goes(origin, house)]

    def comes(self, piece: str, house: str) -> bool:
        """Return whether a piece can come from the route of the displacement to a house."""
        return self.fits(piece, house) and self.goes(f"{self.fields['route']}.1", house)

    def flees(self, piece: str, house: str) -> bool:
        """Return whether a displaced or added piece can ever be set down in a house (6.3)."""
        return self.route_of(house) != self.fields["route"] and self.comes(piece, house)

    # --- section 8 and 11.5

    def row(self, town: str) -> list[str]:
        """Return all offices, from the left."""
        return self.extras.get(town, [])[::-1] + self.offices.get(town, [])

    def controller(self, town: str) -> int | None:
        owners = [owner(piece) for piece in self.row(town)]
        if not owners:
            return None
        most = max(owners.count(seat) for seat in owners)
        return [seat for seat in owners if owners.count(seat) == most][-1]

    def groups(self, seat: int) -> list[set[str]]:
        """Return the connected groups of towns where a seat has offices."""
        left = {town for town in self.board.towns if any(owner(piece) == seat for piece in self.row(town))}
        found = []
        while left:
            group: set[str] = set()
            grown = {min(left)}
            while grown - group:
                group |= grown
                grown = group | {n for town in group for n in self.board.neighbours(town) if n in left}
            found.append(group)
            left -= group
        return found

    def network(self, seat: int) -> int:
        sizes = [
            sum(owner(piece) == seat for town in group for piece in self.row(town))
            for group in self.groups(seat)
        ]
        return max(sizes, default=0) * self.value(seat, "clavis_urbis")

    def has_chain(self, seat: int) -> bool:
        """7.7."""
        return any(set(self.link) <= group for group in self.groups(seat))

    def completed(self) -> int:
        return sum(
            len(self.offices.get(town, [])) == len(printed) for town, printed in self.board.towns.items()
        )

    def lines(self) -> dict[str, tuple[int, ...]]:
        """Return the rows of the scoring (section 11)."""
        seats = range(self.seats)
        owned = [sum(int(seat) == who for seat, _ in self.unused + self.used) for who in seats]
        tracks = [track for track in TRACKS if track != "clavis_urbis"]
        return {
            "track": tuple(map(int, self.fields["points"].split(","))),
            "full_tracks": tuple(
                4 * sum(self.level[seat, track] == LAST_LEVEL[track] for track in tracks) for seat in seats
            ),
            "markers": tuple(MARKER_POINTS[min(count, 10)] for count in owned),
            "table": tuple(
                sum(points for who, (points, _) in zip(self.table, TABLE, strict=True) if who == str(seat))
                for seat in seats
            ),
            "towns": tuple(
                2 * sum(self.controller(town) == seat for town in self.board.towns) for seat in seats
            ),
            "network": tuple(self.network(seat) for seat in seats),
        }

    def ranks(self) -> tuple[int, ...]:
        """Return the ranking (11.6, A24)."""
        rows = self.lines()
        totals = [sum(row[seat] for row in rows.values()) for seat in range(self.seats)]
        built = [owner(piece) for town in self.board.towns for piece in self.row(town)]
        keys = [
            (totals[seat], -self.level[seat, "actiones"], self.network(seat))
            if self.options.get("tie_break") == "bigbox"
            else (totals[seat], -self.value(seat, "actiones"), built.count(seat))
            for seat in range(self.seats)
        ]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    # --- legal actions

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        return set(getattr(self, "ask_" + self.ask.replace("-", "_"))())

    def ask_over(self) -> Iterator[str]:
        yield from ()

    def ask_pawn(self) -> Iterator[str]:
        yield from (f"pawn {name}" for name in self.provinces)

    def ask_turn(self) -> Iterator[str]:
        if self.actions:
            yield from self.income()
            yield from self.place()
            yield from self.displace()
            yield from (f"lift {house}" for house in self.liftable(self.value(self.turn, "liber_sophiae")))
            yield from (f"claim {route}" for route in self.full_routes(self.turn) if self.within_reach(route))
        yield from self.pawn_moves()
        yield from self.use()
        yield "end-turn"

    def income(self) -> Iterator[str]:
        stock = self.stock[self.turn]
        amount = min(sum(stock.values()), self.value(self.turn, "bursa"))
        for merchants in range(min(amount, stock["m"]) + 1):
            traders = amount - merchants
            if amount and traders <= stock["t"]:
                yield (
                    f"income {traders}t" * (traders > 0)
                    + ("" if traders else "income ")
                    + f"{merchants}m" * (merchants > 0)
                )

    def place(self) -> Iterator[str]:
        for kind, count in self.supply[self.turn].items():
            for house in self.empty():
                if count and self.fits(kind, house) and self.may_act(house):
                    yield f"place {KINDS[kind]} {house}"

    def displace(self) -> Iterator[str]:
        """5.3, A12."""
        supply = self.supply[self.turn]
        for house, piece in self.houses.items():
            if piece == "." or owner(piece) == self.turn or not self.may_act(house):
                continue
            if sum(supply.values()) > self.price(piece) and self.refuge(piece, house):
                kinds = [kind for kind, count in supply.items() if count and self.fits(kind, house)]
                yield from (f"displace {KINDS[kind]} {house}" for kind in kinds)

    def price(self, piece: str) -> int:
        """Return the number of pieces paid for displacing one (5.3)."""
        return 2 if piece[1] == "m" else 1

    def refuge(self, piece: str, house: str) -> bool:
        """Return whether a displaced piece would find a house (A12)."""
        before, self.fields = self.fields, {**self.fields, "route": self.route_of(house)}
        found = any(self.flees(piece, other) for other in self.empty())
        self.fields = before
        return found

    def pawn_moves(self) -> Iterator[str]:
        if self.pawn is None:
            return
        near = self.provinces[self.pawn].neighbours
        if int(self.fields["steps"]):
            if self.fields["acted"] == "yes" and self.actions:
                yield "finish"
            else:
                yield from (f"step {name}" for name in near)
        if self.actions:
            anywhere = self.options.get("pawn_walk") == "any"
            reach = [name for name in self.provinces if name != self.pawn] if anywhere else near
            yield from (f"walk {name}" for name in reach)

    def use(self) -> Iterator[str]:
        kinds = {kind for seat, kind in self.unused if int(seat) == self.turn}
        yield from (f"use {kind}" for kind in kinds & {"plus_3_actions", "plus_4_actions"})
        if "improve_ability" in kinds:
            open_tracks = [t for t in TRACKS if self.level[self.turn, t] < LAST_LEVEL[t]]
            yield from (f"use improve_ability {track}" for track in open_tracks)
        if "swap_offices" in kinds:
            yield from self.swaps()
        if "remove_3" in kinds:
            yield from (f"use remove_3 {house}" for house in self.removable())
        if "move_3" in kinds:
            yield from (f"use move_3 {house}" for house in self.carriable())

    def swaps(self) -> Iterator[str]:
        for town, row in self.offices.items():
            for number in range(1, len(row)):
                owners = [owner(piece) for piece in row[number - 1 : number + 1]]
                if self.options.get("swap") != "own" or self.turn in owners:
                    yield f"use swap_offices {town}.{number}"

    def removable(self) -> list[str]:
        rivals_only = self.options.get("remove_3") == "rivals"
        standing = [house for house, piece in self.houses.items() if piece != "."]
        return [house for house in standing if not rivals_only or owner(self.houses[house]) != self.turn]

    def carriable(self) -> list[str]:
        """Return pieces of others with an empty house for them (9.7 in the Big Box)."""
        standing = [(house, piece) for house, piece in self.houses.items() if piece != "."]
        rivals = [(house, piece) for house, piece in standing if owner(piece) != self.turn]
        return [house for house, piece in rivals if self.room(piece, house, carried=True)]

    def ask_carry(self) -> Iterator[str]:
        if self.hand():
            [(origin, piece)] = self.lifted()
            yield from (f"set {house}" for house in self.room(piece, origin, carried=True) if house != origin)
        else:
            yield from (f"lift {house}" for house in self.carriable())
            yield "done"

    def ask_remove(self) -> Iterator[str]:
        yield from (f"remove {house}" for house in self.removable())
        yield "done"

    def ask_pay(self) -> Iterator[str]:
        yield from (f"pay {KINDS[kind]}" for kind, count in self.supply[self.turn].items() if count)

    def lifted(self) -> list[tuple[str, str]]:
        return _pairs(self.fields["origins"])

    def may_lift(self) -> bool:
        return bool(int(self.fields["allowance"])) and len(self.hand()) == len(self.lifted())

    def rooms(self, carried: bool = False) -> list[list[str]]:
        """Return for each piece in hand the empty houses where it can be set down."""
        hand = self.hand()
        origins = [house for house, _ in self.lifted()[-len(hand) :]]
        return [self.room(piece, origin, carried) for piece, origin in zip(hand, origins, strict=True)]

    def open_houses(self, piece: str, origin: str) -> set[str]:
        """Return the houses to which a piece from a house can be moved, empty or not."""
        return {house for house in self.houses if self.fits(piece, house) and self.goes(origin, house)}

    def liftable(self, more: int) -> list[str]:
        """Return the pieces with an empty house, and those with which something else can change (5.4,
        A16)."""
        mine, lifted = self.standing(self.turn), self.lifted()
        left = {origin for origin, _ in lifted}
        free = [house for house in mine if set(self.room(self.houses[house], house)) - left]
        if len(free) == len(mine):
            return mine
        return sorted({*free, *liftable(self.houses, mine, lifted, more, self.open_houses)})

    def ask_move(self) -> Iterator[str]:
        """5.4; no action is legal after which the board can only return to its state before the move
        (A16)."""
        if self.may_lift():
            yield from (f"lift {house}" for house in self.liftable(int(self.fields["allowance"])))
        yield from (
            f"set {house}" for house in settable(self.houses, self.lifted(), self.hand(), self.open_houses)
        )

    def hand(self) -> list[str]:
        return [] if self.fields["hand"] == "-" else self.fields["hand"].split("+")

    def targets_of(self, piece: str) -> list[str]:
        """6.3 and 6.4: over shared towns, on routes where the piece may go."""
        route = self.fields["route"]
        seen, ring = {route}, {route}
        while ring:
            near = {other for one in ring for other in self.board.adjacent(one)}
            ring = {other for other in near - seen if self.goes(f"{route}.1", f"{other}.1")}
            seen |= ring
            found = [h for h in self.empty() if self.route_of(h) in ring and self.flees(piece, h)]
            if found:
                return found
        return []

    def kept(self) -> str:
        """Return the only house left for the displaced piece, which nothing added may take (A8); or ""."""
        left = [house for house in self.empty() if self.hand() and self.flees(self.hand()[0], house)]
        return left[0] if len(left) == 1 else ""

    def sources(self, seat: int) -> dict[str, str]:
        """Return the pieces that may be added (6.5): of the stock; if empty, the supply; if both are empty,
        the player's own pieces in houses."""
        for name, heap in (("stock", self.stock[seat]), ("supply", self.supply[seat])):
            if any(heap.values()):
                return {f"{name}.{KINDS[kind]}": f"{seat}{kind}" for kind, count in heap.items() if count}
        done = {house for house, _ in self.lifted()}
        return {house: self.houses[house] for house in self.standing(seat) if house not in done}

    def ask_relocate(self) -> Iterator[str]:
        """6.2, A8, A11, A13."""
        hand, kept = self.hand(), self.kept()
        yield from [f"relocate {house}" for house in self.targets_of(hand[0])] if hand else ["decline"]
        if not int(self.fields["allowance"]):
            return
        for source, piece in self.sources(int(self.fields["actor"])).items():
            there = self.targets_of(piece)
            if source in self.houses:
                there = [house for house in there if self.goes(source, house)]
            frees = source in self.houses and bool(hand) and self.flees(hand[0], source)
            yield from (f"add {source} {house}" for house in there if house != kept or frees)

    def ask_relocate_neutral(self) -> Iterator[str]:
        yield from (f"relocate {house}" for house in self.targets_of(self.hand()[0]))

    def ask_neutral_claim(self) -> Iterator[str]:
        assert self.neutral is not None
        for route in self.full_routes(self.neutral):
            towns = [town for town in self.board.routes[route][:2] if self.next_office(town)]
            yield from (f"neutral {route} {town}" for town in towns)
            if not towns:
                yield f"neutral {route}"

    def next_office(self, town: str) -> str:
        """Return the text of the leftmost empty printed office, or "" if the town is full."""
        filled = len(self.offices.get(town, []))
        return "" if filled == len(self.board.towns[town]) else self.board.towns[town][filled]

    def ask_benefit(self) -> Iterator[str]:
        """7.3-7.6 and 9.5."""
        route, seat = self.fields["route"], self.turn
        kinds = {self.houses[house][1] for house in self.board.houses(route)}
        privilege = self.value(seat, "privilegium")
        mine = [kind for who, kind in self.unused if int(who) == seat]
        spare = mine.count("extra_office") - (self.fields["fresh"] == "extra_office")
        for town in self.board.routes[route][:2]:
            printed = self.next_office(town)
            fits = printed and {"s": "t", "c": "m"}[printed[0]] in kinds
            if fits and COLOURS.index(printed[1]) <= privilege:
                yield f"office {town}.{len(self.offices.get(town, [])) + 1}"
            for track in self.abilities.get(town, ()):
                if self.level[seat, track] < LAST_LEVEL[track]:
                    yield f"improve {track}"
            if spare > 0 and (self.row(town) or town in self.green):
                yield from (f"extra-office {KINDS[kind]} {town}" for kind in kinds)
        if route == self.table_route and "m" in kinds:
            for number in range(privilege + 1):
                if self.table[number] == ".":
                    yield f"table {number + 1}"
        yield "no-benefit"

    def ask_replace(self) -> Iterator[str]:
        """9.8."""
        for kind, route in product(set(_counted(self.fields["plate"])), self.free_routes()):
            yield f"put {kind} {route}"

    def free_routes(self) -> list[str]:
        return [
            route
            for route, (a, b, _) in self.board.routes.items()
            if route not in self.taverns
            and all(self.houses[house] == "." for house in self.board.houses(route))
            and (self.next_office(a) or self.next_office(b))
        ]

    def ask_step(self) -> Iterator[str]:
        if int(self.fields["steps"]):
            yield from (f"step {name}" for name in self.provinces[self.pawn or ""].neighbours)
        yield "end-turn"

    # --- 13.1

    def pieces_of(self, seat: int) -> dict[str, int]:
        """Return all of a player's pieces except the one on the prestige track."""
        found = {kind: self.supply[seat][kind] + self.stock[seat][kind] for kind in "tm"}
        everywhere = [piece for piece in self.houses.values() if piece != "."] + self.hand()
        everywhere += [piece for town in self.board.towns for piece in self.row(town)]
        for piece in everywhere:
            if owner(piece) == seat:
                found[piece[1]] += 1
        found["m"] += self.table.count(str(seat))
        for track in TRACKS:
            found["m" if track == "liber_sophiae" else "t"] += LAST_LEVEL[track] - self.level[seat, track]
        return found

    def keeps_one(self, route: str) -> bool:
        """12.B.3 in the Portuguese edition."""
        pt = self.options.get("two_players") == "neutral-pt"
        return pt and bool(YELLOW & set(self.board.routes[route][:2]))
