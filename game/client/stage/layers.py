"""Board and player boards as draw commands, recorded again only after changes and within a frame's time
budget."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import pygame

from game.client.draw import theme
from game.client.draw.canvas import FIGURE, Canvas, Mark, add, moved_down, paint
from game.client.draw.sprites import Hurry
from game.client.stage.camera import Camera
from game.client.stage.outlines import Light, Lit, draw_light
from game.client.stage.table_layout import TableLayout
from game.client.views.view import GameView, Read
from game.engine.core import State

LIGHT = 0.03
"""Unit of the highlights on the board, relative to the board's height, so that they scale with it."""
MOST_LIT = 600
"""Maximum number of highlights cached while the board does not move."""
BEYOND = 0.2
"""Margin around the board, relative to its height, in which pieces are recorded."""
FADE_SECONDS = 0.12
"""Time in which a sharp tile of the ground fades in over what was there."""
MOST_FADING = 6
"""Maximum number of tiles that fade at the same time; further ones appear immediately."""


class Shining(NamedTuple):
    """Cache key of a highlight: the place and form of its item, and the kind of light."""

    box: tuple[float, ...]
    round: bool
    light: Light


class DesksLayer:
    """The player boards. Each is recorded separately; if the layout changes, all of them switch together."""

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self._places: object = None
        self._shown: dict[int, tuple[object, list[Mark]]] = {}
        self._coming: dict[int, tuple[object, list[Mark]]] = {}
        """Recorded look and draw commands of each seat's player board; identical to `_shown` once it is
        complete."""
        self._tried: dict[int, object] = {}
        """Look of each player board for which sprites were missing when it was recorded."""
        self._lift = 0
        """Distance in pixels by which the phone drawer is raised; player boards are recorded in its lowered
        position."""
        self.ready = False
        """True if every player board is up to date."""
        self._begun = False
        """True once all have been shown. Before that, they appear one after another, each complete."""

    def note(
        self,
        target: pygame.Surface,
        state: State,
        layout: TableLayout,
        look: tuple[object, frozenset[str]],
        now: Hurry,
    ) -> None:
        """Record the player boards that have changed, as far as the time budget allows.

        look: what they depend on besides the layout: the state, colours and language; the hidden places
        """
        lie = [place._replace(rect=place.rect.move(0, layout.lift)) for place in layout.desks]
        places = (tuple(lie), layout.desk_unit, target.get_size())
        self._lift = round(layout.lift)
        if places != self._places:
            self._places, self._coming, self._tried = places, {}, {}
            if not self._begun:
                self._shown = {}
        drawn = [place.seat for place in layout.desks if place.drawn]
        stale = [seat for seat in drawn if seat not in self._coming or self._coming[seat][0] != look]
        for seat in stale:
            if now.over:
                break
            if now.waiting and self._tried.get(seat) == look:
                continue  # the missing sprites come first
            wide, high = target.get_size()
            canvas, before = Canvas((wide, 2 * high)), now.left_out  # may still be below the lower edge
            self._view.draw_desk(canvas, seat, state, look[1])
            lowered = moved_down(canvas.marks, self._lift)
            self._coming[seat] = (None if now.left_out > before else look, lowered)
            self._tried[seat] = look
            if not self._begun and self._coming[seat][0] is not None:
                self._shown[seat] = self._coming[seat]
            now.drawn += 1
        self.ready = all(seat in self._coming and self._coming[seat][0] == look for seat in drawn)
        if self.ready:
            self._shown, self._begun = self._coming, True

    def draw(self, target: pygame.Surface) -> None:
        """Draw all player boards as last recorded, at the drawer's current height. The compact bar stays
        until the full board is recorded."""
        lift = self._lift if self._shown is self._coming else 0
        for _, marks in self._shown.values():
            add(target, moved_down(marks, -lift))


