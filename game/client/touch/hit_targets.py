"""Interactive elements on the board and the player boards, and their highlights."""

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
from game.client.touch.handles import touch_handles
from game.client.views.view import GameView, Shape
from game.client.words.i18n import t
from game.engine.core import Action, State
from game.match import Match

HANDLE = "~"
"""Suffix of an element's touch handle among the hit targets."""
HANDLE_RADIUS = 0.0145
"""Radius of a handle relative to the board's height, small enough to fit between two houses."""
FEW = 12
"""Maximum number of elements highlighted more strongly, so that none is overlooked."""
MANY = 24
"""Number of elements of a kind above which their highlights are subdued."""


@dataclass
class HitTarget(Widget):
    """An interactive element of the board or a player board."""

    shape: Shape | None = None
    on_board: bool = True
    asked: bool = True
    """True if the prompt asks for it; False if it is accepted because it is needed later."""
    touch_handle: Shape | None = None
    """Touch handle that avoids smaller elements on this one."""
    effect: str = ""
    """Effect of activating it on its place (`GameView.effect`)."""
    folded: bool = False
    """True if it is on a player board folded into a compact bar, which has no room for it."""
    covered: bool = False
    """True if another player's board is shown in place of the one that it is on."""


def find_targets(
    view: GameView[State],
    state: State,
    chooser: Chooser,
    touch: Callable[[str], None],
    window: pygame.Rect,
    board_height: float,
    strip: pygame.FRect | None = None,
) -> dict[str, HitTarget]:
    """Find the interactive elements that have a place, by id. An element with a twin can be activated at both
    places.

    window: the part of the screen that shows the board
    board_height: height of the whole board in pixels
    strip: rectangle of the compact bar into which the player board is folded
    """
    targets = {}
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
            actions = chooser.actions_with(element) if shape.open else ()
            label = _name(view, place, state, actions)
            spot = HitTarget(place, label, shape.rect, partial(touch, element), clip=clip)
            spot.shape, spot.on_board, spot.asked = shape, on_board, element in offered
            spot.folded, spot.effect = folded, view.effect(place, state)
            targets[place] = spot
    for on_board in (True, False):  # outside the window, elements may overlap a player board
        near = [spot for spot in targets.values() if spot.on_board == on_board and not spot.folded]
        shapes = {spot.id: spot.shape for spot in near if spot.shape}
        lines = [shape for shape in shapes.values() if shape.open]
        on_lines = list(_on(lines, view, state)) if lines else []
        on_lines += map(Shape, view.plates()) if lines and on_board else []
        for element, handle in touch_handles(shapes, board_height * HANDLE_RADIUS, on_lines).items():
            targets[element].touch_handle = handle
            targets[element].rect = handle.rect
    return targets


def _name(view: GameView[State], place: str, state: State, actions: Sequence[Action]) -> str:
    """Return the name of a line: what activating it does, if that is certain."""
    return view.tell_action(actions[0], state) if len(actions) == 1 else view.label(place, state)


class HitTargets:
    """Cache of the interactive elements, updated only when they may have changed."""

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self.targets: dict[str, HitTarget] = {}
        """Interactive elements on the board and the player boards, by element."""
        self.in_order: tuple[list[Widget], list[Widget]] = [], []
        """Elements the prompt asks for, and other interactive ones, with headings, in reading order."""
        self.dimmed: list[Shape] = []
        """Shapes of unavailable items while a decision is pending."""
        self._known: object = None
        """Cache key of the other attributes."""

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
        """Update the elements if necessary.

        peeked: seat of another player's board shown in place of the player's own, on which nothing is
        interactive
        """
        window, board = pygame.Rect(camera.seen), camera.board
        choice = (match.version, chooser, chooser.chosen, t.language, peeked)
        known = (*choice, tuple(window), tuple(board), layout.desks, layout.desk_unit)
        if known == self._known:
            return
        self._known = known
        strip = next((place.rect for place in layout.desks if place.strip), None)
        targets = find_targets(self._view, match.state, chooser, touch, window, board.height, strip)
        self.targets.clear()
        there = self._view.whose
        self.targets |= {
            name: spot
            for name, spot in targets.items()
            if spot.on_board or peeked is None or there(name) == peeked
        }
        self.dimmed = dimmed(self._view, match.state, targets, chooser.chosen, board.height * LIGHT)
        for name in targets.keys() - self.targets.keys():
            targets[name].covered, targets[name].clip = True, pygame.Rect(0, 0, 0, 0)
        self.in_order = in_order(targets.values(), self._view)


def _on(lines: Sequence[Shape], view: GameView[State], state: State) -> Iterator[Shape]:
    """Yield the small round items on lines, interactive or not: a route's houses and the pieces in them."""
    for element in view.things(state):
        shape = view.shape(element, state) if view.on_board(element) else None
        if shape is not None and shape.round and any(line.rect.colliderect(shape.rect) for line in lines):
            yield shape


