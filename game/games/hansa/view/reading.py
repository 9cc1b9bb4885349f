"""Board overlay of *Hansa*: majorities, costs and payments of a visit, sales, empty warehouses."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.client.draw import reading, theme
from game.client.views.plane import around
from game.client.views.standing import total
from game.client.views.view import Read
from game.games.hansa.rules.actions import sales
from game.games.hansa.rules.board import TOWN_IDS
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view import pieces
from game.games.hansa.view.geometry import Geometry
from game.games.hansa.view.layout import BANNER, COIN, PORTS, SLOT
from game.games.hansa.view.words import Words

READABLE = ("majority", "price", "sale", "empty")
"""Parts of the overlay: the player with most markets, the price of a good, towns in which the player can
sell, empty warehouses."""
SELLS = (120, 220, 120)
BELOW = 49
"""Distance from a quay down to its numbers, below the name of the town."""


class Reader:
    """Drawing and text of the overlay."""

    def __init__(self, words: Words, geometry: Geometry) -> None:
        self.words, self.geometry = words, geometry

    def sign(self, part: str, seat: int) -> str:
        """Return the caption of a part's sign."""
        return self.words.t(f"read.sign.{part}", name=self.words.who(seat))

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        """Draw a sample of a part."""
        box = reading.around(place)
        match part:
            case "majority":
                reading.label(target, "2:1", place.center, place.height * 0.5, self._tones(seat))
            case "price":
                coin = pieces.coin(round(place.height * 0.48))
                x, y = round(place.x + place.width * 0.22), round(place.centery)
                target.blit(coin, coin.get_rect(center=(x, y)))
                at = (place.x + place.width * 0.7, place.centery)
                reading.label(target, "−1", at, place.height * 0.38, self._tones(seat))
            case "sale":
                reading.ring(target, box, False, SELLS, place.height * 0.09)
            case _:
                reading.ring(target, box, False, theme.PARCHMENT_LIGHT, place.height * 0.07)

    def draw(self, target: pygame.Surface, s: HansaState, read: Read) -> None:
        """Draw the overlay above the pieces, with the prices and sales of the reading seat."""
        px, (seat, parts) = self.geometry.px, read
        names = (around(port.banner, port.banner_width, BANNER) for port in PORTS.values())
        labels = reading.Labels([self.geometry.box(name) for name in names])
        could_sell = bool(sales(s.hands[seat]))
        for town in TOWN_IDS:
            port = PORTS[town]
            left, top, right, bottom = port.quay
            leader = s.leader(town)
            counts = sorted((s.markets_in(town, other) for other in range(s.seats)), reverse=True)
            if counts[1] and "majority" in parts:  # in other towns the only colour says it
                tones = reading.NOBODY if leader is None else self._tones(leader)
                words = f"{counts[0]}{':' if leader is not None else '='}{counts[1]}"
                at = self.geometry.at((left + (right - left) * 0.3, bottom + BELOW))
                labels.put(target, words, at, self.geometry.legible(30), tones)
            price, size = s.price(town, seat), self.geometry.legible(24)
            x, y = self.geometry.at((left + (right - left) * 0.72, bottom + BELOW))
            if price.coins and "price" in parts:
                coin = pieces.coin(round(size * COIN / 24))
                target.blit(coin, coin.get_rect(center=(round(x - size * 0.5), round(y))))
                payee = reading.NOBODY if price.payee is None else self._tones(price.payee)
                labels.put(target, "−1", (x + size * 1.4, y), size, payee)
            if "sale" in parts and could_sell and s.markets_in(town, seat):
                rect = self.geometry.box((left - 4, top - 4, right + 4, bottom + 1))
                reading.ring(target, rect, False, SELLS, px(5))
            for name in port.town.warehouses:
                if "empty" in parts and s.warehouse(name) is None:
                    rect = self.geometry.box(around(port.warehouse(name), SLOT, SLOT))
                    reading.ring(target, rect, False, theme.PARCHMENT_LIGHT, px(4))

    def _tones(self, seat: int) -> theme.SeatColour:
        return theme.SEAT_COLOURS[self.words.players[seat].colour]

    def sentences(self, s: HansaState, read: Read) -> Iterator[str]:
        """Yield the contents of the overlay as sentences: points, then town by town for the reading seat."""
        seat, parts = read
        t = self.words.t
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
            told = list(self._town(s, town, read, could_sell))
            if "majority" in parts:
                yield t(key, town=self.words.town(town), name=self.words.who(leader), owners=owners)
            elif told:
                yield f"{self.words.town(town)}:"
            yield from told

    def _town(self, s: HansaState, town: str, read: Read, could_sell: bool) -> Iterator[str]:
        """Yield the price of a good in a town, and its other options for the seat."""
        t, (seat, parts), name = self.words.t, read, self.words.who(read.seat)
        price = s.price(town, seat)
        if "price" in parts:
            if price.coins:
                yield self.words.paid("read.cost", price.payee, name=name)
            else:
                yield t("read.free", name=name)
        if "sale" in parts and could_sell and s.markets_in(town, seat):
            yield t("read.sale", name=name)
        empty = sum(s.warehouse(warehouse) is None for warehouse in PORTS[town].town.warehouses)
        if "empty" in parts and empty:
            yield t("read.empty", n=empty)
