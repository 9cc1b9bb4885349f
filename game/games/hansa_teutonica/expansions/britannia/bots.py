"""What computer players know of countries abroad (expansions 5): what a permission is worth, and the points
for each country as if the game ended now, the less the earlier it is. The weights:

abroad.0, abroad.1    the share of what a route abroad promises while pieces are missing there, by permissions
permit, permit.both   a permission at the beginning of a game, and what it is worth more for two countries
country.early         so much of the points for a country is not yet sure at the beginning
effect.place-abroad   the permanent marker that places pieces abroad, in actions saved
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.bots.brain import Weights
from game.engine.core import Action
from game.games.hansa_teutonica.bots.part import Gain, ModuleEvaluator, Told, left_of
from game.games.hansa_teutonica.bots.permanent import used
from game.games.hansa_teutonica.expansions.britannia.rules import PLACE_ABROAD, Countries, shared
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

ABROAD = {"abroad.0": 0.1, "abroad.1": 0.85, "permit": 0.5, "permit.both": 0.2, "country.early": 0.9}
"""Of a few guesses, those that did well."""
SAVED = {f"effect.{PLACE_ABROAD}": 2.5}
"""It saves permissions too."""
REMEMBERED = 4096
"""So many positions' terms are kept."""

Known = tuple[list[int], list[int], list[int]]
"""By seat, the points for countries, its permissions, and for how many countries besides one they are."""


class CountriesEvaluator(ModuleEvaluator):
    """Places abroad where it is permitted, and wants the offices that count for that and the countries."""

    reasons: Mapping[str, Callable[[HansaTeutonicaState, Action], Told]] = {PLACE_ABROAD: used(PLACE_ABROAD)}

    def __init__(self, edition: Edition) -> None:
        module = edition.part["countries"]
        assert isinstance(module, Countries)
        self.countries = module
        count = len(module.names)
        self.besides = [len(module.where(permit)) - 1 for permit in range(count)]
        self.permit_of = {town: permit for permit, town in enumerate(module.towns)}
        self._known: dict[tuple[bytes, tuple[bytes, ...]], Known] = {}

    def beginnings(self) -> Weights:
        return SAVED | ABROAD

    def entries(self, s: HansaTeutonicaState, weights: Weights) -> Sequence[Sequence[float]]:
        """By seat and route, by its permissions."""
        module, shares = self.countries, (weights["abroad.0"], weights["abroad.1"], 1.0)
        found = []
        for seat in range(s.seats):
            held = module.held(s, seat)
            counts = [sum(held >> permit & 1 for permit in permits) for permits in module.permits]
            found.append([1.0 if at < 0 else shares[counts[at]] for at in module.country_of])
        return found

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> float:
        """The permission, if it was another's, and the points for the countries that the town counts for."""
        value, left, weights = 0.0, j.left, j.weights
        permit = self.permit_of.get(town, -1)
        if printed and permit >= 0 and self.countries.holder(s, permit) != seat:
            value += (weights["permit"] + weights["permit.both"] * self.besides[permit]) * left
        for country, members in enumerate(self.countries.members):
            if town in members:
                value += (1.0 - weights["country.early"] * left) * self._gain(s, country, seat, town, control)
        return value

    def gains(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> Sequence[Gain]:
        """The permission, and the country in which it brings points."""
        found: list[Gain] = []
        permit = self.permit_of.get(town, -1)
        if printed and permit >= 0 and self.countries.holder(s, permit) != seat:
            found.append((0.5 + j.left, "permit", {}))
        for country, members in enumerate(self.countries.members):
            more = self._gain(s, country, seat, town, control) if town in members else 0
            if more > 0:
                facts = {"country": self.countries.countries[country].id, "country_points": more}
                found.append((more * (1.0 - 0.5 * j.left), "country-points", facts))
        return found

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

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        """As if the game ended now, but that early in a game little is sure; and permissions."""
        key = s.offices, s.extras
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._find(s)
        left, weights = left_of(s), j.weights
        sure, each, both = 1.0 - weights["country.early"] * left, weights["permit"], weights["permit.both"]
        return [
            sure * points + left * (each * held + both * besides)
            for points, held, besides in zip(*known, strict=True)
        ]

    def _find(self, s: HansaTeutonicaState) -> Known:
        module = self.countries
        points, permits, besides = [0] * s.seats, [0] * s.seats, [0] * s.seats
        for at, country in enumerate(module.countries):
            for seat, gained in enumerate(shared(module.standings(s, at), country.points)):
                points[seat] += gained
        for permit, more in enumerate(self.besides):
            holder = module.holder(s, permit)
            if holder >= 0:
                permits[holder] += 1
                besides[holder] += more
        return points, permits, besides


PARTS = {Countries.id: CountriesEvaluator}
