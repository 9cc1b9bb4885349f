"""The end of a game as a row of gabled houses, with a storey for each row of the scoring.

The storeys rise one row after another while the points are counted; `Counting` holds the progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import pi, sin

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.theme import Colour, SeatColour
from game.client.draw.widgets import Look, Widget
from game.engine.core import Outcome, ScoreLine
from game.match import PlayerInfo

ROW_SECONDS = 0.7
"""Duration of counting one row of the scoring, at normal speed."""
CROWN_SECONDS = 0.7
"""Duration of raising the winner's flag, at normal speed."""

STOREYS: tuple[Colour, ...] = (
    (236, 210, 150), (206, 116, 88), (250, 245, 232), (128, 166, 196), (232, 170, 48), (142, 172, 86),
    (222, 158, 182), (86, 184, 164),
)  # fmt: skip
"""Colours of the rows of the scoring, in order: sandstone, brick, plaster, slate, ochre, moss, rose,
copper. Any two can be neighbours, because rows without points are left out."""
DUSK: tuple[Colour, ...] = ((22, 38, 62), (70, 66, 94), (170, 104, 92), (238, 178, 112))
WATER: tuple[Colour, ...] = ((120, 92, 92), (30, 50, 66))
FAR: Colour = (58, 56, 78)
"""Colour of the towers on the horizon."""
TIMBER: Colour = (62, 42, 30)
LAMP: Colour = (255, 232, 160)
FAR_TOWERS = (
    (0.03, 0.16, 0.30), (0.09, 0.10, 0.46), (0.14, 0.10, 0.40), (0.24, 0.05, 0.62), (0.32, 0.14, 0.26),
    (0.45, 0.06, 0.54), (0.52, 0.06, 0.58), (0.63, 0.18, 0.24), (0.74, 0.05, 0.66), (0.83, 0.08, 0.36),
    (0.90, 0.06, 0.50), (0.96, 0.12, 0.30),
)  # fmt: skip
"""Left edge, width and height of each tower: fractions of the image's width and of the sky's lower half."""


class Counting:
    """Progress of counting the points of a finished game. Times are in seconds on any monotonic clock."""

    def __init__(self, outcome: Outcome, pace: float) -> None:
        """Start counting. `pace` multiplies all durations; 0 counts everything immediately."""
        self.lines: tuple[ScoreLine, ...] = outcome.lines
        self._rows = tuple(index for index, line in enumerate(outcome.lines) if any(line.points))
        """Rows that hold any points."""
        self._pace = pace
        self._begun: float | None = None
        self._passed = 0.0 if pace > 0 else self._length

    @property
    def _length(self) -> float:
        """Total duration at normal speed."""
        return len(self._rows) * ROW_SECONDS + CROWN_SECONDS

    @property
    def running(self) -> bool:
        """True until every row is counted and the flag is up."""
        return self._passed < self._length

    def advance(self, now: float) -> bool:
        """Advance to the time `now`; return True while the count is running."""
        if not self.running:
            return False
        if self._begun is None:
            self._begun = now
        self._passed = (now - self._begun) / self._pace
        return self.running

    def finish(self) -> None:
        """Count everything immediately."""
        self._passed = self._length

    def part(self, row: int) -> float:
        """Return the counted fraction of a row, 0 to 1."""
        if row not in self._rows:
            return 1.0 if not self._rows or row < self._rows[0] else self.part(self._before(row))
        return max(0.0, min(1.0, self._passed / ROW_SECONDS - self._rows.index(row)))

    def _before(self, row: int) -> int:
        """Return the last row with points before a row without points."""
        return max(index for index in self._rows if index < row)

    @property
    def crown(self) -> float:
        """Height of the winner's flag on its pole, 0 to 1."""
        return max(0.0, min(1.0, 1 - (self._length - self._passed) / CROWN_SECONDS))

    def row(self) -> int | None:
        """Return the row being counted, or None."""
        return next((index for index in self._rows if self.part(index) < 1), None) if self.running else None

    def points(self, row: int, seat: int) -> float:
        """Return the points of a row for a seat, as far as they are counted."""
        part = self.part(row)
        return self.lines[row].points[seat] * part * part * (3 - 2 * part)

    def total(self, seat: int) -> float:
        """Return the points of a seat, as far as they are counted."""
        return sum(self.points(row, seat) for row in range(len(self.lines)))


