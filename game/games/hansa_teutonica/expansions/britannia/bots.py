"""Evaluation of countries abroad (expansions 5): permissions, and points for each country as if the game
ended now, discounted early in the game.

The weights:

abroad.0, abroad.1    share of the potential of a route abroad while pieces are missing there, by permissions
permit, permit.both   value of a permission at the beginning of a game, and its surcharge for two countries
country.early         share of the points for a country that is discounted at the beginning
effect.place-abroad   the permanent marker that places pieces abroad, in actions saved
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.bots.brain import Weights
from game.games.hansa_teutonica.bots.module_evaluator import (
    Gain,
    ModuleEvaluator,
    ReasonTeller,
    left_of,
)
from game.games.hansa_teutonica.bots.permanent import used
from game.games.hansa_teutonica.expansions.britannia.rules import PLACE_ABROAD, Countries, shared
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

ABROAD = {"abroad.0": 0.1, "abroad.1": 0.85, "permit": 0.5, "permit.both": 0.2, "country.early": 0.9}
"""Best of a few values that were tried."""
SAVED = {f"effect.{PLACE_ABROAD}": 2.5}
"""Saves permissions as well as actions."""
REMEMBERED = 4096
"""Size of the cache, in positions."""

Known = tuple[list[int], list[int], list[int]]
"""By seat: points for countries, its permissions, and the number of countries other than the first that they
cover."""


class CountriesEvaluator(ModuleEvaluator):
    """Countries abroad: values permissions, the offices that give them, and points for countries."""

    reasons: Mapping[str, ReasonTeller] = {PLACE_ABROAD: used(PLACE_ABROAD)}

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
        """Return weights by seat and route, according to its permissions."""
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
        """Return the value of the permission, if it was another player's, and of the points for the countries
        that the town counts for."""
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
        """Return the permission, and the country in which the office brings points."""
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
        """Return the points in a country for one more office of a seat, if `control` is then the controller
        of the town."""
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
        """Return the points for countries as if the game ended now, discounted early in the game, and the
        value of permissions."""
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
