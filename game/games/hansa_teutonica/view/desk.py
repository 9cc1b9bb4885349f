"""Player board (desk): five tracks with the pieces still covering them, supply, stock and bonus markers.

All lengths are multiples of one unit: the body-text unit, or less on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.paint import blit_rounded, blit_text, largest, shrinking, text
from game.client.draw.sprites import sprite
from game.client.draw.svg import raster
from game.client.views.desk import (
    HEADER,
    PAD,
    SHIELD,
    SMALL,
    WIDE,
    DeskFrame,
    wood,
)
from game.client.views.displayed import Displayed
from game.client.views.standing import total
from game.client.views.view import Shape
from game.games.hansa_teutonica.rules.board import ALL, LEVELS, PRIVILEGIUM, TRACK_PIECE, TRACKS
from game.games.hansa_teutonica.rules.position import Piece, Pieces
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.board_art import PIPS, PRIVILEGE_COLOURS
from game.games.hansa_teutonica.view.words import Words
from game.match import PlayerInfo

ROW, MARKER_ROW, COMPACT_ROW = 1.4, 2.1, 1.7
CELL = 1.8
ICON = 1.75
"""Width of a track before its first level."""
MOST_LEVELS = max(map(len, LEVELS))
LARGER = 1.05
"""Factor of enlargement above which figures no longer fit next to every piece."""
PILE = 0.15
SUPPLY, STOCK = SHIELD, SHIELD + 2 * PILE
"""Left edges of supply and stock in the compact player bar, and the width of a pile, as fractions of its
width."""
CHIP, BADGE = 22.0, 12.0
"""Minimum width of a used marker in a row of several in the compact player bar, and minimum height of a
number on it, in CSS pixels."""

OPEN: theme.Colour = (226, 208, 168)
FAINT: theme.Colour = (218, 192, 154)


HEIGHTS = (
    PAD + HEADER + COMPACT_ROW + PAD * 0.5,
    PAD + HEADER + 0.25 + 5 * ROW + 0.25 + MARKER_ROW + PAD,
)
"""Heights of a compact player board and of a full one."""


class Holdings(NamedTuple):
    """Contents of a player board other than its tracks."""

    supply: Pieces
    stock: Pieces
    hand: tuple[Piece, ...]
    unused: dict[str, int]
    used: dict[str, int]
    plate: tuple[str, ...]
    """Replacement markers still to be placed, "" face down."""


class Desk(DeskFrame):
    """One seat's player board, at its position on the screen."""

    def __init__(self, seat: int, player: PlayerInfo, words: Words) -> None:
        super().__init__(seat, player)
        self.words = words

    # ---- geometry ---------------------------------------------------------------------------

    def row(self, track: int) -> pygame.FRect:
        """Return the box of a whole track."""
        if self.compact:
            return self.box(PAD + track * 1.88, PAD + HEADER, 1.82, COMPACT_ROW)
        return self.box(PAD, PAD + HEADER + 0.25 + track * ROW, ICON + MOST_LEVELS * CELL, ROW)

    def cell(self, track: int, level: int) -> pygame.FRect:
        """Return the box of a level (from 1) of a track."""
        if self.strip:
            return self.header
        row = self.row(track)
        if self.compact:
            return row
        across = self.rect.width / WIDE
        wide = CELL * across
        left = row.x + ICON * across + (level - 1) * wide
        return pygame.FRect(left, row.y + 0.1 * self.k, wide - 0.1 * self.k, row.height - 0.2 * self.k)

    def pile(self, name: str, kind: str) -> pygame.FRect:
        """Return the box of the traders or merchants in the supply or the stock."""
        second = kind == "merchant"
        if self.strip:
            half = (SUPPLY if name == "supply" else STOCK) + (PILE if second else 0.0)
            return self.slot(half, half + PILE)
        if self.compact:
            x = 10.85 + (0 if name == "supply" else 4.85) + (2.1 if second else 0)
            return self.box(x, PAD + HEADER, 1.75 if second else 2.1, COMPACT_ROW)
        y = PAD + HEADER + 0.25 + (0 if name == "supply" else 3.55)
        return self.box(13.1 + (3.3 if second else 0), y + 1.3, 3.15, 2.05)

    def markers(self) -> pygame.FRect:
        """Return the box of the row of bonus markers."""
        if self.strip:
            return self.slot(STOCK + 2 * PILE, 1.0)
        if self.compact:
            return self.box(11.0, PAD, 3.0, HEADER)
        return self.box(PAD, PAD + HEADER + 0.5 + 5 * ROW, WIDE - 2 * PAD, MARKER_ROW)

    def marker_slot(self, index: int) -> pygame.FRect:
        """Return the slot of the `index`-th kind of marker in the row."""
        row = self.markers()
        wide = self.finger if self.strip else (3.0 if self.compact else 2.4) * self.k
        return pygame.FRect(row.x + index * wide, row.y, wide, row.height)

    def shape(self, element: str, state: HansaTeutonicaState) -> Shape | None:
        """Return the outline of an element of the player board."""
        kind, _, rest = element.partition(".")
        if self.strip and kind in ("track", "seat"):
            return None
        if kind in ("supply", "stock"):
            return Shape(self.pile(kind, rest))
        if kind == "track":
            return Shape(self.row(TRACKS.index(rest)))
        if kind == "seat":
            return Shape(self.header)
        if kind == "marker":
            held = list(state.markers_of(self.seat))
            if rest not in held or self.compact:
                return None
            return Shape(self.marker_slot(held.index(rest))) if self._roomy(state) else None
        if kind == "used":
            return self._used(rest, state)
        if kind == "plate":
            shown = self._plate(state)
            kinds = list(dict.fromkeys(shown))
            if rest in kinds and not self.compact:
                slot = self._plate_slot(len(kinds) - 1 - kinds.index(rest))
                return Shape(slot) if self._roomy(state) else None
        return None

    def _used(self, kind: str, state: HansaTeutonicaState) -> Shape | None:
        """Return the outline of a used marker. Many of them overlap."""
        if self.compact or self.strip:
            return None
        held, used = state.markers_of(self.seat), state.used_markers_of(self.seat)
        slots = self._slots(held, used, self._plate(state))
        return next((Shape(slot) for name, _, slot, spent in slots if spent and name == kind), None)

    def _roomy(self, state: HansaTeutonicaState) -> bool:
        """Return whether each usable marker has the separate space that a finger needs."""
        touched = len(state.markers_of(self.seat)), len(set(self._plate(state)))
        return not self.strip or self._spare(*touched, len(state.used_markers_of(self.seat))) is not None

    def _spare(self, unused: int, plate: int, used: int) -> pygame.FRect | None:
        """Return the space in the compact bar's row for used markers, between the ones large enough to tap;
        None if it is too little."""
        row, finger = self.markers(), self.finger
        spare = pygame.FRect(
            row.x + unused * finger, row.y, row.width - (unused + plate) * finger, row.height
        )
        enough = spare.width >= 0 and (not used or _chips(spare, used, finger)[0].width >= CHIP * self.k)
        return spare if enough else None

    def anchor(self, place: str) -> tuple[float, float]:
        """Return the centre of a place on the player board ("supply.0", "desk.0.bursa.2", "hand.0", ...)."""
        kind, _, rest = place.partition(".")
        if kind in ("supply", "stock"):
            left, right = self.pile(kind, "trader"), self.pile(kind, "merchant")
            return left.union(right).center
        if kind == "desk":
            _, track, level = rest.split(".")
            return self.cell(TRACKS.index(track), int(level)).center
        if kind == "markers":
            return self.marker_slot(0).center
        if kind == "plate":
            return self._plate_slot(0).center
        header = self.header
        return header.centerx + header.width * 0.18, header.centery

    def _plate(self, state: HansaTeutonicaState) -> tuple[str, ...]:
        return state.plate_markers() if state.turn_seat == self.seat else ()

    def _plate_slot(self, index: int) -> pygame.FRect:
        """Return the slot of a replacement marker, at the right end of the row."""
        slot = self.marker_slot(0)
        slot.right = self.markers().right - index * slot.width
        return slot

    def _slots(
        self, unused: Mapping[str, int], used: Mapping[str, int], plate: Sequence[str]
    ) -> Iterator[tuple[str, int, pygame.FRect, bool]]:
        """Yield the markers in their row, each with its number, its box and whether it is used. If there are
        many, the used ones are closer together."""
        if self.strip:
            yield from self._strip_slots(unused, used, list(dict.fromkeys(plate)), plate)
            return
        row, slot = self.markers(), self.marker_slot(0)
        kinds, every = list(dict.fromkeys(plate)), [(kind, count, False) for kind, count in unused.items()]
        every += [(kind, count, True) for kind, count in used.items()]
        apart = len(unused)  # these do not overlap, because they can be tapped
        room = row.width - len(kinds) * slot.width
        left = min(apart * slot.width, room - slot.width)
        step = min(slot.width, (room - slot.width - left) / max(1, len(every) - apart - 1))
        for index, (kind, count, spent) in enumerate(every):
            x = row.x + (index * slot.width if index < apart else left + (index - apart) * step)
            yield kind, count, pygame.FRect(x, slot.y, slot.width, slot.height), spent
        for index, kind in enumerate(reversed(kinds)):
            yield kind, plate.count(kind), self._plate_slot(index), False

    def _strip_slots(
        self, unused: Mapping[str, int], used: Mapping[str, int], kinds: Sequence[str], plate: Sequence[str]
    ) -> Iterator[tuple[str, int, pygame.FRect, bool]]:
        """Yield the markers of the compact bar without overlap. Usable ones are as large as a finger. If that
        leaves the used ones too little space, all have the maximum equal size."""
        spare = self._spare(len(unused), len(kinds), len(used))
        if spare is None:
            slots = _chips(self.markers(), len(unused) + len(used) + len(kinds), self.finger)
        else:
            slots = [self.marker_slot(index) for index in range(len(unused))]
            slots += _chips(spare, len(used), self.finger) if used else []
            slots += [self._plate_slot(index) for index in reversed(range(len(kinds)))]
        every = [(kind, count, False) for kind, count in unused.items()]
        every += [(kind, count, True) for kind, count in used.items()]
        every += [(kind, plate.count(kind), False) for kind in kinds]
        for (kind, count, spent), slot in zip(every, slots, strict=True):
            yield kind, count, slot, spent

    # ---- drawing ----------------------------------------------------------------------------

    def draw(
        self, target: pygame.Surface, state: HansaTeutonicaState, hidden: frozenset[str], shown: Displayed
    ) -> None:
        """Draw the whole player board, without the pieces still in a move animation to it."""
        holdings = self._holdings(state, hidden, shown)
        if self.strip:
            self._draw_strip(target, state, holdings)
            return
        self.draw_panel(target, state.actor == self.seat)
        self._draw_header(target, state, holdings)
        for track in range(len(TRACKS)):
            (self._draw_value if self.compact else self._draw_track)(target, state, track)
        self._draw_pile(target, "supply", holdings.supply)
        self._draw_pile(target, "stock", holdings.stock)
        if not self.compact:
            self._draw_markers(target, holdings)

    def _draw_strip(self, target: pygame.Surface, state: HansaTeutonicaState, holdings: Holdings) -> None:
        """Draw the compact bar: actions left or the pieces in hand, supply, stock, bonus markers."""
        self.draw_strip(target, state.actor == self.seat)
        k, block = self.k, self.header
        below = pygame.FRect(block.x, block.y + 29 * k, block.width, 18 * k)
        for place, piece in enumerate(holdings.hand[:2]):
            sprite = _own(piece.kind, self.player.colour, round(17 * k))
            at = below.centerx + (place - (min(len(holdings.hand), 2) - 1) / 2) * 11 * k
            target.blit(sprite, sprite.get_rect(center=(round(at), round(below.centery))))
        if state.turn_seat == self.seat and not holdings.hand:
            glass = pieces.icon("actiones", round(13 * k), self.tones.ink)
            target.blit(glass, glass.get_rect(midright=(round(below.centerx), round(below.centery))))
            number = pygame.FRect(below.centerx + 2 * k, below.y, below.width / 2, below.height)
            blit_text(target, str(state.actions_left), "bold", 18 * k, self.tones.ink, number)
        for name, stack in (("supply", holdings.supply), ("stock", holdings.stock)):
            self._draw_slot(target, name, stack)
        titles = [(self.pile(name, "trader"), self.words.t(f"desk.{name}")) for name in ("supply", "stock")]
        self.draw_titles(target, titles)
        row = self.markers()
        self.draw_slot(target, row, dark=True)
        if holdings.unused or holdings.used or holdings.plate:
            self._draw_row(target, holdings)
        else:
            self.draw_empty(target, row, self.words.t("desk.no_markers"))

    def _draw_slot(self, target: pygame.Surface, name: str, stack: tuple[int, int]) -> None:
        """Draw the supply or the stock in the compact bar."""
        k, first, second = self.k, self.pile(name, "trader"), self.pile(name, "merchant")
        self.draw_slot(target, first.union(second), dark=name == "stock")
        for kind, count, slot in (("trader", stack[0], first), ("merchant", stack[1], second)):
            size = round(23 * k)
            draw = _own if count else _faded
            sprite, middle = draw(kind, self.player.colour, size), round(slot.y + 33 * k)
            target.blit(sprite, sprite.get_rect(midleft=(round(slot.x + 4 * k), middle)))
            number = pygame.FRect(slot.x + 28 * k, slot.y + 16 * k, slot.right - slot.x - 28 * k, 34 * k)
            ink = theme.PARCHMENT_LIGHT if count else FAINT
            pixels = largest(str(count), "bold", shrinking(21 * k, 14 * k), number.width)
            blit_text(target, str(count), "bold", pixels, ink, number)

    def _holdings(self, state: HansaTeutonicaState, hidden: frozenset[str], shown: Displayed) -> Holdings:
        seat = self.seat
        hand = tuple(piece for piece in state.hand_pieces() if piece.seat == seat)
        unused, used = state.markers_of(seat), state.used_markers_of(seat)
        unused, used = shown.value(f"markers.{seat}", (unused, used), hidden)
        return Holdings(
            shown.value(f"supply.{seat}", state.supply_of(seat), hidden),
            shown.value(f"stock.{seat}", state.stock_of(seat), hidden),
            shown.value(f"hand.{seat}", hand, hidden),
            unused,
            used,
            shown.value(f"plate.{seat}", self._plate(state), hidden),
        )

    def _draw_header(self, target: pygame.Surface, state: HansaTeutonicaState, holdings: Holdings) -> None:
        k, header = self.k, self.header
        tones = self.tones
        self.draw_header(target)
        so_far, at_end = str(state.points[self.seat]), str(total(state, self.seat))
        right = self.draw_points(target, *((so_far, at_end) if state.outcome is None else (at_end,)))
        if self.compact:
            right = self._draw_marker_count(target, holdings, right)
        for piece in reversed(holdings.hand):
            sprite = _own(piece.kind, self.player.colour, max(6, round(1.45 * k)))
            target.blit(sprite, sprite.get_rect(midright=(round(right), round(header.centery))))
            right -= sprite.get_width() * 0.8
        if holdings.hand:
            right -= 0.5 * k
        if state.turn_seat == self.seat:
            for _ in range(min(state.actions_left, 9)):
                glass = pieces.icon("actiones", max(6, round(0.85 * k)), tones.ink)
                target.blit(glass, glass.get_rect(midright=(round(right), round(header.centery))))
                right -= 0.78 * k
        self.draw_name(target, right)

    def _draw_marker_count(self, target: pygame.Surface, holdings: Holdings, right: float) -> float:
        held = sum(holdings.unused.values()) + sum(holdings.used.values())
        if not held:
            return right
        pixels = self.figure(1.05, self.header.height)
        number = text(str(held), "bold", round(pixels), self.tones.ink)
        middle = round(self.header.centery)
        target.blit(number, number.get_rect(midright=(round(right), middle)))
        right -= number.get_width() + 0.15 * self.k
        back = pieces.marker("", max(8, round(1.4 * self.k)))
        target.blit(back, back.get_rect(midright=(round(right), middle)))
        return right - back.get_width() - 0.3 * self.k

    def _draw_track(self, target: pygame.Surface, state: HansaTeutonicaState, track: int) -> None:
        k, row = self.k, self.row(track)
        badge = pieces.icon(TRACKS[track], max(6, round(1.15 * k)), theme.BRASS_LIGHT)
        target.blit(badge, badge.get_rect(center=(round(row.x + 0.8 * k), round(row.centery))))
        now = state.level(self.seat, TRACKS[track])
        for level in range(1, len(LEVELS[track]) + 1):
            self._draw_cell(target, track, level, now)

    def _draw_cell(self, target: pygame.Surface, track: int, level: int, now: int) -> None:
        """Draw a level: open, current, or covered by a piece.

        Enlarged figures are drawn for the current and the next level only, so that these stand out.
        """
        k, cell = self.k, self.cell(track, level)
        covered = level > now
        ground = wood().light if covered else theme.BRASS if level == now else OPEN
        edge = theme.BRASS_LIGHT if level == now else wood().edge
        blit_rounded(target, cell, 0.22 * k, ground, edge, self.line(0.12 if level == now else 0.06))
        if self.enlarged > LARGER and abs(level - now - 0.5) > 1:
            if covered:
                sprite = _own(_kind_on(track), self.player.colour, max(6, round(0.98 * k)))
                target.blit(sprite, sprite.get_rect(center=(round(cell.centerx), round(cell.centery))))
            return
        value = cell.copy()
        if covered:
            sprite = _own(_kind_on(track), self.player.colour, max(6, round(0.98 * k)))
            target.blit(sprite, sprite.get_rect(midleft=(round(cell.x + 0.07 * k), round(cell.centery))))
            left = min(cell.x + 1.12 * k, cell.right - 0.72 * k)
            value = pygame.FRect(left, cell.y, 0.66 * k, cell.height)
        if track == PRIVILEGIUM:
            size = min(
                self.figure(0.72 if covered else 1.0, cell.height), 0.78 * k if covered else cell.height
            )
            _privilege(target, value.center, max(6, round(size)), LEVELS[track][level - 1])
            return
        number = LEVELS[track][level - 1]
        colour = theme.PARCHMENT_DARK if covered else theme.INK
        pixels = self.figure(SMALL if covered else 1.1, cell.height)
        blit_text(target, "C" if number == ALL else str(number), "bold", pixels, colour, value, "center")

    def _draw_value(self, target: pygame.Surface, state: HansaTeutonicaState, track: int) -> None:
        """Draw a track's icon and value on a compact player board."""
        k, row = self.k, self.row(track)
        badge = pieces.icon(TRACKS[track], max(6, round(0.95 * k)), theme.BRASS_LIGHT)
        target.blit(badge, badge.get_rect(midleft=(round(row.x), round(row.centery))))
        value = state.value(self.seat, TRACKS[track])
        place = pygame.FRect(row.x + 1.0 * k, row.y, row.width - 1.0 * k, row.height)
        if track == PRIVILEGIUM:
            level = LEVELS[track][state.level(self.seat, TRACKS[track]) - 1]
            _privilege(target, (place.x + 0.3 * k, place.centery), max(6, round(0.72 * k)), level)
        else:
            pixels = self.figure(1.05, place.height)
            blit_text(target, str(value), "bold", pixels, theme.PARCHMENT_LIGHT, place)

    def _draw_pile(self, target: pygame.Surface, name: str, stack: tuple[int, int]) -> None:
        k = self.k
        first, second = self.pile(name, "trader"), self.pile(name, "merchant")
        whole = first.union(second)
        faint = name == "stock"
        if self.compact:
            ground = pygame.FRect(whole.x - k, whole.y, whole.width + k, whole.height).inflate(0, -0.25 * k)
            badge = pieces.icon(name, max(6, round(0.85 * k)), theme.BRASS_LIGHT)
            blit_rounded(
                target, ground, 0.25 * k, wood().dark if faint else wood().light, wood().edge, self.line(0.05)
            )
            target.blit(badge, badge.get_rect(center=(round(ground.x + 0.55 * k), round(ground.centery))))
        else:
            box = pygame.FRect(whole.x, whole.y - 1.3 * k, whole.width, whole.height + 1.3 * k)
            blit_rounded(
                target, box, 0.3 * k, wood().dark if faint else wood().light, wood().edge, self.line(0.06)
            )
            badge = pieces.icon(name, max(6, round(0.8 * k)), theme.BRASS_LIGHT)
            target.blit(badge, (round(box.x + 0.35 * k), round(box.y + 0.18 * k)))
            title = pygame.FRect(box.x + 1.35 * k, box.y + 0.1 * k, box.width - 1.6 * k, 0.9 * k)
            blit_text(target, self.words.t(f"desk.{name}"), "text", 0.92 * k, theme.PARCHMENT_DARK, title)
        for kind, count, box in (("trader", stack[0], first), ("merchant", stack[1], second)):
            size = (1.05 if self.compact else 1.75 if not faint else 1.45) * k
            sprite = _own(kind, self.player.colour, max(6, round(size)))
            left = box.x + (0.04 if self.compact else 0.22) * k
            if not count:
                sprite = _faded(kind, self.player.colour, max(6, round(size)))
            target.blit(sprite, sprite.get_rect(midleft=(round(left), round(box.centery))))
            number = pygame.FRect(left + size + 0.05 * k, box.y, box.right - left - size, box.height)
            colour = theme.PARCHMENT_LIGHT if count else FAINT
            usual = 0.95 if self.compact else 1.25
            sizes = shrinking(self.figure(usual, number.height), usual * k)
            pixels = largest(str(count), "bold", sizes, number.width)
            blit_text(target, str(count), "bold", pixels, colour, number)

    def _draw_markers(self, target: pygame.Surface, holdings: Holdings) -> None:
        k, row = self.k, self.markers()
        blit_rounded(target, row.inflate(0, -0.1 * k), 0.3 * k, wood().dark, wood().edge, self.line(0.06))
        if holdings.unused or holdings.used or holdings.plate:
            self._draw_row(target, holdings)
        else:
            inside = row.inflate(-0.8 * k, 0)
            blit_text(target, self.words.t("desk.no_markers"), "text", 0.92 * k, theme.PARCHMENT_DARK, inside)

    def _draw_row(self, target: pygame.Surface, holdings: Holdings) -> None:
        for kind, count, slot, spent in self._slots(holdings.unused, holdings.used, holdings.plate):
            self._draw_marker(target, kind, count, slot, spent)

    def _draw_marker(
        self, target: pygame.Surface, kind: str, count: int, slot: pygame.FRect, spent: bool
    ) -> None:
        k = slot.width / 2.4
        sprite = pieces.marker(kind, max(8, round(2.15 * k)), spent)
        target.blit(sprite, sprite.get_rect(center=(round(slot.centerx), round(slot.centery))))
        if count > 1:
            size = max(0.95 * k, BADGE * self.k) if self.strip else 0.95 * k
            badge = pygame.FRect(slot.right - size * 1.05, slot.bottom - size * 1.15, size, size)
            blit_rounded(target, badge, size / 2, theme.BRICK, theme.PARCHMENT_LIGHT, max(1.0, 0.06 * k))
            blit_text(target, str(count), "bold", 0.84 * size, theme.PARCHMENT_LIGHT, badge, "center")


