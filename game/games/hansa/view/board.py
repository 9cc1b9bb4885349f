"""Changing parts of the chart: goods, prices, markets, the ship, open routes, stacks and the bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.client.draw import theme
from game.client.draw.paint import text
from game.client.draw.sprites import sprite
from game.client.draw.svg import raster
from game.client.views.displayed import Displayed
from game.client.views.plane import XY
from game.games.hansa.rules.board import COINS
from game.games.hansa.rules.extra_card import FACE_DOWN, PRIZES, seen
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view import pieces
from game.games.hansa.view.board_art import LONG, arrow, arrows
from game.games.hansa.view.geometry import Geometry, evenly
from game.games.hansa.view.layout import (
    BANK,
    CARD,
    COIN,
    DISC,
    GOOD,
    LINES,
    PANEL,
    PORTS,
    REMOVED,
    SHIP,
    TAG,
    Port,
    length,
    stack,
)
from game.games.hansa.view.words import Words
from game.match import PlayerInfo

TURNS = ("turn", "restock")
"""Decisions in which the ship can sail and goods have a price."""
ICON, SEAL = 46.0, 25.0
"""Size of a prize's image on the extra card, and of the leader's seal."""
BEAD = 15.0
"""Spacing of the beads on an open route."""


class BoardPainter:
    """Painter of a state on the chart."""

    def __init__(self, geometry: Geometry, players: Sequence[PlayerInfo], words: Words) -> None:
        self.geometry = geometry
        self.players = tuple(players)
        self.words = words

    def draw(
        self, target: pygame.Surface, state: HansaState, hidden: frozenset[str], shown: Displayed
    ) -> None:
        """Draw everything above the chart itself."""
        decision = state.decision
        trading = decision is not None and decision.id in TURNS
        if trading:
            self._draw_routes(target, state)
        for port in PORTS.values():
            self._draw_goods(target, port, state, hidden, trading)
            self._draw_markets(target, port, state, lambda place, now: shown.value(place, now, hidden))
        self._draw_supply(target, state, hidden, shown)
        if state.extra:
            self._draw_card(target, state)
        if f"town.{state.ship_town}" not in hidden:
            self._draw_ship(target, state.ship_town)

    def westward(self, source: str, target: str) -> bool:
        """Return whether the ship faces left on its way."""
        return self._berth(target)[0] < self._berth(source)[0]

    @staticmethod
    def _berth(place: str) -> XY:
        return PORTS[place.removeprefix("town.")].berth

    def _put(self, target: pygame.Surface, sprite: pygame.Surface, xy: XY) -> None:
        """Draw a sprite centred on a point of the board."""
        x, y = self.geometry.at(xy)
        target.blit(sprite, (round(x - sprite.get_width() / 2), round(y - sprite.get_height() / 2)))

    # ---- ports ------------------------------------------------------------------------------

    def _draw_goods(
        self, target: pygame.Surface, port: Port, state: HansaState, hidden: frozenset[str], trading: bool
    ) -> None:
        """Draw the goods, and above them the price for the player whose turn it is."""
        px, priced = self.geometry.px, False
        for name in port.town.warehouses:
            good = state.warehouse(name)
            if good is None or f"warehouse.{name}" in hidden:
                continue
            self._put(target, pieces.good(good, px(GOOD)), port.warehouse(name))
            priced = trading
        if priced and state.turn_seat is not None:
            coins, payee = state.price(port.town.id, state.turn_seat)
            colour = "" if payee is None else self.players[payee].colour
            self._put(target, pieces.price(coins, colour, px(TAG)), port.tag)

    def _draw_markets(
        self, target: pygame.Surface, port: Port, state: HansaState, see: Callable[[str, int], int]
    ) -> None:
        """Draw each player's stack with its number, in brass for the majority, which determines
        the prices."""
        px, town = self.geometry.px, port.town.id
        counts = [see(f"market.{town}.{seat}", state.markets_in(town, seat)) for seat in range(state.seats)]
        most = max(counts)
        for seat, count in enumerate(counts):
            if not count:
                continue
            x, y = port.market(seat, state.seats)
            sprite = pieces.markets(self.players[seat].colour, count, px(DISC))
            sx, sy = self.geometry.at((x - 6, y + 18))
            target.blit(sprite, (round(sx - sprite.get_width() / 2), round(sy - sprite.get_height())))
            leads = count == most and counts.count(most) == 1
            ground, ink = (theme.BRASS_LIGHT, theme.INK) if leads else (pieces.COSTS, theme.PARCHMENT_LIGHT)
            self._put(target, pieces.badge(str(count), px(22), ground, ink), (x + 14, y + 9))

    def _draw_ship(self, target: pygame.Surface, town: str) -> None:
        """Draw the ship at its berth, its bow towards the town."""
        port = PORTS[town]
        self._put(target, pieces.ship(self.geometry.px(SHIP), port.centre[0] < port.berth[0]), port.berth)

    # ---- routes -----------------------------------------------------------------------------

    def _draw_routes(self, target: pygame.Surface, state: HansaState) -> None:
        """Draw the routes open to the ship now, in brass, each with its cost."""
        town = state.ship_town
        if state.turn_seat is None or not state.coins[state.turn_seat]:
            return
        px = self.geometry.px
        bead = _bead(px(9))
        for goal in state.destinations():
            line = LINES[town, goal]
            for xy in evenly(line, max(2, round(length(line) / BEAD))):
                self._put(target, bead, xy)
            for tip, way in arrows(line):
                self._put(target, _head(px(44), round(way[0], 2), round(way[1], 2)), tip)
            between = 23 if length(line) > LONG else 13
            self._put(target, pieces.coin(px(COIN)), evenly(line, 50)[between])

    # ---- supply -----------------------------------------------------------------------------

    def _draw_supply(
        self, target: pygame.Surface, state: HansaState, hidden: frozenset[str], shown: Displayed
    ) -> None:
        px = self.geometry.px
        stacks = state.stacks()
        drawing = next((number for number, count in enumerate(stacks) if count), len(stacks))
        for number, count in enumerate(stacks):
            x, y = stack(number + 1)
            for layer in range(min(3, (count + 3) // 4)):
                self._put(target, pieces.good("", px(42)), (x, y + 2 - layer * 4))
            if count:
                ground = theme.BRASS_LIGHT if number == drawing else pieces.COSTS
                ink = theme.INK if number == drawing else theme.PARCHMENT_LIGHT
                self._put(target, pieces.badge(str(count), px(24), ground, ink), (x, y + 27))
        x, y = stack(len(stacks))
        if state.last_round:
            self._put(target, pieces.flag(px(50)), (x + 4, y - 6))
            self._letter(
                target, self.words.t("board.last_round"), 26, theme.BRASS_LIGHT, (x - 84, PANEL[1] + 28)
            )
        else:
            self._put(target, pieces.flag(px(24)), (x, y - 46))
        self._draw_bank(target, shown.value("bank", state.bank, hidden))
        self._draw_removed(target, shown.value("box", len(state.removed_goods()), hidden))

    def _draw_bank(self, target: pygame.Surface, coins: int) -> None:
        px = self.geometry.px
        x, y = BANK
        self._put(target, pieces.chest(px(56)), (x, y - 34))
        for n in range(min(coins, COINS)):
            column, row = n % 3, n // 3
            self._put(target, pieces.coin(px(COIN - 6)), (x - 22 + column * 22, y + 34 - row * 5))
        self._put(target, pieces.badge(str(coins), px(24), pieces.COSTS, theme.PARCHMENT_LIGHT), (x, y + 58))

    def _draw_removed(self, target: pygame.Surface, count: int) -> None:
        px = self.geometry.px
        x, y = REMOVED
        self._put(target, pieces.crate(px(48)), (x, y - 8))
        self._put(target, pieces.badge(str(count), px(24), pieces.COSTS, theme.PARCHMENT_LIGHT), (x, y + 32))

    def _draw_card(self, target: pygame.Surface, state: HansaState) -> None:
        """Draw the extra card with the seals of all current winners of prizes."""
        px, (left, top, right, bottom) = self.geometry.px, CARD
        size = max(8, px(right - left)), max(4, px(bottom - top))
        self._put(target, pieces.card(size), ((left + right) / 2, (top + bottom) / 2))
        cell, low = (right - left) / len(PRIZES), bottom - 22
        for number, (prize, _, seats) in enumerate(seen(state)):
            middle = left + cell * (number + 0.5)
            self._put(target, pieces.prize(prize.id, px(ICON)), (middle, top + 40))
            worth = pieces.badge(str(prize.points), px(22), theme.BRASS_LIGHT, theme.INK)
            self._put(target, worth, (middle + 20, top + 60))
            if prize.id == FACE_DOWN and state.now is not None:
                self._put(
                    target, pieces.badge("?", px(22), pieces.COSTS, theme.PARCHMENT_LIGHT), (middle, low)
                )
            step = min(SEAL + 2, (cell - SEAL - 4) / max(1, len(seats) - 1))
            for place, seat in enumerate(seats):
                at = middle + (place - (len(seats) - 1) / 2) * step
                self._put(target, pieces.seal(self.players[seat].colour, px(SEAL)), (at, low))

    def _letter(self, target: pygame.Surface, words: str, units: float, colour: theme.Colour, xy: XY) -> None:
        self._put(target, text(words, "display", max(7, self.geometry.px(units)), colour), xy)


@sprite(20)
def _bead(size: int) -> pygame.Surface:
    body = '<circle r="17" fill="#2a1c08"/><circle r="13" fill="#f1d087"/>'
    return raster(body, (-20, -20, 40, 40), (size, size)).convert_alpha()


@sprite(200)
def _head(size: int, dx: float, dy: float) -> pygame.Surface:
    """Draw an arrowhead pointing along (dx, dy), its tip in the middle of the image."""
    outline = arrow((0, 0), (dx, dy), 15)
    body = f'<path d="{outline}" fill="#f1d087" stroke="#2a1c08" stroke-width="1.6" stroke-linejoin="round"/>'
    return raster(body, (-22, -22, 44, 44), (size, size)).convert_alpha()
