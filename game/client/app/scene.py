"""Scenes, which the app shows on a stack, the interface of the app for them, and the names of their icons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

import pygame

from game.client.app import routes
from game.client.app.gestures import Gesture, Mouse
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Widget
from game.client.storage.save_store import SaveStore
from game.client.storage.settings import Settings
from game.match import Match
from game.platform import (
    Changed,
    Connected,
    Disconnected,
    Edited,
    Element,
    Heard,
    Input,
    Platform,
    StorageError,
)

RoomInput = Connected | Heard | Disconnected | Changed


class Listener(Protocol):
    """A listener for connection events (`Platform.connect`), whichever scene is on top.

    away: True while the server does not answer and attempts to reconnect continue
    """

    @property
    def away(self) -> bool: ...

    def receive(self, happened: RoomInput) -> None:
        """Handle a connection event, or a change of the platform that can affect the connection."""

    def update(self, now: float) -> float | None:
        """Advance the timers. Return the seconds until the next call is needed, or None if only an event
        matters."""

    def close(self) -> None:
        """Close the connection at the end of the app, or when another listener takes over."""


class Host(Protocol):
    """The app's interface for its scenes. Scenes refer to other scenes by route (routes.py)."""

    platform: Platform
    saves: SaveStore
    settings: Settings
    metrics: Metrics
    notice: str
    """Error message, shown by the scenes that have room for it."""
    connection: Listener | None
    """Connection to a room, if there is one."""
    reopened: tuple[str, int] | None
    """The game that was reopened after an error, and its number of actions."""
    alert: str
    """Title of the window while a person is awaited at a table, whatever scene is on top; empty for none."""
    focus: str
    """Id of the widget with keyboard focus, which is drawn only if `show_focus`."""
    show_focus: bool
    editing: str
    """Id of the open field."""
    hover: str
    """Id of the widget under the mouse."""
    mouse: Mouse
    watch_speed: str
    """The speed chosen for the game that is being watched, one of those of `Settings.speed`; "" uses the
    setting."""

    @property
    def scene(self) -> Scene:
        """The scene at the top of the stack."""
        ...

    @property
    def pace(self) -> float:
        """Factor for durations of animations; 0: no animations."""
        ...

    @property
    def at_leisure(self) -> bool:
        """True if this frame has time for background work."""
        ...

    def open(self, route: routes.Route) -> None:
        """Show the scene of a route on top of the others."""

    def replace(self, route: routes.Route) -> None:
        """Show the scene of a route in place of the top one."""

    def home(self, route: routes.Route) -> None:
        """Show the scene of a route in place of all others."""

    def pop(self) -> None:
        """Return to the scene below."""

    def bring(self, text: str) -> None:
        """Show the game in a text from outside."""

    def current_match(self) -> Match | None:
        """Return the game on the table, or None."""

    def refresh(self) -> None:
        """Have the visible scenes laid out and drawn again after a change."""

    def name_window(self) -> None:
        """Set the title of the window or browser tab."""

    def lead(self, element: str) -> None:
        """Move the keyboard focus to a widget, if the keyboard is in use."""

    def edit(self, element: str) -> None:
        """Open a text field for typing, as if a person had activated it."""

    def point_out(self, element: str) -> None:
        """Move the focus to a widget, with its ring, and bring it into view, without announcing it."""

    def apply_settings(self) -> None:
        """Apply theme, language and keyboard shortcuts."""

    def keep_settings(self) -> None:
        """Save the settings and apply them."""

    def complain(self, error: StorageError) -> None:
        """Show and announce that something could not be saved."""

    def kept(self) -> None:
        """Clear the notice: what could not be saved before is saved now."""

    def spawn(self, work: Coroutine[Any, Any, None], *, wakes: bool = False) -> asyncio.Future[None]:
        """Start a background task.

        wakes: the platform's wait for input ends when the task is done
        """


@contextmanager
def complaining(app: Host) -> Iterator[None]:
    """Show a storage error of the block, and continue after it."""
    try:
        yield
    except StorageError as error:
        app.complain(error)


