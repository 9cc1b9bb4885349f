"""What computer players know of mission cards (rules section 15).

A card that is known here counts by what its towns promise. Of the others' cards any that may be theirs is
possible, those the more in whose towns they have offices: what that is worth to them is guarded against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.games.hansa_teutonica.bots.part import ModuleEvaluator
from game.games.hansa_teutonica.expansions.missions.rules import ALL_POINTS, CARDS, TOWN_POINTS, Missions
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

OFFICE = (0.25, 1.0, 1.0)
CONTROL = (0.12, 0.4, 0.88)
"""How likely a seat ends with an office in a town and with its control: as a stranger there, with an office,
and in control of it now."""
BETRAYED = 1.5
"""A card of others is so many times likelier for each of its towns in which they have an office."""
REMEMBERED = 4096
"""So many positions' terms are kept."""

Card = tuple[int, int, int]
"""Its towns."""


class Known(NamedTuple):
    """By seat: how it stands in the towns of cards (2 with control, 1 with an office, else 0), which cards it
    may have and how likely, what they are worth."""

    stands: list[Mapping[int, int]]
    likely: list[list[tuple[float, Card]]]
    terms: list[float]


class MissionsEvaluator(ModuleEvaluator):
    """Weighs the own card, and what may be on the others'."""

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
        """What it makes of the own card, and what it takes from that of whoever controls the town."""
        if town not in self.towns:
            return 0.0
        known = self.known(s)
        value = _gain(known, seat, town, 2 if control == seat else 1)
        for other, stands in enumerate(known.stands):
            if other not in (seat, control) and stands[town] == 2:
                value -= j.spite * _gain(known, other, town, 1)
        return value

    def known(self, s: HansaTeutonicaState) -> Known:
        """What is to be known of a position; kept for those seen last."""
        key = s.offices, s.extras, s.more[self.missions.at], s.more[self.missions.at + 1]
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._find(s)
        return known

    def _find(self, s: HansaTeutonicaState) -> Known:
        cards, made_up = self.missions.cards(s), self.missions.made_up(s)
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
    """How likely each of some cards is that of a player who stands like this in the towns."""
    hints = [BETRAYED ** sum(stands[town] > 0 for town in card) for card in cards]
    total = sum(hints)
    return [(hint / total, card) for hint, card in zip(hints, cards, strict=True)]


def promise(card: Card, stands: Mapping[int, int]) -> float:
    """What a card is worth to its owner, in points."""
    offices, control = 0.0, 1.0
    for town in card:
        offices += OFFICE[stands[town]]
        control *= CONTROL[stands[town]]
    return TOWN_POINTS * offices + ALL_POINTS * control


def _gain(known: Known, seat: int, town: int, then: int) -> float:
    """What a seat gains if it then stands like that in a town."""
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
