"""Pointing at items with the mouse, the keyboard or a long press, which shows their information card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Protocol

import pygame

from game.client.app.gestures import Hold, Hover, Press
from game.client.app.scene import Host
from game.client.draw.cards import WIDE, InfoCard, card_size, draw_card, place_card
from game.client.draw.widgets import Widget, sentence
from game.client.stage.layers import LIGHT
from game.client.stage.notice_layout import NoticeHandle
from game.client.stage.outlines import DESK_LIGHT, POINTED_OUT, Lit, draw_light
from game.client.stage.stage import Stage
from game.client.touch.chooser import ANSWER, CHOICE, INSTEAD, Chooser
from game.client.touch.hit_geometry import hit
from game.client.touch.hit_targets import HitTarget
from game.client.touch.plan_preview import draw_held
from game.client.views.standing import GaugeWidget
from game.client.views.view import ActionVariant, GameView, Held, Shape
from game.client.words.consequences import common
from game.client.words.i18n import t
from game.engine.core import State
from game.match import Match

SMALLER, NARROWER, LOW = (1.0, 0.9, 0.8), (1.0, 0.87, 0.7), 0.4
"""Text sizes of a card and, for each of them, widths relative to the widest card. They are tried until the
card covers no button and is no higher than this part of the window, or else until it covers no button."""
READ = GaugeWidget, NoticeHandle
"""Things to read that can be activated as well."""
MAX_COMPARED = 12
"""Maximum number of actions whose common consequences are worked out, since each takes time."""


class Surface(Protocol):
    """The part of a table's interface that pointing and inspect mode need."""

    app: Host
    stage: Stage
    match: Match
    view: GameView[Any]
    widgets: list[Widget]

    @property
    def targets(self) -> dict[str, HitTarget]:
        """Interactive elements on the board and the player boards, by element."""
        ...

    @property
    def chooser(self) -> Chooser:
        """The selection in progress."""
        ...

    @property
    def others(self) -> Sequence[ActionVariant]:
        """The other meanings of the last activation, each with a button."""
        ...

    @property
    def shown_seat(self) -> int:
        """The seat whose player board is unfolded."""
        ...

    def at(self, x: float, y: float, touch: bool, *, drags: bool = False) -> Widget | None:
        """Return the widget meant at a point.

        drags: True at the start of a drag
        """

    def reveal(self, widget: Widget) -> None:
        """Bring a widget into view."""


