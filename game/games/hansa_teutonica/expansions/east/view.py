"""View of the East: its map, and the offices of green towns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from game.engine.core import Action
from game.games.hansa_teutonica.expansions.east.map import baltic
from game.games.hansa_teutonica.expansions.east.rules import GREEN_OFFICE, Green, GreenOffice, GreenSwap
from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.module_view import ModuleView
from game.games.hansa_teutonica.view.naming import Names
from game.games.hansa_teutonica.view.terrain import Ground


class GreenView(ModuleView):
    """View of boards with green towns."""

    turn_actions: ClassVar[Names] = {GreenSwap: "use"}

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        words = self.words
        if isinstance(action, GreenOffice):
            town, piece = words.towns[s.board.town_ids[action.place]], words.kind(KINDS[action.kind])
            return words.t("action.green-office", town=town, piece=piece)
        if isinstance(action, GreenSwap):
            two = {"one": action.number - 1, "other": action.number}
            marker, town = words.marker("swap_offices"), words.towns[s.board.town_ids[action.town]]
            return words.t("action.green-swap", marker=marker, town=town, **two)
        return ""

    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]:
        """Yield how an office comes to a green town."""
        if kind == "green":
            marker = self.words.marker("extra_office")
            for route, effect in self.words.effects.items():
                if effect == GREEN_OFFICE:
                    yield self.words.t("about.town.green", marker=marker, route=self.words.routes[route])


PARTS = {Green.id: GreenView}
GROUNDS = {"baltic": Ground(baltic, (("Mare Balticum", (466, 74)),))}
