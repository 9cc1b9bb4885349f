"""Base class of module views.

An expansion declares its views in its module `view`: `PARTS`, by the ids of its modules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, Protocol

import pygame

from game.client.draw.cards import InfoCard
from game.client.draw.reading import Labels
from game.client.views.plane import XY, around
from game.client.views.view import Shape
from game.engine.core import Action, Event
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import TILE, Layout
from game.games.hansa_teutonica.view.naming import Names
from game.games.hansa_teutonica.view.words import Words


class DrawingSurface(Protocol):
    """The methods of the view that module views draw with."""

    geometry: Geometry

    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        """Return the sprite of a piece in a seat's colour."""
        ...

    def put(self, target: pygame.Surface, sprite: pygame.Surface, at: tuple[float, float]) -> None:
        """Draw a sprite centred on a position."""
        ...


class ModuleView:
    """View of a module. By default it shows and says nothing, and actions are named by their buttons or their
    texts.

    turn_actions  names of its actions of a turn, by class
    questions  text ids `question.<id>` for the last choice between actions of one class
    seconds    duration of move animations, by kind of its events
    readable   its parts of the board overlay
    """

    turn_actions: ClassVar[Names] = {}
    questions: ClassVar[Names] = {}
    seconds: ClassVar[Mapping[str, float]] = {}
    readable: ClassVar[tuple[str, ...]] = ()

    def __init__(self, module: Module[Any], words: Words) -> None:
        self.words = words

    def ground(self, plan: Layout, s: HansaTeutonicaState) -> str:
        """Return the SVG that the module adds to the map under the roads, in board units; "" for none."""
        return ""

    def piece(self, piece: str, px: Callable[[float], int]) -> pygame.Surface | None:
        """Return the sprite of one of its pieces; None for others."""
        return None

    def draw(
        self, table: DrawingSurface, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        """Draw the pieces of the module, over all others."""

    def things(self, s: HansaTeutonicaState) -> Iterator[str]:
        """Yield the elements of the module that have a card."""
        yield from ()

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        """Return a different prompt for a core decision, `decision.<id>`, and the additional
        facts it needs."""
        return None

    def named(self, kind: str, name: str, s: HansaTeutonicaState) -> str:
        """Return the name of an element or fact of the module; "" for other kinds."""
        return ""

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        """Return the text of one of its actions; "" for others."""
        return ""

    def tell_event(self, event: Event, s: HansaTeutonicaState) -> str:
        """Return the sentence for one of its events; "" for others."""
        return ""

    def description(self, s: HansaTeutonicaState) -> str:
        """Return the sentence about the module in the description of the position; "" for none."""
        return ""

    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]:
        """Yield further sentences for the card of a route, house, town, green town or used marker."""
        yield from ()

    def spot(self, element: str, s: HansaTeutonicaState, plan: Layout) -> XY | None:
        """Return the place of one of its elements on the board, in board units; None for others."""
        return None

    def shape(self, element: str, s: HansaTeutonicaState, geometry: Geometry) -> Shape | None:
        """Return the outline of one of its elements on the board; None for others."""
        spot = self.spot(element, s, geometry.plan)
        return None if spot is None else Shape(geometry.box(around(spot, TILE, TILE)))

    def card(self, element: str, s: HansaTeutonicaState) -> InfoCard | None:
        """Return the card of one of its elements; None for others."""
        return None

    def secret(self, seat: int, s: HansaTeutonicaState) -> InfoCard | None:
        """Return the card that only this seat may see; None if there is no such card."""
        return None

    def shown_first(self, element: str, action: Action) -> bool | None:
        """Return whether an action with this element is shown before it is played; None for others."""
        return None

    # ---- board overlay ----------------------------------------------------------------------

    def enters(self, s: HansaTeutonicaState, seat: int, route: int) -> bool:
        """Return whether the module lets a seat place pieces on a route now."""
        return True

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        """Draw a sample of one of its `readable` parts."""

    def draw_reading(
        self,
        target: pygame.Surface,
        s: HansaTeutonicaState,
        parts: Collection[str],
        geometry: Geometry,
        labels: Labels,
    ) -> None:
        """Draw those of its `readable` parts that are shown."""

    def read(self, s: HansaTeutonicaState, seat: int, parts: Collection[str]) -> Iterator[str]:
        """Yield its `readable` parts that are shown as sentences."""
        yield from ()
