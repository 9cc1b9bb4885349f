"""Turns SDL's events into what a person meant: taps, drags, pinches, the wheel, keys.

A finger's touch arrives twice, as a finger event and as a mouse event marked `touch`; the second is dropped.
Positions are device pixels.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import pygame


class Hover(NamedTuple):
    """The mouse moved with no button down."""

    x: float
    y: float


class Press(NamedTuple):
    """A button or finger went down."""

    x: float
    y: float


class Tap(NamedTuple):
    """Pressed and released in one place."""

    x: float
    y: float
    touch: bool
    taps: int
    """2 for the second of two quick taps at one place."""


class Hold(NamedTuple):
    """Held down in one place for a while; no tap follows."""

    x: float
    y: float
    touch: bool


class Drag(NamedTuple):
    """A held button or finger moved by (dx, dy); it went down at (start_x, start_y)."""

    x: float
    y: float
    dx: float
    dy: float
    start_x: float
    start_y: float


class Drop(NamedTuple):
    """A drag or a pinch ended at (x, y)."""

    x: float
    y: float


class Pinch(NamedTuple):
    """Two fingers around (x, y) moved by (dx, dy) and spread by `factor`."""

    x: float
    y: float
    dx: float
    dy: float
    factor: float


class Wheel(NamedTuple):
    """The wheel turned; up is positive."""

    x: float
    y: float
    amount: float


class Key(NamedTuple):
    """A key went down: SDL's name for it ("return", "tab", "a")."""

    name: str
    shift: bool
    control: bool

    @property
    def is_character(self) -> bool:
        """True if it types a letter, digit or sign, also on the keypad ("keypad +", "[+]")."""
        return self.name != "space" and len(self.name.removeprefix("keypad ").strip("[]")) <= 1


class Release(NamedTuple):
    """A key came up."""

    name: str


class Text(NamedTuple):
    """Text was typed."""

    text: str


Gesture = Hover | Press | Tap | Hold | Drag | Drop | Pinch | Wheel | Key | Release | Text

DOUBLE_SECONDS = 0.35
MOUSE = -1
"""The pointer that is no finger."""
HOLD_SECONDS = 0.5
"""So long a finger or button stays down before it tells about a thing instead of touching it."""


