"""What is said when: first what is new, then what matters in the turn that begins, at last a goodbye."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from game.engine.record import Record
from game.games import part
from game.match.guide.sight import TURN, Note, Notice, Sight
from game.match.match import GUIDE, Match

OFF = "off"
"""What its tag (`GUIDE`) says besides the ids of what has been told, when no more is wanted."""
LEVEL = "easy"
"""Of the computers in a guided game."""
TURNS = 6
"""Before so many turns of the person's own it is said what matters; then only what is new."""
AT_ONCE = 2
"""So many new things are explained at one decision; the others when they are seen again."""
HELLO, GOODBYE = "hello", "goodbye"


def is_guided(record: Record) -> bool:
    """Whether a guide sits at the table, be it that no more is wanted of it."""
    return GUIDE in record.tags


class Guide:
    """Finds what there is to say to the only person at the table."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._game: Any = part(match.ruleset.id, "guide")

    # ---- what has been told -------------------------------------------------------------------

    @property
    def told(self) -> list[str]:
        """The ids of what has been told, in that order; whatever else stands in the tag is among them."""
        return self._match.record.tags.get(GUIDE, OFF).split()

    @property
    def on(self) -> bool:
        """Whether anything more is to be said."""
        return OFF not in self.told

    def tell(self, note: Note) -> None:
        """It has been told, and what matters in a turn with it."""
        for each in (note, note.facts.get("now")):
            if each is not None and each.id not in self.told:
                self._match.record.tags[GUIDE] = " ".join([*self.told, each.id])

    def switch(self, on: bool) -> None:
        """No more is wanted, or something is again."""
        told = [each for each in self.told if each != OFF]
        self._match.record.tags[GUIDE] = " ".join(told if on else [*told, OFF])

    # ---- what is to be told -------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whom it guides: whoever plays here alone against computers."""
        by_hand = [seat for seat, one in enumerate(self._match.controllers) if one.by_hand]
        return by_hand[0] if len(by_hand) == 1 else None

    def due(self) -> list[Note]:
        """What is to be told at this decision, in that order; nothing unless it is the person's."""
        seat, state = self.seat, self._match.state
        if seat is None or state.actor != seat or not self.on:
            return []
        sight, told = Sight.of(self._match, seat), set(self.told)
        new = (note for note in seen(sight, self._game.NOTICES) if note.id not in told)
        notes = [Note(HELLO), *islice(new, AT_ONCE)]
        number = 1 + (state.turn_number - 1) // state.seats
        if sight.begins and number <= TURNS:
            themes = (note for note in seen(sight, self._game.THEMES, "now.") if note.id not in told)
            notes.append(Note(f"{TURN}{number}", {"now": next(themes, None)}))
        elif sight.begins:
            notes.append(Note(GOODBYE))
        return [note for note in notes if note.id not in told]


def seen(sight: Sight, notices: Mapping[str, Notice], prefix: str = "") -> list[Note]:
    """Those that find what they look for, in their order."""
    found = ((name, notice(sight)) for name, notice in notices.items())
    return [Note(prefix + name, facts) for name, facts in found if facts is not None]
