"""The accessibility list of a scene: its controls and text, in reading order."""

from __future__ import annotations

from game.client.app.keyboard import tab_stops
from game.client.app.scene import Scene
from game.client.draw.widgets import Button, Widget
from game.platform import Element

MOST_NOTES = 300
"""Maximum number of texts of a page, such as a log, in the list."""


def elements(scene: Scene) -> list[Element]:
    """Return the heading, then the widgets, then the scene's additional text."""
    heading, notes = scene.heading() or "Kontor", 0
    stops = tab_stops([widget for widget in scene.widgets if widget.group])
    told = [Element("heading", heading, (0, 0, 0, 0), kind="heading")]
    for widget in scene.widgets:
        seen, stop = widget.in_part, not widget.group or widget.id in stops
        if not seen and widget.away is not None and widget.away.stop == stop:
            told.append(widget.away)
        elif widget.act:
            told.append(_told(widget, seen, stop))
        elif widget.label and not isinstance(widget, Button) and notes < MOST_NOTES:
            told.append(widget.note(notes))
            notes += 1
    return [*told, *scene.read_out()]


def _told(widget: Widget, seen: bool, stop: bool) -> Element:
    """Return the element of an interactive widget.

    seen: part of the widget is visible
    """
    told = widget.element()
    if not stop or widget.group or not seen:
        told = told._replace(stop=stop, group=widget.group, rect=told.rect if seen else (0, 0, 0, 0))
    widget.away = None if seen else told
    return told
