"""Positions in the middle of a game of Hansa Teutonica, of the kind that random play rarely leads to.

Full routes, hardly an empty house, a link that lacks one office, points just below the end, many markers in
hand, tiles bought, markers above routes, routes that lack one neutral trader. Everything is drawn from a
seed; impossible positions are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.engine import ParseError
from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.rules.editions import edition
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL, TRACKS
from tests.engine.hansa_teutonica.ht_naive import Naive
from tests.engine.hansa_teutonica.ht_naive_any import naive
from tests.engine.pairs.setups import Setup

TILES = (
    "displaced_anywhere",
    "plus_1_action",
    "income_with_others",
    "extra_displaced_piece",
    "town_4",
    "ability_7",
)
PROMOS = ("exchange", "tribute", "block")
TRIES = 500
MERCHANTS = 4


def crowded(setup: Setup, rng: Random) -> HansaTeutonicaState:
    """Return a position in the middle of a turn."""
    for _ in range(TRIES):
        try:
            return RULESET.parse_position(Draft(setup, rng).line()).determinize(rng)
        except ParseError:
            continue
    raise AssertionError(f"no position was found for {setup}")


class Draft:
    """A position being drawn.

    board     an empty table, for queries of the second implementation
    pieces    by seat, the pieces not placed yet; those left go to stock and supply
    kept      by seat, pieces that go there in any case
    focus     a town at the centre of events: its routes are full and have markers above them
    first     the route that is filled before all others
    """

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.rng = rng
        self.setup = setup
        self.seats = setup.seats
        self.options = RULESET.full_options(setup.seats, setup.options)
        defaults = {option.id: option.default for option in RULESET.options}
        self.named = "+".join(f"{n}:{v}" for n, v in self.options.items() if v != defaults[n]) or "-"
        self.board: Naive = naive(RULESET.parse_position(self.head()).position())
        self.turn = rng.randrange(self.seats)
        self.neutral = self.board.neutral is not None
        self.levels = {
            (seat, track): rng.choice((1, rng.randint(1, last), last))
            for seat in range(self.seats)
            for track, last in LAST_LEVEL.items()
        }
        self.pieces = {seat: self._pieces(seat) for seat in range(self.seats)}
        if self.neutral:
            self.pieces[self.seats] = ["t"] * 40
        kept = rng.choice((0, 0, 3, 6))
        self.kept = {seat: self.pieces[seat][:kept] for seat in range(self.seats)}
        self.pieces = {seat: left[len(self.kept.get(seat, [])) :] for seat, left in self.pieces.items()}
        self.focus = rng.choice(list(self.board.board.towns))
        self.first = ""
        self.offices: dict[str, list[str]] = {}
        self.extras: dict[str, list[str]] = {}
        self.houses: dict[str, list[str]] = {}

    def head(self) -> str:
        return f"hansa-teutonica seats={self.seats} options={self.named} start={self._start()}"

    def _start(self) -> int:
        given = self.options["start_player"]
        return 0 if given == "random" else int(given) - 1

    def _pieces(self, seat: int) -> list[str]:
        """Return the pieces that cover no level, shuffled."""
        traders = 11 + sum(self.levels[seat, track] - 1 for track in TRACKS if track != "liber_sophiae")
        found = ["t"] * traders + ["m"] * self.levels[seat, "liber_sophiae"]
        self.rng.shuffle(found)
        return found

    def at_focus(self, route: str) -> bool:
        return self.focus in self.board.board.routes[route][:2]

    def sometimes(self, chance: float) -> bool:
        return self.rng.random() < chance

    def take(self, seat: int, kind: str = "") -> str:
        """Take a piece of a seat; "" if it has no such piece."""
        left = self.pieces[seat]
        if kind not in left if kind else not left:
            return ""
        return f"{seat}{left.pop(left.index(kind) if kind else -1)}"

    # ---- the line ---------------------------------------------------------------------------------

    def line(self) -> str:
        parts: list[Callable[[], dict[str, object]]] = [
            self._desks,
            self._markers,
            self._towns,
            self._routes,
            self._piles,
            self._turn,
        ]
        fields = {name: value for part in parts for name, value in part().items()}
        return " ".join([self.head(), *(f"{name}={value}" for name, value in fields.items())])

    def _desks(self) -> dict[str, object]:
        levels = "+".join(f"{s}:{t}:{n}" for (s, t), n in self.levels.items() if n > 1)
        table = [
            str(seat) if self.sometimes(0.2) and self.take(seat, "m") else "."
            for seat in (self.rng.randrange(self.seats) for _ in range(4))
        ]
        return {"levels": levels or "-", "table": ",".join(table)}

    # ---- towns ------------------------------------------------------------------------------------

    def _towns(self) -> dict[str, object]:
        favoured = self.turn if self.sometimes(0.6) else -1
        lacking = ""
        if self.sometimes(0.5):
            path = self._path()
            green = [town for town in path if town in self.board.green]
            lacking = self.rng.choice(green if green and self.sometimes(0.6) else path)
            for town in path:
                if town != lacking:
                    self._office(town, self.turn)
            if lacking in self.board.green:
                self._before_green_office()
        for town in self.rng.sample(list(self.board.board.towns), self.rng.randint(0, 12)):
            for _ in range(self.rng.randint(1, 3)):
                seat = self.rng.choice(list(self.pieces))
                seat = favoured if favoured >= 0 and self.sometimes(0.7) else seat
                if town != lacking or seat != self.turn:
                    self._office(town, seat)
        greens = {
            town: self.rng.randint(0, len(row))
            for town, row in self.extras.items()
            if town in self.board.green
        }
        self.board.offices, self.board.extras = self.offices, self.extras
        linked = [str(seat) for seat in range(self.seats) if self.board.has_chain(seat)]
        self.rng.shuffle(linked)
        east = {"greens": _joined({town: [str(count)] for town, count in greens.items() if count})}
        return {
            "offices": _joined(self.offices),
            "extras": _joined(self.extras),
            "linked": "+".join(linked) or "-",
            **(east if self.board.green else {}),
        }

    def _before_green_office(self) -> None:
        """Give the active player control of both ends of the route whose effect founds an office in a green
        town."""
        [self.first] = [route for route, what in self.board.effects.items() if what == "green-office"]
        for town in self.board.board.routes[self.first][:2]:
            for _ in range(2):
                self._office(town, self.turn)

    def _path(self) -> list[str]:
        """Return towns in a row from one end of the link to the other, seldom the shortest way."""
        start, end = self.board.link
        known = {start: [start]}
        todo = [start]
        while todo:
            town = todo.pop(self.rng.randrange(min(3, len(todo))))
            for other in sorted(self.board.board.neighbours(town), key=lambda _: self.rng.random()):
                if other not in known:
                    known[other] = [*known[town], other]
                    todo.append(other)
        return known[end]

    def _office(self, town: str, seat: int) -> None:
        """Found the next printed office, sometimes an additional one."""
        row, printed = self.offices.get(town, []), self.board.board.towns[town]
        extra = town in self.board.green or (row and self.sometimes(0.15))
        if not extra and len(row) == len(printed):
            return
        piece = self.take(seat)
        if piece:
            (self.extras if extra else self.offices).setdefault(town, []).append(piece)

    # ---- routes -----------------------------------------------------------------------------------

    def _routes(self) -> dict[str, object]:
        """Return routes: full of the active player's pieces, lacking one neutral trader, or mixed."""
        density = self.rng.choice((0.3, 0.6, 0.85, 1.0))
        routes = list(self.board.board.routes)
        self.rng.shuffle(routes)
        effects = [route for route in routes if route in self.board.effects]
        if effects and not self.first and self.sometimes(0.7):
            self.first = effects[0]
        routes.sort(key=lambda route: (route != self.first, not self.at_focus(route)))
        for number, route in enumerate(routes):
            houses = self.board.board.houses(route)
            nearly = self.neutral and self.sometimes(0.5 if self.at_focus(route) else 0.3)
            if (number < 2 or self.sometimes(0.15)) and not nearly and self._full(route, houses):
                continue
            if nearly:
                self.houses[route] = [self.take(self.seats) or "." for _ in houses[1:]]
                if self.sometimes(0.5):
                    self.houses[route].append(self._piece(houses[-1]) or ".")
            else:
                row = [self._piece(house) if self.sometimes(density) else "" for house in houses]
                self.houses[route] = [piece or "." for piece in row]
            row = self.houses[route]
            if {piece[0] for piece in row} == {str(self.seats)} and len(row) == len(houses):
                row[0] = "."
        return {"houses": _joined(self.houses)}

    def _full(self, route: str, houses: list[str]) -> bool:
        """Fill a route with the active player's pieces, if there are enough."""
        row = [self._own(self.board.fits("t", house)) for house in houses]
        if all(row):
            self.houses[route] = row
            return True
        for piece in filter(None, row):
            self.pieces[self.turn].append(piece[1])
        return False

    def _own(self, anything: bool) -> str:
        """Take a piece of the active player: mostly a trader where traders are allowed, otherwise a
        merchant."""
        if not anything:
            return self.take(self.turn, "m")
        return (self.sometimes(0.7) and self.take(self.turn, "t")) or self.take(self.turn)

    def _piece(self, house: str) -> str:
        """Take a piece, of any player, that is allowed in a house."""
        seats = list(self.pieces)
        self.rng.shuffle(seats)
        for seat in seats:
            piece = self.take(seat, "" if self.board.fits("t", house) else "m")
            if piece:
                return piece
        return ""

    # ---- markers, tiles, the rest ------------------------------------------------------------------

    def _markers(self) -> dict[str, object]:
        made = edition(self.seats, self.options)
        kinds = [kind for kind, count in zip(made.markers, made.mix, strict=True) for _ in range(count)]
        self.rng.shuffle(kinds)
        fields: dict[str, object] = {}
        routes = list(self.board.taverns)
        self.rng.shuffle(routes)
        waiting = self.sometimes(0.25)
        laid = [(route, kinds.pop()) for route in routes[waiting:]]
        fields["taverns"] = "+".join(f"{route}:{kind}" for route, kind in laid)
        fields["plate"] = int(waiting)
        kinds.sort(key=lambda kind: kind in PROMOS and self.sometimes(0.7))
        unused: list[str] = []
        used: list[str] = []
        above: list[str] = []
        turned, least = (0.6, 2 * self.seats) if self.options["favour"] == "on" else (0.4, 3)
        for _ in range(self.rng.randint(least, max(least, len(kinds) - 1))):
            if len(kinds) > waiting + 1:
                kind = kinds.pop()
                seat = self.turn if self.sometimes(0.5) else self.rng.randrange(self.seats)
                laying = kind in ("tribute", "block") and self.sometimes(0.7) and "t" in self.pieces[seat]
                if laying:
                    self.take(seat, "t")
                    near = [route for route in self.board.board.routes if self.at_focus(route)]
                    route = self.rng.choice(near if self.sometimes(0.7) else list(self.board.board.routes))
                    above.append(f"{route}:{kind}.{seat}")
                (used if laying or self.sometimes(turned) else unused).append(f"{seat}:{kind}")
        if self.options["promos"] == "on":
            fields["above"] = "+".join(above) or "-"
        if self.options["favour"] == "on":
            fields |= self._tiles(unused, used)
        left = len(kinds) - waiting
        fields["bag"] = self.rng.choice((0, self.rng.randint(0, left), left))
        return {**fields, "markers": _counted(unused), "used": _counted(used)}

    def _tiles(self, unused: list[str], used: list[str]) -> dict[str, object]:
        """Buy some tiles, for two markers each, which are turned face down if necessary."""
        tiles = self.rng.sample(TILES, self.seats)
        held: list[list[str]] = [[] for _ in range(self.seats)]
        for tile in list(tiles):
            seat = self.rng.randrange(self.seats)
            own = [one for one in unused if one[0] == str(seat)]
            missing = 2 * (len(held[seat]) + 1) - sum(one[0] == str(seat) for one in used)
            if self.sometimes(0.7) and missing <= len(own):
                for one in own[: max(0, missing)]:
                    unused.remove(one)
                    used.append(one)
                held[seat].append(tile)
                tiles.remove(tile)
        return {"tiles": "+".join(tiles) or "-", "held": ",".join("+".join(row) or "-" for row in held)}

    def _piles(self) -> dict[str, object]:
        """Divide the pieces left between stock and supply, sometimes with an empty stock."""
        share = self.rng.choice((0.0, 0.2, 0.5, 1.0))
        stock = []
        for seat in range(self.seats):
            left = {kind: (self.pieces[seat] + self.kept[seat]).count(kind) for kind in "tm"}
            kept = {kind: round(count * share) for kind, count in left.items()}
            stock.append("".join(f"{count}{kind}" for kind, count in kept.items() if count) or "-")
        return {"stock": ",".join(stock)}

    def _turn(self) -> dict[str, object]:
        """Draw the turn: with a tile for sale, often before its first action."""
        rounds = self.rng.randint(1, 9)
        fields: dict[str, object] = {
            "turn": self.turn,
            "number": rounds * self.seats + 1 + (self.turn - self._start()) % self.seats,
        }
        if self.sometimes(0.3 if self.options["favour"] == "on" else 0.7):
            fields["actions"] = self.rng.randint(0, 6)
        near = bool(self.first) or self.sometimes(0.4)
        points = [19 if near and self.sometimes(0.7) else self.rng.randrange(20) for _ in range(self.seats)]
        fields["points"] = ",".join(map(str, points))
        if self.board.pawn is not None:
            fields["pawn"] = self.rng.choice(list(PROVINCES[self.options["provinces"]])).id
            fields["steps"] = self.rng.choice((0, 2, 2))
        return fields


def _joined(rows: dict[str, list[str]]) -> str:
    return "+".join(f"{name}:{','.join(row)}" for name, row in rows.items() if row) or "-"


def _counted(items: list[str]) -> str:
    counts = {item: items.count(item) for item in items}
    return "+".join(name + (f"*{count}" if count > 1 else "") for name, count in counts.items()) or "-"
