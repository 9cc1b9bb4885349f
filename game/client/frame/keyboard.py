"""What keys do: they lead from widget to widget, and write into the field that is open.

Tab goes from group to group, the arrows, Home and End within one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import pygame

from game.client.draw.widgets import TextField, Widget
from game.client.frame.gestures import Key
from game.client.frame.scene import Host, Scene
from game.match.graphemes import cut, last

ENTER = ("return", "enter", "keypad enter")
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
NOWHERE: Mapping[str, str] = {}


class Keyed(Host, Protocol):
    """The app, as far as keys go."""

    scenes: list[Scene]
    editing: str
    """The field that is open."""

    def widget(self, element: str) -> Widget | None:
        """What can be touched by that id, in the top scene."""

    def activate(self, widget: Widget) -> None:
        """Do what a touch of a widget does."""

    def layout(self) -> None:
        """Lay out what is seen."""


class Keyboard:
    """Moves the app's focus, and types into its open field."""

    def __init__(self, app: Keyed) -> None:
        self._app = app
        self._left: dict[str, str] = {}
        """The widget the keyboard was last at, by group."""

    def enter(self) -> None:
        """Another scene is on top."""
        self._left.clear()

    # ---- focus ------------------------------------------------------------------------------

    def press(self, key: Key) -> bool:
        """A key was pressed; whether it meant something here and the scene need not be asked."""
        app = self._app
        if app.editing:
            return self._write(key)
        if key.name == "escape":
            app.scene.cancel()
            return bool(app.scenes)
        touchable = [widget for widget in app.scene.widgets if widget.act]
        if key.name == "tab" and touchable:
            self.focus_on(next_stop(app.focus, touchable, self._left, -1 if key.shift else 1))
            return True
        widget = app.widget(app.focus)
        if widget is not None and app.show_focus:
            if key.name in (*ENTER, "space"):
                app.activate(widget)
                return bool(app.scenes)
            if (found := along(widget, touchable, key.name)) is not None:
                self.focus_on(found.id)
                return True
        return False

    def focus_on(self, element: str) -> None:
        """Move to a widget, and say what it is."""
        app, widget = self._app, self._app.widget(element)
        if widget is None:
            return
        app.focus = self._left[widget.group] = element
        app.show_focus = True
        app.scene.reveal(widget)
        words = app.scene.spoken(widget)
        if words:
            app.platform.announce(words)
        app.platform.focus(element)
        app.refresh()

    def lead(self, element: str) -> bool:
        """Move to a widget, if the keyboard is in use, without saying what it is; whether it did."""
        app, widget = self._app, self._app.widget(element)
        if not app.show_focus or widget is None:
            return False
        app.focus = self._left[widget.group] = element
        app.platform.focus(element)
        return True

    # ---- text -------------------------------------------------------------------------------

    def reveal_edited(self) -> None:
        """Bring the field that is typed in into sight: a phone's keyboard may have come up over it."""
        field = self._app.widget(self._app.editing)
        if field is not None:
            self._app.scene.reveal(field)
            self._app.refresh()

    def type(self, text: str) -> None:
        """Add to what is in the open field."""
        field = self._app.widget(self._app.editing)
        if isinstance(field, TextField):
            field.change(cut(field.value + text, field.longest))
            self._app.refresh()

    def _write(self, key: Key) -> bool:
        """A key while a field is open."""
        app = self._app
        field = app.widget(app.editing)
        if not isinstance(field, TextField):
            app.editing = ""
            return False
        if key.name == "backspace":
            field.change(field.value.removesuffix(last(field.value)))
        elif key.name == "v" and key.control:
            self.type(pygame.scrap.get_text())
        elif key.name in ENTER and field.kind == "area":
            self.type("\n")
        elif key.name in (*ENTER, "escape", "tab"):
            element, app.editing = app.editing, ""
            if key.name not in ("escape", "tab"):
                self.entered(element)
        return True

    def entered(self, element: str) -> None:
        """Enter has closed a field. Laid out first: what was typed may just have made it possible."""
        app = self._app
        if app.scenes:
            app.layout()
        field = app.widget(element)
        if isinstance(field, TextField) and field.entered is not None:
            field.entered()
            app.refresh()

    def edited(self, element: str, text: str, *, done: bool) -> None:
        """The platform's own editor changed a field; `done`: it has closed."""
        field = self._app.widget(element)
        if isinstance(field, TextField):
            field.change(cut(text, field.longest))
            self._app.editing = "" if done else element
            self._app.refresh()


def tab_stops(widgets: Sequence[Widget], left: Mapping[str, str] = NOWHERE) -> set[str]:
    """The ids at which Tab stops: in a group where the keyboard left it, else at the chosen or the first one.

    left  the widget the keyboard was last at, by group
    """
    touchable = [widget for widget in widgets if widget.act]
    stops = {widget.group: widget.id for widget in reversed(touchable)}
    stops |= {widget.group: widget.id for widget in touchable if widget.state == "chosen"}
    stops |= {widget.group: widget.id for widget in touchable if left.get(widget.group) == widget.id}
    return {widget.id for widget in touchable if not widget.group or stops[widget.group] == widget.id}


def next_stop(focus: str, widgets: Sequence[Widget], left: Mapping[str, str], step: int) -> str:
    """Where Tab (`step` 1) or Shift+Tab (-1) goes from `focus`, round and round."""
    stops = tab_stops(widgets, left)
    ids = [widget.id for widget in widgets if widget.id in stops or widget.id == focus]
    index = ids.index(focus) + step if focus in ids else (0 if step == 1 else -1)
    return ids[index % len(ids)]


def along(widget: Widget, others: Sequence[Widget], key: str) -> Widget | None:
    """Where an arrow, Home or End goes from a widget; None if the key means nothing here.

    An arrow goes to the nearest of the group in its direction, then on in the order in which it is read out,
    so that it reaches them all; only from the last one does it leave the group.
    """
    group = [other for other in others if widget.group and other.group == widget.group]
    if key in ("home", "end") and group:
        return group[0 if key == "home" else -1]
    if key not in ARROWS:
        return None
    dx, dy = ARROWS[key]
    beside = _neighbour(widget, group, dx, dy)
    if beside is None and group:
        index = group.index(widget) + dx + dy
        beside = group[index] if 0 <= index < len(group) else None
    return beside or _neighbour(widget, others, dx, dy) or widget


def _neighbour(widget: Widget, others: Sequence[Widget], dx: int, dy: int) -> Widget | None:
    """The next widget in a direction: close along it, with little sideways offset."""
    best, found = float("inf"), None
    for other in others:
        right, down = other.rect.centerx - widget.rect.centerx, other.rect.centery - widget.rect.centery
        ahead, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if other is not widget and ahead > 1 and ahead + 2.5 * aside < best:
            best, found = ahead + 2.5 * aside, other
    return found
