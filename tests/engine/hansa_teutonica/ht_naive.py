"""A slow second reading of the rules from the position line alone: what is legal, who controls, what scores.

It shares nothing with the engine but the province data, and is written for readability: sets of texts,
no tables. Each method names the section it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from game.games.hansa_teutonica.rules.modules.provinces import PROVINCES
from tests.engine.hansa_teutonica.ht_board import ABILITIES, LAST_LEVEL, TABLE, TRACKS, YELLOW, Side, side_for

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
    """`5t1m` as {"t": 5, "m": 1}."""
    found = {"t": 0, "m": 0}
    number = ""
    for sign in "" if value == "-" else value:
        if sign in found:
            found[sign], number = int(number), ""
        else:
            number += sign
    return found


def _counted(value: str) -> Iterator[str]:
    """`0:remove_3*2` as single markers."""
    for part in [] if value == "-" else value.split("+"):
        name, _, count = part.partition("*")
        yield from [name] * int(count or 1)


def owner(piece: str) -> int:
    return int(piece[0])


class Naive:
    """A position, as its line describes it."""

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
        """Houses that hold a seat's pieces."""
        return [house for house, piece in self.houses.items() if piece != "." and owner(piece) == seat]

    def empty(self) -> list[str]:
        return [house for house, piece in self.houses.items() if piece == "."]

    def full_routes(self, seat: int) -> list[str]:
        mine = set(self.standing(seat))
        return [route for route in self.board.routes if mine.issuperset(self.board.houses(route))]

    def within_reach(self, route: str) -> bool:
        """12.A.3."""
        return self.pawn is None or route in self.provinces[self.pawn].routes

    # --- section 8 and 11.5

    def row(self, town: str) -> list[str]:
        """All offices, from the left."""
        return self.extras.get(town, [])[::-1] + self.offices.get(town, [])

    def controller(self, town: str) -> int | None:
        owners = [owner(piece) for piece in self.row(town)]
        if not owners:
            return None
        most = max(owners.count(seat) for seat in owners)
        return [seat for seat in owners if owners.count(seat) == most][-1]

    def groups(self, seat: int) -> list[set[str]]:
        """The connected groups of towns where a seat has offices."""
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
        return any({"arnheim", "stendal"} <= group for group in self.groups(seat))

    def completed(self) -> int:
        return sum(
            len(self.offices.get(town, [])) == len(printed) for town, printed in self.board.towns.items()
        )

    def lines(self) -> dict[str, tuple[int, ...]]:
        """Section 11, row by row."""
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

    # --- what is legal

    def legal(self) -> set[str]:
        """The texts of all legal actions."""
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
            yield from (f"lift {house}" for house in self.standing(self.turn))
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
        kinds = [KINDS[kind] for kind, count in self.supply[self.turn].items() if count]
        houses = [house for house in self.empty() if self.within_reach(self.route_of(house))]
        yield from (f"place {kind} {house}" for kind, house in product(kinds, houses))

    def displace(self) -> Iterator[str]:
        supply = self.supply[self.turn]
        kinds = [KINDS[kind] for kind, count in supply.items() if count]
        for house, piece in self.houses.items():
            route = self.route_of(house)
            if piece == "." or owner(piece) == self.turn or not self.within_reach(route):
                continue
            if self.refuge(piece, route) and sum(supply.values()) >= (3 if piece[1] == "m" else 2):
                yield from (f"displace {kind} {house}" for kind in kinds)

    def refuge(self, piece: str, route: str) -> bool:
        """Return whether a piece displaced there would find a house (A12)."""
        return any(self.route_of(other) != route for other in self.empty())

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
        """9.7 in the Big Box: pieces of others, if there is an empty house."""
        standing = [house for house, piece in self.houses.items() if piece != "."]
        return [house for house in standing if self.empty() and owner(self.houses[house]) != self.turn]

    def ask_carry(self) -> Iterator[str]:
        if self.hand():
            [(origin, _)] = _pairs(self.fields["origins"])
            yield from (f"set {house}" for house in self.empty() if house != origin)
        else:
            yield from (f"lift {house}" for house in self.carriable())
            yield "done"

    def ask_remove(self) -> Iterator[str]:
        yield from (f"remove {house}" for house in self.removable())
        yield "done"

    def ask_pay(self) -> Iterator[str]:
        yield from (f"pay {KINDS[kind]}" for kind, count in self.supply[self.turn].items() if count)

    def ask_move(self) -> Iterator[str]:
        """5.4; the last piece may not restore the board to what it was before (A16)."""
        hand = self.hand()
        lifted = _pairs(self.fields["origins"])
        if int(self.fields["allowance"]) and len(hand) == len(lifted):
            yield from (f"lift {house}" for house in self.standing(self.turn))
        for house in self.empty():
            after = {**self.houses, house: hand[0]}
            if len(hand) > 1 or any(after[origin] != piece for origin, piece in lifted):
                yield f"set {house}"

    def hand(self) -> list[str]:
        return [] if self.fields["hand"] == "-" else self.fields["hand"].split("+")

    def targets(self) -> list[str]:
        """6.3 and 6.4."""
        route = self.fields["route"]
        for distance in range(1, len(self.board.routes)):
            ring = self.board.ring(route, distance)
            found = [house for house in self.empty() if self.route_of(house) in ring]
            if found:
                return found
        return []

    def ask_relocate(self) -> Iterator[str]:
        """6.5: the stock; if empty, the supply; if both are empty, the player's own pieces in houses."""
        seat, targets, hand = int(self.fields["actor"]), self.targets(), self.hand()
        if hand:
            yield from (f"relocate {house}" for house in targets)
        else:
            yield "decline"
        if int(self.fields["allowance"]):
            done = {house for house, _ in _pairs(self.fields["origins"])}
            sources = [f"stock.{KINDS[kind]}" for kind, count in self.stock[seat].items() if count]
            sources = sources or [
                f"supply.{KINDS[kind]}" for kind, count in self.supply[seat].items() if count
            ]
            sources = sources or [house for house in self.standing(seat) if house not in done]
            yield from (f"add {source} {house}" for source, house in product(sources, targets))

    def ask_relocate_neutral(self) -> Iterator[str]:
        yield from (f"relocate {house}" for house in self.targets())

    def ask_neutral_claim(self) -> Iterator[str]:
        assert self.neutral is not None
        for route in self.full_routes(self.neutral):
            towns = [town for town in self.board.routes[route][:2] if self.next_office(town)]
            yield from (f"neutral {route} {town}" for town in towns)
            if not towns:
                yield f"neutral {route}"

    def next_office(self, town: str) -> str:
        """The words of the leftmost empty printed office, or "" if the town is full."""
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
            track = ABILITIES.get(town)
            if track and self.level[seat, track] < LAST_LEVEL[track]:
                yield f"improve {track}"
            if spare > 0 and self.row(town):
                yield from (f"extra-office {KINDS[kind]} {town}" for kind in kinds)
        if route == "coellen-warburg" and "m" in kinds:
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
        """All of a player's pieces except the one on the prestige track."""
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