class Scene:
    """One screen. The top of the stack receives the input. A scene that does not cover the screen shows those
    below."""

    name = ""
    """Name of the scene, reported by `kontor.state()` for tests."""
    covers = True
    still = False
    """True if updates of the scene change nothing but scenery."""
    from_outside = False
    """True if the scene shows something opened from outside, which the next such text replaces."""
    match: Match | None = None
    """The game that the scene shows."""
    drawn = False
    """True once the app has drawn the scene."""
    left_at = ""
    """Id of the widget that had the focus when another scene was shown on top."""
    outdated = False
    """True if something has changed since the last layout."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self._widgets: list[Widget] = []

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in reading order, for the current state and window."""
        self.update_layout()
        return self._widgets

    @widgets.setter
    def widgets(self, widgets: list[Widget]) -> None:
        self._widgets = widgets

    def update_layout(self) -> None:
        """Lay the scene out if something has changed since the last layout."""
        if self.outdated:
            self.outdated = False
            self.layout(self.app.metrics)

    @property
    def unfinished(self) -> bool:
        """True if part of the rendering is still missing, so that another frame is needed."""
        return False

    @property
    def whole(self) -> bool:
        """True if the screen is updated as a whole, with no part shown later than the others."""
        return True

    def entered(self) -> None:
        """Called when the scene comes to the top of the stack, possibly again."""

    def left(self) -> None:
        """Called when the scene has been removed from the stack."""

    def heading(self) -> str:
        """Return the subject of the scene, for screen readers."""
        return ""

    def subheading(self) -> str:
        """Return the pending question, if the heading does not contain it, for screen readers."""
        return ""

    def introduction(self) -> str:
        """Return what is announced when the scene comes to the top of the stack."""
        return self.heading()

    def window_title(self) -> str:
        """Return the title of the window while the scene is on top."""
        return self.heading()

    def read_out(self) -> tuple[Element, ...]:
        """Return the content of the scene apart from its widgets, as text for screen readers."""
        return ()

    def layout(self, metrics: Metrics) -> None:
        """Create the widgets for the current state and window."""

    def handle(self, gesture: Gesture) -> bool:
        """Handle a gesture that no widget has handled. Return True if something changed."""
        return False

    def at(self, x: float, y: float, touch: bool) -> Widget | None:
        """Return the widget at a point, for a finger (`touch`) or the mouse."""
        for widget in reversed(self.widgets):
            if widget.act and widget.holds(x, y):
                return widget
        return None

    def slide(self, happened: Gesture | Edited) -> bool:
        """Let a slider handle a gesture, or a change by a screen reader, before anything else does. Return
        True if it was for a slider."""
        return False

    def repeats(self, widget: Widget) -> bool:
        """Return True if the second of two quick taps on a widget counts, as on a button that scrolls."""
        return True

    def reveal(self, widget: Widget) -> None:
        """Scroll the widget with keyboard focus into view."""

    def spoken(self, widget: Widget) -> str:
        """Return the announcement for a newly focused widget, without its label, which the screen reader
        adds."""
        return ""

    def outside(self, happened: Input) -> None:
        """Handle an event of the platform itself (storage, link)."""

    def to(self, route: routes.Route) -> Callable[[], None]:
        """Return the action of a button that opens a route."""
        return partial(self.app.open, route)

    def cancel(self) -> None:
        """Handle Escape or the Back button: go back one step, finally out of the scene."""
        self.app.pop()

    def update(self, now: float) -> float | None:
        """Advance the scene. Return the seconds until the next call is needed; None: at the next event.

        0 means that something is animated, so that the next frame is needed.
        """
        return None

    def prepare(self, until: float) -> bool:
        """Prepare texts and images that later frames draw, up to a time of `time.perf_counter`. Return True
        if that took time, so that this frame should not draw as well."""
        return False

    def draw(self, target: pygame.Surface) -> None:
        """Draw everything but the widgets."""

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw what is above the widgets."""


class IconNames:
    """Shows the name, and the key, of the icon button pointed at in the top scene."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self.pointed = ""
        """Id of the icon under the mouse or a long press."""

    def point(self, x: float, y: float) -> bool:
        """Point at (x, y); return True if an icon is there."""
        under = (one for one in reversed(self._app.scene.widgets) if one.holds(x, y))
        self.pointed = next((one.id for one in under if isinstance(one, Button) and one.tipped), "")
        return bool(self.pointed)

    def forget(self) -> None:
        """Hide the name until something is pointed at again."""
        self.pointed = ""

    @property
    def shown(self) -> Button | None:
        """The icon button whose name is shown, or None."""
        app = self._app
        element = self.pointed or (app.focus if app.show_focus else "")
        found = (one for one in app.scene.widgets if isinstance(one, Button) and one.id == element)
        return next((one for one in found if one.tipped and one.in_sight), None)

    def words(self, button: Button) -> str:
        """Return the name of an icon button, with its key if there is a keyboard."""
        app = self._app
        keys = app.settings.keys == "on" and (app.mouse.exact or app.show_focus)
        return f"{button.label} ({button.key})" if button.key and keys else button.label

    def draw(self, target: pygame.Surface) -> None:
        """Draw the name next to its button, above other controls only if there is no other place."""
        button = self.shown
        if button is None:
            return
        from game.client.draw.cards import InfoCard, card_size, draw_card, place_card  # the title has no icon

        unit, window = self._app.metrics.unit, pygame.FRect(self._app.metrics.rect)
        card = InfoCard(self.words(button))
        others = [one.rect for one in self._app.scene.widgets if one.drawn and one is not button]
        size = card_size(card, unit, window.width * 0.92)
        place = place_card(size, button.rect, window.inflate(-unit * 0.6, -unit * 0.6), unit, others)
        draw_card(target, card, place, unit, button.rect)