class Plate:
    """A part of the board's picture: draw commands recorded at one place of the board, shown at any."""

    def __init__(self) -> None:
        self._key: object = None
        self._tried: object = None
        """Key of the last recording, even if sprites were missing in it."""
        self.board = pygame.FRect(0, 0, 0, 0)
        """Rectangle of the whole board at the recording; of width 0 before the first."""
        self._marks: list[Mark] = []
        self._shown: tuple[object, list[Mark]] = (None, [])

    def complete(self, board: pygame.FRect) -> bool:
        """Return True if nothing was missing at the last recording, which was made for this place."""
        return self._key is not None and tuple(self.board) == tuple(board)

    def note(
        self, key: object, board: pygame.FRect, area: pygame.Rect, draw: Callable[[Canvas], None], now: Hurry
    ) -> None:
        """Record again if the key or the place has changed. At a new size, the last recording stays until
        the new one is complete.

        area: the part of the plane to record, larger than the window so that more can come into view
        """
        key = (key, tuple(board), tuple(area))
        if key == self._key or (now.waiting and key == self._tried):
            return
        canvas, before = Canvas(area.size, area.topleft), now.left_out
        draw(canvas)
        self._tried = key
        complete = now.left_out == before
        if complete or not self.board.width or self.board.size == board.size:
            self._key, self.board, self._marks = key if complete else None, board, canvas.marks

    def at(self, board: pygame.FRect, window: pygame.Rect) -> list[Mark]:
        """Return the commands for a place of the board, stretched if it has another size."""
        key = (self.board, self._marks, board, window)
        if key != self._shown[0]:
            same = tuple(self.board) == tuple(board)
            marks = clipped(self._marks, window) if same else self._stretched(board, window)
            self._shown = key, marks
        return self._shown[1]

    def _stretched(self, board: pygame.FRect, window: pygame.Rect) -> list[Mark]:
        return stretched(self._marks, self.board, board, window) if self.board.width else []


class Photo:
    """An image of the board's ground as it was shown last at another size, to be stretched."""

    def __init__(self, marks: Sequence[Mark], board: pygame.FRect, window: pygame.Rect) -> None:
        """Paint the commands of the ground. `board`: the place of the whole board then."""
        self.board = board
        self._part = window.clip(pygame.Rect(board))
        self._image = pygame.Surface(self._part.bottomright)
        paint(self._image, marks, self._part)

    def stretched(self, board: pygame.FRect, window: pygame.Rect) -> tuple[pygame.Rect, Mark] | None:
        """Return the place that the image takes when the board is at `board`, and its draw command."""
        old, factor = self.board, board.width / self.board.width
        seen = pygame.FRect(
            old.x + (window.x - board.x) / factor,
            old.y + (window.y - board.y) / factor,
            window.width / factor,
            window.height / factor,
        )
        source = pygame.Rect(seen.inflate(2, 2)).clip(self._part)
        if source.width < 2 or source.height < 2:
            return None
        left, top = round(board.x + (source.x - old.x) * factor), round(board.y + (source.y - old.y) * factor)
        right = round(board.x + (source.right - old.x) * factor)
        bottom = round(board.y + (source.bottom - old.y) * factor)
        size = max(1, right - left), max(1, bottom - top)
        canvas = Canvas(window.bottomright)
        canvas.set_clip(window)
        place = canvas.blit(pygame.transform.scale(self._image.subsurface(source), size), (left, top))
        return (place, canvas.marks[0]) if canvas.marks else None


