"""Player board (desk): purse, unbuilt markets, goods sold (face down) and goods still to sell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.paint import blit_rounded, blit_text, largest, shrinking, text
from game.client.views.desk import (
    HEADER,
    PAD,
    SHIELD,
    WIDE,
    DeskFrame,
    wood,
)
from game.client.views.view import Shape
from game.games.hansa.view import pieces
from game.games.hansa.view.words import Words
from game.match import PlayerInfo

GAP, STORES, GOODS, COMPACT_ROW = 0.25, 2.6, 3.1, 1.8
TILE = 2.6
"""Side of a good on a full player board."""

COUNTED = ("purse", "reserve", "sold")
STORE = 0.16
"""Width of each store in the compact player bar, as a fraction of its width."""
APART = 8.0
"""Maximum gap between goods in the compact player bar, in CSS pixels: their highlights do not touch."""


class Holdings(NamedTuple):
    """Contents of a player board."""

    coins: int
    reserve: int
    sold: int
    goods: tuple[str, ...]
    points: int
    """Certain points only: sold goods count as one barrel, because they are face down."""
    exact: bool
    """True if the points are complete."""
    acts: bool
    flagged: bool
    """True in the last round until this player has finished their last turn."""


HEIGHTS = (
    PAD + HEADER + COMPACT_ROW + PAD * 0.5,
    PAD + HEADER + GAP + STORES + GAP + GOODS + PAD,
)
"""Heights of a compact player board and of a full one."""


class Desk(DeskFrame):
    """One seat's player board, at its position on the screen."""

    def __init__(self, seat: int, player: PlayerInfo, words: Words) -> None:
        super().__init__(seat, player)
        self.words = words

    # ---- geometry ---------------------------------------------------------------------------

    def store(self, name: str) -> pygame.FRect:
        """Return the box of the coins ("purse"), the markets ("reserve") or the goods sold."""
        index = COUNTED.index(name)
        if self.strip:
            return self.slot(SHIELD + index * STORE, SHIELD + (index + 1) * STORE)
        if self.compact:
            return self.box(PAD + index * 2.95, PAD + HEADER, 2.85, COMPACT_ROW)
        left, wide = ((0.0, 8.0), (8.2, 5.6), (14.0, 5.2))[index]
        return self.box(PAD + left, PAD + HEADER + GAP, wide, STORES)

    @property
    def shelf(self) -> pygame.FRect:
        """Return the box of the unsold goods."""
        if self.strip:
            return self.slot(SHIELD + 3 * STORE, 1.0)
        if self.compact:
            return self.box(PAD + 3 * 2.95, PAD + HEADER, WIDE - 2 * PAD - 3 * 2.95, COMPACT_ROW)
        return self.box(PAD, PAD + HEADER + GAP + STORES + GAP, WIDE - 2 * PAD, GOODS)

    def tiles(self, goods: Sequence[str]) -> list[tuple[str, pygame.FRect]]:
        """Return every unsold good with its box. Many goods overlap."""
        shelf, k = self.shelf, self.k
        if self.strip:
            return self._tiles_in_strip(goods, shelf)
        size = (1.55 if self.compact else TILE) * k
        room = shelf.width - 0.5 * k - size
        step = min(size + 0.22 * k, room / max(1, len(goods) - 1))
        top = shelf.centery - size / 2
        left = shelf.x + (0.1 if self.compact else 0.3) * k
        return [(good, pygame.FRect(left + n * step, top, size, size)) for n, good in enumerate(goods)]

    def _tiles_in_strip(self, goods: Sequence[str], shelf: pygame.FRect) -> list[tuple[str, pygame.FRect]]:
        """Return one tile for each kind, side by side, in two rows if one is too short."""
        kinds = list(dict.fromkeys(goods))
        size = min(self.finger, shelf.width / max(1, len(kinds)))
        if size >= self.finger * 0.6:
            spare = (shelf.width - size * len(kinds)) / max(1, len(kinds) - 1)
            top, step = shelf.centery - size / 2, size + min(APART * self.k, max(0.0, spare))
            return [(kind, pygame.FRect(shelf.x + n * step, top, size, size)) for n, kind in enumerate(kinds)]
        half = -(-len(kinds) // 2)
        size = min(shelf.height / 2, shelf.width / half)
        places = [divmod(n, half) for n in range(len(kinds))]
        top = shelf.centery - size
        return [
            (kind, pygame.FRect(shelf.x + column * size, top + row * size, size, size))
            for kind, (row, column) in zip(kinds, places, strict=True)
        ]

    def good(self, kind: str, goods: Sequence[str]) -> Shape | None:
        """Return the visible outline of the unsold goods of one kind, which those to their right overlap."""
        places = self.tiles(goods)
        mine = [index for index, (name, _) in enumerate(places) if name == kind]
        if not mine or self.tiny or (self.strip and places[0][1].width < self.finger):
            return None
        rect = places[mine[0]][1].union(places[mine[-1]][1])
        if mine[-1] + 1 < len(places):
            rect.width = min(rect.right, places[mine[-1] + 1][1].left) - rect.left
        return Shape(rect)

    def anchor(self, kind: str) -> tuple[float, float]:
        """Return the centre of the purse, the reserve, the goods sold or unsold, or of the whole player
        board."""
        if kind in COUNTED:
            return self.store(kind).center
        return self.shelf.center if kind == "goods" else self.header.center

    # ---- drawing ----------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, has: Holdings) -> None:
        """Draw the whole player board."""
        if self.strip:
            self._draw_strip(target, has)
            return
        self.draw_panel(target, has.acts)
        self.draw_header(target)
        points = str(has.points) if has.exact else f"{has.points}+"
        right = self.draw_points(target, points)
        if has.flagged:
            flag = pieces.flag(max(6, round(1.1 * self.k)))
            target.blit(flag, flag.get_rect(midright=(round(right), round(self.header.centery))))
            right -= flag.get_width()
        self.draw_name(target, right)
        self._draw_store(target, "purse", has.coins, 8)
        self._draw_store(target, "reserve", has.reserve, 4)
        self._draw_store(target, "sold", has.sold, 4)
        self._draw_goods(target, has.goods)

    def _draw_strip(self, target: pygame.Surface, has: Holdings) -> None:
        """Draw the compact bar: coins, markets, number of goods sold, and goods to sell with the number of
        each kind."""
        self.draw_strip(target, has.acts)
        k, block = self.k, self.header
        if has.flagged:
            flag = pieces.flag(round(15 * k))
            target.blit(flag, flag.get_rect(center=(round(block.centerx), round(block.y + 39 * k))))
        for name, count in zip(COUNTED, (has.coins, has.reserve, has.sold), strict=True):
            slot = self.store(name)
            self.draw_slot(target, slot)
            size, middle = min(23 * k, slot.width * 0.42), round(slot.y + 33 * k)
            sprite = self._sprite(name, round(size), count)
            target.blit(sprite, sprite.get_rect(midleft=(round(slot.x + 3 * k), middle)))
            left = slot.x + size + 5 * k
            number = pygame.FRect(left, slot.y + 16 * k, slot.right - left - k, 34 * k)
            pixels = largest(str(count), "bold", shrinking(21 * k, 14 * k), number.width)
            blit_text(target, str(count), "bold", pixels, theme.PARCHMENT_LIGHT, number)
        self.draw_titles(target, [(self.store(name), self.words.t(f"desk.{name}")) for name in COUNTED])
        self.draw_slot(target, self.shelf, dark=True)
        if not has.goods:
            self.draw_empty(target, self.shelf, self.words.t("desk.no_goods"))
        for kind, rect in self.tiles(has.goods):
            picture = pieces.good(kind, max(6, round(rect.width * 0.94)))
            target.blit(picture, picture.get_rect(center=(round(rect.centerx), round(rect.centery))))
            if (count := has.goods.count(kind)) > 1:
                size = max(rect.width * 0.42, 15 * k)
                badge = pygame.FRect(rect.right - size, rect.y, size, size)  # the barrels are below
                blit_rounded(target, badge, size / 2, theme.BRICK, theme.PARCHMENT_LIGHT, self.line(1))
                blit_text(target, str(count), "bold", size * 0.85, theme.PARCHMENT_LIGHT, badge, "center")

    def _draw_store(self, target: pygame.Surface, name: str, count: int, most: int) -> None:
        """Draw coins, markets or goods sold: some of them, and their number."""
        k, box = self.k, self.store(name)
        blit_rounded(target, box, 0.3 * k, wood().light, wood().edge, self.line(0.06))
        if self.compact:
            sprite = self._sprite(name, max(6, round(1.3 * k)), count)
            target.blit(sprite, sprite.get_rect(midleft=(round(box.x + 0.15 * k), round(box.centery))))
            number = pygame.FRect(box.x + 1.5 * k, box.y, box.width - 1.6 * k, box.height)
            sizes = shrinking(self.figure(1.05, box.height), 1.05 * k)
            pixels = largest(str(count), "bold", sizes, number.width)
            blit_text(target, str(count), "bold", pixels, theme.PARCHMENT_LIGHT, number)
            return
        title = pygame.FRect(box.x + 0.4 * k, box.y + 0.08 * k, box.width - 0.8 * k, 0.9 * k)
        blit_text(target, self.words.t(f"desk.{name}"), "text", 0.9 * k, theme.PARCHMENT, title)
        size = max(6, round(1.5 * k))
        middle = box.y + 1.72 * k
        figure = text(str(count), "bold", round(self.figure(1.35, 1.6 * k)), theme.PARCHMENT_LIGHT)
        right = box.right - 0.4 * k
        target.blit(figure, figure.get_rect(midright=(round(right), round(middle))))
        if name == "reserve":
            sprite = self._sprite(name, size, count)
            target.blit(sprite, sprite.get_rect(midleft=(round(box.x + 0.4 * k), round(middle))))
            return
        shown = min(count, most)
        room = right - figure.get_width() - 0.3 * k - box.x - 0.4 * k - size
        step = min(size * 0.62, room / max(1, shown - 1))
        for n in range(shown):
            sprite = self._sprite(name, size, count)
            place = sprite.get_rect(midleft=(round(box.x + 0.4 * k + n * step), round(middle)))
            target.blit(sprite, place)

    def _sprite(self, name: str, size: int, count: int) -> pygame.Surface:
        if name == "purse":
            return pieces.coin(size)
        if name == "sold":
            return pieces.good("", size)
        return pieces.markets(self.player.colour, min(count, 3), size)

    def _draw_goods(self, target: pygame.Surface, goods: tuple[str, ...]) -> None:
        k, shelf = self.k, self.shelf
        if not self.compact:
            blit_rounded(target, shelf, 0.3 * k, wood().dark, wood().edge, self.line(0.06))
        if not goods and not self.compact:
            inside = shelf.inflate(-1.0 * k, 0)
            blit_text(target, self.words.t("desk.no_goods"), "text", 0.92 * k, theme.PARCHMENT_DARK, inside)
        for kind, rect in self.tiles(goods):
            target.blit(pieces.good(kind, max(6, round(rect.width))), (round(rect.x), round(rect.y)))
