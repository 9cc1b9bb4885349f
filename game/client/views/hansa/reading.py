"""The board of Hansa at a glance: majorities, what a visit costs or pays, sales, empty warehouses."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.client.draw import reading, theme
from game.client.views.hansa import pieces
from game.client.views.hansa.geometry import Geometry
from game.client.views.hansa.layout import COIN, PORTS, SLOT
from game.client.views.hansa.words import Words
from game.client.views.plane import around
from game.client.views.standing import total
from game.engine.hansa.actions import sales
from game.engine.hansa.board import TOWN_IDS
from game.engine.hansa.state import HansaState

BELOW = 49
"""How far below a quay its numbers stand: below the name of the town."""


class Reader:
    """Draws the overlay, and says the same in words."""

    def __init__(self, words: Words, geometry: Geometry) -> None:
        self.words, self.geometry = words, geometry

    def draw(self, target: pygame.Surface, s: HansaState, seat: int) -> None:
        """Drawn over the pieces; prices and sales are those of `seat`."""
        px = self.geometry.px
        reading.shade(target)
        could_sell = bool(sales(s.hands[seat]))
        for town in TOWN_IDS:
            port = PORTS[town]
            left, top, right, bottom = port.quay
            leader = s.leader(town)
            counts = sorted((s.markets_in(town, other) for other in range(s.seats)), reverse=True)
            if counts[0]:
                tones = reading.NOBODY if leader is None else self._tones(leader)
                words = f"{counts[0]}{':' if leader is not None else '='}{counts[1]}"
                at = self.geometry.at((left + (right - left) * 0.3, bottom + BELOW))
                reading.label(target, words, at, px(30), tones)
            price = s.price(town, seat)
            coin = pieces.coin(px(COIN))
            x, y = self.geometry.at((left + (right - left) * 0.72, bottom + BELOW))
            if price.coins:
                target.blit(coin, coin.get_rect(center=(round(x - px(12)), round(y))))
            tag = "−1" if price.coins else "0"
            payee = reading.NOBODY if price.payee is None else self._tones(price.payee)
            if price.coins:
                reading.label(target, tag, (x + px(34), y), px(24), payee)
            if could_sell and s.markets_in(town, seat):
                rect = self.geometry.box((left - 4, top - 4, right + 4, bottom + 1))
                reading.ring(target, rect, False, (120, 220, 120), px(5))
            for name in port.town.warehouses:
                if s.warehouse(name) is None:
                    rect = self.geometry.box(around(port.warehouse(name), SLOT, SLOT))
                    reading.ring(target, rect, False, theme.PARCHMENT_LIGHT, px(4))

    def _tones(self, seat: int) -> theme.SeatColour:
        return theme.SEAT_COLOURS[self.words.players[seat].colour]

    def sentences(self, s: HansaState, seat: int) -> Iterator[str]:
        """The same facts: points, then town by town for `seat`."""
        t, name = self.words.t, self.words.who(seat)
        for other in range(s.seats):
            sold = len(s.sold_goods(other))
            lines = {line.id: line.points[other] for line in s.scores()} | {"sold": 2 * sold}
            over = s.outcome is not None or not sold
            points = str(total(s, other)) if over else f"{sum(lines.values())}+"
            yield t("read.score", name=self.words.who(other), points=points)
        could_sell = bool(sales(s.hands[seat]))
        for town in TOWN_IDS:
            counts = [(other, s.markets_in(town, other)) for other in range(s.seats)]
            owners = ", ".join(t("town.owner", name=self.words.who(one), n=n) for one, n in counts if n)
            leader = s.leader(town)
            key = "read.none" if not owners else "read.tie" if leader is None else "read.leader"
            yield t(key, town=self.words.town(town), name=self.words.who(leader), owners=owners)
            price = s.price(town, seat)
            if price.coins:
                yield self.words.paid("read.cost", price.payee, name=name)
            else:
                yield t("read.free", name=name)
            if could_sell and s.markets_in(town, seat):
                yield t("read.sale", name=name)
            empty = sum(s.warehouse(warehouse) is None for warehouse in PORTS[town].town.warehouses)
            if empty:
                yield t("read.empty", n=empty)