def _chips(room: pygame.FRect, count: int, largest: float) -> list[pygame.FRect]:
    """Return boxes side by side of maximum width, in one row, or in two if that makes them larger."""

    def wide(rows: int) -> float:
        return min(largest, room.width / -(-count // rows), room.height / rows)

    rows = max((1, 2), key=wide)
    size, high, across = wide(rows), room.height / rows, -(-count // rows)
    top, places = room.y + (high - size) / 2, [(index % across, index // across) for index in range(count)]
    return [pygame.FRect(room.x + x * size, top + y * high, size, size) for x, y in places]


def _privilege(target: pygame.Surface, centre: tuple[float, float], size: int, privilege: int) -> None:
    """Draw the colour and the pips of a privilege."""
    target.blit(
        _privilege_sprite(size, privilege), (round(centre[0] - size / 2), round(centre[1] - size / 2))
    )


@sprite(60)
def _privilege_sprite(size: int, privilege: int) -> pygame.Surface:
    rim, edge, _ = PRIVILEGE_COLOURS[privilege]
    pip = "#f2ead8" if privilege == 3 else edge
    body = f'<circle r="18" fill="{rim}" stroke="{edge}" stroke-width="2.5"/>'
    body += "".join(f'<circle cx="{x * 11}" cy="{y * 11}" r="3.2" fill="{pip}"/>' for x, y in PIPS[privilege])
    return raster(body, (-20, -20, 40, 40), (size, size)).convert_alpha()


def _kind_on(track: int) -> str:
    """Return the kind of piece that covers the levels of a track."""
    return "merchant" if TRACK_PIECE[track] else "trader"


def _own(kind: str, colour: str, size: int) -> pygame.Surface:
    return pieces.piece(kind, colour, size, own=True)


@sprite(60)
def _faded(kind: str, colour: str, size: int) -> pygame.Surface:
    """Draw the ghost of a kind of piece of which no piece is left."""
    image = _own(kind, colour, size).copy()
    image.set_alpha(70)
    return image
