"""Description of a game, available without importing its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Count(NamedTuple):
    """A per-seat statistic, counted from events.

    id       its text is `stat.<id>` in the catalogue of the game
    kinds    kinds of events that count
    amount   whether the amounts of the events are added up, or the events themselves are counted
    source   prefix of the place that the event leaves
    target   prefix of the place that the event enters
    payee    whether the event counts for the seat at the end of `target` instead of the event's own seat
    """

    id: str
    kinds: tuple[str, ...]
    amount: bool = False
    source: str = ""
    target: str = ""
    payee: bool = False


class Game(NamedTuple):
    """A game, declared as `GAME` in the `__init__` module of its package. Only `id` is required.

    id      ruleset id, as used in records and links
    rank    position on the title screen; games of equal rank are in alphabetical order
    kinds   kinds of game that computer players evaluate differently: seats and options
    counts  statistics counted from events
    verbs   statistics counted from actions: by the first word of an action, the id of the statistic
    """

    id: str
    rank: int = 100
    kinds: tuple[tuple[int, Mapping[str, str]], ...] = ()
    counts: tuple[Count, ...] = ()
    verbs: Mapping[str, str] = {}
