"""Drawing of a table: the board and its highlights, the status bar, the log, and notices."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Protocol

import pygame

from game.client.draw.canvas import Canvas
from game.client.draw.cards import card_size, draw_card, place_card
from game.client.draw.notice import PlacedNotice, draw_note
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button
from game.client.stage.dimming import draw_dimmed
from game.client.stage.notice_layout import HandOver, NoticeHandle, NoticeLayout
from game.client.stage.outlines import (
    ASKED_FEW,
    DESK_LIGHT,
    FOCUSED,
    MEANT,
    POINTED_OUT,
    Lit,
    draw_light,
    draw_touch_handle,
)
from game.client.table.desks import Secret
from game.client.table.showing import Showing
from game.client.table.table_mode import BESIDE, SEAT, Laid, TableMode
from game.client.table.table_parts import Status, asked, draw_log, draw_status, log_lines, logged_near
from game.client.touch.chooser import ANSWER
from game.client.touch.hit_targets import light_of, lights
from game.client.touch.hit_testing import HitTester, PieceDrag
from game.client.touch.plan_preview import draw_plan, draw_plan_lights
from game.client.touch.pointing import Pointing
from game.client.views.view import Shape
from game.client.words.i18n import t
from game.client.words.sentence import Sentence

LIST_SIZES = (1.0, 0.95, 0.9)
"""Text sizes to try for the list of what the opponents can do, relative to the log."""


class DrawableTable(Laid, Protocol):
    """The part of a table's interface that drawing needs."""

    table_mode: TableMode
    handover: HandOver
    showing: Showing
    pointing: Pointing
    hit_tester: HitTester
    piece_drag: PieceDrag
    secret: Secret
    tools_left: float
    """Left edge of the toolbar in the row with the name of the player to decide."""

    @property
    def room(self) -> Metrics:
        """The part of the window that the table fills, from the top left corner."""
        ...


