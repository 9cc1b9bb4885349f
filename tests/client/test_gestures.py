"""Gestures recognised in a series of SDL events."""

from __future__ import annotations

import pygame
import pytest

from game.client.app import gestures
from game.client.app.gestures import Drag, Drop, Gesture, Gestures, Key, Pinch, Press, Tap, Text


def mouse(kind: int, x: float, y: float, touch: bool = False) -> pygame.event.Event:
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=(x, y), buttons=(1, 0, 0), touch=touch)
    return pygame.event.Event(kind, pos=(x, y), button=1, touch=touch)


def finger(kind: int, number: int, x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=number, x=x / 400, y=y / 800)


def read(*events: pygame.event.Event, times: list[float] | None = None) -> list[Gesture]:
    gestures = Gestures(400, 800, slack=8)
    found: list[Gesture] = []
    for index, event in enumerate(events):
        found += gestures.read(event, times[index] if times else float(index))
    return found


def test_a_tap_that_arrives_twice_is_one_tap() -> None:
    found = read(
        finger(pygame.FINGERDOWN, 1, 100, 200),
        mouse(pygame.MOUSEBUTTONDOWN, 100, 200, touch=True),
        finger(pygame.FINGERUP, 1, 100, 200),
        mouse(pygame.MOUSEBUTTONUP, 100, 200, touch=True),
    )
    assert found == [Press(100, 200), Tap(100, 200, True, 1)]


def test_the_keys_of_an_input_method_are_not_the_games() -> None:
    def key(which: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.KEYDOWN, key=which, mod=0)

    def editing(text: str) -> pygame.event.Event:
        return pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=0)

    entered = pygame.event.Event(pygame.TEXTINPUT, text="安娜")
    left = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    takes = (key(pygame.K_RETURN), entered, editing(""))
    assert read(editing("anna"), key(pygame.K_LEFT), *takes, key(pygame.K_RETURN)) == [
        Text("安娜"),
        Key("return", False, False),
    ]
    for end in (editing(""), left):
        found = read(editing("anna"), key(pygame.K_ESCAPE), end, key(pygame.K_ESCAPE))
        assert found == [Key("escape", False, False)]


def test_a_shaking_finger_still_taps() -> None:
    found = read(
        finger(pygame.FINGERDOWN, 1, 100, 200),
        finger(pygame.FINGERMOTION, 1, 105, 203),
        finger(pygame.FINGERUP, 1, 105, 203),
    )
    assert isinstance(found[-1], Tap) and len(found) == 2


def test_a_drag_is_no_tap() -> None:
    found = read(
        mouse(pygame.MOUSEBUTTONDOWN, 100, 200),
        mouse(pygame.MOUSEMOTION, 130, 200),
        mouse(pygame.MOUSEBUTTONUP, 130, 200),
    )
    assert found == [Press(100, 200), Drag(130, 200, 30, 0, 100, 200), Drop(130, 200)]


def test_two_fingers_pinch_around_their_middle_and_never_tap() -> None:
    found = read(
        finger(pygame.FINGERDOWN, 1, 100, 400),
        finger(pygame.FINGERDOWN, 2, 200, 400),
        finger(pygame.FINGERMOTION, 2, 300, 400),
        finger(pygame.FINGERUP, 2, 300, 400),
        finger(pygame.FINGERUP, 1, 100, 400),
    )
    assert found == [Press(100, 400), Pinch(200, 400, 50, 0, 2.0), Drop(100, 400)]


def test_two_quick_taps_are_a_double_tap_and_the_third_begins_anew() -> None:
    taps = [mouse(kind, 50, 50) for _ in range(3) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    found = [g for g in read(*taps, times=[0, 0.05, 0.2, 0.25, 0.4, 0.45]) if isinstance(g, Tap)]
    assert [tap.taps for tap in found] == [1, 2, 1]


def test_two_slow_taps_are_two_taps() -> None:
    taps = [mouse(kind, 50, 50) for _ in range(2) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    found = [g for g in read(*taps, times=[0, 0.1, 1, 1.1]) if isinstance(g, Tap)]
    assert [tap.taps for tap in found] == [1, 1]


def test_a_second_tap_made_during_a_slow_first_frame_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that a tap opens may take a second to draw, and input waits that long."""
    monkeypatch.setattr(gestures, "QUICK_SECONDS", 0.4)
    last = gestures.LastTap()
    assert not last.follows("new", (50, 50), 10.0, 8, repeats=False)
    last.show(11.3)
    assert last.follows("first", (50, 50), 11.32, 8, repeats=False)
    last.show(11.4)
    assert not last.follows("first", (50, 50), 11.6, 8, repeats=False), "a deliberate tap counts"
    last.show(11.65)
    assert not last.follows("next", (50, 50), 12.01, 8, repeats=False), "a usual frame prolongs nothing"
