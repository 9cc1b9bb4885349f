"""Values displayed at a place while a piece is on its way to it."""

from __future__ import annotations

from typing import TypeVar, cast

_T = TypeVar("_T")


class Displayed:
    """The last displayed value of each place. A place keeps it until the piece lands."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def value(self, place: str, now: _T, hidden: frozenset[str]) -> _T:
        """Return the value to display at a place whose current value is `now`."""
        if place in hidden:
            return cast(_T, self._values.get(place, now))
        self._values[place] = now
        return now
