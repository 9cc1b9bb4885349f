"""Texts and markers of errors, for charts and replays, and the progress bar of a replay that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game.client.app import routes
from game.client.app.flow import Slider
from game.client.draw import paint, theme
from game.client.draw.widgets import Look, draw_ring
from game.client.storage.save_store import SaveStore
from game.client.words.i18n import finished
from game.client.words.numbers import points
from game.match import Match, PlayerInfo
from game.match.analysis import Analysis, Mistake, kept
from game.match.statistics import Statistics, TurnStanding
from game.platform import StorageError

SIZES = {"small": 0.8, "clear": 1.4, "large": 2.0}
"""Heights of the marks by size of the error, relative to the bar."""
THICK = 0.5
"""Height of the bar in units."""


def in_words(mistake: Mistake, players: Sequence[PlayerInfo]) -> str:
    """Return a sentence on what a turn gave away."""
    name, cost = players[mistake.seat].name, points(mistake.verdict.given_away)
    return finished(f"mistake.{mistake.size}", name=name, cost=cost)


def marks(
    found: Analysis, standings: Sequence[TurnStanding], players: Sequence[PlayerInfo]
) -> tuple[routes.Mark, ...]:
    """Return the errors of a game as markers for a replay, each after the last step of its turn."""
    return tuple(
        routes.Mark(standings[one.at + 1].step, one.seat, one.size, in_words(one, players))
        for one in found.mistakes
    )


def marks_kept(saves: SaveStore, match: Match, numbers: Statistics) -> tuple[routes.Mark, ...]:
    """Return the errors as markers if a saved analysis of the game is complete; otherwise an empty tuple."""
    try:
        found = kept(match.record, numbers, saves.analysis(match.id))
    except StorageError:
        found = None
    return marks(found, numbers.standings, match.players) if found is not None else ()


class BarMark(NamedTuple):
    """An error of a player."""

    step: int
    size: str
    colour: str
    """Seat colour of the player."""


@dataclass
class StepBar(Slider):
    """A bar from the beginning of a game to its end. `rect` includes the room for a finger."""

    marks: Sequence[BarMark] = ()

    def line(self, unit: float) -> pygame.FRect:
        return self.rect.inflate(0, THICK * unit - self.rect.height)

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, bar = look.unit, self.line(look.unit)
        paint.blit_rounded(target, bar, unit, theme.ui.gauge, theme.ui.tool_line, max(1, unit * 0.06))
        done = bar.copy()
        done.width = max(done.height, done.width * (self.at / self.top if self.top else 1))
        paint.blit_rounded(target, done, unit, theme.ui.line)
        for mark in self.marks:
            self._draw_mark(target, bar, mark, unit)
        self.draw_focus(target, look)

    def draw_focus(self, target: pygame.Surface, look: Look) -> None:
        if look.focus:
            draw_ring(target, self.line(look.unit).inflate(look.unit * 0.36, look.unit * 0.36), look.unit)

    def _draw_mark(self, target: pygame.Surface, bar: pygame.FRect, mark: BarMark, unit: float) -> None:
        """Draw an error on the bar in the colour of its player, higher if the error is larger."""
        tick = pygame.FRect(0, 0, max(3, unit * 0.22), bar.height * SIZES[mark.size])
        tick.midbottom = bar.x + bar.width * mark.step / max(1, self.top), bar.bottom
        fill = theme.SEAT_COLOURS[mark.colour].fill
        paint.blit_rounded(target, tick, unit * 0.1, fill, theme.ui.tool_line, max(1, unit * 0.04))
