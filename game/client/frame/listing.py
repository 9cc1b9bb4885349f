"""What the platform is told of a scene: what can be touched and what can be read, in order."""

from __future__ import annotations

from game.client.draw.widgets import Button
from game.client.frame.scene import Scene
from game.client.frame.steps import tab_stops
from game.platform import Element

MOST_NOTES = 300
"""So many texts of a page (a log) are told to those who do not see it."""


def elements(scene: Scene) -> list[Element]:
    """The heading first, then the widgets, then what else the scene has to say."""
    heading, notes = scene.heading() or "Kontor", 0
    stops = tab_stops(scene.widgets)
    told = [Element("heading", heading, (0, 0, 0, 0), kind="heading")]
    for widget in scene.widgets:
        if widget.act:
            told.append(widget.element()._replace(stop=widget.id in stops, group=widget.group))
        elif widget.label and not isinstance(widget, Button) and notes < MOST_NOTES:
            told.append(widget.note(notes))
            notes += 1
    return [*told, *scene.read_out()]
