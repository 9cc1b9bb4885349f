"""The accessibility list of a scene: its controls and text, in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from game.client.app.keyboard import tab_stops
from game.client.app.scene import Scene
from game.client.draw.widgets import HEADINGS, SILENT, Button, Widget
from game.client.words.i18n import t
from game.platform import Element

NOWHERE = (0, 0, 0, 0)
NAMED_OTHERWISE = ("heading", *HEADINGS, "note", "radio")
"""Kinds of elements whose names need not differ: text, and radio buttons, which belong to a named group."""
MOST_NOTES = 300
"""Maximum number of texts of a page, such as a log, in the list."""


def elements(scene: Scene) -> list[Element]:
    """Return the heading, then the widgets, then the scene's additional text."""
    heading, notes = scene.heading() or "Kontor", 0
    stops = tab_stops([widget for widget in scene.widgets if widget.group])
    told = [Element("heading", heading, NOWHERE, kind="heading")]
    if question := scene.subheading():
        told.append(Element("question", question, NOWHERE, kind="note"))
    for widget in scene.widgets:
        if widget.kind == SILENT:
            continue
        seen, stop = widget.in_part, not widget.group or widget.id in stops
        if not seen and widget.away is not None and widget.away.stop == stop:
            told.append(widget.away)
        elif widget.act:
            told.append(_told(widget, seen, stop))
        elif _is_read(widget) and notes < MOST_NOTES:
            told.append(widget.note(notes))
            notes += 1
    return [*_distinct(told), *scene.read_out()]


def _is_read(widget: Widget) -> bool:
    """Return True if a widget that cannot be activated is text to be read."""
    return bool(widget.label) and not isinstance(widget, Button)


def _distinct(told: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements with unique names for controls. A name that occurs again gets the heading above it
    or, under the same heading, a number."""
    names = Counter(one.label for one in told if one.kind not in NAMED_OTHERWISE)
    headings, heading = list[str](), ""
    for one in told:
        heading = one.label if one.kind in HEADINGS else heading
        headings.append(heading)
    pairs = zip(told, headings, strict=True)
    alike = Counter((one.label, above) for one, above in pairs if one.kind not in NAMED_OTHERWISE)
    seen = Counter[tuple[str, str]]()
    for one, above in zip(told, headings, strict=True):
        if one.kind in NAMED_OTHERWISE or names[one.label] == 1:
            yield one
            continue
        pair = one.label, above
        seen[pair] += 1
        joint = " " if one.label.endswith((".", "?", "!")) else ", "
        label = f"{one.label}{joint}{above}" if above and alike[pair] < names[one.label] else one.label
        if alike[pair] > 1:
            label = t("told.number", name=label, number=seen[pair], total=alike[pair])
        yield one._replace(label=label)


def _told(widget: Widget, seen: bool, stop: bool) -> Element:
    """Return the element of an interactive widget.

    seen: part of the widget is visible
    """
    told = widget.element()
    if not stop or widget.group or not seen:
        told = told._replace(stop=stop, group=widget.group, rect=told.rect if seen else NOWHERE)
    widget.away = None if seen else told
    return told
