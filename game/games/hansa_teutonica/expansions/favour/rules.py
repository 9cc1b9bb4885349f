"""The Emperor's Favour (rules section 16): lasting advantages, bought with bonus markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.engine.core import Action, Event, Option, ParseError, Reason, ScoreLine, Wishes, shuffle
from game.engine.position_fields import PositionFields, index_of, join, split, whole
from game.games.hansa_teutonica.rules import wishes
from game.games.hansa_teutonica.rules.actions import (
    DECLINE,
    END_TURN,
    Displace,
    Income,
    Numbered,
    PlainAction,
    Vocabulary,
)
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    FULL_TRACK_POINTS,
    KINDS,
    LEVELS,
    MERCHANT,
    TRADER,
)
from game.games.hansa_teutonica.rules.codes import kind_of, levels_of, owner
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.edition import Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import back_to_turn, move_to_supply, use_marker
from game.games.hansa_teutonica.rules.expansion import Expansion, Extra
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import lacks_marker
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables
from game.games.hansa_teutonica.rules.turn_end import end_turn

TILES = (
    "displaced_anywhere",
    "plus_1_action",
    "income_with_others",
    "extra_displaced_piece",
    "town_4",
    "ability_7",
)
ANYWHERE, ONE_ACTION, INCOME, MORE_PIECES, TOWNS, TRACKS = range(len(TILES))
PRICE = 2
"""Price of a tile in unused bonus markers (16.2)."""
TOWN_POINTS, TRACK_POINTS = 4, 7
"""Points with the tile for each controlled town, and for each full track that scores (16.3)."""

SPOILT = 99
"""Number of used markers that no player can have: it marks a turn in which an action or marker was used."""

FAVOUR_PRICE, FAVOUR_INCOME = "favour-price", "favour-income"


class TakeTile(Numbered):
    """Action: take this tile instead of all actions of the turn (16.2)."""

    __slots__ = ()


class SpendMarker(Numbered):
    """Action: turn an unused marker of this kind face down for a tile (16.2)."""

    __slots__ = ()


class TakeAlong(Numbered):
    """Action: move a piece of this kind from stock to supply, as another player takes income (16.3 c)."""

    __slots__ = ()


class FavourWords(Vocabulary):
    """Actions by tile, by kind of marker, by kind of piece."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        self.take = tuple(TakeTile(f"favour {name}", (f"favour.{name}",), n) for n, name in enumerate(TILES))
        self.spend = tuple(
            SpendMarker(f"spend {name}", (f"marker.{name}",), 0, kind) for kind, name in enumerate(markers)
        )
        self.along = tuple(
            TakeAlong(f"along {kind}", (f"stock.{kind}",), 0, k) for k, kind in enumerate(KINDS)
        )

    def actions(self) -> Iterable[Action]:
        return (*self.take, *self.spend, *self.along)


class FavourState(NamedTuple):
    """The tiles on offer, the tiles of each seat, and the number of used markers that the active player had
    when the turn began."""

    tiles: tuple[int, ...] = ()
    held: tuple[tuple[int, ...], ...] = ()
    before: int = 0


