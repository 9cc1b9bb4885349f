"""Evaluation of mission cards (rules section 15).

A known card counts by the potential of its towns. Each unknown card of another player is possible, and more
likely the more offices the player has in its towns. The expected value of these cards to their owners is
subtracted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator
from game.games.hansa_teutonica.expansions.missions.rules import ALL_POINTS, CARDS, TOWN_POINTS, Missions
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

OFFICE = (0.25, 1.0, 1.0)
CONTROL = (0.12, 0.4, 0.88)
"""Probability that a seat ends with an office in a town and with its control: now absent there, with an
office, and in control."""
BETRAYED = 1.5
"""Likelihood ratio of another player's card for each of its towns in which they have an office."""
REMEMBERED = 4096
"""Size of the cache, in positions."""

Card = tuple[int, int, int]
"""The towns of a card."""


class Known(NamedTuple):
    """Evaluation by seat: its status in the towns of cards (2 with control, 1 with an office, else 0), its
    possible cards with their probabilities, and their value."""

    stands: list[Mapping[int, int]]
    likely: list[list[tuple[float, Card]]]
    terms: list[float]


class MissionsEvaluator(ModuleEvaluator):
    """Mission cards: values the player's card, and the possible cards of the others."""

    def __init__(self, edition: Edition) -> None:
        module, index = edition.part["missions"], edition.board.town_index
        assert isinstance(module, Missions)
        self.missions = module
        self.cards: list[Card] = [(index[one], index[two], index[three]) for one, two, three in CARDS]
        self.towns = tuple(dict.fromkeys(town for card in self.cards for town in card))
        self._known: dict[tuple[object, ...], Known] = {}

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        return self.known(s).terms

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> float:
        """Return the value for the own card, minus the loss for that of the town's controller."""
        if town not in self.towns:
            return 0.0
        known = self.known(s)
        value = _gain(known, seat, town, 2 if control == seat else 1)
        for other, stands in enumerate(known.stands):
            if other not in (seat, control) and stands[town] == 2:
                value -= j.spite * _gain(known, other, town, 1)
        return value

    def known(self, s: HansaTeutonicaState) -> Known:
        """Return the evaluation of a position, cached for recent positions."""
        key = s.offices, s.extras, self.missions.state(s)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._find(s)
        return known

    def _find(self, s: HansaTeutonicaState) -> Known:
        cards, made_up = self.missions.state(s)
        control = {town: s.control(town) if s.row(town) else -1 for town in self.towns}
        seen = [card for seat, card in enumerate(cards) if seat not in made_up]
        open_cards = [towns for card, towns in enumerate(self.cards) if card not in seen]
        found = Known([], [], [])
        for seat in range(s.seats):
            stands = {
                town: 2 if control[town] == seat else s.presence[seat] >> town & 1 for town in self.towns
            }
            likely = chances(open_cards, stands) if seat in made_up else [(1.0, self.cards[cards[seat]])]
            found.stands.append(stands)
            found.likely.append(likely)
            found.terms.append(sum(chance * promise(card, stands) for chance, card in likely))
        return found


def chances(cards: Sequence[Card], stands: Mapping[int, int]) -> list[tuple[float, Card]]:
    """Return the probability of each card, given the status of the player in the towns."""
    hints = [BETRAYED ** sum(stands[town] > 0 for town in card) for card in cards]
    total = sum(hints)
    return [(hint / total, card) for hint, card in zip(hints, cards, strict=True)]


def promise(card: Card, stands: Mapping[int, int]) -> float:
    """Return the value of a card to its owner in points."""
    offices, control = 0.0, 1.0
    for town in card:
        offices += OFFICE[stands[town]]
        control *= CONTROL[stands[town]]
    return TOWN_POINTS * offices + ALL_POINTS * control


def _gain(known: Known, seat: int, town: int, then: int) -> float:
    """Return the gain of a seat if its status in a town changes to `then`."""
    stands = known.stands[seat]
    if stands[town] == then:
        return 0.0
    after = {**stands, town: then}
    return sum(
        chance * (promise(card, after) - promise(card, stands))
        for chance, card in known.likely[seat]
        if town in card
    )


PARTS = {Missions.id: MissionsEvaluator}
