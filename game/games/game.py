"""The description of a game: what the rest of Kontor must know before it imports the game's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Count(NamedTuple):
    """A number that the statistics keep for each seat, counted from events.

    id       its text is `stat.<id>` in the catalogue of the game
    kinds    the kinds of events that count
    amount   whether the amounts of the events are added up, or the events themselves are counted
    source   the prefix of the place that the event leaves
    target   the prefix of the place that the event enters
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

    id      the ruleset id, as records and links name it
    rank    its place on the title screen; games of the same rank are in alphabetical order
    kinds   the kinds of game that computer players evaluate differently: seats and options
    counts  what statistics count by events
    verbs   what they count by the first word of an action, and the id of that count
    """

    id: str
    rank: int = 100
    kinds: tuple[tuple[int, Mapping[str, str]], ...] = ()
    counts: tuple[Count, ...] = ()
    verbs: Mapping[str, str] = {}
