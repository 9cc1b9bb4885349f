"""Arrangement of a table: its parts laid out, and its widgets in reading order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import Protocol

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import SILENT, Button, ButtonSpec, Widget, headed, in_group
from game.client.stage.action_bar import ActionSlots
from game.client.stage.edges import edge_pointers
from game.client.stage.notice_layout import kept_for_note
from game.client.stage.table_layout import TableLayout
from game.client.table.computers import missed, persons_play, watching
from game.client.table.drawing import DrawableTable, Drawing
from game.client.table.table_mode import BESIDE, SEAT
from game.client.table.table_parts import beside_others, gauge_place, tool_row, whole_place
from game.client.touch.chooser import ANSWER, INSTEAD
from game.client.touch.hit_targets import HitTargets, unseen
from game.client.touch.inspect_mode import InspectMode
from game.client.touch.queries import Queries
from game.client.views.standing import gauge_widgets
from game.client.views.view import ActionVariant
from game.client.words.i18n import computers, t

PLATE_WIDTH = 10.0
"""Width in units that a toolbar with captions leaves to the name of the player to decide."""
NUMBERED = 4.0
"""Width of the margin around a place of a hint in units, on both sides together, in which its number lies."""
COVERED = -1
"""Takes the place of a seat whose player board is shown: none is, something covers it."""


class ArrangeableTable(DrawableTable, Protocol):
    """The part of a table's interface that its arrangement needs."""

    reach: HitTargets
    inspect_mode: InspectMode
    queries: Queries
    drawing: Drawing

    def slid(self, layout: TableLayout, rows: int = 1) -> TableLayout:
        """Return the layout while the drawer is moving."""
        ...

    def touch(self, element: str) -> None:
        """Activate an element."""

    def begin(self) -> None:
        """Start the turn of the person to whom the device was handed."""

    def undo(self) -> None:
        """Undo the last action."""

    def back(self) -> None:
        """Undo the last activation."""

    def instead(self, way: ActionVariant) -> None:
        """Undo the last activation and play another meaning of it."""

    def again(self) -> None:
        """Replay what the opponents have done since the last decision made here."""

    def advise(self) -> None:
        """Request a hint or dismiss it."""

    def show_threats(self) -> None:
        """Show or hide the threat view."""

    def show_log(self) -> None:
        """Show the whole log."""

    def looked_elsewhere(self) -> None:
        """Withdraw the question which element was meant."""