class Drawing:
    """Draws a table as it is laid out."""

    def __init__(self, table: DrawableTable) -> None:
        self._table = table
        self._note: PlacedNotice | None = None
        """The notice at the board, as laid out in this frame."""
        self._unfolded = ""
        """Text of the notice of which all is shown, although it is longer than its place."""

    def draw(self, target: pygame.Surface, dimmed: Sequence[Shape]) -> None:
        """Draw everything below the widgets. `dimmed`: the shapes of unavailable items."""
        table = self._table
        now, state = time.monotonic(), table.match.state
        shines = not table.showing.takes_no_touch
        lights = list(self.lights()) if shines else []
        on_ground = [lit for on_board, lit in lights if on_board]
        unit = table.app.metrics.unit
        mark, ways = table.stage.mark(unit), Canvas(target.get_size())
        if table.hint.steps:
            table.hint.draw_ways(ways, table.stage.camera.seen, mark)
        else:
            table.threats.draw_lights(ways, table.stage.camera.seen, mark)
            table.showing.draw_ways(ways, mark)
        if table.chooser.certain:
            draw_plan_lights(ways, table.view, table.choice.foreseen, table.stage.camera.seen, mark)
        table.stage.draw(target, state, table.match.version, now, on_ground, ways.marks)
        if not table.table_mode.dim(target) and shines and not table.reading.on:
            draw_dimmed(target, table.stage.camera.seen, dimmed)
        layout = table.stage.layout
        assert layout is not None
        right = layout.status.x if layout.tabs_lead else table.tools_left
        slip, status = self.slip(), self._status()
        self._note = slip.note
        if slip.in_line:
            status = status._replace(prompt="")
        draw_status(target, status, layout.status, right, table.room)
        room = self._log_room(slip)
        if room is not None:
            size = self._list_size()
            lately = range(0) if size else table.narrator.lately(table.match)
            draw_log(target, room, self._logged(), (size or 1.0) * unit, table.match.players, lately)
        for on_board, lit in lights:
            if not on_board and table.stage.desks_rest:
                draw_light(target, lit, unit * DESK_LIGHT)
        if shines:
            self._draw_touch_handles(target)
            if table.stage.finished:
                table.showing.draw_pulse(target, now)
        if table.chooser.certain:
            draw_plan(target, table.view, table.choice.foreseen, table.stage.camera.seen, mark, arcs=True)
        table.hint.draw(target, table.stage.camera.seen, mark, table.desks.peeked is None)
        if table.threats.on:
            kept = table.camera_control.in_the_way(state, table.match.version)
            table.threats.draw(target, table.stage.camera.seen, mark, kept)
        table.pointing.draw_in_hand(target, table.piece_drag.at)
        table.stage.draw_flights(target, state, now)
        table.table_mode.draw(target)

    def logged_at(self, x: float, y: float) -> Sentence | None:
        """Return the sentence of the log at a point."""
        table, room = self._table, self._log_room(self.slip())
        if room is None or not room.collidepoint(x, y):
            return None
        unit = (self._list_size() or 1.0) * table.app.metrics.unit
        return logged_near(y, room, self._logged(), unit)

    def _logged(self) -> Sequence[Sentence]:
        """Return the sentences in the room for the log: those of the log, or what the opponents can do."""
        return self._table.threats.lines() if self._list_size() else self._table.narrator.sentences

    def _list_size(self) -> float:
        """Return the text size, relative to the log, at which its room lists all that the opponents can do; 0
        if it lists nothing or nothing fits."""
        table, lines = self._table, self._table.threats.lines()
        if not lines:
            return 0.0
        room = self._log_room(NoticeLayout(table.stage, table.app.metrics, table.widgets, "", ()))
        if room is None:
            return 0.0
        unit = table.app.metrics.unit
        fits = (size for size in LIST_SIZES if len(list(log_lines(room, lines, unit * size))) == len(lines))
        return next(fits, 0.0)

    def _log_room(self, slip: NoticeLayout) -> pygame.FRect | None:
        """Return the room for the log, or None."""
        return slip.log_room() or self._log_below()

    def _log_below(self) -> pygame.FRect | None:
        """Return the room for the log below the whole board on an upright phone, unless something else is
        there."""
        table = self._table
        used = table.handover.shown or table.room != table.app.metrics
        return None if used else table.stage.below

    def _status(self) -> Status:
        table = self._table
        state, players = table.match.state, table.match.players
        prompt = table.table_mode.status(table.choice.question())
        seat, turn = table.table_mode.asked(), state.turn_seat
        if seat is None:
            return Status(None, None, prompt)
        during = None if turn in (None, seat) or seat != state.actor else players[turn]
        prompt = "" if table.handover.shown else prompt  # the hand-over prompt says it
        return Status(players[seat], during, prompt)

    def lights(self) -> Iterator[tuple[bool, Lit]]:
        """Yield the highlights, each with whether it is on the board."""
        table = self._table
        yield from self._pointed_out()
        state = table.match.state
        shapes = [(element, table.view.shape(element, state)) for element in table.chooser.chosen]
        chosen = [(table.view.on_board(element), shape) for element, shape in shapes if shape is not None]
        aim = FOCUSED if table.hit_tester.doubt is None else MEANT
        yield from lights(table.targets, self.focused, chosen, aim)
        logged = table.view.shape(table.pointing.logged, state) if table.pointing.logged else None
        if logged is not None:
            yield True, Lit(logged, POINTED_OUT)
        if not table.hint.steps:  # the opponents' changes must not seem part of the plan
            yield from ((True, lit) for lit in table.showing.lights())

    def _pointed_out(self) -> Iterator[tuple[bool, Lit]]:
        """Yield the highlights of the elements that a text refers to, and of buttons if the mode marks
        them."""
        table, layout = self._table, self._table.stage.layout
        view, folded = table.view, set[str]()
        if layout is not None:  # a tab itself is highlighted, above what it covers
            folded = {f"{SEAT}{one.seat}" for one in layout.desks if not one.drawn}
        for element in table.table_mode.pointed_out():
            shape = None if element in folded else view.shape(element, table.match.state)
            if shape is None and element not in folded:
                found = (Shape(one.rect) for one in table.widgets if one.id == element)
                shape = next(found, None)
            if shape is not None:
                yield view.on_board(element) and not element.startswith(BESIDE), Lit(shape, POINTED_OUT)
        if table.table_mode.marks_buttons:
            for widget in table.widgets:
                if isinstance(widget, Button) and widget.id.removeprefix(ANSWER) in table.chooser.offered:
                    yield False, Lit(Shape(widget.rect), ASKED_FEW)

    @property
    def focused(self) -> str:
        """Id of the element under the keyboard focus, the mouse or a long press, or of the one that a finger
        probably meant; for a button, that of the place it stands for."""
        app, doubt = self._table.app, self._table.hit_tester.doubt
        if app.show_focus:
            return app.focus.removeprefix(ANSWER)
        pointed = app.hover or self._table.pointing.held
        return pointed.removeprefix(ANSWER) if doubt is None else doubt.element

    def _glowing(self) -> list[pygame.FRect]:
        """Return the places on the board that the prompt asks for."""
        return [spot.rect for spot in self._table.targets.values() if spot.on_board and spot.asked]

    def _draw_touch_handles(self, target: pygame.Surface) -> None:
        """Draw the touch handles of routes, provinces and other large elements."""
        table = self._table
        window = pygame.Rect(table.stage.camera.seen)
        for spot in table.targets.values():
            if spot.touch_handle and spot.asked:
                target.set_clip(window if spot.on_board else None)
                draw_touch_handle(
                    target, spot.touch_handle, FOCUSED if spot.id == self.focused else light_of(spot, True)
                )
        target.set_clip(None)

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw everything above the widgets."""
        table = self._table
        unit = table.app.metrics.unit
        table.showing.draw_banner(target, unit)
        for button in table.widgets:
            if button.id == table.view.ends:
                table.ending.draw(target, button.rect, time.monotonic(), unit)
        table.table_mode.draw_above(target)
        if self._note is not None:
            draw_note(target, self._note, unit)
        if not self._draw_secret(target, unit):
            notice = [] if self._note is None else [self._note.rect]
            see = [*notice, *table.threats.shown()]
            table.pointing.draw(target, not table.stage.animator.flights, see)

    def _draw_secret(self, target: pygame.Surface, unit: float) -> bool:
        """Draw the secret card while its owner holds their shield; return True if it was drawn."""
        table = self._table
        card, seat, layout = table.secret.card, table.secret.seat, table.stage.layout
        if card is None or layout is None:
            return False
        window = pygame.FRect(table.room.rect)  # the coach's text below stays visible
        about = next((desk.rect for desk in layout.desks if desk.seat == seat), layout.status)
        size = card_size(card, unit, window.width * 0.92)
        place = place_card(size, about, window.inflate(-unit * 0.6, -unit * 0.6), unit)
        draw_card(target, card, place, unit, about)
        return True

    def at_board(self) -> str:
        """Return the text of the notice at the board."""
        table = self._table
        answer = table.choice.remark if table.table_mode.answers_at_board else ""
        threats = "" if self._list_size() else table.threats.sentence()
        news = table.hint.sentence() or threats or table.app.notice or table.narrator.failure
        return answer or news or table.showing.losses() or table.table_mode.greeting()

    def slip(self) -> NoticeLayout:
        """Lay out the notice and the room it leaves to the log. A greeting in the place of the prompt repeats
        the prompt, which is new to a first-time player."""
        words = self.at_board()
        found = self._laid(words)
        if found.in_line and words == self._table.table_mode.greeting():
            told = asked(self._status())
            if told and told[-1].isalnum():  # the prompt is no sentence
                told += "."
            return self._laid(" ".join(filter(None, [told, words])))
        return found

    def _laid(self, words: str) -> NoticeLayout:
        table = self._table
        where = table.hint.shown() or table.threats.shown() or self._glowing()
        unfolded = self._unfolded == self.at_board()
        return NoticeLayout(table.stage, table.app.metrics, table.widgets, words, where, unfolded=unfolded)

    def notice_handle(self) -> Iterator[NoticeHandle]:
        """Yield the widget that unfolds the notice if it is longer than its place, or folds it again."""
        found = self.slip()
        if found.note is not None and (found.note.cut or self._unfolded == self.at_board()):
            state = "" if found.note.cut else "chosen"
            yield NoticeHandle("notice", t("table.notice"), found.note.rect, self._unfold, state=state)

    def _unfold(self) -> None:
        words = self.at_board()
        self._unfolded = "" if self._unfolded == words else words
