"""Promo markers (expansions 8): exchange, tribute and block in place of ordinary markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar

from game.engine.core import Action, Event, Option, ParseError, Reason, ScoreLine, Wishes
from game.engine.position_fields import NOTHING, PositionFields, index_of, join, seat_of
from game.games.hansa_teutonica.rules import wishes
from game.games.hansa_teutonica.rules.actions import PAY, Income, Numbered, Pay, Place, Vocabulary
from game.games.hansa_teutonica.rules.agenda import first, left_of_claim, proceed
from game.games.hansa_teutonica.rules.board import MARKER_POINTS, MERCHANT, MOVE_3, TRADER
from game.games.hansa_teutonica.rules.codes import changed, code, pile_at, with_row
from game.games.hansa_teutonica.rules.edition import Edition, Extension, Module, PositionField
from game.games.hansa_teutonica.rules.effects import back_to_turn, move_to_supply, pay_piece, use_marker
from game.games.hansa_teutonica.rules.expansion import Expansion, Extra
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import lacks_marker, lacks_supply
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables
from game.games.hansa_teutonica.rules.turn import incomes, no_place

EXCHANGE, TRIBUTE, BLOCK = ("exchange", "tribute", "block")
PROMOS = (EXCHANGE, TRIBUTE, BLOCK)
LAID = (TRIBUTE, BLOCK)
"""Markers that are laid above a route permanently."""
MOST_TRIBUTE = 2
"""Maximum number of pieces that an office brings (8.3)."""
ALL_MARKERS = 15
"""Total number of markers in a game (8.1)."""
MOST_SEATS = 5
MOST_OUT = {
    "extra_office": 3,
    "swap_offices": 2,
    "plus_3_actions": 2,
    "plus_4_actions": 2,
    "improve_ability": 2,
    "remove_3": 1,
}
"""Maximum number of each kind of the Big Box's face-down markers that can be chosen to make room (X23).
"remove_3" includes those that move three."""
PLAYED = ("promos", ("on",))

BLOCK_PRICE, TRIBUTE_INCOME = "block-price", "tribute-income"

Lying = tuple[int, int, int]
"""A marker above a route: the route, its index in LAID, its owner."""


class LayMarker(Numbered):
    """Action: put this marker above a route, with a trader on it (8.3, 8.4)."""

    __slots__ = ()


class Exchange(Numbered):
    """Action: give the marker for a used one (`kind`) of a rival (`place`) (8.2)."""

    __slots__ = ()


class PromoWords(Vocabulary):
    """Actions by marker and route, and by rival and kind of marker."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        self.lay = tuple(
            tuple(
                LayMarker(f"use {name} {route}", (f"marker.{name}", f"route.{route}"), n, kind)
                for n, route in enumerate(board.route_ids)
            )
            for kind, name in enumerate(LAID)
        )
        self.exchange = tuple(
            tuple(
                Exchange(
                    f"use {EXCHANGE} {seat} {name}", (f"marker.{EXCHANGE}", f"used.{seat}.{name}"), seat, kind
                )
                for kind, name in enumerate(markers)
            )
            for seat in range(MOST_SEATS)
        )

    def actions(self) -> Iterable[Action]:
        for row in (*self.lay, *self.exchange):
            yield from row


