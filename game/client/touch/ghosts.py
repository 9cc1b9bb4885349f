"""A plan shown on the board before it is played: what is touched, in what order, and what would lie there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pygame

from game.client.draw import canvas, paint, theme
from game.client.draw.canvas import Point
from game.client.stage.moments import faded
from game.client.stage.outlines import DESK_LIGHT, WHITE, Light, Lit, dashes, draw_light
from game.client.touch.chooser import CHOICE
from game.client.views.view import GameView, Shape
from game.engine.core import Action, Event, ParseError, State

PLANNED = Light(WHITE, 255, 90, 0, dashed=True)
"""Of what a plan touches: dashes in white and dark, as no seat's colour and nothing that is asked shines."""
SHORT = 3.6
"""An arrow from a desk, or from outside the window, is only so many units long."""
ASIDE, BEND = 0.4, 0.6
"""So far beside pieces that change places an arrow is, and so far it bends out, in parts of its length."""
BESIDE, BENT = 0.85, 0.12
"""So many units from a piece any other arrow ends, and so far it bends out, in parts of its length."""
BITS = 16
"""An arrow is drawn in so many straight bits."""
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
) -> None:
    """Lights, translucent pieces and the step numbers, within `window`; the first action on the desk too.

    desk  whether the desk of whoever decides is unfolded
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
    for number, shapes in reversed(list(enumerate(places, 1))):
        if shapes and len(steps) > 1:
            badge = number_place(shapes[-1], window, unit)
            paint.blit_rounded(target, badge, unit, theme.INK, WHITE, max(1, unit * 0.1))
            paint.blit_text(target, str(number), "bold", unit * 0.8, theme.PARCHMENT_LIGHT, badge, "center")
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


def draw_arc(target: pygame.Surface, start: Point, end: Point, unit: float) -> None:
    """A bent arrow, to the left of its way: two that go to and fro lie on either side of the pieces."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    aside = way.rotate(-90)
    a, b = start + aside * ASIDE, end + aside * ASIDE
    _draw_bent(target, a, (a + b) / 2 + aside * BEND, b, min(unit, way.length() * 0.6))


def draw_arrow(target: pygame.Surface, start: Point, end: Point, unit: float) -> None:
    """An arrow from beside one piece to beside another, if there is room for it."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    if way.length() > 2 * BESIDE * unit:
        off = way.normalize() * BESIDE * unit
        a, b = start + off * 0.6, end - off
        _draw_bent(target, a, (a + b) / 2 + way.rotate(-90) * BENT, b, unit)


def _draw_bent(
    target: pygame.Surface, a: pygame.Vector2, bend: pygame.Vector2, b: pygame.Vector2, size: float
) -> None:
    line = [
        a.lerp(bend, part / BITS).lerp(bend.lerp(b, part / BITS), part / BITS) for part in range(BITS + 1)
    ]
    back = (line[-1] - line[-3]).normalize() * size * 0.5
    for colour, thick, more in ((theme.INK, 0.26, 0.15), (WHITE, 0.14, 0.0)):
        points, across = [(x, y) for x, y in line], max(2, round(size * thick))
        for bits in dashes(points, size * 0.16) if colour is WHITE else [points]:
            canvas.lines(target, colour, bits, across)
        ahead = b + back * more
        tip = [ahead, *(ahead - back.rotate(turn) * (1 + 2 * more) for turn in (30, -30))]
        canvas.polygon(target, colour, [(x, y) for x, y in tip])


def number_place(shape: Shape, window: pygame.FRect, unit: float) -> pygame.FRect:
    """Where a step's number stands: on a line or at the shape's corner, uncut while the shape is in sight."""
    place = pygame.FRect(0, 0, unit * 1.05, unit * 1.05)
    if shape.points and shape.open:
        place.center = shape.points[len(shape.points) // 2]
    else:
        place.center = (shape.rect.right + unit * 0.3, shape.rect.top - unit * 0.3)
    return place.clamp(window) if shape.rect.colliderect(window) else place
