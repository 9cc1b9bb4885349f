"""View of neutral traders: their stock and their claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pygame

from game.client.draw import theme
from game.client.draw.cards import InfoCard
from game.client.draw.paint import blit_rounded, text
from game.engine.core import Action
from game.games.hansa_teutonica.expansions.neutral.rules import Neutral, NeutralClaim
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.module_view import DrawingSurface, ModuleView


class NeutralView(ModuleView):
    """View of games with neutral traders."""

    seconds: ClassVar[Mapping[str, float]] = {"neutral": 0.3}

    def draw(
        self, table: DrawingSurface, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """Draw the number of neutral traders left, and the displaced one."""
        px = table.geometry.px
        x, y = table.geometry.at(table.geometry.plan.neutral)
        plate = pygame.FRect(0, 0, px(96), px(40))
        plate.center = (x, y)
        blit_rounded(target, plate, px(9), theme.PARCHMENT, theme.BRASS_DARK, px(2.5))
        cube = table.piece("trader", s.seats)
        table.put(target, cube, (x - px(24), y))
        number = text(str(s.stock_of(s.seats).traders), "bold", px(30), theme.INK)
        table.put(target, number, (x + px(20), y))
        for index, _ in enumerate(piece for piece in s.hand_pieces() if piece.seat == s.seats):
            table.put(target, cube, (plate.right + px(24 + 34 * index), y))

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        if not isinstance(action, NeutralClaim):
            return ""
        words, route = self.words, self.words.routes[s.board.route_ids[action.route]]
        if action.town is None:
            return words.t("action.neutral.none", route=route)
        return words.t("action.neutral", route=route, town=words.towns[s.board.town_ids[action.town]])

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        if element != "neutral":
            return None
        told = self.words.t("about.neutral", n=s.stock_of(s.seats).traders)
        return InfoCard(self.words.t("neutral"), (told,))


PARTS = {Neutral.id: NeutralView}
