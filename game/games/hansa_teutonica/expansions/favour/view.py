"""View of the Emperor’s Favour: its tiles on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pygame

from game.client.draw.cards import InfoCard
from game.client.draw.paint import text
from game.client.draw.sprites import sprite
from game.client.draw.svg import box, placed, raster
from game.client.views.plane import XY
from game.engine.core import Action, Event
from game.games.hansa_teutonica.expansions.favour.rules import (
    MORE_PIECES,
    PRICE,
    TILES,
    Favour,
    SpendMarker,
    TakeAlong,
    TakeTile,
)
from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.layout import TILE, Layout
from game.games.hansa_teutonica.view.module_view import DrawingSurface, ModuleView
from game.games.hansa_teutonica.view.naming import Names
from game.games.hansa_teutonica.view.words import Words


class FavourView(ModuleView):
    """View of games with the Emperor's Favour: all tiles are shown on the board, those with a holder under a
    shield."""

    turn_actions: ClassVar[Names] = {TakeTile: "favour"}

    def __init__(self, module: Module[Any], words: Words) -> None:
        super().__init__(module, words)
        assert isinstance(module, Favour)
        self.favour = module

    def tiles(self, s: HansaTeutonicaState) -> list[tuple[int, int]]:
        """Return each tile in the game with its holder, -1 if it has none. Tiles keep their places."""
        held = [(tile, seat) for seat in range(s.seats) for tile in self.favour.held(s, seat)]
        return sorted([*held, *((tile, -1) for tile in self.favour.state(s).tiles)])

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        kind, _, name = element.partition(".")
        if kind != "favour":
            return None
        numbers = [TILES[tile] for tile, _ in self.tiles(s)]
        return plan.room[numbers.index(name)] if name in numbers else None

    def draw(
        self, table: DrawingSurface, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        geometry = table.geometry
        for (tile, seat), at in zip(self.tiles(s), geometry.plan.room, strict=False):
            middle = geometry.at(at)
            table.put(target, tile_sprite(TILES[tile], geometry.px(TILE - 3), seat >= 0), middle)
            if seat >= 0:
                x, y = geometry.at((at[0] + 11, at[1] + 9))
                colour = self.words.players[seat].colour
                table.put(target, pieces.shield(colour, geometry.px(24)), (x, y))

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        yield from (f"favour.{TILES[tile]}" for tile, _ in self.tiles(s))

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        """Return a prompt without nearby routes, for the owner of the tile "displaced anywhere" (16.3 a)."""
        if decision != "relocate" or not self.favour.may_go_anywhere(s, s.decider):
            return None
        if not s.hand:
            return "relocate.anywhere.extra", {}
        return "relocate.anywhere" if s.allowance else "relocate.anywhere.last", {}

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        kind, _, name = element.partition(".")
        if kind != "favour" or name not in TILES:
            return None
        t, seat = self.words.t, self.favour.holder(s, TILES.index(name))
        whose = t("about.favour.held", name=self.words.who(seat)) if seat >= 0 else t("about.favour.price")
        reading = ".merchant" if TILES[MORE_PIECES] == name and self.favour.dear else ""
        lines = [t(f"about.favour.{name}{reading}"), whose]
        if seat < 0 and s.decision is not None and s.decision.id == "turn":
            why = (
                s.why_not_offered(element) if sum(s.unused[s.active]) < PRICE or self.favour.late(s) else None
            )
            now = t("about.favour.now", name=self.words.who(s.active))
            lines.append(now if why is None else self.words.reason(why, s))
        return InfoCard(t(element), tuple(lines))

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        t = self.words.t
        match action:
            case TakeTile():
                return t("action.favour", tile=t(f"favour.{TILES[action.place]}"))
            case SpendMarker():
                return t("action.favour-spend", marker=self.words.marker(s.edition.markers[action.kind]))
            case TakeAlong():
                return t("action.favour-along", piece=self.words.kind(KINDS[action.kind]))
        return ""

    def named(self, kind: str, name: str, s: HansaTeutonicaState) -> str:
        return self.words.t(f"favour.{name}") if kind == "tile" else ""

    def tell_event(self, event: Event, s: HansaTeutonicaState) -> str:
        if event.kind != "favour":
            return ""
        return self.words.of("event.favour", event.seat, n=event.amount, tile=self.words.t(event.piece))

    def shown_first(self, element: str, action: Action) -> bool | None:
        if isinstance(action, SpendMarker):
            return False
        return True if element.startswith("favour.") else None

    def description(self, s: HansaTeutonicaState) -> str:
        t = self.words.t
        rows = [(t(f"favour.{TILES[tile]}"), seat) for tile, seat in self.tiles(s)]
        lines = [
            t("told.favour.held", tile=tile, name=self.words.who(seat)) if seat >= 0 else tile
            for tile, seat in rows
        ]
        return t("told.favour", tiles="; ".join(lines))


@sprite(40)
def tile_sprite(tile: str, size: int, taken: bool = False) -> pygame.Surface:
    """Draw a tile of the Emperor's Favour, labelled with its effect, in a square of `size` pixels."""
    picture, letters = _TILES[tile]
    body = box(-18, -16.5, 38, 38, 7, "#1d120a", opacity=0.35)
    body += box(-19, -19, 38, 38, 7, "#6d2c5e", "#2b0f25", 1.6)
    body += box(-16, -16, 32, 32, 5, "#8d4a7c" if taken else "#f0dfa8", "#d7ab55", 2)
    ink = (240, 223, 168) if taken else (75, 28, 64)
    aside, part = (4.5, 0.6) if letters else (0.0, 0.8)
    body += placed(f"icon-{picture}", aside, aside, part, ink)
    image = raster(body, pieces.VIEW, (size, size)).convert_alpha()
    if letters:
        words = text(letters, "bold", max(7, round(size * 0.46)), ink)
        image.blit(words, words.get_rect(center=pieces.pixel((-6, -7), pieces.VIEW, (size, size))))
    return image


_TILES = {
    "displaced_anywhere": ("move_3", ""),
    "plus_1_action": ("actiones", "+1"),
    "income_with_others": ("bursa", "+1"),
    "extra_displaced_piece": ("supply", "+1"),
    "town_4": ("extra_office", "4"),
    "ability_7": ("improve_ability", "7"),
}
"""Icon and label of each tile."""


PARTS = {Favour.id: FavourView}
