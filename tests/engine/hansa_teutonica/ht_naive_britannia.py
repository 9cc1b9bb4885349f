"""A second implementation of Britannia, on the model of `ht_naive`: legal actions and their effects.

The board data is repeated; the rules use the position string only, with sets of texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.engine.hansa_teutonica.ht_board import Side, side
from tests.engine.hansa_teutonica.ht_naive import KINDS, owner
from tests.engine.hansa_teutonica.ht_naive_expansion import NaiveExpansion
from tests.engine.hansa_teutonica.ht_naive_play import LETTERS

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
EFFECTS = {
    "canterbury-calais": "move-two",
    "calais-southampton": "place-abroad",
    "carlisle-isle_of_man": "move-two",
}
"""The last is printed only on the board for three."""
ABILITIES: dict[str, tuple[str, ...]] = {
    "newcastle": ("bursa",),
    "chester": ("actiones",),
    "york": ("clavis_urbis",),
    "norwich": ("liber_sophiae",),
    "london": ("privilegium",),
}
WALES = {"cardiff", "pembroke", "montgomery", "conway", "chester", "isle_of_man"}
SCOTLAND = {"glasgow", "falkirk", "edinburgh", "dunbar", "carlisle", "newcastle", "isle_of_man"}


class NaiveBritannia(NaiveExpansion):
    """A position of Britannia."""

    abilities = ABILITIES
    table_route = "salisbury-plymouth"
    link = ("oxford", "york")
    ends_at = 8
    coin = 2
    ships = SHIPS
    effects = EFFECTS

    def __init__(self, line: str) -> None:
        super().__init__(line)
        used = self.fields["permits"]
        self.permits = set() if used == "-" else set(used.split("+"))
        self.large = self.seats > 3

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
        """Return the permissions that the active player can still use, in the order of use (5.5, 5.6)."""
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

    def stays(self, origin: str, house: str) -> bool:
        """5.12."""
        return self.country(house) == self.country(origin)

    # --- the end

    def lines(self) -> dict[str, tuple[int, ...]]:
        """5.18, 5.19."""
        found = dict(super().lines())
        for name, towns in {"wales": WALES, **({"scotland": SCOTLAND} if self.large else {})}.items():
            found[name] = self.regional(towns)
        return found

    def regional(self, towns: set[str]) -> tuple[int, ...]:
        """Score place by place; tied players share the next places (5.18)."""
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

    # --- legal actions

    def ask_place_abroad(self) -> Iterator[str]:
        """5.16."""
        for kind, count in self.stock[self.turn].items():
            for house in self.empty():
                if count and self.country(house) != "england" and self.fits(kind, house):
                    yield f"abroad {KINDS[kind]} {house}"
        yield "done"

    def free_routes(self) -> list[str]:
        """5.14."""
        return [route for route in super().free_routes() if self.country(f"{route}.1") == "england"]

    # --- effects

    def act(self, kind: str, house: str) -> None:
        """5.6."""
        country = self.country(house)
        if country != "england":
            self.permits.add(self.permissions(country)[0])
        super().act(kind, house)

    def do_abroad(self, kind: str, house: str) -> None:
        self.stock[self.turn][LETTERS[kind]] -= 1
        self.houses[house] = f"{self.turn}{LETTERS[kind]}"

    def do_end_turn(self) -> None:
        before = self.turn
        super().do_end_turn()
        if self.turn != before:
            self.permits = set()
