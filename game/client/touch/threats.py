"""The threat view: on request, marks on the board and lists what the opponents can do in their next turns if
the person to decide does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pygame

from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.widgets import Widget, draw_swatch, headed
from game.client.stage.outlines import Light, Lit, draw_light
from game.client.touch.plan_preview import number_place
from game.client.views.desk import flag
from game.client.views.view import GameView, Shape
from game.client.words.i18n import computers
from game.client.words.reason_text import in_short
from game.client.words.sentence import Sentence
from game.engine.core import State
from game.match import Cursor, Match
from game.platform import ThinkError
from game.worker_messages import MessageError, Threat, ThreatAnswer, ThreatRequest, from_json, to_json

HALO = 170
"""Opacity (0-255) of the glow of a threatened place."""
LABEL = 0.85
"""Text size of a label on the board, in units."""
SHIELD, FLAG, GAP = 1.0, 0.9, 0.25
"""Size of the shield and of the flag in a label, and the gaps around shield and text, in units."""


async def threats_to(app: Host, state: State, seat: int) -> tuple[Threat, ...]:
    """Return what the opponents of a seat can do next, as far as that seat knows. Raises `ThinkError`."""
    asked = ThreatRequest(state.ruleset.id, state.position(seat), seat)
    try:
        return from_json(ThreatAnswer, await app.platform.think(to_json(asked))).threats
    except MessageError as error:
        raise ThinkError(str(error)) from error


def wins_next(view: GameView[Any], found: Sequence[Threat], when: str = "next") -> str:
    """Return a sentence on the first opponent who can end the game and win; empty if none can.

    when: "next" if it is the turn of the person warned, "now" after it
    """
    won = next((one for one in found if one.wins and one.reason is not None), None)
    if won is None:
        return ""
    return computers(f"threats.wins.{when}", name=view.players[won.seat].name, result=result(won))


def result(threat: Threat) -> str:
    """Return the result of a threat that ends the game: the points of its seat and the most of the
    others."""
    others = (points for seat, points in enumerate(threat.totals) if seat != threat.seat)
    return f"{threat.totals[threat.seat]}:{max(others)}"


class ThreatView:
    """View of what the opponents can do next, shown as long as it is the turn of the same person."""

    def __init__(self, app: Host, match: Match, view: GameView[Any]) -> None:
        self._app, self._match, self._view = app, match, view
        self._cursor = Cursor(len(match.log))
        self._task: asyncio.Future[None] | None = None
        self._seat: int | None = None
        """The person for whom the view is shown; None while it is off."""
        self._found: tuple[Threat, ...] | None = None
        """None while it is being worked out, and after a failure."""
        self._failed = False
        self.fresh = False
        """True if the list has come on request and the table has not shown its places yet."""
        self._listed: tuple[object, list[Sentence]] = None, []
        """The list, with the key of the cache."""

    @property
    def on(self) -> bool:
        """True while the view is shown or being worked out."""
        return self._seat is not None

    def toggle(self) -> None:
        """Show or hide the view."""
        if self.on:
            self.drop()
        else:
            self._seat, self._failed = self._match.state.actor, False
            self._cursor.new(self._match.log)
            self._ask(announced=True)
        self._app.refresh()

    def drop(self) -> None:
        """Hide the view, and cancel a pending request."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._seat = self._found = None

    def follow(self, match: Match, now: float) -> None:
        """Read the log on: count again after a move of the same person, otherwise hide the view."""
        if not self._cursor.new(match.log) or not self.on:
            return
        if match.state.actor != self._seat:
            self.drop()
        else:
            self._ask(announced=False)

    def _ask(self, *, announced: bool) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._app.spawn(self._count(announced=announced), wakes=True)

    async def _count(self, *, announced: bool) -> None:
        assert self._seat is not None
        try:
            self._found = await threats_to(self._app, self._match.state, self._seat)
        except ThinkError:
            self._found, self._failed = None, True
        self._task = None
        if announced:
            self.fresh = True
            self._app.platform.announce(self.sentence())
        self._app.refresh()

    # ---- text ---------------------------------------------------------------------------------

    def lines(self) -> list[Sentence]:
        """Return the list: a heading, and a sentence about each threat in turn order. Empty while the view is
        off."""
        key = self.on, self._found, self._failed, self._match.version, computers.language
        if key != self._listed[0]:
            self._listed = key, self._sentences() if self.on else []
        return self._listed[1]

    def _sentences(self) -> list[Sentence]:
        if self._found is None:
            return [Sentence(computers("threats.failed") if self._failed else computers("threats.asking"))]
        if not self._found:
            return [Sentence(computers("threats.none"))]
        heading = wins_next(self._view, self._found) or computers("threats.title")
        told = [Sentence(self._about(one), one.seat, places=(one.place,)) for one in self._found]
        return [Sentence(heading, begins=True), *told]

    def sentence(self) -> str:
        """Return the whole list as one text."""
        return " ".join(self.lines())

    def widgets(self) -> list[Widget]:
        """Return the list for screen readers, below its heading."""
        nowhere = pygame.FRect(0, 0, 0, 0)
        return headed(computers("threats"), [Widget("", one, nowhere) for one in self.lines()])

    def _about(self, threat: Threat) -> str:
        """Return what an opponent can do, and what it is worth or how the game ends then."""
        if threat.reason is None:
            return f"{computers('threats.last')} {self._counted(threat)}"
        words = self._view.why(in_short(threat.reason) or threat.reason, threat.seat, self._match.state)
        if threat.end:
            return f"{words} {self._counted(threat)}"
        told = not threat.points or "points" in threat.reason.facts
        return words if told else f"{words} {computers('threats.worth', n=threat.points)}"

    def _counted(self, threat: Threat) -> str:
        names = (player.name for player in self._view.players)
        rows = sorted(zip(threat.totals, names, strict=True), key=lambda row: -row[0])
        return computers("threats.counted", points=", ".join(f"{name} {points}" for points, name in rows))

    # ---- marks on the board -------------------------------------------------------------------

    def shown(self) -> list[pygame.FRect]:
        """Return the threatened places on the board."""
        return [shape.rect for shape, _ in self._places()]

    def _places(self) -> Iterator[tuple[Shape, list[Threat]]]:
        """Yield each threatened place with its threats, the gravest first."""
        placed = [one for one in self._found or () if one.place]
        order = list(dict.fromkeys(one.place for one in placed))
        placed.sort(key=lambda one: (order.index(one.place), not one.wins))
        for place, rows in groupby(placed, key=lambda one: one.place):
            shape = self._view.shape(place, self._match.state)
            if shape is not None:
                yield shape, list(rows)

    def draw_lights(self, target: pygame.Surface, window: pygame.FRect, unit: float) -> None:
        """Draw the highlights of the threatened places in the players' colours, for a layer below the
        pieces."""
        target.set_clip(pygame.Rect(window))
        for shape, rows in self._places():
            seat = theme.SEAT_COLOURS[self._view.players[rows[0].seat].colour]
            draw_light(target, Lit(shape, Light(seat.fill, 255, HALO, 0, seat.fill)), unit)
        target.set_clip(None)

    def draw(
        self, target: pygame.Surface, window: pygame.FRect, unit: float, kept: Sequence[pygame.FRect]
    ) -> None:
        """Draw a label at each threatened place for each opponent: the shield, and the points or, after a
        flag, the result of the game.

        kept: places on the board that the labels should not cover
        """
        target.set_clip(pygame.Rect(window))
        taken = list(kept)
        for shape, rows in self._places():
            for one in rows:
                words = self._label(one)
                wide = theme.font("bold", round(unit * LABEL)).size(words)[0] if words else -unit * GAP
                wide += unit * (SHIELD + 3 * GAP + (FLAG if one.end else 0.0))
                place = number_place(Shape(shape.rect), window, unit, taken, wide)
                taken.append(place)
                self._draw_label(target, place.inflate(0, unit * 0.3), one, words, unit)
        target.set_clip(None)

    def _draw_label(
        self, target: pygame.Surface, rect: pygame.FRect, threat: Threat, words: str, unit: float
    ) -> None:
        colour = self._view.players[threat.seat].colour
        seat = theme.SEAT_COLOURS[colour]
        ground, ink = (theme.INK, theme.PARCHMENT_LIGHT) if threat.end else (theme.PARCHMENT_LIGHT, theme.INK)
        paint.blit_rounded(target, rect, unit * 0.45, ground, seat.fill, max(2.0, unit * 0.14))
        left, size = rect.x + unit * GAP, unit * SHIELD
        draw_swatch(target, pygame.FRect(left, rect.centery - size / 2, size, size), colour)
        left += size + unit * GAP
        if threat.end:
            sign = flag(round(unit * FLAG), ink)
            target.blit(sign, sign.get_rect(midleft=(round(left), round(rect.centery))))
            left += unit * FLAG
        place = pygame.FRect(left, rect.y, rect.right - left, rect.height)
        paint.blit_text(target, words, "bold", unit * LABEL, ink, place)

    @staticmethod
    def _label(threat: Threat) -> str:
        """Return the label of a threat; empty if there is nothing to count."""
        if threat.end:
            return result(threat)
        return f"+{threat.points}" if threat.points else ""