def in_order(targets: Iterable[HitTarget], view: GameView[State]) -> tuple[list[Widget], list[Widget]]:
    """Return the elements the prompt asks for and the other interactive ones, in reading order. The latter
    are to be listed below a heading."""
    found = list(targets)
    asked, later = ([spot for spot in found if spot.asked is now] for now in (True, False))
    return _grouped(asked, view, "chapter"), _grouped(later, view, "section")


def _grouped(targets: Iterable[HitTarget], view: GameView[State], kind: str) -> list[Widget]:
    """Group elements; houses come last, under headings of the given kind with the names of their routes."""
    parts: dict[tuple[str, str], list[HitTarget]] = {}
    for spot in targets:
        part = view.part(spot.id) if spot.on_board else ("desk", "")
        spot.group = part[0] if spot.asked else f"{part[0]}.later"
        parts.setdefault(part, []).append(spot)
    plain = (found for (_, heading), found in parts.items() if not heading)
    below = (headed(name, found, kind, name) for (_, name), found in parts.items() if name)
    return [*chain.from_iterable(plain), *chain.from_iterable(below)]


def shapes_of(targets: Mapping[str, HitTarget], on_board: bool) -> dict[str, Shape]:
    """Return the hit targets on the board, or on the player boards, including touch handles."""
    near = [spot for spot in targets.values() if spot.on_board == on_board and not spot.folded]
    shapes = {spot.id: spot.shape for spot in near if spot.shape}
    return shapes | {spot.id + HANDLE: spot.touch_handle for spot in near if spot.touch_handle}


def dimmed(
    view: GameView[State],
    state: State,
    targets: Mapping[str, HitTarget],
    chosen: Collection[str],
    unit: float,
) -> list[Shape]:
    """Return the small items on the board that cannot be activated now while others of their kind can."""
    legal = [one for one in targets.values() if one.on_board and one.shape and not one.shape.points]
    kinds, boxes = {_kind(one.id) for one in legal}, [one.shape.rect for one in legal if one.shape]
    found = []
    for element in dict.fromkeys(view.things(state)):
        known = element in targets or element in chosen or _kind(element) not in kinds
        shape = None if known or not view.on_board(element) else view.shape(element, state)
        if shape is None or shape.points or max(shape.rect.size) > LARGE * unit:
            continue  # it contains other items and text
        if not _nested(shape.rect, boxes):
            found.append(shape)
    found.sort(key=lambda shape: -shape.rect.width * shape.rect.height)
    rects = [shape.rect for shape in found]
    return [shape for index, shape in enumerate(found) if not _nested(shape.rect, rects[:index])]


def _kind(element: str) -> str:
    return element.partition(".")[0]


def _nested(box: pygame.FRect, others: list[pygame.FRect]) -> bool:
    """Return True if a box is inside one of the others, or one of them inside it."""
    touching = (others[index] for index in box.collidelistall(others))
    return any(box.collidepoint(one.center) or one.collidepoint(box.center) for one in touching)


def light_of(spot: HitTarget, few: bool) -> Light:
    """Return a strong highlight if the prompt asks for an element, a faint one if it is merely accepted. An
    empty place that a piece may take has a dot, a rival's piece a gold ring."""
    return _marked(_bright(few)[spot.asked], spot.effect)


def _marked(light: Light, effect: str) -> Light:
    match effect:
        case "fill":
            return light.quiet
        case "displace":
            return light.bold
    return light


def _bright(few: bool) -> dict[bool, Light]:
    """Return the highlights by whether the prompt asks for an element."""
    return {True: ASKED_FEW if few else ASKED, False: LATER}


def lights(
    targets: Mapping[str, HitTarget], focused: str, chosen: Iterable[tuple[bool, Shape]], aim: Light
) -> Iterator[tuple[bool, Lit]]:
    """Yield the highlights, each with whether it is on the board. Activated elements come last, in another
    colour."""
    few = sum(spot.asked for spot in targets.values()) <= FEW
    kinds = Counter(_kind(spot.id) for spot in targets.values())
    bright = _bright(few)
    calm = {asked: light.calm for asked, light in bright.items()}
    for spot in reversed(list(targets.values())):
        assert spot.shape is not None
        if spot.folded and not spot.asked:
            continue
        light = (calm if kinds[_kind(spot.id)] > MANY else bright)[spot.asked]
        light = aim if spot.id == focused else _marked(light, spot.effect)
        yield spot.on_board, Lit(spot.shape, light if spot.on_board else light.clear)
    for on_board, shape in chosen:
        yield on_board, Lit(shape, CHOSEN if on_board else CHOSEN.clear)


def unseen(targets: Iterable[HitTarget]) -> list[pygame.FRect]:
    """Return the places outside the window of the elements on the board that can be activated. All of them
    are highlighted, those that the prompt does not ask for as well."""
    return [spot.rect for spot in targets if spot.on_board and not spot.in_sight]
