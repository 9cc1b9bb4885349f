"""Three short sounds, made of sine waves and noise: wood on wood, a coin, a small bell."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from math import exp, pi, sin
from random import Random

from game.engine.core import Event
from game.platform import SOUND_RATE, Platform

LOUD = 0.35
"""The loudest a sound gets, 1 being full scale."""


def sound_of(event: Event) -> str:
    """The name of the sound an event makes when its piece lands or its number rises."""
    if not event.piece:
        return "bell"
    return "coin" if event.piece == "coin" else "wood"


def play(platform: Platform, events: Iterable[Event]) -> None:
    """Play the sounds of events; those that share a sound play it once."""
    for name in sorted({sound_of(event) for event in events}):
        platform.play(name, samples(name))


@cache
def samples(name: str) -> bytes:
    """A sound as 16-bit samples, mono, at `SOUND_RATE` per second, in native byte order."""
    wave = {"wood": _wood, "coin": _coin, "bell": _bell}[name]()
    loudest = max(abs(value) for value in wave)
    return array("h", (int(32767 * LOUD * value / loudest) for value in wave)).tobytes()


def _wood() -> list[float]:
    """A knock: a burst of noise and two low notes that die away at once."""
    noise, length = Random(1), SOUND_RATE * 9 // 100
    return [
        exp(-at * 60) * (sin(2 * pi * 310 * at) + 0.6 * sin(2 * pi * 735 * at))
        + 0.5 * exp(-at * 320) * (noise.random() * 2 - 1)
        for at in (index / SOUND_RATE for index in range(length))
    ]


def _coin() -> list[float]:
    """Two high notes, the second a little later."""
    return _notes(SOUND_RATE // 4, ((2090, 0.0, 22), (3150, 0.0, 30), (2640, 0.05, 18)))


def _bell() -> list[float]:
    """A soft fifth."""
    return _notes(SOUND_RATE // 2, ((660, 0.0, 9), (990, 0.03, 11), (1980, 0.03, 16)))


def _notes(length: int, notes: tuple[tuple[float, float, float], ...]) -> list[float]:
    """Sine waves: pitch, start in seconds, how fast it decays."""
    wave = [0.0] * length
    for pitch, start, fade in notes:
        for index in range(int(start * SOUND_RATE), length):
            at = index / SOUND_RATE - start
            wave[index] += exp(-at * fade) * sin(2 * pi * pitch * at)
    return wave
