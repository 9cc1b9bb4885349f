"""What can be touched on the board and on the desks, and how it lights up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import pygame

from game.client.draw.widgets import Widget, headed
from game.client.stage.camera import Camera
from game.client.stage.layers import LIGHT
from game.client.stage.outlines import ASKED, ASKED_FEW, CHOSEN, LARGE, LATER, Light, Lit
from game.client.stage.table_layout import TableLayout
from game.client.touch.chooser import CHOICE, Chooser
from game.client.touch.grips import with_grips
from game.client.views.view import GameView, Shape
from game.client.words.i18n import t
from game.engine.core import State
from game.match import Match

GRIP = "~"
"""Marks the grip of an element among the shapes that can be hit."""
GRIP_RADIUS = 0.0145
"""In parts of the board's height: a grip lies between two houses."""
FEW = 12
"""So few elements shine more, so that none is overlooked."""
MANY = 24
"""Of more than so many of a kind each shines more calmly: there are such wherever one looks."""


@dataclass
class Spot(Widget):
    """A touchable element of board or desk."""

    shape: Shape | None = None
    on_board: bool = True
    asked: bool = True
    """Asked for now; else it is understood, because it is needed later."""
    grip: Shape | None = None
    """Where it can be touched without meaning a smaller element that lies on it."""
    folded: bool = False
    """It lies on a desk that is folded into a strip, which has no room for it."""


def find_spots(
    view: GameView[State],
    state: State,
    chooser: Chooser,
    touch: Callable[[str], None],
    window: pygame.Rect,
    board_height: float,
    strip: pygame.FRect | None = None,
) -> dict[str, Spot]:
    """The touchable elements that have a place, by id; an element with a twin can be touched at both.

    window        the part of the screen the board is seen through
    board_height  of the whole board, in pixels
    strip         into which the desk is folded
    """
    spots = {}
    offered = chooser.offered
    for element in (*offered, *chooser.reachable):
        for place in () if element.startswith(CHOICE) else filter(None, (element, view.twin(element))):
            shape, on_board = view.shape(place, state), view.on_board(place)
            own = not on_board and view.whose(place) is None
            folded = shape is None and own and strip is not None
            if folded and strip is not None:
                shape = Shape(strip)
            if shape is None:
                continue
            clip = window if on_board else None
            spot = Spot(place, view.label(place, state), shape.rect, partial(touch, element), clip=clip)
            spot.shape, spot.on_board, spot.asked = shape, on_board, element in offered
            spot.folded = folded
            spots[place] = spot
    for on_board in (True, False):  # what is out of the window may lie where a desk does
        near = [spot for spot in spots.values() if spot.on_board == on_board and not spot.folded]
        shapes = {spot.id: spot.shape for spot in near if spot.shape}
        lines = [shape for shape in shapes.values() if shape.open]
        on_lines = list(_on(lines, view, state)) if lines else []
        for element, grip in with_grips(shapes, board_height * GRIP_RADIUS, on_lines).items():
            spots[element].grip = grip
            spots[element].rect = grip.rect
    return spots


class Reach:
    """What can be touched now, found again only where that may have changed."""

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self.spots: dict[str, Spot] = {}
        """What can be touched on the board and on the desks, by element."""
        self.in_order: tuple[list[Widget], list[Widget]] = [], []
        """What is asked, and what else can be touched, with headings, in reading order."""
        self.dimmed: list[Shape] = []
        """What cannot be touched while something is to be decided."""
        self._known: object = None
        """What all of that depends on, as it was last found."""

    def find(
        self,
        match: Match,
        chooser: Chooser,
        touch: Callable[[str], None],
        camera: Camera,
        layout: TableLayout,
        *,
        peeked: int | None,
    ) -> None:
        """`peeked`: the seat whose desk lies open in place of the own, where nothing can be touched then."""
        window, board = pygame.Rect(camera.seen), camera.board
        choice = (match.version, chooser, chooser.chosen, t.language, peeked)
        known = (*choice, tuple(window), tuple(board), layout.desks, layout.desk_unit)
        if known == self._known:
            return
        self._known = known
        strip = next((place.rect for place in layout.desks if place.strip), None)
        spots = find_spots(self._view, match.state, chooser, touch, window, board.height, strip)
        self.spots.clear()
        there = self._view.whose
        self.spots |= {
            name: spot
            for name, spot in spots.items()
            if spot.on_board or peeked is None or there(name) == peeked
        }
        self.dimmed = dimmed(self._view, match.state, spots, chooser.chosen, board.height * LIGHT)
        self.in_order = in_order(self.spots.values(), self._view)


