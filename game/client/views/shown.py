"""What a place still shows while a piece is on its way to it."""

from __future__ import annotations

from typing import TypeVar, cast

_T = TypeVar("_T")


class Shown:
    """What was last seen at each place: a place keeps showing that until the piece lands."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def value(self, place: str, now: _T, hidden: frozenset[str]) -> _T:
        """What to show at a place that holds `now`."""
        if place in hidden:
            return cast(_T, self._values.get(place, now))
        self._values[place] = now
        return now
