"""The forecast: every player's score if the game ended now, and how close the end is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.widgets import Look, Widget
from game.client.review.results import add_players, add_row, add_rows, even
from game.client.views import make_view
from game.client.words.i18n import computers, t
from game.match import Match

FEWEST_ROUNDS, LEAST_PART = 2, 0.2
"""Minimum number of rounds played, and minimum progress towards an end, for the pace to be meaningful."""


@dataclass
class Nearness(Widget):
    """A way in which the game can end, with its progress (0-1)."""

    done: float = 0.0

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit = look.unit
        words = pygame.FRect(self.rect.x, self.rect.y, self.rect.width, unit)
        paint.blit_text(target, self.label, "text", unit, theme.ui.ink, words)
        bar = pygame.FRect(self.rect.x, words.bottom + unit * 0.3, self.rect.width, unit * 0.5)
        paint.blit_rounded(target, bar, unit, theme.ui.paper_high, theme.ui.paper_line, max(1, unit * 0.06))
        bar.width = max(bar.height, bar.width * min(1.0, self.done))
        if self.done > 0:
            paint.blit_rounded(target, bar, unit, theme.ui.stress)


class ForecastPage(Page):
    """The current scoring, shown over the table."""

    name = "forecast"

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app)
        self.match: Match = match
        self.view = make_view(match.ruleset, match.players, match.state.options)

    def title(self) -> str:
        return computers("forecast")

    def build(self, flow: Flow) -> None:
        match, state = self.match, self.match.state
        flow.text(computers("forecast.now"), align="center", colour=theme.ui.ink_soft)
        flow.gap(0.6)
        names = add_players(flow, match.players)
        lines = state.scores()
        add_rows(flow, [(self.view.score_label(line.id), line.points) for line in lines], names)
        totals = [sum(line.points[seat] for line in lines) for seat in range(state.seats)]
        best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        add_row(flow, t("results.total"), totals, names, strong=True, best=best)
        even(flow)
        flow.heading(computers("forecast.end"))
        self._ends(flow)

    def _ends(self, flow: Flow) -> None:
        """Add each way in which the game can end, and an estimate of the rounds left at the current pace."""
        match, gauges = self.match, self.view.gauges(self.match.state)
        for gauge in gauges:
            flow.add(Nearness("", gauge.label, flow.place(flow.unit * 2.2), done=gauge.part))
        turns, seats = match.state.turn_number, match.state.seats
        rounds = rounds_left(turns, seats, [gauge.part for gauge in gauges])
        if rounds is not None and not match.from_position:
            flow.text(computers("forecast.rounds", n=rounds), "bold")
        flow.gap()


def rounds_left(turns: int, seats: int, parts: Iterable[float]) -> int | None:
    """Return the rounds until the nearest end, at least 1, or None if too little is known.

    turns  number of turns begun so far
    parts  progress towards each of the possible ends, 0 to 1

    >>> rounds_left(12, 3, [0.4, 0.0])
    6
    """
    played = turns / seats
    needed = [played * (1 - part) / part for part in parts if part >= LEAST_PART]
    return max(1, round(min(needed))) if needed and played >= FEWEST_ROUNDS else None
