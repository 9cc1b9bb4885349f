"""What the app shows: scenes on a stack, made of widgets."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Widget
from game.client.frame import to
from game.client.frame.gestures import Gesture, Mouse
from game.client.keep.settings import Settings
from game.client.keep.shelf import Shelf
from game.match import Match
from game.platform import Changed, Connected, Disconnected, Element, Heard, Input, Platform, StorageError

Told = Connected | Heard | Disconnected | Changed


class Listener(Protocol):
    """Hears what comes of the line (`Platform.connect`), whichever scene is on top.

    away  nobody answers, and it is asked again now and then
    """

    @property
    def away(self) -> bool: ...

    def hear(self, happened: Told) -> None:
        """Something came of the line, or changed that may concern it."""

    def update(self, now: float) -> float | None:
        """Time has passed; returns the seconds until the next call it wants, None: when something happens."""

    def close(self) -> None:
        """The app ends, or listens to another."""


class Host(Protocol):
    """What a scene may ask of the app that shows it. Other scenes are known by where they stand (to.py)."""

    platform: Platform
    shelf: Shelf
    settings: Settings
    metrics: Metrics
    notice: str
    """A calm message about something that went wrong, shown by the scenes that have room for it."""
    line: Listener | None
    """Whoever is in a room."""
    reopened: tuple[str, int] | None
    """The game that was opened again after a fault, and how many actions it had."""
    focus: str
    """The widget the keyboard is at, seen only if `show_focus`."""
    show_focus: bool
    hover: str
    """The widget the mouse is over."""
    mouse: Mouse

    @property
    def scene(self) -> Scene:
        """The one on top."""
        ...

    @property
    def pace(self) -> float:
        """The factor for the length of movements; 0: none."""
        ...

    @property
    def at_leisure(self) -> bool:
        """Whether this frame has time to make something ready that will be shown later."""
        ...

    def open(self, route: to.Route) -> None:
        """Show a scene on top of the others."""

    def replace(self, route: to.Route) -> None:
        """Show a scene in place of the top one."""

    def home(self, route: to.Route) -> None:
        """Show a scene in place of all the others."""

    def pop(self) -> None:
        """Go back to the scene below."""

    def bring(self, text: str) -> None:
        """Show the game in a text from outside."""

    def current_match(self) -> Match | None:
        """The game on the table, if there is one."""

    def refresh(self) -> None:
        """Something changed: lay out and redraw."""

    def lead(self, element: str) -> None:
        """Move the keyboard to a widget, if the keyboard is in use."""

    def apply_settings(self) -> None:
        """Apply the settings."""

    def keep_settings(self) -> None:
        """Save the settings and apply them."""

    def complain(self, error: StorageError) -> None:
        """Report that something could not be saved."""

    def kept(self) -> None:
        """What could not be saved before is saved now."""

    def spawn(self, work: Coroutine[Any, Any, None], *, wakes: bool = False) -> asyncio.Future[None]:
        """Start something that takes time; `wakes`: the platform stops waiting for input when it is done."""


class Scene:
    """One screen. The top of the stack gets the input; one that does not cover shows those below."""

    name = ""
    """Told to tests by `kontor.state()`."""
    covers = True
    from_outside = False
    """It shows something brought in from outside: what comes next takes its place."""
    match: Match | None = None
    """The game it shows."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.widgets: list[Widget] = []

    @property
    def unfinished(self) -> bool:
        """Whether part of the picture is still to come, so that another frame is wanted."""
        return False

    @property
    def whole(self) -> bool:
        """Whether the picture changes as one: no part of it is shown later than the others."""
        return True

    def entered(self) -> None:
        """The scene is on top now (possibly again)."""

    def left(self) -> None:
        """The scene was taken off the stack."""

    def heading(self) -> str:
        """What the scene is about, for screen readers."""
        return ""

    def read_out(self) -> tuple[Element, ...]:
        """What the scene shows besides its widgets, in words, for screen readers."""
        return ()

    def layout(self, metrics: Metrics) -> None:
        """Make the widgets for the current state and window."""

    def handle(self, gesture: Gesture) -> bool:
        """Handle a gesture no widget took. True if something changed."""
        return False

    def at(self, x: float, y: float, touch: bool) -> Widget | None:
        """The widget meant by a finger (`touch`) or the mouse at a point."""
        for widget in reversed(self.widgets):
            inside = widget.clip is None or widget.clip.collidepoint(x, y)
            if widget.act and inside and widget.rect.collidepoint(x, y):
                return widget
        return None

    def reveal(self, widget: Widget) -> None:
        """Bring the widget with keyboard focus into view."""

    def spoken(self, widget: Widget) -> str:
        """What is said when the keyboard reaches a widget, besides its label: a screen reader says that."""
        return ""

    def outside(self, happened: Input) -> None:
        """An event from the platform itself (storage, link)."""

    def cancel(self) -> None:
        """Escape or the back button: one step back, eventually out of the scene."""
        self.app.pop()

    def update(self, now: float) -> float | None:
        """Time has passed. Returns the seconds until the next call it wants; None: when something happens.

        0 means that something is moving: the next frame is wanted.
        """
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw everything but the widgets."""

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw what lies above the widgets."""