class Pointing:
    """Shows the card of what the mouse, the keyboard or a long press points at."""

    def __init__(self, table: Surface) -> None:
        self._table = table
        self._guide = CardCache(table.view)
        self.pointed = ""
        """Id of the item that the mouse has moved onto since the last activation or event."""
        self._held = ""
        """The element of the last long press."""
        self._held_in: object = None
        """The situation at the last long press."""
        self._moved_in: object = None
        """The situation at the last mouse move."""
        self._logged: tuple[object, str] = (None, "")
        """The situation in which a step of the log was activated, and the place of the step."""
        self.told_about = ""
        """Id of the last item with a card that had the keyboard focus."""
        self._told: tuple[object, dict[str, Shape]] = (None, {})
        """Cache key and shapes of all items that have a card."""

    # ---- pointed-at items ---------------------------------------------------------------------

    @property
    def held(self) -> str:
        """The element of a long press, empty as soon as anything else has happened."""
        return self._held if self._held_in == self._situation else ""

    @held.setter
    def held(self, element: str) -> None:
        self._held, self._held_in = element, self._situation

    def point(self, gesture: Hover | Hold | Press) -> bool:
        """Handle a mouse move, a press or a long press; return True if the display changes."""
        app, before = self._table.app, (self.pointed, self.held)
        match gesture:
            case Hover(x, y):
                self._moved_to(x, y)
            case Hold(x, y):  # the nearest item: a card for the wrong one does no harm
                self.held = self._under(x, y, app.metrics.finger / 4)
                card = self.card(self.held) if self.held else None
                if card is not None:
                    app.platform.announce(card.spoken)
            case Press():
                self.held = self.pointed = ""
                if self.logged:
                    self._logged = None, ""
                    return True
        follows = isinstance(gesture, Hover) and self.in_hand is not None
        return follows or before != (self.pointed, self.held)

    @property
    def in_hand(self) -> Held | None:
        """The piece in a person's hand, once its animation has ended."""
        table = self._table
        if not table.chooser.actions or table.stage.animator.flights:
            return None
        return table.view.in_hand(table.chooser.chosen, table.match.state)

    def draw_in_hand(self, target: pygame.Surface, dragged: tuple[float, float] | None) -> None:
        """Draw the piece in hand where it is dragged, otherwise next to the mouse while that is over the
        board."""
        held, table = self.in_hand, self._table
        if held is not None:
            mouse, window = table.app.mouse, table.stage.camera.seen
            at = mouse.place if mouse.exact and mouse.place and window.collidepoint(mouse.place) else None
            if not held.origin and self._moved_in != self._situation:
                at = None  # not picked up by hand: next to a resting mouse it would seem placed
            if dragged is not None:
                at, window = dragged, pygame.FRect(table.app.metrics.rect)
            draw_held(target, table.view, held, table.match.state, at, window)

    def tell(self, element: str) -> None:
        """Show the card of an element until the next activation."""
        self.held = element

    def show_logged(self, element: str) -> None:
        """Mark the place of a step of the log until the next activation."""
        self._logged = self._situation, element

    @property
    def logged(self) -> str:
        """The place of the step of the log that was activated last, or an empty string."""
        situation, element = self._logged
        return element if element and situation == self._situation else ""

    def forget(self) -> None:
        """Ignore the mouse until it moves again, because something covered the table."""
        self._moved_in = None

    @property
    def _situation(self) -> tuple[object, ...]:
        """Key that changes with every event in the match and every activation."""
        chooser = self._table.chooser
        return self._table.match.version, self._table.shown_seat, chooser, chooser.chosen

    def _moved_to(self, x: float, y: float) -> None:
        """Show the card of the item that the mouse moves onto, not of one that appeared under a resting
        mouse."""
        app = self._table.app
        mouse, under = app.mouse, app.hover or self._thing_at(x, y, 0)
        if self._moved_in != self._situation:
            self._moved_in = self._situation
            mouse.rest()
        if mouse.rested is not None and under == self._under(*mouse.rested, 0):
            under = ""
        else:
            mouse.rested = None
        if under:  # the mouse is in use instead of the keyboard
            app.show_focus = False
        self.pointed = under

    def _under(self, x: float, y: float, reach: float) -> str:
        """Return the id of the item at a point, interactive or not."""
        widget = self._table.at(x, y, False)
        if widget is None or self.card(widget.id) is None:
            return self._thing_at(x, y, reach) or (widget.id if widget else "")
        return widget.id

    def things(self) -> dict[str, Shape]:
        """Return all visible items that have a card but cannot be activated now."""
        return {
            element: shape for element, shape in self._all().items() if element not in self._table.targets
        }

    def _all(self) -> dict[str, Shape]:
        """Return all visible items that have a card, cached until they may have changed."""
        table = self._table
        layout = table.stage.layout
        places = None if layout is None else (layout.desks, layout.desk_unit, layout.tabs)
        key = (table.match.version, table.shown_seat, tuple(table.stage.camera.board), places)
        if key != self._told[0]:
            self._told = key, dict(table.view.about(table.match.state, table.shown_seat))
        return self._told[1]

    def _thing_at(self, x: float, y: float, reach: float) -> str:
        """Return the non-interactive item within `reach` pixels of a point, or an empty string."""
        over_board = self._table.stage.camera.seen.collidepoint(x, y)
        things = self.things().items()
        shapes = {name: shape for name, shape in things if self._table.view.on_board(name) == over_board}
        return hit(shapes, x, y, reach, 0).element or ""

    # ---- cards --------------------------------------------------------------------------------

    def card(self, element: str) -> InfoCard | None:
        """Return the card of an element, or of a button that stands for one; None if it has none."""
        table = self._table
        if element.startswith(INSTEAD):
            ways = {f"{INSTEAD}{number}": way for number, way in enumerate(table.others)}
            return InfoCard(ways[element].words, ways[element].about) if element in ways else None
        return self._guide.card(
            element.removeprefix(ANSWER),
            table.chooser,
            table.match.state,
            (*self._situation, t.language, t.letters),
        )

    def spoken(self, widget: Widget) -> str | None:
        """Return what to announce of the card after a widget's label, in few words: of a thing that can be
        activated, only the effects. None if it has no card."""
        card = self.card(widget.id)
        if card is None:
            return None
        self.told_about = widget.id
        if widget.id in self._table.targets:
            return " ".join(map(sentence, card.brief))
        known = widget.label.lower().startswith(card.title.lower())
        return " ".join(map(sentence, card.lines)) if known else card.spoken

    def draw(self, target: pygame.Surface, at_rest: bool, see: Sequence[pygame.FRect] = ()) -> None:
        """Draw the card of the item pointed at; while pieces fly, only that of a long press.

        see: areas that the card leaves visible if possible, such as the notice at the board
        """
        table = self._table
        unit = table.app.metrics.unit
        for element in filter(None, (self.held, self._pointed_at if at_rest else "")):
            about = self._place_of(element)
            card = self.card(element) if about is not None else None
            if about is None or card is None:
                continue
            about = self._with_name(element, about)
            place, small = self._place_card(card, element, about, [*see])
            self._mark(target, element, unit)
            draw_card(target, card, place, small, about)
            return

    def _place_card(
        self, card: InfoCard, element: str, about: pygame.FRect, see: list[pygame.FRect]
    ) -> tuple[pygame.FRect, float]:
        """Choose the place of a card about the item at `about`, and the unit of its text in pixels."""
        unit, window = self._table.app.metrics.unit, pygame.FRect(self._table.app.metrics.rect)
        room, clear = window.inflate(-unit * 0.6, -unit * 0.6), self._to_touch(element)
        see = see + self._to_see()
        found: tuple[pygame.FRect, float] | None = None
        for small, part in product((unit * part for part in SMALLER), NARROWER):
            size = card_size(card, small, min(WIDE * small, window.width * 0.92) * part)
            place = place_card(size, about, room, unit, see, clear)
            if place.collidelist(clear) < 0:
                found = found or (place, small)
                if size[1] < window.height * LOW:
                    return place, small
        return found or (place, small)

    def _with_name(self, element: str, about: pygame.FRect) -> pygame.FRect:
        """Return the rectangle of an element, for a part of a town that of the town with its name. At the
        rectangle of a route, the pointer of a house's card would lead to the house next to it."""
        table = self._table
        if element not in table.targets and element not in self._all():
            return about
        towns = table.view.towns()
        for whole in table.view.around(element, table.match.state):
            shape = table.view.shape(whole, table.match.state)
            if shape is not None and shape.rect.contains(about) and shape.rect in towns:
                return shape.rect
        return about

    def _mark(self, target: pygame.Surface, element: str, unit: float) -> None:
        """Draw a ring around the item on the table that a card describes."""
        table = self._table
        target_there = table.targets.get(element)
        shape = self._all().get(element) or (target_there.shape if target_there else None)
        if shape is None or (target_there and element != self.held):
            return  # an item that can be activated has its own highlight
        on_board = table.view.on_board(element)
        target.set_clip(pygame.Rect(table.stage.camera.seen) if on_board else None)
        size = table.stage.camera.board.height * LIGHT if on_board else unit * DESK_LIGHT
        draw_light(target, Lit(shape, POINTED_OUT), size)
        target.set_clip(None)

    def _to_see(self) -> list[pygame.FRect]:
        """Return the areas that a card should leave visible: small items, the prompt, player boards and
        gauges."""
        table = self._table
        layout, unit = table.stage.layout, table.app.metrics.unit
        areas = [spot.rect for spot in table.targets.values() if spot.rect.width < 3 * unit]
        areas += table.view.plates()
        areas += [one.rect for one in table.widgets if isinstance(one, GaugeWidget)]
        if layout is not None:
            areas += [layout.status, *(desk.rect for desk in layout.desks if desk.drawn)]
        return areas

    def _to_touch(self, element: str) -> list[pygame.FRect]:
        """Return the buttons and tabs on the table, without the one that a card describes."""
        others = {element, *self._table.targets, *self._all()}
        there = (one for one in self._table.widgets if one.act and not isinstance(one, READ))
        return [one.rect for one in there if one.id not in others]

    @property
    def _pointed_at(self) -> str:
        """The element with keyboard focus, or else the one that the mouse has moved onto in this
        situation."""
        if self._table.app.show_focus:
            return self._table.app.focus
        return self.pointed if self._moved_in == self._situation else ""

    def _place_of(self, element: str) -> pygame.FRect | None:
        """Return the rectangle of an element; None if it has none."""
        found = next((widget.rect for widget in self._table.widgets if widget.id == element), None)
        if found is not None:
            return found
        thing = self.things().get(element)
        return None if thing is None else thing.rect