def _on(lines: Sequence[Shape], view: GameView[State], state: State) -> Iterator[Shape]:
    """The small round things on lines, touchable or not: the houses on a route, with what stands in them."""
    for element in view.things(state):
        shape = view.shape(element, state) if view.on_board(element) else None
        if shape is not None and shape.round and any(line.rect.colliderect(shape.rect) for line in lines):
            yield shape


def in_order(spots: Iterable[Spot], view: GameView[State]) -> tuple[list[Widget], list[Widget]]:
    """In reading order what is asked, and what else can be touched, which is below a heading already."""
    found = list(spots)
    asked, later = ([spot for spot in found if spot.asked is now] for now in (True, False))
    return _grouped(asked, view, "chapter"), _grouped(later, view, "section")


def _grouped(spots: Iterable[Spot], view: GameView[State], kind: str) -> list[Widget]:
    """A group after the other: last the houses, under the names of their routes in headings of that kind."""
    parts: dict[tuple[str, str], list[Spot]] = {}
    for spot in spots:
        part = view.part(spot.id) if spot.on_board else ("desk", "")
        spot.group = part[0] if spot.asked else f"{part[0]}.later"
        parts.setdefault(part, []).append(spot)
    plain = (found for (_, heading), found in parts.items() if not heading)
    below = (headed(name, found, kind, name) for (_, name), found in parts.items() if name)
    return [*chain.from_iterable(plain), *chain.from_iterable(below)]


def shapes_of(spots: Mapping[str, Spot], on_board: bool) -> dict[str, Shape]:
    """The shapes of what can be meant on the board, or on the desks, with the marks on grips."""
    near = [spot for spot in spots.values() if spot.on_board == on_board and not spot.folded]
    shapes = {spot.id: spot.shape for spot in near if spot.shape}
    return shapes | {spot.id + GRIP: spot.grip for spot in near if spot.grip}


def dimmed(
    view: GameView[State], state: State, spots: Mapping[str, Spot], chosen: Collection[str], unit: float
) -> list[Shape]:
    """The small things on the board that cannot be touched now while others of their kind can."""
    legal = [one for one in spots.values() if one.on_board and one.shape and not one.shape.points]
    kinds, boxes = {_kind(one.id) for one in legal}, [one.shape.rect for one in legal if one.shape]
    found = []
    for element in dict.fromkeys(view.things(state)):
        known = element in spots or element in chosen or _kind(element) not in kinds
        shape = None if known or not view.on_board(element) else view.shape(element, state)
        if shape is None or shape.points or max(shape.rect.size) > LARGE * unit:
            continue  # there are other things in it, and something to read
        if not _nested(shape.rect, boxes):
            found.append(shape)
    found.sort(key=lambda shape: -shape.rect.width * shape.rect.height)
    rects = [shape.rect for shape in found]
    return [shape for index, shape in enumerate(found) if not _nested(shape.rect, rects[:index])]


def _kind(element: str) -> str:
    return element.partition(".")[0]


def _nested(box: pygame.FRect, others: list[pygame.FRect]) -> bool:
    """Whether a box lies in one of the others, or one of them in it."""
    touching = (others[index] for index in box.collidelistall(others))
    return any(box.collidepoint(one.center) or one.collidepoint(box.center) for one in touching)


def light_of(spot: Spot, few: bool) -> Light:
    """What is asked shines brightly, what is accepted too only faintly."""
    return _bright(few)[spot.asked]


def _bright(few: bool) -> dict[bool, Light]:
    """How things shine, by whether they are asked."""
    return {True: ASKED_FEW if few else ASKED, False: LATER}


def lights(
    spots: Mapping[str, Spot], aimed: str, chosen: Iterable[tuple[bool, Shape]], aim: Light
) -> Iterator[tuple[bool, Lit]]:
    """What shines, and whether it lies on the board; what was touched comes last, in another colour."""
    few = sum(spot.asked for spot in spots.values()) <= FEW
    kinds = Counter(_kind(spot.id) for spot in spots.values())
    bright = _bright(few)
    calm = {asked: light.calm for asked, light in bright.items()}
    for spot in reversed(list(spots.values())):
        assert spot.shape is not None
        if spot.folded and not spot.asked:
            continue
        light = (calm if kinds[_kind(spot.id)] > MANY else bright)[spot.asked]
        yield spot.on_board, Lit(spot.shape, aim if spot.id == aimed else light)
    for on_board, shape in chosen:
        yield on_board, Lit(shape, CHOSEN)


def unseen(spots: Iterable[Spot]) -> list[pygame.FRect]:
    """The places on the board that are asked for, failing that all that can be touched, out of its window."""
    boards = [spot for spot in spots if spot.on_board]
    boards = [spot for spot in boards if spot.asked] or boards
    return [spot.rect for spot in boards if not spot.in_sight]
