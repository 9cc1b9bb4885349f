"""Gesture recognition: convert SDL events into taps, drags, pinches, wheel movements and keys.

A touch arrives twice, as a finger event and as a mouse event marked `touch`; the second is dropped. Positions
are in device pixels.
"""

from __future__ import annotations

from math import hypot, inf
from typing import NamedTuple

import pygame


class Hover(NamedTuple):
    """A movement of the mouse with no button pressed."""

    x: float
    y: float


class Press(NamedTuple):
    """A button or finger that was pressed down."""

    x: float
    y: float


class Tap(NamedTuple):
    """A press and release in one place."""

    x: float
    y: float
    touch: bool
    taps: int
    """2 for the second of two quick taps in one place."""


class Hold(NamedTuple):
    """A press held in one place for a while. No tap follows."""

    x: float
    y: float
    touch: bool


class Drag(NamedTuple):
    """A movement by (dx, dy) of a pressed button or finger that started at (start_x, start_y)."""

    x: float
    y: float
    dx: float
    dy: float
    start_x: float
    start_y: float


class Drop(NamedTuple):
    """The end of a drag or pinch at (x, y)."""

    x: float
    y: float


class Pinch(NamedTuple):
    """A movement of two fingers around (x, y) by (dx, dy), spread by `factor`."""

    x: float
    y: float
    dx: float
    dy: float
    factor: float


class Wheel(NamedTuple):
    """A turn of the wheel; up is positive."""

    x: float
    y: float
    amount: float


class Key(NamedTuple):
    """A pressed key, by SDL's name ("return", "tab", "a")."""

    name: str
    shift: bool
    control: bool

    @property
    def is_character(self) -> bool:
        """True if the key types a letter, digit or sign, also on the keypad ("keypad +", "[+]")."""
        return self.name != "space" and len(self.name.removeprefix("keypad ").strip("[]")) <= 1


class Release(NamedTuple):
    """A released key."""

    name: str


class Text(NamedTuple):
    """Typed text."""

    text: str


Gesture = Hover | Press | Tap | Hold | Drag | Drop | Pinch | Wheel | Key | Release | Text

DOUBLE_SECONDS = 0.35
QUICK_SECONDS = 0.4
"""Time in seconds within which a second tap on one spot belongs to the first."""
WIDER = 3
"""Maximum distance in spots of the second tap from the first if it is on no other control."""
MOUSE = -1
"""Pointer id of the mouse."""
HOLD_SECONDS = 0.5
"""Time in seconds after which a press becomes a hold, which explains an element and does not activate it."""


class Gestures:
    """A recogniser that tracks fingers and buttons.

    slack: maximum movement of a tap, in device pixels
    """

    def __init__(self, width: float, height: float, slack: float) -> None:
        self.measure(width, height, slack)
        self._down: dict[int, tuple[float, float]] = {}
        self._start = (0.0, 0.0)
        self._moving = False
        self._since: float | None = None
        """Time at which the only finger or button was pressed, while it can become a hold."""
        self._last_tap = (-1.0, 0.0, 0.0)
        self._composing = False
        """True while an input method holds uncommitted text, to which all keys belong."""

    def measure(self, width: float, height: float, slack: float) -> None:
        """Set the size of the window, to which finger events are relative, and the slack."""
        self._width, self._height, self._slack = width, height, slack

    def read(self, event: pygame.event.Event, now: float) -> list[Gesture]:
        """Return the gestures that an event completes.

        now: seconds on any monotonic clock
        """
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
        """Return the seconds until `held` can report a hold; None: no press is pending."""
        if self._since is None or self._moving or len(self._down) != 1:
            return None
        return max(0.02, self._since + HOLD_SECONDS - now)

    def held(self, now: float) -> list[Gesture]:
        """Return the hold that a press has become over time. To be called when `holding` has elapsed."""
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
    """The mouse position, now and at the last activation or event.

    An element that appears under a resting mouse is not hovered.
    """

    def __init__(self) -> None:
        self.place: tuple[float, float] | None = None
        """Current position; None before the first movement."""
        self.exact = False
        """True if the last pointer was a mouse and not a finger."""
        self.rested: tuple[float, float] | None = None
        """Resting position; None once the mouse has moved onto another element."""

    def rest(self) -> None:
        """Record the resting position after an activation or event, so that only a movement onto an element
        counts as hover."""
        self.rested = self.place


class LastTap:
    """The last tap that counted. The second of two quick taps on one spot never starts another action."""

    def __init__(self) -> None:
        self._place: object = None
        """The scene and the control that were tapped; None if there was no control."""
        self._x = self._y = 0.0
        self._since = -inf
        self._shown = True

    def follows(
        self, place: object, at: tuple[float, float], now: float, spot: float, *, repeats: bool
    ) -> bool:
        """Return True if a tap belongs to the last one and must have no effect. Otherwise remember it.

        place: the scene and the control at the point; None if there is no control
        spot: size in pixels of one spot; it is wider on the same control, and for a tap on nothing
        repeats: True if a second tap on the same control counts
        """
        same = place == self._place
        far = hypot(at[0] - self._x, at[1] - self._y)
        quick = now - self._since < QUICK_SECONDS and far <= spot * (WIDER if same or place is None else 1)
        if quick and not (same and repeats):
            return True
        self._place, (self._x, self._y), self._since = place, at, now
        self._shown = False
        return False

    def show(self, now: float) -> None:
        """Note that a frame has been drawn. If the first after the tap was slow, a second tap made meanwhile
        is read only now, and still is quick."""
        if not self._shown:
            self._shown, self._since = True, max(self._since, now - QUICK_SECONDS / 2)