class Gestures:
    """Tracks fingers and buttons. `slack`: how far a tap may wander, in device pixels."""

    def __init__(self, width: float, height: float, slack: float) -> None:
        self.measure(width, height, slack)
        self._down: dict[int, tuple[float, float]] = {}
        self._start = (0.0, 0.0)
        self._moving = False
        self._since: float | None = None
        """When the only finger or button went down, while it may become a hold."""
        self._last_tap = (-1.0, 0.0, 0.0)
        self._composing = False
        """An input method has text that is not entered yet; the keys are its own."""

    def measure(self, width: float, height: float, slack: float) -> None:
        """The window was resized (finger events come as fractions of its size)."""
        self._width, self._height, self._slack = width, height, slack

    def read(self, event: pygame.event.Event, now: float) -> list[Gesture]:
        """What the event means, if anything. `now`: seconds on any monotonic clock."""
        if event.type in (pygame.TEXTEDITING, pygame.TEXTINPUT, pygame.WINDOWFOCUSLOST):
            self._composing = event.type == pygame.TEXTEDITING and bool(event.text)
        if event.type == pygame.KEYDOWN and not self._composing:
            mod = event.mod
            return [
                Key(
                    pygame.key.name(event.key),
                    bool(mod & pygame.KMOD_SHIFT),
                    bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)),
                )
            ]
        if event.type == pygame.KEYUP:
            return [Release(pygame.key.name(event.key))]
        if event.type == pygame.TEXTINPUT:
            return [Text(event.text)]
        if event.type == pygame.MOUSEWHEEL:
            x, y = pygame.mouse.get_pos()
            return [Wheel(x, y, getattr(event, "precise_y", event.y))]
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            return [] if getattr(event, "touch", False) else self._mouse(event, now)
        if event.type in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            return self._finger(event, now)
        return []

    def holding(self, now: float) -> float | None:
        """Seconds until `held` may have something to report; None: nothing pending."""
        if self._since is None or self._moving or len(self._down) != 1:
            return None
        return max(0.02, self._since + HOLD_SECONDS - now)

    def held(self, now: float) -> list[Gesture]:
        """The hold that a press has become over time; call it when `holding` says so."""
        if self._since is None or self._moving or len(self._down) != 1 or now < self._since + HOLD_SECONDS:
            return []
        self._since, self._moving = None, True
        pointer, (x, y) = next(iter(self._down.items()))
        return [Hold(x, y, pointer != MOUSE)]

    def _mouse(self, event: pygame.event.Event, now: float) -> list[Gesture]:
        x, y = event.pos
        if event.type == pygame.MOUSEMOTION:
            return self._move(MOUSE, x, y) if MOUSE in self._down else [Hover(x, y)]
        if event.button != 1:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(MOUSE, x, y, now)
        return self._release(MOUSE, x, y, now, touch=False)

    def _finger(self, event: pygame.event.Event, now: float) -> list[Gesture]:
        x, y = event.x * self._width, event.y * self._height
        if event.type == pygame.FINGERDOWN:
            return self._press(event.finger_id, x, y, now)
        if event.type == pygame.FINGERMOTION:
            return self._move(event.finger_id, x, y)
        return self._release(event.finger_id, x, y, now, touch=True)

    def _press(self, pointer: int, x: float, y: float, now: float) -> list[Gesture]:
        self._down[pointer] = (x, y)
        if len(self._down) > 1:
            self._moving = True
            return []
        self._start, self._moving, self._since = (x, y), False, now
        return [Press(x, y)]

    def _move(self, pointer: int, x: float, y: float) -> list[Gesture]:
        if pointer not in self._down:
            return []
        before = dict(self._down)
        old_x, old_y = before[pointer]
        if len(before) == 1 and not self._moving:
            if hypot(x - self._start[0], y - self._start[1]) <= self._slack:
                return []
            self._moving = True
        self._down[pointer] = (x, y)
        if len(before) == 1:
            return [Drag(x, y, x - old_x, y - old_y, *self._start)]
        (ax, ay), (bx, by) = list(before.values())[:2]
        (cx, cy), (dx, dy) = list(self._down.values())[:2]
        apart = max(1.0, hypot(ax - bx, ay - by))
        factor = max(1.0, hypot(cx - dx, cy - dy)) / apart
        middle_x, middle_y = (cx + dx) / 2, (cy + dy) / 2
        return [Pinch(middle_x, middle_y, middle_x - (ax + bx) / 2, middle_y - (ay + by) / 2, factor)]

    def _release(self, pointer: int, x: float, y: float, now: float, *, touch: bool) -> list[Gesture]:
        if self._down.pop(pointer, None) is None:
            return []
        if self._moving:
            return [] if self._down else [Drop(x, y)]
        when, last_x, last_y = self._last_tap
        near = hypot(x - last_x, y - last_y) <= 3 * self._slack
        taps = 2 if near and when >= 0 and now - when <= DOUBLE_SECONDS else 1
        self._last_tap = (now if taps == 1 else -1.0, x, y)
        return [Tap(x, y, touch, taps)]


class Mouse:
    """The mouse's place, and the place where it rested when something was last touched or happened.

    What comes to lie under it there is nothing it was moved onto.
    """

    def __init__(self) -> None:
        self.place: tuple[float, float] | None = None
        """Where it is; None while nobody has moved it."""
        self.exact = False
        """Whether it was a mouse that was used last, and no finger."""
        self.rested: tuple[float, float] | None = None
        """None once it has moved onto something else since."""

    def rest(self) -> None:
        """Something was touched or happened: the mouse has yet to move onto something anew."""
        self.rested = self.place
