"""A plan shown on the board before it is played: what is touched, in what order, and what would lie there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pygame

from game.client.draw import paint, theme
from game.client.draw.canvas import Point
from game.client.stage.changes import draw_arc, draw_arrow
from game.client.stage.moments import faded
from game.client.stage.outlines import DESK_LIGHT, WHITE, Light, Lit, draw_light
from game.client.touch.chooser import CHOICE
from game.client.views.view import GameView, Held, Shape
from game.engine.core import Action, Event, ParseError, State

PLANNED = Light(WHITE, 255, 90, 0, dashed=True)
"""Of what a plan touches: dashes in white and dark, as no seat's colour and nothing that is asked shines."""
SHORT = 3.6
"""An arrow from a desk, or from outside the window, is only so many units long."""
GHOST = 90
"""Opacity of a piece that has been taken up, where it was."""
FAINT = 165
"""Opacity of a piece that does not lie there yet, 0-255."""


class Step(NamedTuple):
    """An action of a plan, the position before it, and what would happen."""

    action: Action
    before: State
    events: tuple[Event, ...]


def steps_of(state: State, plan: Iterable[str]) -> tuple[Step, ...]:
    """The actions of a plan as far as they can be foreseen: until others decide or something is revealed."""
    seat, steps, now = state.actor, list[Step](), state
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
            steps.append(Step(action, before, ()))
            break
        steps.append(Step(action, before, events))
    return tuple(steps)


def draw_plan(
    target: pygame.Surface,
    view: GameView[Any],
    steps: Sequence[Step],
    window: pygame.FRect,
    unit: float,
    desk: bool = True,
    arcs: bool = False,
    done: int = 0,
    total: int = 0,
) -> None:
    """Lights, translucent pieces and the step numbers, within `window`; the first action on the desk too.

    desk  whether the desk of whoever decides is unfolded
    done  so many actions of the plan have been played already: they count
    total  of so many actions the whole plan is; 0: of these
    arcs  what would lie there hides what lies there: pieces change places
    """
    if desk and steps:
        for shape in touched(view, steps[0], False):
            draw_light(target, Lit(shape, PLANNED), unit * DESK_LIGHT)
    target.set_clip(pygame.Rect(window))
    places = [touched(view, step) for step in steps]
    for shapes in places:
        for shape in shapes:
            draw_light(target, Lit(shape, PLANNED), unit)
    for step in steps:
        for event in step.events:
            _draw_piece(target, view, event, step.before, window, 255 if arcs else FAINT)
            if event.source and event.target and view.flight_seconds(event):
                start, end = view.anchor(event.source, step.before), view.anchor(event.target, step.before)
                if arcs and window.collidepoint(start) and window.collidepoint(end):
                    draw_arc(target, start, end, unit)
                elif not arcs and event.target in step.action.path and window.collidepoint(end):
                    draw_arrow(target, _near(start, end, window, unit), end, unit)
    total = total or done + len(steps)
    badges = list[pygame.FRect]()
    for number, shapes in enumerate(places, done + 1):
        if shapes and total > 1:  # as in "Step 1 of 3": a mere number might be that of a house
            badge = number_place(shapes[-1], window, unit, badges)
            badges.append(badge)
            paint.blit_rounded(target, badge, unit, theme.INK, WHITE, max(1, unit * 0.1))
            words = f"{number}/{total}"
            paint.blit_text(target, words, "bold", unit * 0.8, theme.PARCHMENT_LIGHT, badge, "center")
    target.set_clip(None)


def touched(view: GameView[Any], step: Step, on_board: bool = True) -> list[Shape]:
    """The shapes on the board, or on the desk, that the action touches."""
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
    """Where an arrow begins: at its start, or on the way from there if that is out of sight."""
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
    """The piece in hand beside the mouse, or beside where it was taken from; there its ghost is left.

    mouse  where the mouse is; None if none is in use
    """
    piece = view.piece(held.piece, held.seat)
    wide, high = piece.get_size()
    here = held.origin and view.on_board(held.origin)  # on a desk it stays in its box, which shines
    shape = view.shape(held.origin, state) if here else None
    target.set_clip(pygame.Rect(window))
    if shape is not None:
        ghost = faded(piece, GHOST)
        target.blit(ghost, ghost.get_rect(center=(round(shape.rect.centerx), round(shape.rect.centery))))
    at = mouse or (shape.rect.center if shape is not None else None)
    if at is not None:
        target.blit(piece, piece.get_rect(center=(round(at[0] + wide * 0.6), round(at[1] - high * 0.6))))
    target.set_clip(None)


def number_place(
    shape: Shape, window: pygame.FRect, unit: float, taken: Sequence[pygame.FRect] = ()
) -> pygame.FRect:
    """Where a step's number stands: on a line or at the shape's corner, uncut while the shape is in sight; if
    there is such a corner, at one at which no other stands (`taken`)."""
    place, rect, off = pygame.FRect(0, 0, unit * 1.7, unit * 1.05), shape.rect, unit * 0.3
    across, down = (rect.right + off, rect.left - off), (rect.top - off, rect.bottom + off)
    corners = [(x, y) for y in down for x in across]
    if shape.points and shape.open:
        corners = [shape.points[len(shape.points) // 2]]
    places = []
    for corner in corners:
        place.center = corner
        places.append(place.clamp(window) if rect.colliderect(window) else place.copy())
    return next((one for one in places if one.collidelist(list(taken)) < 0), places[0])
