"""Synthesised sounds, made of sine waves and noise: wood on wood, a coin, a small bell, and a turn alert."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from math import exp, pi, sin
from random import Random

from game.engine.core import Event
from game.platform import SOUND_RATE, Platform

LOUD = 0.35
"""Peak level of a sound; 1 is full scale."""


def sound_of(event: Event) -> str:
    """Return the name of the sound for an event whose piece lands or whose number appears."""
    if not event.piece:
        return "bell"
    return "coin" if event.piece == "coin" else "wood"


def play(platform: Platform, events: Iterable[Event]) -> None:
    """Play the sounds of events. Events with the same sound play it once."""
    for name in sorted({sound_of(event) for event in events}):
        platform.play(name, samples(name))


def prepare() -> Iterator[None]:
    """Synthesise all sounds, in steps that fit into a frame, so that the first one plays without delay."""
    for name in _SOUNDS:
        yield from _make(name)


def samples(name: str) -> bytes:
    """Return a sound as 16-bit mono samples at `SOUND_RATE` per second, in native byte order."""
    for _ in _make(name):
        pass
    return _made[name]


_made: dict[str, bytes] = {}


def _make(name: str) -> Iterator[None]:
    """Synthesise a sound in steps, unless it is cached."""
    if name in _made:
        return
    length, parts = _SOUNDS[name]
    wave = [0.0] * length
    for part in parts:
        part(wave)
        yield
    loudest = max(abs(value) for value in wave)
    _made[name] = array("h", (int(32767 * LOUD * value / loudest) for value in wave)).tobytes()


def _knock(wave: list[float]) -> None:
    """Add a burst of noise and two low notes that fade quickly."""
    noise = Random(1)
    for index in range(len(wave)):
        at = index / SOUND_RATE
        wave[index] += exp(-at * 60) * (sin(2 * pi * 310 * at) + 0.6 * sin(2 * pi * 735 * at))
        wave[index] += 0.5 * exp(-at * 320) * (noise.random() * 2 - 1)


def _note(pitch: float, start: float, fade: float) -> Callable[[list[float]], None]:
    """Return a function that adds a sine wave.

    pitch: frequency in hertz
    start: start in seconds
    fade: decay rate per second
    """

    def add(wave: list[float]) -> None:
        for index in range(int(start * SOUND_RATE), len(wave)):
            at = index / SOUND_RATE - start
            wave[index] += exp(-at * fade) * sin(2 * pi * pitch * at)

    return add


_SOUNDS: dict[str, tuple[int, tuple[Callable[[list[float]], None], ...]]] = {
    "wood": (SOUND_RATE * 9 // 100, (_knock,)),
    "coin": (SOUND_RATE // 4, (_note(2090, 0.0, 22), _note(3150, 0.0, 30), _note(2640, 0.05, 18))),
    "bell": (SOUND_RATE // 2, (_note(660, 0.0, 9), _note(990, 0.03, 11), _note(1980, 0.03, 16))),
    "turn": (SOUND_RATE * 9 // 10, (_note(523, 0.0, 9), _note(784, 0.16, 7), _note(1568, 0.16, 12))),
}
"""Number of samples and components of each sound.

Wood on wood; two high notes, the second a little later; a soft fifth; a fifth, one note after the other.
"""