class Promo(Module[tuple[Lying, ...]]):
    """The rules module of promo markers.

    Its value is the markers above routes, in the order in which they were laid.
    """

    id = "promo"
    options = (
        Option("promos", ("off", "on"), "off"),
        *(Option(f"promo_{name}", ("0", "1", "2"), "2", when=PLAYED) for name in PROMOS),
        *(
            Option(f"promo_out_{name}", tuple(map(str, range(count + 1))), "0", when=PLAYED)
            for name, count in MOST_OUT.items()
        ),
        Option("promo_refill", ("free", "barred"), "free", when=PLAYED),
        Option("promo_points", ("owner", "nobody"), "owner", when=PLAYED),
    )
    vocabulary = PromoWords
    no_fields = "there are no promo markers in this game"
    fields = (PositionField("above", "taverns"),)
    markers: ClassVar[Mapping[str, int]] = dict.fromkeys(PROMOS, 0)
    initial = ()

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.words = edition.words.of(PromoWords)
        self.kinds = tuple(edition.markers.index(name) for name in LAID)
        self.exchange_kind = edition.markers.index(EXCHANGE)
        self.barred_routes = options["promo_refill"] == "barred"
        self.counted = options["promo_points"] == "owner"

    @classmethod
    def marker_counts(
        cls, mix: tuple[int, ...], markers: Sequence[str], start: Sequence[int], options: Mapping[str, str]
    ) -> tuple[int, ...]:
        """Return the mix reduced to 15 markers (8.1, X23).

        The chosen kinds leave first, in their order. Then the kind with the most face-down markers loses one
        at a time, the first of several such kinds.
        """
        counts = list(mix)
        for name in PROMOS:
            counts[markers.index(name)] = int(options[f"promo_{name}"])
        promos = [markers.index(name) for name in PROMOS]
        down = [0 if kind in promos else count - start.count(kind) for kind, count in enumerate(counts)]
        chosen = [
            MOVE_3 if name == "remove_3" and down[MOVE_3] else markers.index(name)
            for name in MOST_OUT
            for _ in range(int(options[f"promo_out_{name}"]))
        ]
        while sum(counts) > ALL_MARKERS:
            kind = chosen.pop(0) if chosen else down.index(max(down))
            if down[kind]:
                down[kind] -= 1
                counts[kind] -= 1
        return tuple(counts)

    def decisions(self) -> Sequence[Rule]:
        return BlockPrice(self), TributeIncome(self)

    def extensions(self) -> Mapping[str, Extension]:
        return {
            "turn": Extension(
                {LayMarker: self.lay, Exchange: self.exchange},
                {LayMarker: self.no_laying, Exchange: self.no_exchange, Place: self.no_place},
                offers=self.offer_markers,
                after={Place: self.ask_for_price},
            )
        }

    # ---- state ----------------------------------------------------------------------------------

    def blocks(self, s: Position, route: int) -> int:
        """Return the number of additional pieces needed to place on a route."""
        return sum(one[0] == route and LAID[one[1]] == BLOCK for one in self.state(s))

    def takeable(self, s: Position, seat: int, kind: int) -> int:
        """Return how many used markers of this kind of a seat an exchange can take: none above a route
        (X24c), no exchange (X24)."""
        if kind == self.exchange_kind:
            return 0
        above = sum(self.kinds[one[1]] == kind and one[2] == seat for one in self.state(s))
        return int(s.used[seat][kind]) - above

    def pieces_elsewhere(self, s: Position) -> bytes:
        """Return the traders on the markers (8.5)."""
        return bytes(code(seat, TRADER) for _, _, seat in self.state(s))

    # ---- using markers --------------------------------------------------------------------------

    def offer_markers(self, s: Position, seat: int, found: list[Action]) -> None:
        if s.actions_left and self.state(s):
            found[:] = [one for one in found if not isinstance(one, Place) or self.affords(s, one)]
        if s.unused[seat] == self.edition.no_markers:
            return
        own = s.unused[seat]
        if s.supply[pile_at(seat, TRADER)]:
            for row, kind in zip(self.words.lay, self.kinds, strict=True):
                found += row if own[kind] else ()
        if own[self.exchange_kind]:
            for rival in range(s.seats):
                if rival != seat:
                    theirs = self.words.exchange[rival]
                    found += [action for action in theirs if self.takeable(s, rival, action.kind) > 0]

    def lay(self, s: Position, action: LayMarker, events: list[Event]) -> None:
        """Lay a marker with a trader of the supply on it, which leaves the game (8.3, 8.4)."""
        number = 1 + sum(one[0] == action.place for one in self.state(s))
        seat, name = s.active, f"above.{s.board.route_ids[action.place]}.{number}"
        use_marker(s, self.kinds[action.kind], events)
        s.supply[pile_at(seat, TRADER)] -= 1
        self.store(s, (*self.state(s), (action.place, action.kind, seat)))
        events.append(Event("promo-laid", seat, f"marker.{LAID[action.kind]}", f"markers.{seat}", name))

    def exchange(self, s: Position, action: Exchange, events: list[Event]) -> None:
        """Exchange the marker: it becomes a used one of the rival, and the one taken is unused (8.2)."""
        seat, rival = s.active, action.place
        use_marker(s, self.exchange_kind, events)
        mine, theirs = (seat, self.exchange_kind), (rival, self.exchange_kind)
        for (whose, kind), amount in ((mine, -1), ((rival, action.kind), -1), (theirs, 1)):
            row = s.used[whose]
            s.used = with_row(s.used, whose, changed(row, kind, row[kind] + amount))
        own = s.unused[seat]
        s.unused = with_row(s.unused, seat, changed(own, action.kind, own[action.kind] + 1))
        marker = f"marker.{self.edition.markers[action.kind]}"
        events.append(Event("exchanged", seat, marker, f"markers.{rival}", f"markers.{seat}"))
        for hook in self.edition.on_marker_exchanged:
            hook(s)

    def affords(self, s: Position, action: Place) -> bool:
        """Return whether the active player can pay for a placement, blocks included."""
        price = 1 + self.blocks(s, s.board.house_route[action.place])
        return price <= sum(s.supply_of(s.active))

    def ask_for_price(self, s: Position, action: Place, events: list[Event]) -> None:
        """Request the payment for each block after a placement (8.4)."""
        blocks = self.blocks(s, s.board.house_route[action.place]) if self.state(s) else 0
        if blocks:
            s.allowance = blocks
            self.collect(s, events)

    def collect(self, s: Position, events: list[Event]) -> None:
        """Pay automatically while there is no choice of kinds."""
        while s.allowance:
            traders, merchants = s.supply_of(s.active)
            if traders and merchants and traders + merchants > s.allowance:
                s.ask(BLOCK_PRICE, s.active)
                return
            pay_piece(s, TRADER if traders else MERCHANT, events)
        back_to_turn(s)

    def pay(self, s: Position, action: Pay, events: list[Event]) -> None:
        """Pay one piece of the chosen kind."""
        pay_piece(s, action.kind, events)
        self.collect(s, events)

    # ---- tribute --------------------------------------------------------------------------------

    def on_office_founded(self, s: Position, seat: int, town: int, events: list[Event]) -> None:
        """Queue the tribute for any office in an end town, regardless of its founder (8.3, X25)."""
        owners = [
            ("tribute", owner)
            for route, kind, owner in self.state(s)
            if LAID[kind] == TRIBUTE and town in s.board.route_towns[route]
        ]
        if owners:
            first(s, *owners)

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {"tribute": self.bring}

    def bring(self, s: Position, seat: int, events: list[Event]) -> bool:
        """Give two pieces or the whole stock (8.3, X27). The owner chooses if there is a choice."""
        choices = self.incomes(s, seat)
        if len(choices) > 1:
            s.ask(TRIBUTE_INCOME, seat)
            return True
        move_to_supply(s, seat, [min(MOST_TRIBUTE, count) for count in s.stock_of(seat)], events)
        return False

    def incomes(self, s: Position, seat: int) -> list[Action]:
        """Return the choices of pieces that a tribute brings a seat."""
        return incomes(*s.stock_of(seat), MOST_TRIBUTE)

    def taken(self, s: Position, action: Income, events: list[Event]) -> None:
        """Take the chosen pieces and continue with the queue."""
        move_to_supply(s, s.decider, (action.traders, action.merchants), events)
        proceed(s, events)

    # ---- markers and points -----------------------------------------------------------------------

    def bars_marker(self, s: Position, route: int) -> bool:
        """Return whether a block bars replacement markers (8.5, X25b)."""
        return self.barred_routes and any(one[0] == route for one in self.state(s))

    def score_rows(self, s: Position, rows: list[ScoreLine]) -> None:
        """Remove markers above routes from the scoring, by one rule interpretation (8.5, X24c)."""
        if self.counted:
            return
        for at, row in enumerate(rows):
            if row.id == "markers":
                points = (self._marker_points(s, seat) for seat in range(s.seats))
                rows[at] = ScoreLine(row.id, tuple(points))

    def _marker_points(self, s: Position, seat: int) -> int:
        above = sum(one[2] == seat for one in self.state(s))
        return MARKER_POINTS[min(sum(s.unused[seat]) + sum(s.used[seat]) - above, len(MARKER_POINTS) - 1)]

    # ---- refusals -------------------------------------------------------------------------------

    def no_laying(self, s: Position, action: LayMarker) -> Reason | None:
        """Return why the marker cannot be laid: no such marker, or no trader."""
        return lacks_marker(s, self.kinds[action.kind]) or lacks_supply(s, TRADER)

    def no_exchange(self, s: Position, action: Exchange) -> Reason | None:
        """Return why no exchange with this rival's marker is possible."""
        if why := lacks_marker(s, self.exchange_kind):
            return why
        if action.place == s.active or action.place >= s.seats or action.kind == self.exchange_kind:
            return Reason("exchange-own")
        return Reason("exchange-none", {"marker": self.edition.markers[action.kind], "seat": action.place})

    def no_place(self, s: Position, action: Place) -> Reason | None:
        """Return why a piece cannot be placed, blocks included."""
        why = no_place(s, action)
        if why or self.affords(s, action):
            return why
        price = 1 + self.blocks(s, s.board.house_route[action.place])
        return Reason("block-price", {"price": price, "have": sum(s.supply_of(s.active))})

    # ---- position strings -----------------------------------------------------------------------

    def write(self, s: Position) -> Sequence[str]:
        found = [f"{s.board.route_ids[route]}:{LAID[kind]}.{seat}" for route, kind, seat in self.state(s)]
        return (join(found) or NOTHING,)

    def read(self, s: Position, fields: PositionFields) -> None:
        found: list[Lying] = []
        for name, text in fields.pairs("above"):
            kind, _, whose = text.partition(".")
            route = index_of(name, s.board.route_ids, "above")
            found.append((route, index_of(kind, LAID, "above"), seat_of(whose, "above", s.seats)))
        self.store(s, tuple(found))
        if "stock" in fields and "supply" in fields:
            return
        piles = s.supply if "stock" in fields else s.stock
        for _, _, seat in found:
            if not piles[pile_at(seat, TRADER)]:
                raise ParseError("above: there is no trader left to lie on the marker")
            piles[pile_at(seat, TRADER)] -= 1

    def check(self, s: Position) -> None:
        assert sum(s.edition.mix) == ALL_MARKERS, "8.1: there are 15 markers"
        for seat in range(s.seats):
            for nth, kind in enumerate(self.kinds):
                above = sum(one[1:] == (nth, seat) for one in self.state(s))
                assert above <= s.used[seat][kind], (
                    "8.3, 8.4: who has laid a marker has it among the used ones"
                )


