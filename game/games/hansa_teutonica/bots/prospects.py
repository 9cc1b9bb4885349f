"""Value of claiming each route for a seat: control points, marker, best benefit.

A `SeatProspects` is one seat's view of one landscape given its abilities. Routes are evaluated lazily.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core import Action
from game.games.hansa_teutonica.bots.features import Landscape
from game.games.hansa_teutonica.bots.judgement import Judgement
from game.games.hansa_teutonica.rules.actions import (
    IMPROVE,
    NO_BENEFIT,
)
from game.games.hansa_teutonica.rules.board import (
    EXTRA_OFFICE,
    KEYS,
    LEVELS,
    MERCHANT,
    PRIVILEGIUM,
    TRADER,
)
from game.games.hansa_teutonica.rules.codes import levels_of
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


class SeatProspects:
    """One seat's prospects, with or without a merchant in supply.

    supplied                 whether it has a merchant in supply
    ahead                    its lead in points if the game ended now; None while a marker can be claimed that
                             does not end it
    with_merchant, without   by route, the value of a claim with or without a merchant on it, None if not yet
                             computed
    """

    __slots__ = (
        "_far",
        "_office",
        "ahead",
        "j",
        "land",
        "levels",
        "s",
        "seat",
        "supplied",
        "with_merchant",
        "without",
    )

    def __init__(
        self,
        s: HansaTeutonicaState,
        j: Judgement,
        land: Landscape,
        seat: int,
        supplied: bool,
        ahead: float | None,
    ) -> None:
        self.ahead = ahead
        self.s, self.j, self.land, self.seat = s, j, land, seat
        self.levels = levels_of(s.levels, seat)
        routes = len(s.board.routes)
        self.with_merchant: list[float | None] = [None] * routes
        self.without: list[float | None] = [None] * routes
        self._office: list[float | None] = [None] * len(s.board.towns)
        self.supplied = supplied
        self._far = j.merchant_share[1 if supplied else 0]

    def worth(self, route: int, merchant: bool) -> float:
        """Return the potential of claiming the route."""
        known = (self.with_merchant if merchant else self.without)[route]
        return self._find(route)[not merchant] if known is None else known

    def _find(self, route: int) -> tuple[float, float]:
        """Compute the potential of claiming the route, with a merchant on it and without."""
        best = best_without = 0.0
        for value, kind, _ in self.benefits(route):
            if value > best:
                best = value
            if kind == MERCHANT:
                value *= self._far
            if value > best_without:
                best_without = value
        anyway = self.anyway(route)
        self.with_merchant[route] = best = best + anyway
        self.without[route] = best_without = best_without + anyway
        return best, best_without

    def effect(self, effect: str) -> float:
        """Return the approximate value of a permanent marker."""
        own = self.j.worth_claiming.get(effect)
        if own is not None:
            return own.worth(self)
        return self.j.weights[f"effect.{effect}"] * self.j.action

    def anyway(self, route: int) -> float:
        """Return the value of control points and the marker."""
        s, j = self.s, self.j
        value = 0.0
        for town in s.board.route_towns[route]:
            control = self.land.towns[town].control
            if control == self.seat:
                value += j.claim_points + j.haste
            elif 0 <= control < s.seats:
                value -= j.claim_points * j.spite
        marker = s.tavern[route]
        if marker:
            count = min(sum(s.unused[self.seat]) + sum(s.used[self.seat]), 10)
            worth = j.unused[marker - 1] + j.marker_points[count + 1] - j.marker_points[count] + j.haste
            value += worth if self.ahead is None else j.last_marker(worth, self.ahead)
        if route in j.effects:
            value += self.effect(j.effects[route])
        return value

    def benefits(self, route: int) -> Iterator[tuple[float, int, Action]]:
        """Yield every benefit within the Privilege: its value, the kind of piece it needs, the action. Does
        not check whether such a piece is there."""
        s, seat = self.s, self.seat
        board, words = s.board, s.edition.words
        privilege = LEVELS[PRIVILEGIUM][self.levels[PRIVILEGIUM]]
        for town in board.route_towns[route]:
            slot = self.land.slots[town]
            if slot >= 0 and board.office_privilege[slot] <= privilege:
                value = self.office(town) + board.office_coin[slot] * board.printed.coin_points
                yield value, board.office_kind[slot], words.take_office[slot]
            if s.unused[seat][EXTRA_OFFICE] and (self.land.rows[town] or board.green[town]):
                value = self.extra_office(town) - self.j.unused[EXTRA_OFFICE]
                yield value, TRADER, words.add_office[TRADER][town]
        for track in board.route_abilities[route]:
            level = self.levels[track]
            if level < len(LEVELS[track]) - 1:
                yield self.improvement(track), TRADER, IMPROVE[track]
        if route == board.table_route:
            for space, needed in enumerate(board.table_privilege):
                if not s.table[space] and needed <= privilege:
                    yield float(board.table_points[space]), MERCHANT, words.take_table[space]

    def improvement(self, track: int) -> float:
        """Return the value of the next step of a track."""
        level = self.levels[track]
        value = self.j.steps[track][level] + self.j.freed[track]
        if track == KEYS:
            gain = LEVELS[KEYS][level + 1] - LEVELS[KEYS][level]
            value += gain * self.j.network * self.land.group(self.seat).best
        for part in self.j.improving:
            value += part.improving(self.s, self.seat, track, level)
        return value

    def office(self, town: int) -> float:
        """Return the value of a printed office in the town, without its coin."""
        known = self._office[town]
        if known is None:
            control = self.land.towns[town].next_control[self.seat]
            known = self._some_office(town, control)
            for part in self.j.founding:
                known += part.founding(self.s, self.seat, town, control, True, self.j)
            self._office[town] = known
        return known

    def extra_office(self, town: int) -> float:
        """Return the value of an additional office in the town."""
        control = self.land.towns[town].extra_control[self.seat]
        value = self._some_office(town, control)
        for part in self.j.founding:
            value += part.founding(self.s, self.seat, town, control, False, self.j)
        return value

    def _some_office(self, town: int, control_after: int) -> float:
        s, j, seat, land = self.s, self.j, self.seat, self.land
        facts = land.towns[town]
        value = j.office
        before = facts.control
        if control_after == seat != before:
            value += j.control[town]
            if 0 <= before < s.seats:
                value += j.control[town] * j.spite
        group = land.group(seat)
        size = group.with_town[town]
        if size > group.best:
            value += (size - group.best) * (LEVELS[KEYS][self.levels[KEYS]] * j.network + j.keys_later)
        if j.way_points and seat not in s.linked:
            way = land.way(seat)
            if way.helpful >> town & 1:
                value += j.way_points * (j.way_shares[way.missing - 1] - j.way_shares[way.missing])
        return value

    def options(self, after: HansaTeutonicaState) -> list[tuple[float, Action]]:
        """Return the legal benefits of the pending claim in `after`, best first."""
        values = {action: value for value, _, action in self.benefits(after.route)}
        found = []
        for action in after.legal_actions():
            value = 0.0 if action is NO_BENEFIT else values.get(action)
            if value is None:
                # An additional office with a merchant costs the supply that piece.
                value = max(values.values(), default=0.0) - 1.0
            found.append((value, action))
        found.sort(key=lambda option: -option[0])
        return found