class BoardLayer:
    """The board behind the camera: ground, highlights and pieces.

    While the zoom changes, the last recording is stretched, over a small picture of the whole board. Whatever
    is sharp at the new size replaces it as soon as it is ready. So no part of the board in view is ever empty
    or coarser than before.
    """

    def __init__(self, view: GameView[Any]) -> None:
        self._view = view
        self._pieces, self._lights = Plate(), Plate()
        self._lit: tuple[object, dict[Shining, list[Mark]]] = (None, {})
        """Position of the board, and the draw commands of each highlight shown there, most of which recur."""
        self._place = pygame.FRect(0, 0, 0, 0)
        """Rectangle of the whole board at the last recording of the ground."""
        self._window = pygame.Rect(0, 0, 0, 0)
        """Part of the screen of that recording."""
        self._ground: tuple[object, list[Mark]] = (None, [])
        """The ground as last shown, and the cache key once all of it is sharp."""
        self._photo: Photo | None = None
        self._below: tuple[object, list[Mark]] = (None, [])
        """The ground below tiles that are not sharp yet: cache key and draw commands."""
        self._since: WeakKeyDictionary[pygame.Surface, float] = WeakKeyDictionary()
        """Time at which each tile of the ground was first shown."""
        self._names: tuple[object, list[Mark]] = (None, [])
        """The name plates above highlights and arrows: cache key and draw commands."""

    def sharp(self, camera: Camera) -> bool:
        """Return True if everything is recorded at the camera's current position."""
        board = camera.board
        noted = self._pieces.complete(board) and self._lights.complete(board)
        return noted and tuple(self._place) == tuple(board) and self._ground[0] is not None

    def draw(
        self,
        target: pygame.Surface,
        state: State,
        camera: Camera,
        look: tuple[object, frozenset[str], Read | None],
        lights: Sequence[Lit],
        ways: Sequence[Mark],
        now: Hurry,
        *,
        settled: bool,
        fades: bool,
    ) -> None:
        """Draw the board in the camera's window.

        look: what the pieces depend on: the state, colours and language; the hidden places; the board overlay
        lights: highlights on the ground; later ones are drawn on top
        ways: arrows, above the highlights and below name plates and pieces
        settled: True if the camera has rested long enough for a sharp recording
        fades: True if the sharp ground is to fade in
        """
        board, window = camera.board, _pixels(camera.window)
        self._view.pale = look[2] is not None
        grown = self._place.width and self._place.size != board.size
        if grown and (self._photo is None or self._photo.board != self._place):
            self._photo = Photo(self._ground[1], self._place, self._window)
        if grown and not settled:
            ground = self._ground_below(board, window)
        else:
            self._note_pieces(state, board, look, now)
            self._note_lights(board, window, lights, now)
            ground = self._note_ground(target.get_size(), state, board, window, look[0], now, fades=fades)
        marked = [*self._lights.at(board, window), *ways]
        names = self._names_above(marked, board, window)
        add(target, [*ground, *marked, *names, *self._pieces.at(board, window)])

    def _names_above(self, marked: list[Mark], board: pygame.FRect, window: pygame.Rect) -> list[Mark]:
        """Return the sharp ground of the name plates that highlights or arrows touch."""
        key = (marked, tuple(board), tuple(window), self._ground[0])
        if key != self._names[0] or self._ground[0] is None:
            canvas = Canvas(window.bottomright)
            canvas.set_clip(window)
            if marked:
                self._view.show_plates(canvas, [mark[1] for mark in marked])
            self._names = key, canvas.marks
        return self._names[1]

    def _note_pieces(
        self,
        state: State,
        board: pygame.FRect,
        look: tuple[object, frozenset[str], Read | None],
        now: Hurry,
    ) -> None:
        """Record the pieces of the whole board if anything about them has changed."""

        def draw(canvas: Canvas) -> None:
            self._view.draw_pieces(canvas, state, look[1])
            if look[2] is not None:
                self._view.draw_reading(canvas, state, look[2])

        around = board.height * BEYOND
        self._pieces.note(look, board, pygame.Rect(board.inflate(around, around)), draw, now)

    def _note_lights(
        self, board: pygame.FRect, window: pygame.Rect, lights: Sequence[Lit], now: Hurry
    ) -> None:
        """Record the highlights in and near the window, those that are not cached for this position."""
        shining = [Shining(tuple(lit.shape.rect), lit.shape.round, lit.light) for lit in lights]
        place = (tuple(board), tuple(window))
        if self._lit[0] != place or len(self._lit[1]) > MOST_LIT:
            self._lit = place, {}
        known = self._lit[1]

        def draw(canvas: Canvas) -> None:
            for one, lit in zip(shining, lights, strict=True):
                if one in known:
                    canvas.add(known[one])
                    continue
                first, missing = len(canvas.marks), now.left_out
                draw_light(canvas, lit, board.height * LIGHT)
                if now.left_out == missing:
                    known[one] = canvas.marks[first:]

        self._lights.note(shining, board, window.inflate(window.size), draw, now)

    def _note_ground(
        self,
        size: tuple[int, int],
        state: State,
        board: pygame.FRect,
        window: pygame.Rect,
        shown: object,
        now: Hurry,
        *,
        fades: bool,
    ) -> list[Mark]:
        """Record the ground if it has changed or was not sharp everywhere, and return it."""
        key = (shown, self._view.pale, tuple(board), tuple(window))
        if key == self._ground[0]:
            return self._ground[1]
        sharp, before = self._view.prepare_ground(pygame.FRect(window), now), now.left_out
        canvas = Canvas(size)
        canvas.set_clip(window)
        self._view.draw_ground(canvas, state)
        fading = self._fade_in(canvas.marks) if fades and self._place.width else 0
        sharp = sharp and now.left_out == before and not fading
        below = list[Mark]() if sharp else self._ground_below(board, window)
        if sharp:  # large images are not held for longer than needed
            self._photo, self._below = None, (None, [])
        self._place, self._window = board, window
        self._ground = (key if sharp else None, [*below, *canvas.marks])
        return self._ground[1]

    def _fade_in(self, marks: list[Mark]) -> int:
        """Make tiles that appear now and here transparent, less so in every frame. Return their number."""
        now, fading = time.perf_counter(), 0
        for index, (tile, box, corner, flags) in enumerate(marks):
            if corner is None or corner is FIGURE or tile.get_flags() & pygame.SRCALPHA:
                continue
            part = (now - self._since.setdefault(tile, now)) / FADE_SECONDS
            if part < 1 and fading < MOST_FADING:
                image, fading = tile.copy(), fading + 1
                image.set_alpha(round(255 * part))
                marks[index] = (image, box, corner, flags)
        return fading

    def prepare(self, camera: Camera) -> Iterator[None]:
        """Stretch the picture of the whole board in steps, before anything else has been drawn."""
        yield from self._stretch_below(camera.board, _pixels(camera.window))

    def prepare_ground(self, camera: Camera, now: Hurry) -> None:
        """Draw missing tiles of the ground while there is time."""
        if self._ground[0] is None:
            self._view.prepare_ground(pygame.FRect(_pixels(camera.window)), now)

    def _ground_below(self, board: pygame.FRect, window: pygame.Rect) -> list[Mark]:
        """Return the board's ground as it was shown last, stretched, and around it the small picture of the
        whole board; blank paper before that is ready."""
        deque(self._stretch_below(board, window), maxlen=0)
        return self._below[1]

    def _stretch_below(self, board: pygame.FRect, window: pygame.Rect) -> Iterator[None]:
        """Draw the ground below sharp tiles in steps, unless it has been drawn."""
        picture, pale = self._view.picture, self._view.pale
        key = (tuple(board), tuple(window), self._photo, picture, picture.ready > 0, pale)
        if key != self._below[0]:
            found = None if self._photo is None else self._photo.stretched(board, window)
            canvas, above = Canvas(window.bottomright), pygame.Rect(0, 0, 0, 0) if found is None else found[0]
            canvas.set_clip(window)
            if picture.ready:
                yield from picture.show_below(canvas, board, above, smoothly=found is None, pale=pale)
            else:
                canvas.fill(theme.PARCHMENT, pygame.Rect(*map(round, board)))
            self._below = key, [*canvas.marks, *([] if found is None else [found[1]])]


