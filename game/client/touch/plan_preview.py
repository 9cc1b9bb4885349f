"""Preview of a plan on the board: the elements it activates, in order, and the pieces it would place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.canvas import Point
from game.client.stage.changes import draw_arc, draw_arrow, lane_of, lies_on_board
from game.client.stage.moments import faded
from game.client.stage.outlines import DESK_LIGHT, WHITE, Light, Lit, draw_light
from game.client.touch.chooser import CHOICE
from game.client.views.view import GameView, Held, Shape
from game.engine.core import Action, Event, ParseError, State

PLANNED = Light(WHITE, 255, 90, 0, dashed=True)
"""Highlight of a plan's elements: dashed white and dark, unlike any seat's colour or any selectable
element."""
SHORT = 3.6
"""Length in units of an arrow that comes from outside the window."""
GHOST = 90
"""Opacity (0-255) of a piece that has been picked up, at its former place."""
FAINT = 165
"""Opacity (0-255) of a piece that is not there yet."""
NUMBER = 0.8
"""Text size of step numbers, in units."""


class PreviewStep(NamedTuple):
    """An action of a plan, the position before it, and its events."""

    action: Action
    before: State
    events: tuple[Event, ...]


def steps_of(state: State, plan: Iterable[str]) -> tuple[PreviewStep, ...]:
    """Return the actions of a plan up to the first one that cannot be foreseen because an opponent decides or
    hidden information is revealed."""
    seat, steps, now = state.actor, list[PreviewStep](), state
    for text in plan:
        try:
            action = state.parse_action(text)
        except ParseError:
            break
        if now.actor != seat or action not in now.legal_actions():
            break
        before, now = now, now.copy()
        events = tuple(now.apply(action))
        if any(event.kind in state.ruleset.revealing for event in events):
            steps.append(PreviewStep(action, before, ()))
            break
        steps.append(PreviewStep(action, before, events))
    return tuple(steps)


def draw_plan(
    target: pygame.Surface,
    view: GameView[Any],
    steps: Sequence[PreviewStep],
    window: pygame.FRect,
    unit: float,
    desk: bool = True,
    arcs: bool = False,
    done: int = 0,
    total: int = 0,
) -> None:
    """Draw translucent pieces and step numbers within `window`, and on the player board the highlight of the
    first action. The highlights on the board are drawn below the pieces (`draw_plan_lights`).

    desk: True if the player board of the player to decide is unfolded
    done: number of actions of the plan already played, which shifts the step numbers
    total: number of actions of the whole plan; 0 stands for the number of `steps`
    arcs: True if the new pieces hide those they change places with, which needs arrows
    """
    for shape in touched(view, steps[0], False) if desk and steps else []:
        draw_light(target, Lit(shape, PLANNED), unit * DESK_LIGHT)
    target.set_clip(pygame.Rect(window))
    places = [touched(view, step) for step in steps]
    for step in steps:
        for event in step.events:
            _draw_piece(target, view, event, step.before, window, 255 if arcs else FAINT)
            if arcs and event.source and event.target and view.flight_seconds(event):
                start, end = view.anchor(event.source, step.before), view.anchor(event.target, step.before)
                lane = lane_of(view, event, step.before)
                if lane:
                    draw_arrow(target, start, end, unit, lane=lane)
                elif window.collidepoint(start) and window.collidepoint(end):
                    draw_arc(target, start, end, unit)
    total = total or done + len(steps)
    taken = [shape.rect for shapes in places for shape in shapes if not shape.open]
    taken += [plate for plate in view.plates() if plate.colliderect(window)]
    taken += [shape.rect for shape in places_around(view, steps) if not shape.open]
    numbers = dict(enumerate(places, done + 1)) if total > 1 else {}
    wide = number_width(total, unit)
    for number, shapes in numbers.items():
        if shapes:  # as in "Step 1 of 3"; a bare number could be a house's
            badge = number_place(shapes[-1], window, unit, taken, wide)
            taken.append(badge)
            paint.blit_rounded(target, badge, unit, theme.INK, WHITE, max(1, unit * 0.1))
            words = f"{number}/{total}"
            paint.blit_text(target, words, "bold", unit * NUMBER, theme.PARCHMENT_LIGHT, badge, "center")
    target.set_clip(None)


def draw_plan_lights(
    target: pygame.Surface,
    view: GameView[Any],
    steps: Sequence[PreviewStep],
    window: pygame.FRect,
    unit: float,
) -> None:
    """Draw the highlights of a plan on the board."""
    target.set_clip(pygame.Rect(window))
    for shape in (shape for step in steps for shape in touched(view, step)):
        draw_light(target, Lit(shape, PLANNED), unit)
    target.set_clip(None)


def draw_plan_ways(
    target: pygame.Surface,
    view: GameView[Any],
    steps: Sequence[PreviewStep],
    window: pygame.FRect,
    unit: float,
) -> None:
    """Draw an arrow from the current place of each piece that a plan moves on the board. A piece from a
    player board has none: an arrow from there would cross everything in between."""
    target.set_clip(pygame.Rect(window))
    for step in steps:
        for event in step.events:
            if event.source and event.target in step.action.path and view.flight_seconds(event):
                place = _origin(view, event, step.before)
                start = view.anchor(place or event.source, step.before)
                end = view.anchor(event.target, step.before)
                if window.collidepoint(end) and (place or window.collidepoint(start)):
                    lane = lane_of(view, event, step.before)
                    start = _near(start, end, window, unit)
                    draw_arrow(target, start, end, unit, around=view.towns(), lane=lane)
    target.set_clip(None)


def _origin(view: GameView[Any], event: Event, state: State) -> str:
    """Return the place on the board from which a piece comes, or from which it was picked up; empty if
    elsewhere."""
    held = view.in_hand((), state)
    places = [event.source, *([held.origin] if held is not None else [])]
    return next((place for place in places if lies_on_board(view, place, state)), "")


def until_set_down(view: GameView[Any], steps: Sequence[PreviewStep]) -> int:
    """Return the number of steps until the piece picked up in the first step is set down; 1 if it picks up
    none."""
    taken = {event.source for step in steps[:1] for event in step.events if event.source in step.action.path}
    for number, step in enumerate(steps[1:], 2):
        held = view.in_hand((), step.before)
        if held is None:
            break
        if held.origin in taken and any(event.target in step.action.path for event in step.events):
            return number
    return 1


def happens_at(view: GameView[Any], step: PreviewStep) -> list[Shape]:
    """Return the shapes on the board that an action involves: the elements it activates and the origins of
    its pieces."""
    moved = (event for event in step.events if event.target in step.action.path)
    origins = filter(None, (_origin(view, event, step.before) for event in moved))
    shapes = (view.shape(place, step.before) for place in origins)
    return [*touched(view, step), *filter(None, shapes)]


def places_around(view: GameView[Any], steps: Sequence[PreviewStep]) -> list[Shape]:
    """Return the shapes of the routes and towns that the elements of a plan belong to."""
    near = {
        place: step.before
        for step in steps
        for one in step.action.path
        if not one.startswith(CHOICE) and view.on_board(one)
        for place in view.around(one, step.before)
    }
    shapes = (view.shape(place, state) for place, state in near.items())
    return [shape for shape in shapes if shape is not None]


def touched(view: GameView[Any], step: PreviewStep, on_board: bool = True) -> list[Shape]:
    """Return the shapes on the board, or on the player board, of the elements that the action activates."""
    places = [
        one for one in step.action.path if not one.startswith(CHOICE) and view.on_board(one) == on_board
    ]
    return [shape for one in places if (shape := view.shape(one, step.before)) is not None]


def _draw_piece(
    target: pygame.Surface,
    view: GameView[Any],
    event: Event,
    state: State,
    window: pygame.FRect,
    opacity: int,
) -> None:
    if not (event.source and event.target and event.piece) or not view.flight_seconds(event):
        return
    x, y = view.anchor(event.target, state)
    if window.collidepoint(x, y):
        piece = faded(view.flying(event), opacity)
        target.blit(piece, piece.get_rect(center=(round(x), round(y))))


def _near(start: Point, end: Point, window: pygame.FRect, unit: float) -> Point:
    """Return the start of an arrow, moved towards its end if it is outside the window."""
    if window.collidepoint(start):
        return start
    way = pygame.Vector2(start) - pygame.Vector2(end)
    near = pygame.Vector2(end) + way.normalize() * min(way.length(), SHORT * unit)
    return near.x, near.y


def draw_held(
    target: pygame.Surface,
    view: GameView[Any],
    held: Held,
    state: State,
    mouse: Point | None,
    window: pygame.FRect,
) -> None:
    """Draw the piece in hand next to the mouse or to its origin, and a ghost image at its origin.

    mouse: position of the mouse; None if no mouse is in use
    """
    piece = view.piece(held.piece, held.seat)
    wide, high = piece.get_size()
    here = held.origin and view.on_board(held.origin)  # on a player board it stays in its highlighted box
    shape = view.shape(held.origin, state) if here else None
    target.set_clip(pygame.Rect(window))
    if shape is not None:
        ghost = faded(piece, GHOST)
        target.blit(ghost, ghost.get_rect(center=(round(shape.rect.centerx), round(shape.rect.centery))))
    at = mouse or (shape.rect.center if shape is not None else None)
    if at is not None:
        target.blit(piece, piece.get_rect(center=(round(at[0] + wide * 0.6), round(at[1] - high * 0.6))))
    target.set_clip(None)


def number_width(total: int, unit: float) -> float:
    """Return the width in pixels of the number of any step of a plan with `total` actions."""
    return max(1.7 * unit, theme.font("bold", round(unit * NUMBER)).size(f"{total}/{total}")[0] + unit * 0.4)


def number_place(
    shape: Shape,
    window: pygame.FRect,
    unit: float,
    taken: Sequence[pygame.FRect] = (),
    wide: float = 0.0,
) -> pygame.FRect:
    """Place a step's number at a corner or an edge of the shape, or on a line, completely visible while the
    shape is. The first place that covers nothing of `taken` is used, else the one that covers the least.

    wide: width of the number in pixels; 0 stands for that in a plan of up to nine actions
    """
    place, rect = pygame.FRect(0, 0, wide or number_width(9, unit), unit * 1.05), shape.rect
    off = unit * 0.3
    across, down = (rect.right + off, rect.left - off), (rect.top - off, rect.bottom + off)
    corners = [(x, y) for y in down for x in across]
    beyond = unit * 0.65
    corners += [(x, rect.centery) for x in (rect.right + unit, rect.left - unit)]
    corners += [(rect.centerx, y) for y in (rect.top - beyond, rect.bottom + beyond)]
    corners += [
        (x, y)
        for y in (rect.top - beyond - off, rect.bottom + beyond + off)
        for x in (rect.right + unit, rect.left - unit)
    ]
    if shape.points and shape.open:
        corners = list(shape.points[len(shape.points) // 2 :])
    places = []
    for corner in corners:
        place.center = corner
        places.append(place.clamp(window) if rect.colliderect(window) else place.copy())
    others = [other.inflate(-unit * 0.6, -unit * 0.6) if other == rect else other for other in taken]

    def covered(one: pygame.FRect) -> float:
        both = (one.clip(others[index]) for index in one.collidelistall(others))
        return sum(part.width * part.height for part in both)

    return min(places, key=covered)