@dataclass
class Skyline(Widget):
    """The houses of all players.

    labels: the name of each row of the scoring
    """

    players: tuple[PlayerInfo, ...] = ()
    labels: Sequence[str] = ()
    winners: tuple[int, ...] = ()
    counting: Counting = field(kw_only=True)

    @classmethod
    def height(cls, unit: float, width: float, room: float) -> float:
        """Return a good height for an image of this width; `room` is the height that can be visible."""
        return min(max(unit * 13, min(unit * 18, width * 0.58)), max(unit * 8, room))

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, rect = look.unit, self.rect
        place = pygame.Rect(round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        quay = rect.bottom - min(unit * 2.6, rect.height * 0.19)
        target.blit(_backdrop(place.size, round(quay) - place.y, round(unit * 0.5)), place)
        slot = (rect.width - unit * 1.2) / len(self.players)
        wide = min(slot * 0.78, unit * 7.5)
        gable = min(wide * 0.5, unit * 2.9, rect.height * 0.24)
        most = max(1.0, *(self._final(seat) for seat in range(len(self.players))))
        scale = (quay - rect.y - gable - min(unit * 3.4, rect.height * 0.24)) / most
        for seat in range(len(self.players)):
            middle = rect.x + unit * 0.6 + slot * (seat + 0.5)
            self._house(target, seat, pygame.FRect(middle - wide / 2, quay, wide, gable), scale, unit)
        self._caption(target, unit)

    def _final(self, seat: int) -> float:
        return float(sum(line.points[seat] for line in self.counting.lines))

    def _caption(self, target: pygame.Surface, unit: float) -> None:
        """Draw the name of the row being counted."""
        row = self.counting.row()
        if row is None:
            return
        words = self.labels[row]
        sizes = (1.15 * unit, unit, 0.85 * unit)
        pixels = paint.largest(words, "bold", sizes, self.rect.width * 0.8)
        wide = theme.font("bold", round(pixels)).size(words)[0] + unit * 2.2
        plate = pygame.FRect(self.rect.centerx - wide / 2, self.rect.y + unit * 0.5, wide, unit * 1.7)
        paint.blit_rounded(target, plate, unit * 0.5, theme.PARCHMENT_LIGHT, theme.BRASS_DARK, unit * 0.08)
        chip = pygame.FRect(plate.x + unit * 0.5, plate.centery - unit * 0.4, unit * 0.8, unit * 0.8)
        paint.blit_rounded(target, chip, unit * 0.15, storey(row), TIMBER, max(1, unit * 0.07))
        inside = pygame.FRect(chip.right + unit * 0.3, plate.y, plate.right - chip.right, plate.height)
        paint.blit_text(target, words, "bold", pixels, theme.INK, inside)

    # ---- a house ----------------------------------------------------------------------------

    def _house(
        self, target: pygame.Surface, seat: int, ground: pygame.FRect, scale: float, unit: float
    ) -> None:
        """Draw a player's house: storeys on the quay, a stepped gable, the name below.

        ground: foot of the house, with the gable's height
        scale: pixels per point
        """
        player, tones = self.players[seat], theme.SEAT_COLOURS[self.players[seat].colour]
        y = ground.y
        for row in range(len(self.labels)):
            high = self.counting.points(row, seat) * scale
            if high >= 1:
                y -= high
                box = pygame.FRect(ground.x, y, ground.width, high)
                self._storey(target, box, row, seat, unit)
        top = y - ground.height
        if seat in self.winners and self.counting.crown > 0:
            self._flag(target, ground.centerx, top, tones, unit)
        gable = pygame.FRect(ground.x, top, ground.width, ground.height)
        image = _gable((round(gable.width), round(gable.height)), tones)
        target.blit(image, (round(gable.x), round(gable.y)))
        mark = round(gable.height * 0.3)
        sign = paint.mark(tones.mark, mark, tones.ink)
        target.blit(sign, sign.get_rect(midtop=(round(gable.centerx), round(gable.y + gable.height * 0.14))))
        number = gable.copy()
        number.y, number.height = gable.y + gable.height * 0.42, gable.height * 0.56
        size = min(gable.height * 0.62, unit * 2.0)
        words = str(round(self.counting.total(seat)))
        paint.blit_text(target, words, "bold", size, tones.ink, number, "center")
        self._name(target, player, ground, tones, unit)

    def _storey(self, target: pygame.Surface, box: pygame.FRect, row: int, seat: int, unit: float) -> None:
        """Draw a storey as high as its points, with windows and the points if there is room."""
        place = pygame.Rect(round(box.x), round(box.y), round(box.width), 0)
        place.height = max(1, round(box.bottom) - place.y)
        thin = max(1, round(unit * 0.06))
        target.fill(TIMBER, place)
        target.fill(storey(row), place.inflate(-2 * thin, -thin))
        if box.height < unit * 0.62:
            return
        points = str(round(self.counting.points(row, seat)))
        size = min(unit * 1.05, box.height * 0.95)
        paint.blit_text(target, points, "bold", size, theme.INK, box, "center")
        high = min(unit * 0.95, box.height * 0.66)
        if high < unit * 0.45 or box.width < unit * 2.8:
            return
        window = _window((max(3, round(unit * 0.6)), max(4, round(high))))
        rows = max(1, int(box.height / (unit * 1.9)))
        for number in range(rows):
            y = round(box.y + box.height * (number + 0.5) / rows - window.get_height() / 2)
            for at in (0.09, 0.25, 0.75, 0.91) if box.width > unit * 4.6 else (0.16, 0.84):
                target.blit(window, (round(box.x + box.width * at - window.get_width() / 2), y))

    def _flag(self, target: pygame.Surface, x: float, top: float, tones: SeatColour, unit: float) -> None:
        """Draw the winner's pennant, rising on its pole."""
        up = self.counting.crown
        thick = max(2, round(unit * 0.14))
        mast = pygame.Rect(round(x - thick / 2), round(top - unit * 2.3), thick, round(unit * 2.6))
        target.fill(theme.BRASS_DARK, mast)
        canvas.disc(target, theme.BRASS_LIGHT, (x, top - unit * 2.3), unit * 0.18)
        y = top - unit * 0.9 - unit * 1.2 * up
        wave = unit * 0.12 * sin(up * 3 * pi)
        corners = [(x, y), (x + unit * 2.1, y + unit * 0.45 + wave), (x, y + unit * 0.95)]
        canvas.polygon(target, theme.BRASS, corners)
        for start, end in pairwise((*corners, corners[0])):
            canvas.line(target, tones.dark, start, end, 1, smooth=True)

    def _name(
        self, target: pygame.Surface, player: PlayerInfo, ground: pygame.FRect, tones: SeatColour, unit: float
    ) -> None:
        """Draw the player's name on a plate at the quay."""
        plate = pygame.FRect(
            ground.x - unit * 0.3, ground.y + unit * 0.25, ground.width + unit * 0.6, unit * 1.5
        )
        paint.blit_rounded(target, plate, unit * 0.3, tones.fill, tones.dark, max(1, unit * 0.08))
        sizes = tuple(unit * size for size in (1.0, 0.9, 0.8, 0.7, 0.6))
        pixels = paint.largest(player.name, "bold", sizes, plate.width - unit * 0.5)
        inside = plate.inflate(-unit * 0.4, 0)
        paint.blit_text(target, player.name, "bold", pixels, tones.ink, inside, "center")


def storey(row: int) -> Colour:
    """Return the colour of a row of the scoring."""
    return STOREYS[row % len(STOREYS)]


# ---- cached images -------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _gable(size: tuple[int, int], tones: SeatColour) -> pygame.Surface:
    """Draw a stepped gable in a seat's colour."""
    over, steps = 3, 4
    width, height = size[0] * over, size[1] * over
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    image.fill((*tones.dark, 0))
    for inset, colour in ((0, tones.dark), (max(1, round(size[1] * 0.035)) * over, tones.fill)):
        for step in range(steps):
            half = width / 2 * (1 - step * 0.62 / (steps - 1)) - inset
            top = height * (1 - (step + 1) / steps) + inset
            pygame.draw.rect(image, colour, (width / 2 - half, top, 2 * half, height - top))
    return pygame.transform.smoothscale(image, size)


@lru_cache(maxsize=32)
def _window(size: tuple[int, int]) -> pygame.Surface:
    """Draw a lit window with a cross."""
    image = paint.rounded(*size, round(size[0] * 0.3), LAMP, TIMBER, max(1, size[0] // 8)).copy()
    bar = max(1, size[0] // 10)
    image.fill(TIMBER, ((size[0] - bar) // 2, 0, bar, size[1]))
    image.fill(TIMBER, (0, size[1] * 2 // 5, size[0], bar))
    return image


@lru_cache(maxsize=2)
def _backdrop(size: tuple[int, int], quay: int, radius: int) -> pygame.Surface:
    """Draw the backdrop with rounded corners: dusk, towers on the horizon, the quay, water.

    quay: distance from the top, in pixels
    """
    width, height = size
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.blit(_gradient(DUSK, (width, quay)), (0, 0))
    low = height * 0.42
    for left, wide, high in FAR_TOWERS:
        tower = pygame.Rect(round(left * width), 0, round(wide * width * 0.7), round(high * low))
        tower.bottom = quay
        pygame.draw.rect(image, FAR, tower)
        if wide < 0.1:
            tip = (tower.centerx, tower.top - tower.width * 1.6)
            pygame.draw.polygon(image, FAR, [tower.topleft, tip, tower.topright])
        else:
            roof = (tower.centerx, tower.top - tower.width * 0.35)
            pygame.draw.polygon(image, FAR, [tower.topleft, roof, tower.topright])
    for number in range(28):
        x, y = (number * 0.618 % 1) * width, (number * 0.414 % 1) * height * 0.3
        pygame.draw.aacircle(image, (214, 214, 226), (x, y), max(0.6, height * 0.0022 * (1 + number % 2)))
    image.blit(_gradient(WATER, (width, height - quay)), (0, quay))
    pygame.draw.rect(image, TIMBER, (0, quay, width, max(2, height // 110)))
    for number in range(16):
        x, y = (number * 0.618 % 1) * width, quay + (0.2 + (number * 0.37 % 0.75)) * (height - quay)
        pygame.draw.rect(image, (196, 150, 118), (x, y, width * 0.035, max(1, height // 260)))
    mask = paint.rounded(width, height, radius, (255, 255, 255))
    image.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return image


def _gradient(colours: Sequence[Colour], size: tuple[int, int]) -> pygame.Surface:
    strip = pygame.Surface((1, len(colours)))
    for y, colour in enumerate(colours):
        strip.set_at((0, y), colour)
    return pygame.transform.smoothscale(strip, size)
