"""Keyboard navigation between widgets and text input.

Tab moves between groups; the arrow keys, Home and End move within a group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import pygame

from game.client.app.gestures import Key
from game.client.app.scene import Host, Scene
from game.client.draw.widgets import Button, TextField, Widget
from game.match.graphemes import cut, last

ENTER = ("return", "enter", "keypad enter")
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
NOWHERE: Mapping[str, str] = {}


class Keyed(Host, Protocol):
    """The app's interface for keyboard input."""

    scenes: list[Scene]

    def widget(self, element: str) -> Widget | None:
        """Return the interactive widget with this id in the top scene, or None."""

    def activate(self, widget: Widget) -> None:
        """Activate a widget."""


class Keyboard:
    """The keyboard: moves the app's focus and types into its open field."""

    def __init__(self, app: Keyed) -> None:
        self._app = app
        self._left: dict[str, str] = {}
        """Widget last focused in each group."""

    def enter(self) -> None:
        """Reset the groups when another scene is on top."""
        self._left.clear()

    # ---- focus ------------------------------------------------------------------------------

    def press(self, key: Key) -> bool:
        """Handle a key. Return True if it was consumed, so that the scene does not receive it."""
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
                self._move_to(found)
                return True
        return False

    def _move_to(self, widget: Widget) -> None:
        """Move the focus along a group. Of radio buttons, the one with the focus is selected."""
        scene = self._app.scene
        if widget.kind == "radio" and widget.state != "chosen" and not widget.opens:
            self._app.activate(widget)
        if self._app.scenes and self._app.scene is scene:
            self.focus_on(widget.id)

    def begin(self, key: Key) -> bool:
        """Show the focus, at the first stop, after an arrow key that the scene does not use and if nothing
        has the focus. Return True if it moved."""
        app = self._app
        touchable = [widget for widget in app.scene.widgets if widget.act] if app.scenes else []
        focused = app.show_focus and app.widget(app.focus) is not None
        if focused or key.name not in ARROWS or not touchable:
            return False
        self.focus_on(next_stop("", touchable, self._left, 1))
        return True

    def focus_on(self, element: str) -> None:
        """Move the focus to a widget and announce it."""
        app, widget = self._app, self._app.widget(element)
        words = "" if widget is None else app.scene.spoken(widget)
        if words:
            app.platform.announce(words)
        self.point_out(element)

    def point_out(self, element: str) -> None:
        """Move the focus to a widget, with its ring, and bring it into view, without announcing it."""
        app, widget = self._app, self._app.widget(element)
        if widget is None:
            return
        app.focus = self._left[widget.group] = element
        app.show_focus = True
        app.scene.reveal(widget)
        app.platform.focus(element)
        app.refresh()

    def lead(self, element: str) -> bool:
        """Move the focus to a widget, if the keyboard is in use, without announcing it. Return True if it
        moved."""
        app, widget = self._app, self._app.widget(element)
        if not app.show_focus or widget is None:
            return False
        app.focus = self._left[widget.group] = element
        app.platform.focus(element)
        return True

    # ---- text -------------------------------------------------------------------------------

    def reveal_edited(self) -> None:
        """Scroll the open field into view, because a phone's keyboard may cover it."""
        app = self._app
        field = app.widget(app.editing) if app.editing else None
        if field is not None:
            app.scene.reveal(field)
            app.refresh()

    def type(self, text: str) -> None:
        """Append text to the open field."""
        field = self._app.widget(self._app.editing)
        if isinstance(field, TextField):
            field.change(cut(field.value + text, field.longest))
            self._app.refresh()

    def _write(self, key: Key) -> bool:
        """Handle a key while a field is open."""
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
        """Run the action of a field that Enter has closed."""
        app = self._app
        field = app.widget(element)
        if isinstance(field, TextField) and field.entered is not None:
            field.entered()
            app.refresh()

    def edited(self, element: str, text: str, *, done: bool) -> None:
        """Apply a change by the platform's native text editor.

        done: the editor has closed
        """
        field = self._app.widget(element)
        if isinstance(field, TextField):
            field.change(cut(text, field.longest))
            self._app.editing = "" if done else element
            self._app.refresh()


def tab_stops(widgets: Sequence[Widget], left: Mapping[str, str] = NOWHERE) -> set[str]:
    """Return the ids at which Tab stops. In a group that is the last focused widget, otherwise the chosen or
    the first one.

    left: the widget last focused in each group
    """
    touchable = [widget for widget in widgets if widget.act]
    stops = {widget.group: widget.id for widget in reversed(touchable)}
    stops |= {widget.group: widget.id for widget in touchable if widget.state == "chosen"}
    stops |= {widget.group: widget.id for widget in touchable if left.get(widget.group) == widget.id}
    return {widget.id for widget in touchable if not widget.group or stops[widget.group] == widget.id}


def next_stop(focus: str, widgets: Sequence[Widget], left: Mapping[str, str], step: int) -> str:
    """Return the widget to which Tab (`step` 1) or Shift+Tab (-1) moves from `focus`, cyclically."""
    stops = tab_stops(widgets, left)
    ids = [widget.id for widget in widgets if widget.id in stops or widget.id == focus]
    index = ids.index(focus) + step if focus in ids else (0 if step == 1 else -1)
    return ids[index % len(ids)]


def along(widget: Widget, others: Sequence[Widget], key: str) -> Widget | None:
    """Return the widget to which an arrow key, Home or End moves; None if the key has no effect here.

    An arrow moves to the nearest widget of the group in its direction, otherwise to the next in reading
    order, so that all are accessible. Only from the last one does it leave the group, except among radio
    buttons, where it goes round.
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
        if widget.kind == "radio":
            index %= len(group)
        beside = group[index] if 0 <= index < len(group) else None
    return beside or _neighbour(widget, others, dx, dy) or widget


def _in_one_row(widget: Widget, other: Widget) -> bool:
    """Return False for two buttons of which one is above the other: left and right do not lead there."""
    apart = widget.rect.bottom <= other.rect.top or other.rect.bottom <= widget.rect.top
    return not (apart and isinstance(widget, Button) and isinstance(other, Button))


def _neighbour(widget: Widget, others: Sequence[Widget], dx: int, dy: int) -> Widget | None:
    """Return the next widget in a direction: near along it, with little sideways offset."""
    best, found = float("inf"), None
    for other in others:
        right, down = other.rect.centerx - widget.rect.centerx, other.rect.centery - widget.rect.centery
        ahead, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if dx and not _in_one_row(widget, other):
            continue
        if other is not widget and ahead > 1 and ahead + 2.5 * aside < best:
            best, found = ahead + 2.5 * aside, other
    return found