class Favour(Module[FavourState]):
    """The rules module of the Emperor's Favour."""

    id = "favour"
    options = (
        Option("favour", ("off", "on"), "off"),
        Option("favour_extra", ("trader", "merchant"), "trader", when=("favour", ("on",))),
    )
    """X21: the kind of displaced piece for which tile (d) pays its owner."""
    vocabulary = FavourWords
    no_fields = "there are no tiles of the Emperor’s Favour in this game"
    fields = (
        PositionField("tiles", "fresh"),
        PositionField("held", "tiles"),
        PositionField("before", "held"),
    )
    initial = FavourState()

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.words = edition.words.of(FavourWords)
        self.dear = options["favour_extra"] == "merchant"

    def decisions(self) -> Sequence[Rule]:
        return (FavourPrice(self), Along(self))

    def extensions(self) -> Mapping[str, Extension]:
        return {
            "turn": Extension(
                {TakeTile: self.take},
                {TakeTile: self.no_tile},
                offers=self.offer_tiles,
                after={Income: self.offer_along},
            ),
            "": Extension(touches={"favour": self.no_touch}),
        }

    # ---- state ----------------------------------------------------------------------------------

    def held(self, s: Position, seat: int) -> tuple[int, ...]:
        """Return a seat's tiles. The neutral seat has none."""
        return self.state(s).held[seat] if seat < s.seats else ()

    def holder(self, s: Position, tile: int) -> int:
        """Return the holder of a tile, or -1."""
        return next((seat for seat in range(s.seats) if tile in self.held(s, seat)), -1)

    def keep(self, s: Position, tiles: Sequence[int], held: Sequence[Sequence[int]]) -> None:
        """Store the tiles on offer and the tiles held."""
        self.store(s, self.state(s)._replace(tiles=tuple(tiles), held=tuple(map(tuple, held))))

    def deal(self, s: Position) -> None:
        """Deal one tile per player (16.1). `deal_hidden` chooses them at random."""
        self.keep(s, range(s.seats), [()] * s.seats)

    def deal_hidden(self, s: Position, rng: Random) -> None:
        tiles = list(range(len(TILES)))
        shuffle(tiles, rng)
        self.keep(s, sorted(tiles[: s.seats]), [()] * s.seats)

    # ---- buying ---------------------------------------------------------------------------------

    def on_turn_start(self, s: Position) -> None:
        """Apply tile (b), and store the number that `late` compares with (16.3 b)."""
        self.store(s, self.state(s)._replace(before=sum(s.used[s.active])))
        s.actions_left += ONE_ACTION in self.held(s, s.active)

    def late(self, s: Position) -> bool:
        """Return whether an action or a marker has been used in this turn.

        A better Actiones track brings its action immediately, so that only spent actions count.
        """
        usual = s.worth(s.active, ACTIONES) + (ONE_ACTION in self.held(s, s.active))
        return s.actions_left != usual or sum(s.used[s.active]) != self.state(s).before

    def on_marker_exchanged(self, s: Position) -> None:
        """Mark the turn: an exchange of markers counts as a use, although the number of used markers is
        unchanged (16.2)."""
        self.store(s, self.state(s)._replace(before=SPOILT))

    def offer_tiles(self, s: Position, seat: int, found: list[Action]) -> None:
        """Add the tiles that can be bought (16.2)."""
        if sum(s.unused[seat]) >= PRICE and not self.late(s):
            found += [self.words.take[tile] for tile in self.state(s).tiles]
        if self.dear and s.actions_left:
            pieces = sum(s.supply_of(seat))
            found[:] = [
                one
                for one in found
                if not isinstance(one, Displace) or pieces > price(s, s.houses[one.place])
            ]

    def take(self, s: Position, action: TakeTile, events: list[Event]) -> None:
        """Take a tile, then pay for it. The turn is over (16.2)."""
        seat, tile = s.active, action.place
        held = [self.held(s, one) for one in range(s.seats)]
        held[seat] = tuple(sorted((*held[seat], tile)))
        self.keep(s, [one for one in self.state(s).tiles if one != tile], held)
        name = f"favour.{TILES[tile]}"
        events.append(Event("favour", seat, name, "", name))
        s.allowance = PRICE
        self.collect(s, events)

    def collect(self, s: Position, events: list[Event]) -> None:
        """Pay automatically while there is no choice of markers."""
        while s.allowance:
            own = s.unused[s.active]
            kinds = [kind for kind, count in enumerate(own) if count]
            if len(kinds) > 1 and sum(own) > s.allowance:
                s.ask(FAVOUR_PRICE, s.active)
                return
            s.allowance -= 1
            use_marker(s, kinds[0], events, "marker-spent")
        end_turn(s, END_TURN, events)

    def spend(self, s: Position, action: SpendMarker, events: list[Event]) -> None:
        """Pay one marker of the buyer's choice (16.2)."""
        s.allowance -= 1
        use_marker(s, action.kind, events, "marker-spent")
        self.collect(s, events)

    def no_tile(self, s: Position, action: TakeTile) -> Reason:
        """Return why the tile cannot be bought (16.2)."""
        if action.place not in self.state(s).tiles:
            return Reason("favour-gone")
        if self.late(s):
            return Reason("favour-late")
        return Reason("favour-price", {"price": PRICE, "have": sum(s.unused[s.active])})

    def no_touch(self, s: Position, name: str) -> Reason | None:
        """Return why a tile that was touched cannot be bought; None for an unknown tile."""
        return self.no_tile(s, self.words.take[TILES.index(name)]) if name in TILES else None

    # ---- effects of tiles -----------------------------------------------------------------------

    def may_go_anywhere(self, s: Position, seat: int) -> bool:
        return ANYWHERE in self.held(s, seat)

    def displacement_extras(self, s: Position, piece: int) -> tuple[int, int]:
        """Return one additional piece for a displaced trader (16.3 d), or for a merchant and at the cost of
        one piece by the rule interpretation of 2016 (X21)."""
        kind = MERCHANT if self.dear else TRADER
        extra = int(kind_of(piece) == kind and MORE_PIECES in self.held(s, owner(piece)))
        return extra if self.dear else 0, extra

    def offer_along(self, s: Position, action: Income, events: list[Event]) -> None:
        """Let the holder of tile (c) take a piece along (16.3 c)."""
        seat = self.holder(s, INCOME)
        if seat not in (-1, s.active) and any(s.stock_of(seat)):
            s.ask(FAVOUR_INCOME, seat)

    def along(self, s: Position, action: TakeAlong, events: list[Event]) -> None:
        """Take a piece along (16.3 c)."""
        move_to_supply(s, s.decider, [int(kind == action.kind) for kind in range(len(KINDS))], events)
        back_to_turn(s)

    def score_rows(self, s: Position, rows: list[ScoreLine]) -> None:
        """Add the points of tiles (e) and (f) (16.3 e, f)."""
        towns, tracks = self.holder(s, TOWNS), self.holder(s, TRACKS)
        for at, row in enumerate(rows):
            if row.id == "towns" and towns >= 0:
                rows[at] = _changed(row, towns, row.points[towns] // 2 * TOWN_POINTS)
            if row.id == "full_tracks" and tracks >= 0:
                rows[at] = _changed(row, tracks, TRACK_POINTS * full_tracks(s, tracks))

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        held = ",".join(_names(self.held(s, seat)) for seat in range(s.seats))
        return _names(self.state(s).tiles), held, str(self.state(s).before)

    def read(self, s: Position, fields: PositionFields) -> None:
        given = fields.by_seat("held", s.seats) or ["-"] * s.seats
        held = [_tiles(split(text), "held") for text in given]
        taken = [tile for row in held for tile in row]
        free = [tile for tile in range(len(TILES)) if tile not in taken][: max(0, s.seats - len(taken))]
        tiles = _tiles(fields.items("tiles"), "tiles") if "tiles" in fields else free
        if len({*tiles, *taken}) < len(tiles) + len(taken):
            raise ParseError("tiles, held: a tile is given twice")
        if len(tiles) + len(taken) != s.seats:
            raise ParseError(f"tiles, held: {s.seats} tiles are wanted, one for each player")
        self.keep(s, tiles, held)
        used = sum(s.used[s.active])
        before = whole(fields.text("before"), "before") if "before" in fields else used
        if before > used and before != SPOILT:
            raise ParseError(f"before: {before} used markers, but there are only {used}")
        self.store(s, self.state(s)._replace(before=before))
        if "actions" not in fields and s.turns and ONE_ACTION in held[s.active]:
            s.actions_left += 1

    def check(self, s: Position) -> None:
        every = [*self.state(s).tiles, *(tile for seat in range(s.seats) for tile in self.held(s, seat))]
        assert len(set(every)) == len(every) == s.seats, "16.1: as many tiles as players, none twice"
        for seat in range(s.seats):
            paid = PRICE * len(self.held(s, seat)) - (s.allowance if self.paying(s, seat) else 0)
            assert sum(s.used[seat]) >= paid, "16.2: two markers for each tile"

    def paying(self, s: Position, seat: int) -> bool:
        """Return whether the seat is paying for a tile."""
        return s.now is not None and s.now.id == FAVOUR_PRICE and seat == s.active


class FavourPrice(Rule):
    """Paying for a tile (16.2): the markers are turned face down one by one."""

    id = FAVOUR_PRICE
    uses = frozenset({"allowance"})

    def __init__(self, favour: Favour) -> None:
        super().__init__()
        self.favour = favour
        self.answers = {SpendMarker: favour.spend}
        self.refused = {SpendMarker: lambda s, action: lacks_marker(s, action.kind)}

    def legal(self, s: Position) -> list[Action]:
        own = s.unused[s.active]
        return [action for action, count in zip(self.favour.words.spend, own, strict=True) if count]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def check(self, s: Position) -> None:
        super().check(s)
        assert 1 <= s.allowance <= PRICE, "16.2: two markers for each tile"
        assert len(self.legal(s)) > 1 and sum(s.unused[s.active]) > s.allowance, "there is a choice"
        assert self.favour.held(s, s.active), "the tile is taken before it is paid for"


class Along(Rule):
    """Taking a piece along (16.3 c): the holder of the tile can take a piece as well."""

    id = FAVOUR_INCOME
    inside_action = True

    def __init__(self, favour: Favour) -> None:
        super().__init__()
        self.favour = favour
        self.answers = {TakeAlong: favour.along, PlainAction: decline}
        self.refused = {TakeAlong: lambda s, action: Reason("stock-lacks", {"piece": KINDS[action.kind]})}

    def legal(self, s: Position) -> list[Action]:
        stock = s.stock_of(s.decider)
        return [*(self.favour.words.along[kind] for kind, count in enumerate(stock) if count), DECLINE]

    def wishes(self, s: Position) -> Sequence[Wishes]:
        return ((*wishes.BY_KIND, wishes.DECLINE),)

    def wished(self, s: Position, wished: Sequence[str]) -> Action | None:
        if wishes.DECLINE in wished:
            return DECLINE
        return wishes.by_kind([one for one in self.legal(s) if isinstance(one, TakeAlong)], wished)

    def asked(self, s: Position) -> int:
        return max(0, self.favour.holder(s, INCOME))

    def check(self, s: Position) -> None:
        assert s.decider != s.active and INCOME in self.favour.held(s, s.decider), (
            "16.3: somebody else takes income, and the tile's owner is asked"
        )
        assert any(s.stock_of(s.decider)), "there is nothing to take"


def decline(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Decline to take a piece along (16.3 c)."""
    back_to_turn(s)


def full_tracks(s: Position, seat: int) -> int:
    """Return the number of a seat's full tracks that score (11.2)."""
    rows = zip(levels_of(s.levels, seat), LEVELS, FULL_TRACK_POINTS, strict=True)
    return sum(bool(points) and level == len(values) - 1 for level, values, points in rows)


def _changed(row: ScoreLine, seat: int, points: int) -> ScoreLine:
    found = list(row.points)
    found[seat] = points
    return row._replace(points=tuple(found))


def _names(tiles: Iterable[int]) -> str:
    return join(TILES[tile] for tile in tiles)


def _tiles(names: Iterable[str], field: str) -> list[int]:
    return sorted(index_of(name, TILES, field) for name in names)


EXPANSION = Expansion(rank=6, extras=(Extra(Favour, "favour"),))