class BlockPrice(Rule):
    """Paying for a block (8.4): the player chooses the pieces that return to the stock."""

    id = BLOCK_PRICE
    inside_action = True
    uses = frozenset({"allowance"})

    def __init__(self, promo: Promo) -> None:
        super().__init__()
        self.answers = {Pay: promo.pay}
        self.refused = {Pay: lambda s, action: lacks_supply(s, action.kind)}

    def legal(self, s: Position) -> list[Action]:
        return list(PAY)

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def check(self, s: Position) -> None:
        super().check(s)
        supply = s.supply_of(s.active)
        assert 1 <= s.allowance < sum(supply) and all(supply), "8.4: there is a choice of what goes back"


class TributeIncome(Rule):
    """Taking tribute (8.3): its owner chooses the pieces."""

    id = TRIBUTE_INCOME
    inside_action = True
    may_end = True
    uses = frozenset({"route", "fresh", "agenda"})

    def __init__(self, promo: Promo) -> None:
        super().__init__()
        self.promo = promo
        self.answers = {Income: promo.taken}
        self.refused = {Income: lambda s, action: Reason("income-amount", {"amount": MOST_TRIBUTE})}

    def legal(self, s: Position) -> list[Action]:
        return self.promo.incomes(s, s.decider)

    def wishes(self, s: Position) -> Sequence[Wishes]:
        return (wishes.BY_KIND,)

    def wished(self, s: Position, wished: Sequence[str]) -> Action | None:
        return wishes.by_kind(self.legal(s), wished)

    def asked(self, s: Position) -> int:
        """Return the owner of the last tribute that can have been due and is not in the queue."""
        towns = s.board.route_towns
        tributes = [
            (route, seat)
            for route, kind, seat in self.promo.state(s)
            if LAID[kind] == TRIBUTE and len(self.promo.incomes(s, seat)) > 1
        ]
        near = [one for one in tributes if s.route >= 0 and set(towns[one[0]]) & set(towns[s.route])]
        owners = [seat for _, seat in near or tributes]
        for step, seat in reversed(s.agenda):
            if step == "tribute" and owners[-1:] == [seat]:
                owners.pop()
        return owners[-1] if owners else s.active

    def check(self, s: Position) -> None:
        owners = [seat for _, kind, seat in self.promo.state(s) if LAID[kind] == TRIBUTE]
        further = tuple(takewhile(lambda step: step[0] == "tribute", s.agenda))
        assert s.decider in owners and {seat for _, seat in further} <= set(owners), (
            "8.3: whoever has laid a tribute is asked, nobody else"
        )
        assert len(further) < len(owners), "8.3: each tribute brings pieces once"
        assert left_of_claim(s, s.agenda[len(further) :]), "agenda: this cannot be left of a claim"
        assert len(self.legal(s)) > 1, "8.3: there is a choice of pieces"


EXPANSION = Expansion(rank=7, extras=(Extra(Promo, "promos"),))
