"""The opponents' changes since a player's last turn: rings in their colours, arrows where pieces moved, and
faded pieces with an arrow where they left the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import pygame

from game.client.draw import canvas, theme
from game.client.draw.canvas import Point
from game.client.draw.theme import Colour
from game.client.stage.outlines import WHITE, Light, Lit, dashes
from game.client.views.view import GameView
from game.engine.core import Event, State
from game.match import Move

ASIDE, BEND = 0.4, 0.6
"""Sideways offset and bend of the arrow for two pieces that swap places, as fractions of its length."""
BESIDE = 0.85
"""Gap in units between a piece and the end of any other arrow."""
BENDS = (0.12, -0.12, 0.2, -0.2, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55, 0.75, -0.75)
"""Bends of such an arrow as fractions of its length, in the order in which they are tried."""
BOW = 0.2
"""Length that an arrow may cross rather than bend by its whole length, as a fraction of it."""
CLEAR = 0.4
"""Width of the margin in units, on both sides together, of what such an arrow passes by."""
BITS = 16
"""Number of straight segments of an arrow."""
OUTSIDE = 0.48
"""Enlargement of these rings in units over those of interactive items, since both can show together."""
GONE = 120
"""Opacity, of 255, of a piece that has left the board."""
RISES = 1.5
"""Height of the arrow above such a piece, relative to the piece."""

LINE = 0.3
"""Width of the line along a claimed route, relative to its pieces, so that the houses stay visible."""


class BoardChange(NamedTuple):
    """A place on the board that a seat changed, and the place from which a piece came."""

    seat: int
    place: str
    source: str = ""
    """Another place on the board; "" if the piece came from elsewhere or has been removed."""
    gone: Event | None = None
    """The event by which a piece left the place and the board."""
    moves: tuple[Event, ...] = ()
    """The moves by which the piece came from `source`."""


def changes_of(view: GameView[Any], moves: Iterable[Move], state: State) -> list[BoardChange]:
    """Return the changes that moves made on the board, as far as they are still visible: the latest of each
    place."""
    found: dict[str, BoardChange] = {}
    lifted: dict[str, str] = {}
    for move in moves:
        taken = any(view.homing(event) or _is_line(view, event.target, state) for event in move.events)
        for event in filter(None, map(view.news, move.events)):
            before = found.pop(event.source, None)
            if event.source and event.target and not lies_on_board(view, event.target, state):
                lifted[event.target + event.piece] = event.source
            change = _change(view, event, state, move.seat, lifted)
            if change is not None and (change.place == event.target or not taken):
                found.pop(change.place, None)
                found.pop(change.source, None)
                if before is not None and before.seat == move.seat:  # keep the original source
                    legs = (*before.moves, *change.moves)
                    change = change._replace(source=before.source or change.source, moves=legs)
                found[change.place] = change._replace(source="") if taken else change
    return list(found.values())


def _change(
    view: GameView[Any], event: Event, state: State, seat: int, lifted: dict[str, str]
) -> BoardChange | None:
    """Return the change made by an event: a piece that arrived, a route claimed, or a piece that left."""
    if _is_line(view, event.target, state):
        return BoardChange(seat, event.target)
    if event.piece and event.target and lies_on_board(view, event.target, state):
        source = lifted.pop(event.source + event.piece, event.source)
        moved = source.partition(".")[0] == event.target.partition(".")[0]  # otherwise it comes from a supply
        known = moved and source != event.target and lies_on_board(view, source, state)
        return BoardChange(seat, event.target, source if known else "", moves=(event,) if known else ())
    if event.piece and event.source and lies_on_board(view, event.source, state):
        return BoardChange(seat, event.source, gone=event if event.kind in view.removing else None)
    return None


def losses_of(view: GameView[Any], moves: Iterable[Move]) -> dict[tuple[int, int | None], list[Event]]:
    """Return the events by which a seat removed pieces of others from the board, by that seat and the
    owner."""
    found: dict[tuple[int, int | None], list[Event]] = {}
    for move in moves:
        for event in move.events:
            if event.kind in view.removing and event.seat != move.seat:
                found.setdefault((move.seat, event.seat), []).append(event)
    return found


def lies_on_board(view: GameView[Any], place: str, state: State) -> bool:
    """Return True if `place` is an individual place on the board. Shared supplies, such as the bank, are
    not."""
    return "." in place and view.on_board(place) and view.shape(place, state) is not None


def _is_line(view: GameView[Any], place: str, state: State) -> bool:
    shape = view.shape(place, state) if place and view.on_board(place) else None
    return shape is not None and shape.open


def lights_of(
    view: GameView[Any],
    changes: Sequence[BoardChange],
    state: State,
    unit: float,
    touched: Collection[str],
) -> list[Lit]:
    """Return a ring around each changed place, in the colour of the seat that changed it.

    touched: interactive places, whose own rings stay visible inside
    """
    lights = []
    for change in changes:
        shape = view.shape(change.place, state)
        if shape is not None:
            seat = theme.SEAT_COLOURS[view.players[change.seat].colour]
            outside = OUTSIDE * unit if change.place in touched else 0.0
            larger = shape.rect.inflate(outside, outside)
            ringed = shape._replace(rect=larger, width=shape.width * LINE)
            lights.append(Lit(ringed, Light(seat.fill, 255, 130, 0)))
    return lights


def draw_ways(
    target: pygame.Surface,
    view: GameView[Any],
    changes: Sequence[BoardChange],
    state: State,
    window: pygame.FRect,
    unit: float,
) -> None:
    """Draw an arrow from the former to the current place of each piece, and the pieces that left the
    board."""
    target.set_clip(pygame.Rect(window))
    for change in changes:
        colour = theme.SEAT_COLOURS[view.players[change.seat].colour].fill
        if change.gone is not None:
            piece = view.piece(change.gone.piece, change.gone.seat)
            _draw_gone(target, piece, view.anchor(change.place, state), colour)
        elif change.source:
            ends = view.anchor(change.source, state), view.anchor(change.place, state)
            lane = [point for event in change.moves for point in lane_of(view, event, state)]
            draw_arrow(target, *ends, unit, colour, view.towns(), lane)
    target.set_clip(None)


def _draw_gone(target: pygame.Surface, piece: pygame.Surface, at: Point, colour: Colour) -> None:
    """Draw a faded piece at the place it has left, and an arrow that leads up and away from it."""
    size, faded = piece.get_height(), _faded(piece)
    target.blit(faded, faded.get_rect(center=(round(at[0]), round(at[1]))))
    middle = pygame.Vector2(at)
    start, end = middle - pygame.Vector2(0, size * 0.2), middle + pygame.Vector2(size * 0.5, -size * RISES)
    bend = (start + end) / 2 - pygame.Vector2(size * 0.15, 0)
    _draw_bent(target, start, bend, end, size * 0.6, colour)


@lru_cache(maxsize=16)
def _faded(piece: pygame.Surface) -> pygame.Surface:
    """Return a translucent copy of a sprite."""
    faded = piece.copy()
    faded.set_alpha(GONE)
    return faded


def draw_arc(target: pygame.Surface, start: Point, end: Point, unit: float) -> None:
    """Draw an arrow bent to the left of its direction, so that two opposite ones pass on either side of the
    pieces."""
    way = pygame.Vector2(end) - pygame.Vector2(start)
    aside = way.rotate(-90)
    a, b = start + aside * ASIDE, end + aside * ASIDE
    _draw_bent(target, a, (a + b) / 2 + aside * BEND, b, min(unit, way.length() * 0.6))


def draw_arrow(
    target: pygame.Surface,
    start: Point,
    end: Point,
    unit: float,
    colour: Colour | None = None,
    around: Iterable[pygame.FRect] = (),
    lane: Sequence[Point] = (),
) -> None:
    """Draw an arrow from near one piece to near another if there is room: along the lane if there is one,
    otherwise bent so that it passes by the boxes `around` or crosses little of them; dashed without a colour.
    """
    way = pygame.Vector2(end) - pygame.Vector2(start)
    if lane:
        far = BESIDE * unit
        ends = pygame.Vector2(lane[0]), pygame.Vector2(lane[-1])
        line = [pygame.Vector2(point) for point in lane]
        first = next((n for n, one in enumerate(line) if one.distance_to(ends[0]) > far * 0.6), len(line))
        last = next((n for n, one in enumerate(reversed(line)) if one.distance_to(ends[1]) > far), len(line))
        if len(line := line[first : len(line) - last]) > 2:
            _draw_line(target, line, unit, colour)
    elif way.length() > 2 * BESIDE * unit:
        off = way.normalize() * BESIDE * unit
        a, b = start + off * 0.6, end - off
        boxes = [box.inflate(unit * CLEAR, unit * CLEAR) for box in around]
        boxes = [box for box in boxes if not (box.collidepoint(start) or box.collidepoint(end))]
        ways = [(a, (a + b) / 2 + way.rotate(-90) * bend, b) for bend in BENDS]
        window = pygame.FRect(target.get_clip())
        costs = [
            _crossed(_bits(*one), boxes, window) + BOW * abs(bend) * way.length()
            for one, bend in zip(ways, BENDS, strict=True)
        ]
        _draw_bent(target, *ways[costs.index(min(costs))], unit, colour)


def lane_of(view: GameView[Any], event: Event, state: State) -> Sequence[Point]:
    """Return the lane on the board along which an event moves a piece; empty if it moves straight."""
    course = view.course(event, state)
    return course if len(course) > 2 else ()


def _crossed(line: Sequence[pygame.Vector2], boxes: Sequence[pygame.FRect], window: pygame.FRect) -> float:
    """Return the length of a line inside the boxes or outside the window."""
    length = 0.0
    for a, b in pairwise(line):
        parts = [box.clipline(a, b) for box in boxes]
        length += sum(pygame.Vector2(part[0]).distance_to(part[1]) for part in parts if part)
        length += a.distance_to(b) * (not window.collidepoint(b))
    return length


def _bits(a: pygame.Vector2, bend: pygame.Vector2, b: pygame.Vector2) -> list[pygame.Vector2]:
    """Return the points of a bent line."""
    parts = [part / BITS for part in range(BITS + 1)]
    return [a.lerp(bend, part).lerp(bend.lerp(b, part), part) for part in parts]


def _draw_bent(
    target: pygame.Surface,
    a: pygame.Vector2,
    bend: pygame.Vector2,
    b: pygame.Vector2,
    size: float,
    colour: Colour | None = None,
) -> None:
    _draw_line(target, _bits(a, bend, b), size, colour)


def _draw_line(
    target: pygame.Surface, line: Sequence[pygame.Vector2], size: float, colour: Colour | None
) -> None:
    """Draw an arrow along three or more points."""
    back = (line[-1] - line[-3]).normalize() * size * 0.5
    tones = [(theme.INK, 0.26, 0.15), (WHITE, 0.14, 0.0)]
    if colour:
        tones = [(theme.INK, 0.42, 0.5), (theme.PARCHMENT_LIGHT, 0.34, 0.3), (colour, 0.2, 0.0)]
    for tone, thick, more in tones:
        points, across = [(x, y) for x, y in line], max(2, round(size * thick))
        for bits in dashes(points, size * 0.16) if tone is WHITE else [points]:
            canvas.lines(target, tone, bits, across)
        ahead = line[-1] + back * more
        tip = [ahead, *(ahead - back.rotate(turn) * (1 + 2 * more) for turn in (30, -30))]
        canvas.polygon(target, tone, [(x, y) for x, y in tip])
