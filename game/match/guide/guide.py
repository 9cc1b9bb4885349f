"""Selection of the guide's notes: first what is new, then the concerns of the turn, finally a goodbye."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from game.engine.core import Reason, State
from game.engine.record import Record
from game.games import has_part, part
from game.match.guide.sight import TURN, Facts, GuidedDecision, GuideMessage, Notice
from game.match.match import GUIDE, Match

OFF = "off"
"""Word in the guide's tag (`GUIDE`) that switches the guide off."""
LEVEL = "easy"
"""Level of the computers in a guided game."""
TURNS = 6
"""Number of the player's turns that begin with their main concern. Later, only new things are explained."""
AT_ONCE = 2
"""Maximum number of new things explained at one decision. Others are explained when they occur again."""
HELLO, GOODBYE = "hello", "goodbye"


def is_guided(record: Record) -> bool:
    """Return True if the record asks for a guide, even one that is switched off, and the game has one."""
    return GUIDE in record.tags and has_part(record.ruleset.id, "guide")


class Guide:
    """The guide of a match, which finds the notes due for its only person."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._game: Any = part(match.ruleset.id, "guide")

    @property
    def avoids(self) -> Collection[str]:
        """Return the kinds of plans, by the first word of their reason, that the guide does not suggest if
        another plan is nearly as good."""
        found: Collection[str] = self._game.EXPOSED
        return found

    # ---- notes already shown ------------------------------------------------------------------

    @property
    def told(self) -> list[str]:
        """Return the ids of the notes already shown, in order, and any other words of the tag."""
        return self._match.record.tags.get(GUIDE, OFF).split()

    @property
    def on(self) -> bool:
        """Return True unless the guide is switched off."""
        return OFF not in self.told

    def tell(self, note: GuideMessage) -> None:
        """Record that a note, and the turn's concern within it, has been shown."""
        for each in (note, note.facts.get("now")):
            if each is not None and each.id not in self.told:
                self._match.record.tags[GUIDE] = " ".join([*self.told, each.id])

    def switch(self, on: bool) -> None:
        """Switch the guide on or off."""
        told = [each for each in self.told if each != OFF]
        self._match.record.tags[GUIDE] = " ".join(told if on else [*told, OFF])

    # ---- notes that are due -------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Return the seat of the only person on this device, or None."""
        by_hand = [seat for seat, one in enumerate(self._match.controllers) if one.by_hand]
        return by_hand[0] if len(by_hand) == 1 else None

    def due(self) -> list[GuideMessage]:
        """Return the notes to show at this decision, in order. Empty unless it is the person's decision; the
        welcome comes before another player begins the game."""
        seat, state, told = self.seat, self._match.state, set(self.told)
        if seat is None or not self.on:
            return []
        if state.actor != seat:
            return [] if self._match.moves or HELLO in told else [GuideMessage(HELLO)]
        sight = GuidedDecision.of(self._match, seat)
        new = (note for note in seen(sight, self._game.NOTICES) if note.id not in told)
        notes = [GuideMessage(HELLO), *islice(new, AT_ONCE)]
        number = 1 + (state.turn_number - 1) // state.seats
        if sight.begins and number <= TURNS:
            themes = (note for note in seen(sight, self._game.THEMES, "now.") if note.id not in told)
            notes.append(GuideMessage(f"{TURN}{number}", {"now": next(themes, None)}))
        elif sight.begins:
            notes.append(GuideMessage(GOODBYE))
        return [note for note in notes if note.id not in told]


def foreseen(state: State, reason: Reason, actions: Sequence[str]) -> Facts:
    """Return facts about a plan in a state in which it can be played: its cost and what it leads to."""
    ahead: Facts = part(state.ruleset.id, "guide").ahead(state, reason, actions)
    return ahead


def seen(sight: GuidedDecision, notices: Mapping[str, Notice], prefix: str = "") -> list[GuideMessage]:
    """Return a note for each detector that matches, in their order."""
    found = ((name, notice(sight)) for name, notice in notices.items())
    return [GuideMessage(prefix + name, facts) for name, facts in found if facts is not None]
