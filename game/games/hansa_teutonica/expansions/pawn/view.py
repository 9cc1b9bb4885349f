"""View of the pawn: its provinces on the map, the piece itself, its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

import pygame

from game.client.draw.cards import InfoCard
from game.client.draw.sprites import sprite
from game.client.draw.svg import raster
from game.client.views.plane import around
from game.client.views.view import Shape
from game.engine.core import Action, Event
from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.expansions.pawn.regions import ProvinceShape, painted, regions
from game.games.hansa_teutonica.expansions.pawn.rules import Pawn, PutPawn, StepPawn, WalkPawn
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import Layout
from game.games.hansa_teutonica.view.module_view import DrawingSurface, ModuleView
from game.games.hansa_teutonica.view.naming import Names
from game.games.hansa_teutonica.view.words import Words

PAWN = 52.0
"""Size of its sprite in board units."""
PAWN_SPOT = 68.0
"""Diameter of the target of a province, around the pawn's position. The outline of a province would cross
everything else."""


@cache
def landmarks(division: str, name: str) -> tuple[str, ...]:
    """Return the smallest set of towns, at least two, that no other province of this preset has around it."""
    provinces = {province.id: province.towns for province in PROVINCES[division]}
    towns = provinces.pop(name)
    chosen = (some for size in range(2, len(towns)) for some in combinations(towns, size))
    return next(
        (some for some in chosen if not any({*some} <= {*others} for others in provinces.values())), towns
    )


class PawnView(ModuleView):
    """View of games with the pawn."""

    turn_actions: ClassVar[Names] = {WalkPawn: "walk", StepPawn: "walk"}
    seconds: ClassVar[Mapping[str, float]] = {"pawn": 0.5}

    def __init__(self, module: Module[Any], words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Pawn)
        self.pawn = module

    def regions(self, plan: Layout, s: HansaTeutonicaState) -> Mapping[str, ProvinceShape]:
        """Return the provinces on the map."""
        return regions(plan, s.options["provinces"])

    def ground(self, plan: Layout, s: HansaTeutonicaState) -> str:
        return painted(plan, s.options["provinces"])

    def piece(self, piece: str, px: Callable[[float], int]) -> pygame.Surface | None:
        return pawn_sprite(px(PAWN)) if piece == "pawn" else None

    def draw(
        self, table: DrawingSurface, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        province = self.pawn.province(s)
        if province is not None and f"province.{province}" not in hidden:
            middle = self.regions(table.geometry.plan, s)[province].middle
            table.put(target, table.piece("pawn", None), table.geometry.at(middle))

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        yield from (f"province.{name}" for name in self.pawn.provinces.ids)

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        if decision == "turn" and s.actions_left and self.pawn.province(s) and self.pawn.state(s).steps:
            return "turn.walk", {"steps": self.words.t("count.step", n=self.pawn.state(s).steps)}
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
        return self.words.t(key, province=self.named("province", action.province, s))

    def tell_event(self, event: Event, s: HansaTeutonicaState) -> str:
        if event.kind != "pawn":
            return ""
        source, target = (
            self.named(kind, name, s)
            for kind, _, name in (place.partition(".") for place in (event.source, event.target))
        )
        key = "event.pawn.from" if source else "event.pawn"
        return self.words.of(key, event.seat, n=event.amount, source=source, target=target)

    def named(self, kind: str, name: str, s: HansaTeutonicaState) -> str:
        """Return the name of a province, by towns around it."""
        if kind != "province":
            return ""
        towns = landmarks(s.options["provinces"], name)
        return self.words.t("province", towns=self.words.all_of([self.words.towns[town] for town in towns]))

    def shape(self, element: str, s: HansaTeutonicaState, geometry: Geometry) -> Shape | None:
        kind, _, name = element.partition(".")
        if kind != "province" or name not in self.pawn.provinces.index:
            return None
        middle = self.regions(geometry.plan, s)[name].middle
        return Shape(geometry.box(around(middle, PAWN_SPOT, PAWN_SPOT)), round=True)

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        kind, _, name = element.partition(".")
        if kind != "province":
            return None
        return InfoCard(self.named(kind, name, s), (self.words.t("about.province"),))

    def description(self, s: HansaTeutonicaState) -> str:
        province = self.pawn.province(s)
        return self.words.t("told.pawn", province=self.named("province", province, s)) if province else ""


@sprite(20)
def pawn_sprite(size: int) -> pygame.Surface:
    """Draw the pawn of the two-player game."""
    body = (
        '<ellipse cx="1" cy="16" rx="13" ry="4" fill="#1d120a" fill-opacity=".4"/>'
        '<path d="M-12 16C-12 9-5 8-5-2H5C5 8 12 9 12 16Z" fill="#f4ead0" '
        'stroke="#2a1a10" stroke-width="1.8"/>'
        '<path d="M1-2H5C5 8 12 9 12 16H4C6 8 1 6 1-2Z" fill="#cdbb91"/>'
        '<path d="M-7-5H7V-1.500H-7Z" fill="#b0402f" stroke="#2a1a10" stroke-width="1.400"/>'
        '<circle cy="-10.500" r="7" fill="#f4ead0" stroke="#2a1a10" stroke-width="1.800"/>'
    )
    return raster(body, pieces.VIEW, (size, size)).convert_alpha()


PARTS = {Pawn.id: PawnView}
