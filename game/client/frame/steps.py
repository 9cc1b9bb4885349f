"""The keyboard's way among widgets: Tab goes from group to group, the arrows, Home and End within one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.client.draw.widgets import Widget

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
NOWHERE: Mapping[str, str] = {}


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
