"""The parts of the view that belong to modules of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

import pygame

from game.client.draw import theme
from game.client.draw.paint import blit_rounded, text
from game.client.views.hansa_teutonica.geometry import Geometry
from game.client.views.hansa_teutonica.words import Names, Words
from game.engine.core import Action
from game.engine.hansa_teutonica.edition import Edition, Module
from game.engine.hansa_teutonica.neutral import NeutralClaim
from game.engine.hansa_teutonica.pawn import Pawn, PutPawn, StepPawn, WalkPawn
from game.engine.hansa_teutonica.state import HansaTeutonicaState


class Table(Protocol):
    """What a part draws with: the view."""

    geometry: Geometry

    def piece(self, piece: str, seat: int | None) -> pygame.Surface: ...
    def put(self, target: pygame.Surface, sprite: pygame.Surface, at: tuple[float, float]) -> None: ...


class Part:
    """Shows and says nothing by default: actions are then named by their buttons or their texts."""

    deeds: ClassVar[Names] = {}
    """What those of its actions are called that are done in a turn."""

    def __init__(self, module: Module, words: Words) -> None:
        self.words = words

    def preset(self, s: HansaTeutonicaState) -> str:
        """The regions it puts on the map; "" for none."""
        return ""

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """Its pieces, over all others."""

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        """What can be asked about, besides."""
        yield from ()

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        """Another sentence for a decision of the core, `decision.<id>`, and the facts it needs besides."""
        return None

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        """One of its actions in words; "" for others."""
        return ""

    def aloud(self, s: HansaTeutonicaState) -> str:
        """What is to be told of it; "" for nothing."""
        return ""


class PawnPart(Part):
    """Games with the pawn."""

    deeds: ClassVar[Names] = {WalkPawn: "walk", StepPawn: "walk"}

    def __init__(self, module: Module, words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Pawn)
        self.pawn = module

    def preset(self, s: HansaTeutonicaState) -> str:
        return s.options["provinces"]

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        province = self.pawn.province(s)
        if province is not None and f"province.{province}" not in hidden:
            middle = table.geometry.regions[province].middle
            table.put(target, table.piece("pawn", None), table.geometry.at(middle))

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        yield from (f"province.{name}" for name in self.pawn.provinces.ids)

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        if decision == "turn" and s.actions_left and self.pawn.province(s) and self.pawn.steps(s):
            return "turn.walk", {"steps": self.words.t("count.step", n=self.pawn.steps(s))}
        return None

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        match action:
            case PutPawn():
                key = "action.pawn"
            case StepPawn():
                key = "action.step"
            case WalkPawn():
                key = "action.walk"
            case _:
                return ""
        return self.words.t(key, province=self.words.province(action.province, s))

    def aloud(self, s: HansaTeutonicaState) -> str:
        province = self.pawn.province(s)
        return self.words.t("told.pawn", province=self.words.province(province, s)) if province else ""


class NeutralPart(Part):
    """Games with neutral traders."""

    def draw(
        self, table: Table, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """The number of neutral traders left, and the displaced one."""
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


PARTS: dict[str, type[Part]] = {"pawn": PawnPart, "neutral": NeutralPart}
"""By module. One without a row is shown all the same, plainly."""


def parts(edition: Edition, words: Words) -> tuple[Part, ...]:
    """What there is to show of the modules of an edition."""
    return tuple(PARTS[module.id](module, words) for module in edition.modules if module.id in PARTS)
