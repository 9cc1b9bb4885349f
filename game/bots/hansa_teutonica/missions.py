"""What computer players know of mission cards (rules section 15).

A card that is known here counts by what its towns promise; of the others' cards, any that may be theirs is as
likely as another, so a little of what an office is worth to its owner is guarded against.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.brain import Weights
from game.bots.hansa_teutonica.part import Part
from game.engine.hansa_teutonica.edition import Edition
from game.engine.hansa_teutonica.modules.missions import ALL_POINTS, CARDS, TOWN_POINTS, Missions
from game.engine.hansa_teutonica.state import HansaTeutonicaState

OFFICE = (0.25, 1.0, 1.0)
CONTROL = (0.12, 0.4, 0.88)
"""How likely a seat ends with an office in a town and with its control: as a stranger there, with an office,
and in control of it now."""
REMEMBERED = 4096
"""So many positions' terms are kept."""


class MissionsPart(Part):
    """Weighs the own card, and a little what may be on the others'."""

    def __init__(self, edition: Edition) -> None:
        module, index = edition.part["missions"], edition.board.town_index
        assert isinstance(module, Missions)
        self.missions = module
        self.cards = [tuple(index[town] for town in card) for card in CARDS]
        self.towns = tuple(dict.fromkeys(town for card in self.cards for town in card))
        self._known: dict[tuple[object, ...], list[float]] = {}

    def terms(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[float]:
        key = s.offices, s.extras, s.more
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._worth(s)
        return known

    def _worth(self, s: HansaTeutonicaState) -> list[float]:
        """By seat, in points; `stands` is 2 with control of a town, 1 with an office there, else 0."""
        cards, made_up = self.missions.cards(s), self.missions.made_up(s)
        control = {town: s.control(town) if s.row(town) else -1 for town in self.towns}
        seen = [card for seat, card in enumerate(cards) if seat not in made_up]
        open_cards = [card for card in range(len(CARDS)) if card not in seen]
        found = []
        for seat in range(s.seats):
            stands = {
                town: 2 if control[town] == seat else s.presence[seat] >> town & 1 for town in self.towns
            }
            likely = open_cards if seat in made_up else [cards[seat]]
            found.append(sum(self._promise(card, stands) for card in likely) / len(likely))
        return found

    def _promise(self, card: int, stands: dict[int, int]) -> float:
        offices, control = 0.0, 1.0
        for town in self.cards[card]:
            offices += OFFICE[stands[town]]
            control *= CONTROL[stands[town]]
        return TOWN_POINTS * offices + ALL_POINTS * control
