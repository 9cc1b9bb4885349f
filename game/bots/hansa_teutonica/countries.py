"""What computer players know of countries abroad (expansions 5): what a permission is worth, and the points
for each country as if the game ended now, the less the earlier it is.

All of it is guessed, not learnt: of a few guesses, one that did well against computers without any.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.brain import Weights
from game.bots.hansa_teutonica.part import Part, left_of
from game.engine.hansa_teutonica.countries import Countries, shared
from game.engine.hansa_teutonica.edition import Edition
from game.engine.hansa_teutonica.state import HansaTeutonicaState

ENTRY = (0.1, 0.85, 1.0)
"""The share of what a route abroad promises while pieces are missing there, by permissions for it."""
PERMIT, BOTH = 0.5, 0.2
"""A permission at the beginning of a game, and what it is worth more if it is good for two countries."""
EARLY = 0.9
"""So much of the points for a country is not yet sure at the beginning."""
REMEMBERED = 4096
"""So many positions' terms are kept."""

Known = tuple[list[int], list[float]]
"""By seat, the points for countries, and its permissions' worth with the whole game ahead."""


class CountriesPart(Part):
    """Places abroad where it is permitted, and wants the offices that count for that and the countries."""

    def __init__(self, edition: Edition) -> None:
        module = edition.part["countries"]
        assert isinstance(module, Countries)
        self.countries = module
        count = len(module.names)
        self.worth = [PERMIT + BOTH * (len(module.where(permit)) - 1) for permit in range(count)]
        self.permit_of = {town: permit for permit, town in enumerate(module.towns)}
        self._known: dict[tuple[bytes, tuple[bytes, ...]], Known] = {}

    def entries(self, s: HansaTeutonicaState) -> Sequence[Sequence[float]]:
        """By seat and route, by its permissions."""
        module = self.countries
        found = []
        for seat in range(s.seats):
            held = module.held(s, seat)
            counts = [sum(held >> permit & 1 for permit in permits) for permits in module.permits]
            found.append([1.0 if at < 0 else ENTRY[counts[at]] for at in module.country_of])
        return found

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, left: float
    ) -> float:
        """The permission, if it was another's, and the points for the countries that the town counts for."""
        value = 0.0
        permit = self.permit_of.get(town, -1)
        if printed and permit >= 0 and self.countries.holder(s, permit) != seat:
            value += self.worth[permit] * left
        for country, members in enumerate(self.countries.members):
            if town in members:
                value += (1.0 - EARLY * left) * self._gain(s, country, seat, town, control)
        return value

    def _gain(self, s: HansaTeutonicaState, country: int, seat: int, town: int, control: int) -> int:
        """What one more office of a seat, after which somebody controls the town, brings it in a country."""
        points, before = self.countries.countries[country].points, self.countries.standings(s, country)
        after = [list(standing) for standing in before]
        after[seat][1] += 1
        was = s.control(town) if s.row(town) else -1
        if was != control:
            after[control][0] += 1
            if was >= 0:
                after[was][0] -= 1
        now = [(towns, offices) for towns, offices in after]
        return shared(now, points)[seat] - shared(before, points)[seat]

    def terms(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[float]:
        """As if the game ended now, but that early in a game little is sure; and permissions."""
        key = s.offices, s.extras
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._find(s)
        left = left_of(s)
        sure = 1.0 - EARLY * left
        return [sure * points + left * worth for points, worth in zip(*known, strict=True)]

    def _find(self, s: HansaTeutonicaState) -> Known:
        module = self.countries
        points, permits = [0] * s.seats, [0.0] * s.seats
        for at, country in enumerate(module.countries):
            for seat, gained in enumerate(shared(module.standings(s, at), country.points)):
                points[seat] += gained
        for permit, worth in enumerate(self.worth):
            holder = module.holder(s, permit)
            if holder >= 0:
                permits[holder] += worth
        return points, permits