class Arrangement:
    """Lays out a table for the current state and window, and creates its widgets."""

    def __init__(self, table: ArrangeableTable) -> None:
        self._table = table
        self._slots = ActionSlots()
        self.pose = table.stage.camera.pose
        """Camera pose at the last layout."""
        self.under = 0.0
        """Height of the notice over the top of the board at the last layout."""
        self.rows = 1
        """Number of rows of buttons below the board."""
        self._asks: object = None
        """The prompt for which it was last decided whether the player board is needed."""

    def arrange(self) -> None:
        """Lay everything out for the current state and window."""
        table = self._table
        table.table_mode.prepare()
        metrics, drawn, icons = table.room, table.app.metrics.unit, self._icons()
        own = 2 if table.reading.on else 1
        for _ in range(2):  # further rows of buttons reduce the board
            layout, specs = self._spread(metrics), self._specs()
            eyes, tools, bar = beside_others(layout, metrics, len(icons), own)
            beside = layout.lower is not None  # rows grow over the log
            rows = 1 if beside else self._slots.rows(bar, metrics, specs, drawn)
            if rows == self.rows:
                break
            self.rows = rows
        layout = table.slid(layout, rows)
        eyes, tools, bar = beside_others(layout, metrics, len(icons), own)
        self.pose = table.stage.camera.pose
        kept = [table.stage.free, layout.end, *layout.tabs, *table.table_mode.kept()]
        kept += [one.rect for one in layout.desks if one.drawn]
        kept += kept_for_note(layout, table.drawing.at_board(), drawn)
        buttons = self._slots.buttons(bar, metrics, specs, kept, drawn, table.match.state.turn_seat)
        self.under = self._note_over_board()
        reading, edges = self._over_board(eyes, metrics)
        widgets = self._answers(buttons, edges)
        widgets += headed(t("told.tools"), [*self._desks(layout), *self._tools(layout, tools, icons)])
        gauges = table.view.gauges(table.match.state)
        strip = gauge_widgets(gauge_place(layout, metrics), gauges, metrics.unit, table.pointing.tell)
        widgets += in_group("gauges", filter(table.table_mode.shows, strip))
        widgets += [*reading, *table.threats.widgets()]
        look, *looked_at = table.inspect_mode.widgets(table.stage.camera.window)
        widgets += [look, *table.queries.widgets(table.stage.camera.window, table.app.metrics), *looked_at]
        slip = table.handover.widgets(table.stage, table.app.metrics, table.begin, table.undo)
        table.widgets = [*table.secret.widgets(), *table.table_mode.widgets(), *slip, *widgets]
        table.widgets += table.drawing.notice_handle()

    # ---- board and player boards --------------------------------------------------------------

    def _spread(self, metrics: Metrics) -> TableLayout:
        """Lay the parts out and find the interactive elements. The drawer opens if a new prompt needs it."""
        table, drawer = self._table, self._table.desks.drawer
        asks = table.match.version, table.chooser, table.chooser.chosen, table.desks.peeked
        fresh = asks != self._asks
        layout = self._lay(metrics, up=drawer.up and not fresh)
        if fresh and layout.strip is not None:
            self._asks = asks
            asked = [spot.folded for spot in table.targets.values() if spot.asked]
            drawer.ask(needed=(bool(asked) and all(asked)) or self._refers_to_desk())
            if drawer.up:
                layout = self._lay(metrics, up=True)
        return layout

    def _refers_to_desk(self) -> bool:
        """Return True if a text refers to something on a player board that is invisible while it is
        folded."""
        view, told = self._table.view, self._table.table_mode.pointed_out()
        desk = (one for one in told if not view.on_board(one) and not one.startswith(BESIDE))
        return any(view.shape(one, self._table.match.state) is None for one in desk)

    def _lay(self, metrics: Metrics, *, up: bool) -> TableLayout:
        table = self._table
        layout = table.stage.arrange(metrics, table.shown_seat, float(up), self.rows)
        peeked = table.desks.peeked if layout.tabs else None
        peeked = COVERED if table.table_mode.covered() is not None else peeked
        table.reach.find(
            table.match, table.chooser, self.touch_place, table.stage.camera, layout, peeked=peeked
        )
        return layout

    def touch_place(self, element: str) -> None:
        """Activate an element at its place, not by a button below the board."""
        self._slots.elsewhere()
        self._table.touch(element)

    def _desks(self, layout: TableLayout) -> list[Widget]:
        """Return the controls of the player boards, without those that something covers."""
        table = self._table
        told = {int(one[len(SEAT) :]) for one in table.table_mode.pointed_out() if one.startswith(SEAT)}
        covered = table.table_mode.covered() or pygame.FRect(0, 0, 0, 0)
        shown = (one for one in table.desks.widgets(layout, told) if not covered.colliderect(one.rect))
        return in_group("desks", map(self._spoken_desk, shown))

    def _spoken_desk(self, widget: Widget) -> Widget:
        """Return the control of a player board, which also announces what the board shows."""
        kind, _, seat = widget.id.partition(".")
        if kind == "desk" and widget.act is not None:
            widget.act = partial(self._show_desk, int(seat), widget.act)
        return widget

    def _show_desk(self, seat: int, act: Callable[[], None]) -> None:
        act()
        chapters = self._table.view.chapters(self._table.match.state)
        for words in filter(None, chapters[0].lines[seat : seat + 1] if chapters else ()):
            self._table.app.platform.announce(words)

    # ---- buttons below the board --------------------------------------------------------------

    def _specs(self) -> list[ButtonSpec]:
        """Return the buttons below the board: elements without a place on it, and ways back."""
        table = self._table
        if table.match.state.outcome is not None:
            return table.table_mode.over()
        if instead := table.table_mode.instead():
            return instead
        if not persons_play(table.match):
            return watching(table.app, table.match)
        folded = table.desks.peeked is not None or table.table_mode.covered() is not None
        advice = [*table.table_mode.suggestions(), *table.hint.specs(table.say)]
        return [*self._ways_back(), *advice, *table.choice.options(table.touch, table.targets, folded)]

    def _ways_back(self) -> list[ButtonSpec]:
        """Return the button that undoes the previous element or sets a lifted piece back or, while nothing is
        chosen or advised, those for the other meanings of the last activation."""
        table = self._table
        back = ButtonSpec("back", t("table.back"), table.back, "sea", "back", leads=True)
        if table.chooser.chosen:
            return [back]
        if table.hint.action is not None:
            return []
        if table.choice.lifted and table.table_mode.undoes:
            return [back]
        return [
            ButtonSpec(f"{INSTEAD}{number}", way.words, partial(table.instead, way), "sea", leads=True)
            for number, way in enumerate(table.choice.others)
        ]

    def _answers(self, buttons: Sequence[Widget], edges: Sequence[Widget]) -> list[Widget]:
        """Return the interactive elements and the buttons in reading order: the advised one, those the prompt
        asks for, then those that help with it or lead back."""
        table = self._table
        advised = [button for button in buttons if button.id == "take"]  # first stop of the keyboard
        others = in_group("answers", (button for button in buttons if button.id != "take"))
        others.sort(key=lambda button: button.id == "back" or button.id.startswith(INSTEAD))  # after answers
        asked, later = table.reach.in_order
        named = {button.id.removeprefix(ANSWER) for button in others if button.id.startswith(ANSWER)}
        for spot in asked:  # the button next to the board has a short name, and comes once
            if {spot.id, table.view.twin(spot.id)} & named:
                spot.kind = SILENT
        others += table.table_mode.helpers()
        # Below the heading of a route, buttons would seem to belong to that route.
        beside, below = ([], others) if asked and asked[-1].group == "routes" else (others, [])
        return [*advised, *asked, *beside, *headed(t("told.also"), [*below, *edges, *later])]

    # ---- toolbar, and buttons over the board --------------------------------------------------

    def _icons(self) -> list[ButtonSpec]:
        """Return the tools: menu, log, undo and others. Each keeps its place: one that is of no use now is
        locked."""
        table, mode = self._table, self._table.table_mode
        undoes = mode.undoes and not table.handover.full  # the hand-over prompt has it
        specs = [
            ButtonSpec("menu", t("table.menu"), mode.leave, icon="menu", key="M"),
            ButtonSpec("log", t("table.log"), table.show_log, icon="log", key="L"),
            ButtonSpec("undo", t("table.undo"), table.undo if undoes else None, icon="undo", key="U"),
        ]
        if mode.hints and any(one.by_hand for one in table.match.controllers):
            hint, threats = (table.advise, table.show_threats) if table.choice.by_hand else (None, None)
            again = table.again if missed(table.match) is not None else None
            specs.append(ButtonSpec("hint", computers("hint"), hint, icon="hint", key="H"))
            if table.view.threatens:
                tool = ButtonSpec("threats", computers("threats"), threats, icon="threats", key="T")
                specs.append(tool._replace(chosen=table.threats.on))
            brief = computers("again.brief")
            specs.append(
                ButtonSpec("replay", computers("again"), again, icon="history", key="R", brief=brief)
            )
        return [spec._replace(brief=spec.brief or spec.label) for spec in specs] + mode.tools()

    def _tools(self, layout: TableLayout, bar: pygame.FRect, specs: Sequence[ButtonSpec]) -> list[Widget]:
        """Return the toolbar, and the button for the whole board if only part of it is visible."""
        table = self._table
        metrics, own_row = table.app.metrics, layout.lower is not None
        plate = 0.0 if own_row else PLATE_WIDTH * metrics.plain
        tools = tool_row(bar, metrics, specs, plate if table.table_mode.hints else None)
        table.tools_left = layout.status.right if own_row else tools[-1].rect.left - metrics.plain * 0.3
        shown = filter(None, map(table.table_mode.tool, tools))
        return in_group("tools", [*shown, *self._whole()])

    def _whole(self) -> Iterator[Button]:
        """Yield the button for the whole board, or the one that fills the window, if of use."""
        stage, corner = self._table.stage, self.corner()
        if not stage.at_home:
            act = partial(self._look_elsewhere, stage.glide_home)
            yield Button(
                "whole", t("table.whole"), corner, act, tone="sea", icon="whole", caption="", key="0"
            )
        elif stage.fills and not corner.colliderect(stage.camera.board):
            act = partial(self._look_elsewhere, stage.glide_filled)
            yield Button("near", t("table.near.fill"), corner, act, tone="sea", icon="zoom", caption="")

    def corner(self) -> pygame.FRect:
        """Return the rectangle of the button that shows the whole board. On the board it is at the right
        edge of the window, or else at the left one, as high up as it covers no town and no piece."""
        table, stage = self._table, self._table.stage
        assert stage.layout is not None
        place, window = whole_place(stage.layout, table.app.metrics), stage.camera.window
        if self.under:
            place.y = max(place.y, window.y + self.under)
        if place.y < window.y:
            return place
        things = table.camera_control.in_the_way(table.match.state, table.match.version)
        down = range(0, max(1, int(window.bottom - place.bottom)), max(1, round(place.height / 4)))
        sides = place, place.move(window.x + window.right - place.right - place.x, 0)
        places = (side.move(0, far) for side in sides for far in down)
        return next((one for one in places if one.collidelist(things) < 0), place)

    def _over_board(
        self, eyes: Sequence[pygame.FRect], metrics: Metrics
    ) -> tuple[list[Widget], Sequence[Widget]]:
        """Return the widgets of the board overlay, and the arrows at the edges to what is out of view.

        eyes: rectangles of the overlay's buttons
        """
        table, stage = self._table, self._table.stage
        targets, in_view = table.targets.values(), stage.free
        in_view.y, in_view.height = in_view.y + self.under, in_view.height - self.under
        touched = [spot.rect for spot in targets if spot.on_board and spot.in_sight]
        reading = [*filter(table.table_mode.shows, table.reading.widgets(eyes, in_view, metrics))]
        above = [widget.rect for widget in (*reading, *table.table_mode.widgets()) if widget.act]
        things = table.camera_control.in_the_way(table.match.state, table.match.version)
        margin = NUMBERED * table.app.metrics.unit
        marked = [place.inflate(margin, margin) for place in (*table.hint.shown(), *table.threats.shown())]
        kept = [*above, self.corner(), *things, *marked]
        rests = stage.aim == stage.camera.pose
        out = unseen(targets) if rests else []  # arrows would move with every frame
        return reading, edge_pointers(out, touched, kept, in_view, metrics.finger, self._show_unseen)

    def _note_over_board(self) -> float:
        """Return the height by which a notice in the place of the prompt extends over the board."""
        slip, window = self._table.drawing.slip(), self._table.stage.camera.window
        if slip.note is None or not slip.in_line or not slip.note.rect.colliderect(window):
            return 0.0
        return float(ceil(slip.note.rect.bottom - window.y))

    def _show_unseen(self, rects: Sequence[pygame.FRect]) -> None:
        """Pan the board to the items that an arrow at its edge points to."""
        self._look_elsewhere(partial(self._table.camera_control.at_rects, rects))

    def _look_elsewhere(self, glide: Callable[[float], object]) -> None:
        glide(time.monotonic())
        self._table.looked_elsewhere()
