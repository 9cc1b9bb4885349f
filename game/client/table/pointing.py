"""A match in which things can be pointed at, and a card describes them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from game.client.draw.cards import Card, card_size, draw_card, place_card
from game.client.draw.widgets import Button, Widget
from game.client.frame.gestures import Hold, Hover, Press
from game.client.frame.scene import Host
from game.client.table.match_scene import MatchScene
from game.client.touch.chooser import Chooser
from game.client.touch.guide import Guide
from game.client.touch.looking import Lookout, Thing
from game.client.touch.spots import Spot
from game.client.views.view import Shape
from game.client.words.i18n import t
from game.match import Match


class PointingScene(MatchScene):
    """Describes what the mouse, the keyboard or a long press points at."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.spots: dict[str, Spot] = {}
        """What can be touched on the board and on the desks, by element."""
        self.chooser = Chooser([])
        self.guide = Guide(self.view)
        self.reads = False
        """The layer that reads the board is shown."""
        self.looking = False
        """The keyboard reaches everything that has a card."""
        self._pointed_in: object = None
        """The situation in which the mouse last moved."""

    @property
    def aimed(self) -> str:
        """What the keyboard or the mouse points at, among what can be touched."""
        return self.app.focus if self.app.show_focus else self.app.hover

    def card(self, element: str) -> Card | None:
        """What there is to say about an element."""
        return self.guide.card(element, self.chooser, self.match.state, (*self._situation, t.language))

    def spoken(self, widget: Widget) -> str:
        card = self.card(widget.id)
        if card is None:
            return super().spoken(widget)
        known = widget.label.lower().startswith(card.title.lower())
        return " ".join(card.lines) if known else card.spoken

    def point(self, gesture: Hover | Hold | Press) -> bool:
        """Handle a mouse move, a press or a long press; returns whether the display changes."""
        before = self.guide.pointed, self.guide.held
        match gesture:
            case Hover(x, y):
                self._moved_to(x, y)
            case Hold(x, y):  # what is nearest: telling about the wrong thing does no harm
                self.guide.held = self._under(x, y, self.app.metrics.finger / 4)
                card = self.card(self.guide.held) if self.guide.held else None
                if card is not None:
                    self.app.platform.announce(card.spoken)
            case Press():
                self.guide.held = self.guide.pointed = ""
        return before != (self.guide.pointed, self.guide.held)

    @property
    def _situation(self) -> tuple[object, ...]:
        """Changes with whatever happens in the game and whatever is chosen."""
        return self.match.version, self.shown_seat, self.chooser, self.chooser.chosen

    def _moved_to(self, x: float, y: float) -> None:
        """What the mouse moves onto has a card, not what came to lie under it while it rested."""
        mouse, under = self.app.mouse, self.app.hover or self._thing_at(x, y, 0)
        if self._pointed_in != self._situation:
            self._pointed_in = self._situation
            mouse.rest()
        if mouse.rested is not None and under == self._under(*mouse.rested, 0):
            under = ""
        else:
            mouse.rested = None
        self.guide.pointed = under

    def _under(self, x: float, y: float, reach: float) -> str:
        """What lies at a point, whether it can be touched or not."""
        widget = self.at(x, y, False)
        return widget.id if widget else self._thing_at(x, y, reach)

    def tell(self, element: str) -> None:
        """Show the card of an element until something is touched."""
        self.guide.held = element

    def entered(self) -> None:
        super().entered()
        self._pointed_in = None

    # ---- reading the board ------------------------------------------------------------------

    def read(self) -> None:
        """Toggle the layer that reads the board."""
        self.reads = not self.reads
        if self.reads:
            self.app.platform.announce(" ".join(self.view.reading(self.match.state, self.shown_seat)))

    def reading_widgets(self, place: pygame.FRect) -> Iterator[Widget]:
        """Its button; while the layer is shown, its sentences to be read."""
        self.stage.read_by = self.shown_seat if self.reads else None
        state = "chosen" if self.reads else ""
        tone = "chosen" if self.reads else "sea"
        words = t("reading")
        yield Button("reading", words, place, self.read, state=state, tone=tone, icon="reading", caption="")
        if self.reads:
            nowhere = pygame.FRect(0, 0, 0, 0)
            for sentence in self.view.reading(self.match.state, self.shown_seat):
                yield Widget("", sentence, nowhere)

    # ---- looking around ---------------------------------------------------------------------

    def look_around(self) -> None:
        """Begin or end reaching everything that has a card by keyboard."""
        self.looking = not self.looking
        self.app.platform.announce(t("look.on" if self.looking else "look.off"))
        first = next(self._lookable(), None) if self.looking else None
        if first is not None:
            self.app.focus, self.app.show_focus = first.id, True
            self.reveal(first)
            self.app.platform.focus(first.id)

    def looking_widgets(self, window: pygame.FRect) -> Iterator[Widget]:
        """What begins and ends looking around, and while it lasts, what can be looked at."""
        state = "chosen" if self.looking else ""
        corner = pygame.FRect(window.x, window.y, 0, 0)
        yield Lookout("look", t("look"), corner, self.look_around, state=state, frame=window)
        if self.looking:
            yield from self._lookable()

    def _lookable(self) -> Iterator[Thing]:
        """Everything that has a card and cannot be touched now."""
        board = pygame.Rect(self.stage.camera.window)
        for element, shape in self._things().items():
            card = self.card(element)
            if card is not None:
                clip = board if self.view.on_board(element) else None
                yield Thing(element, card.title, shape.rect, partial(self.tell, element), clip=clip)

    # ---- cards ------------------------------------------------------------------------------

    def draw_card(self, target: pygame.Surface, at_rest: bool) -> None:
        """The card of what is pointed at; while pieces fly, only that of a long press."""
        unit, window = self.app.metrics.unit, pygame.FRect(self.app.metrics.rect)
        for element in filter(None, (self.guide.held, self._pointed_at if at_rest else "")):
            about = self._place_of(element)
            card = self.card(element) if about is not None else None
            if about is None or card is None:
                continue
            size = card_size(card, unit, window.width * 0.92)
            avoid = [spot.rect for spot in self.spots.values() if spot.rect.width < 3 * unit]
            avoid.append(self.stage.layout.status if self.stage.layout else about)
            place = place_card(size, about, window.inflate(-unit * 0.6, -unit * 0.6), unit, avoid)
            draw_card(target, card, place, unit)
            return

    @property
    def _pointed_at(self) -> str:
        """What the keyboard is at, failing that what the mouse has moved onto in this situation."""
        if self.app.show_focus:
            return self.app.focus
        return self.guide.pointed if self._pointed_in == self._situation else ""

    def _things(self) -> dict[str, Shape]:
        """Everything in view that has a card but cannot be touched now."""
        told = self.view.about(self.match.state, self.shown_seat)
        return {element: shape for element, shape in told.items() if element not in self.spots}

    def _thing_at(self, x: float, y: float, reach: float) -> str:
        over_board = self.stage.camera.window.collidepoint(x, y)
        things = self._things().items()
        shapes = {name: shape for name, shape in things if self.view.on_board(name) == over_board}
        return self.guide.thing_at(shapes, x, y, reach)

    def _place_of(self, element: str) -> pygame.FRect | None:
        """Where an element is."""
        found = next((widget.rect for widget in self.widgets if widget.id == element), None)
        if found is not None:
            return found
        thing = self._things().get(element)
        return None if thing is None else thing.rect
