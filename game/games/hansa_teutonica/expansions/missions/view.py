"""View of mission cards, which only their owners see until the end."""

from __future__ import annotations

from typing import Any

from game.client.draw.cards import InfoCard
from game.engine.core import Event
from game.games.hansa_teutonica.expansions.missions.rules import SHOWN, Missions
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.module_view import ModuleView
from game.games.hansa_teutonica.view.words import Words


class MissionsView(ModuleView):
    """View of games with mission cards."""

    def __init__(self, module: Module[Any], words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Missions)
        self.missions = module

    def secret(self, seat: int, s: HansaTeutonicaState) -> InfoCard | None:
        """Return the card of a seat, with the status and the points of each of its towns."""
        towns, t = self.missions.towns(s, seat), self.words.t
        if towns is None:
            return None
        found = []
        for town in towns:
            here = s.presence[seat] >> s.board.town_index[town] & 1
            how = "control" if s.controller(town) == seat else "office" if here else "none"
            found.append(t(f"mission.{how}", town=self.words.towns[town]))
        return InfoCard(t("mission.of", name=self.words.who(seat)), (*found, t("mission.points")))

    def tell_event(self, event: Event, s: HansaTeutonicaState) -> str:
        if event.kind != SHOWN:
            return ""
        towns = ", ".join(self.words.towns[town] for town in event.piece.partition(".")[2].split("+"))
        return self.words.of(f"event.{SHOWN}", event.seat, towns=towns)

    def description(self, s: HansaTeutonicaState) -> str:
        return self.words.t("told.missions") if s.now is not None else ""


PARTS = {Missions.id: MissionsView}