def _pixels(rect: pygame.FRect) -> pygame.Rect:
    """Return a rectangle in whole pixels."""
    return pygame.Rect(*map(round, rect))


def clipped(marks: Iterable[Mark], part: pygame.Rect) -> list[Mark]:
    """Return the commands that overlap a part of the screen, reduced to it."""
    found: list[Mark] = []
    for what, box, corner, flags in marks:
        inside = part.clip(box)
        if inside.width and inside.height:
            if corner is not None and corner is not FIGURE:
                corner = corner[0] + inside.x - box[0], corner[1] + inside.y - box[1]
            found.append((what, (inside.x, inside.y, inside.width, inside.height), corner, flags))
    return found


def stretched(marks: Iterable[Mark], old: pygame.FRect, new: pygame.FRect, part: pygame.Rect) -> list[Mark]:
    """Return the commands of a picture of the board that moves from `old` to `new`, reduced to a part of the
    screen. Images are scaled without smoothing, each only once: this is for a picture in motion.

    marks: whole images, fills and figures, which no clip has reduced
    """
    factor, images, found = new.width / old.width, dict[Any, pygame.Surface](), list[Mark]()
    for what, box, corner, flags in marks:
        x, y = new.x + (box[0] - old.x) * factor, new.y + (box[1] - old.y) * factor
        right, bottom = x + box[2] * factor, y + box[3] * factor
        left, top = round(x), round(y)
        place = pygame.Rect(left, top, max(1, round(right) - left), max(1, round(bottom) - top))
        if not part.colliderect(place):
            continue
        if corner is FIGURE:
            draw, colour, arguments = what
            what = draw, colour, tuple(_moved(one, old, new, factor) for one in arguments)
        elif corner is not None:
            whole = max(1, round(box[2] * factor)), max(1, round(box[3] * factor))
            key = what, corner, box[2:]
            if key not in images:
                source = what.subsurface((corner, box[2:]))
                images[key] = pygame.transform.scale(source, whole)
            what, corner, place.size = images[key], (0, 0), whole
        found.append((what, (place.x, place.y, place.width, place.height), corner, flags))
    return clipped(found, part)


def _moved(value: Any, old: pygame.FRect, new: pygame.FRect, factor: float) -> Any:
    """Return an argument of a figure for a board that moves: points move, widths and radii are scaled."""
    if isinstance(value, bool) or not value:
        return value
    if isinstance(value, int | float):
        return max(1, round(value * factor))
    if isinstance(value[0], int | float):
        return new.x + (value[0] - old.x) * factor, new.y + (value[1] - old.y) * factor
    return tuple(_moved(one, old, new, factor) for one in value)