class CardCache:
    """Creates the cards of a table, each once per state."""

    def __init__(self, view: GameView[State]) -> None:
        self._view = view
        self._version: object = None
        self._cards: dict[str, InfoCard | None] = {}

    def card(self, element: str, chooser: Chooser, state: State, version: object) -> InfoCard | None:
        """Return the card of an element: what it is, and what activating it would do.

        version: identifies the match's version and the elements activated in it; a new value clears the cache
        """
        if version != self._version:
            self._version = version
            self._cards.clear()
        if element not in self._cards:
            self._cards[element] = self._make(element, chooser, state)
        return self._cards[element]

    def _make(self, element: str, chooser: Chooser, state: State) -> InfoCard | None:
        about = None if element.startswith(CHOICE) else self._view.card(element, state)
        touchable = {*chooser.offered, *chooser.reachable}
        meant = element if element in touchable else self._view.twin(element)
        actions = chooser.actions_with(meant) if meant in touchable else []
        if not actions:
            return about
        lines = about.lines if about else ()
        if len(actions) == 1:
            title = self._view.tell_action(actions[0], state)
            return InfoCard(title, (*self._view.consequences(actions[0], state), *lines), len(lines))
        title = about.title if about else self._view.label(element, state)
        shared: tuple[str, ...] = ()
        if len(actions) <= MAX_COMPARED:
            shared = common(self._view.consequences(action, state) for action in actions)
        return InfoCard(title, (*shared, *lines), len(lines))
