"""Texts of the guide through a first game: notes, suggestions and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from game.client.learn.guide.openings import of_suggestion
from game.client.table.computers import facts_in_words, reason_given
from game.client.touch.plan_preview import PreviewStep, steps_of
from game.client.views.view import GameView
from game.client.words.clues import clue
from game.client.words.i18n import guide
from game.client.words.reason_text import in_short
from game.engine.core import Reason, State
from game.match.guide import Facts, GuideMessage, foreseen

PLACES = ("route", "town")
"""Facts that name something on the board to be pointed out."""


class Passage(NamedTuple):
    """A text on the guide's card, of two sentences at most.

    places: ids of the elements that it refers to
    way: the actions whose way is drawn on the map
    """

    words: str
    places: tuple[str, ...] = ()
    way: tuple[PreviewStep, ...] = ()


class GuideWords:
    """Puts what the guide has to say into words."""

    def __init__(self, view: GameView[Any], ruleset_id: str) -> None:
        self._view, self._ruleset_id = view, ruleset_id

    def note(self, note: GuideMessage, state: State) -> Passage:
        """Return the text of a note."""
        return Passage(self._phrase(note.id, note.facts, state), places(note.facts))

    def suggestion(
        self, key: str, reason: Reason, plan: Sequence[str], state: State, *, more: bool = True
    ) -> Passage | None:
        """Return the suggestion of a plan: its aim and why; None if there are no words for it.

        key: id of the sentence that suggests it
        plan: the actions of the person in `state`
        more: add a sentence on what it takes
        """
        reason = in_short(reason) or reason
        ahead = foreseen(state, reason, plan)
        words = self.plan(reason, ahead, state)
        if words:
            words = guide(key, plan=words) + (self._more(ahead, state) if more else "")
        else:  # the reason has words, but no deed: waiting
            words = reason_given(self._view, reason, state.actor or 0, state, yours=True)
        way = steps_of(state, ahead.get("way", ()))
        return Passage(words, places(reason.facts), way) if words else None

    def clue(self, reason: Reason | None, state: State) -> str:
        """Return the clue to a plan with this reason."""
        return clue(self._ruleset_id, reason, facts_in_words(self._view, reason, state))

    def opening(self, reason: Reason, state: State) -> Passage | None:
        """Return what is known about the opening that a suggested plan belongs to; None if it belongs to
        none."""
        words = of_suggestion(reason, state)
        return Passage(words) if words else None

    def plan(self, reason: Reason, ahead: Facts, state: State) -> str:
        """Return the description of a plan and its reason; "" if there is no text for it."""
        facts = {**reason.facts, **ahead}
        whole = self._phrase(f"plan.{reason.id}", facts, state)
        deed, _, aim = reason.id.partition("-")
        done = "displaced" in facts and self._phrase(f"deed.{deed}.displaced", facts, state)
        done = done or self._phrase(f"deed.{deed}", facts, state)
        kind = facts.get("track") or facts.get("office", "step")
        why = self._phrase(f"why.{aim}.{kind}", facts, state) or self._phrase(f"why.{aim}", facts, state)
        return whole or (guide("plan", deed=done, why=why) if done and why else "")

    def _more(self, ahead: Facts, state: State) -> str:
        """Return a sentence on the first step of a plan, its costs, or what remains after this turn."""
        if "more" not in ahead:
            return ""
        key, facts = ahead["more"]
        return f" {self._phrase(f'more.{key}', facts, state)}"

    def _phrase(self, key: str, facts: Facts, state: State) -> str:
        """Return a text of this game, or the general one, with the facts filled in; "" if neither exists."""
        keys = (f"{self._ruleset_id}.{key}", key)
        known = next((each for each in keys if guide.has(each)), None)
        return "" if known is None else guide(known, **self._view.in_words(facts, state))


def places(facts: Facts) -> tuple[str, ...]:
    """Return the routes and towns that facts name, as elements of the board."""
    named = [f"{kind}.{facts[kind]}" for kind in PLACES if kind in facts]
    return (*named, *(f"town.{town}" for town in facts.get("towns", ())))
