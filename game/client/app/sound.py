"""Synthesised sounds of the things on the table, made of sine waves and noise."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from math import exp, pi, sin
from random import Random

from game.engine.core import Event
from game.platform import SOUND_RATE, Platform

LOUD = 0.35
"""Peak level of a sound at normal volume; 1 is full scale."""

BY_KIND = {
    "claim": "seal",
    "displaced": "push",
    "game-end": "victory",
    "improve": "quill",
    "sail": "sail",
}
"""Sound of an event by its kind, if it does not depend on the piece."""

BY_PIECE = {"coin": "coin", "good": "barrel", "marker": "tile", "merchant": "disc"}
"""Sound of a landing piece by its sprite id, without the part after the dot."""


def sound_of(event: Event) -> str:
    """Return the name of the sound of an event, or "" if it has none."""
    if event.kind in BY_KIND:
        return BY_KIND[event.kind]
    if event.piece:
        return BY_PIECE.get(event.piece.split(".")[0], "wood")
    return "bell" if event.amount else ""


def play(platform: Platform, events: Iterable[Event], volume: float = 1.0) -> None:
    """Play the sounds of events. Events with the same sound play it once."""
    for name in sorted({sound_of(event) for event in events} - {""}):
        ring(platform, name, volume)


def ring(platform: Platform, name: str, volume: float = 1.0, *, unseen: bool = False) -> None:
    """Play a sound, unless `volume` is 0.

    volume: factor of the normal level
    unseen: also play it while Kontor is hidden
    """
    if volume:
        known = name if volume == 1 else f"{name} {volume:g}"  # platforms store samples by name
        platform.play(known, samples(name, volume), unseen=unseen)


def prepare() -> Iterator[None]:
    """Synthesise all sounds, in steps that fit into a frame, so that the first one plays without delay."""
    for name in _SOUNDS:
        yield from _make(name)


def samples(name: str, volume: float = 1.0) -> bytes:
    """Return a sound as 16-bit mono samples at `SOUND_RATE` per second, in native byte order."""
    for _ in _make(name):
        pass
    made = _made[name]
    return made if volume == 1 else array("h", (int(volume * value) for value in array("h", made))).tobytes()


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


def _knock(low: float, high: float, fade: float, start: float = 0.0) -> Callable[[list[float]], None]:
    """Return a function that adds a hard contact: a burst of noise and two notes that fade quickly.

    low, high: frequencies in hertz
    fade: decay rate per second
    start: start in seconds
    """

    def add(wave: list[float]) -> None:
        noise = Random(1)
        for index in range(int(start * SOUND_RATE), len(wave)):
            at = index / SOUND_RATE - start
            wave[index] += exp(-at * fade) * (sin(2 * pi * low * at) + 0.6 * sin(2 * pi * high * at))
            wave[index] += 0.5 * exp(-at * 320) * (noise.random() * 2 - 1)

    return add


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


def _rush(start: float, length: float, smooth: float) -> Callable[[list[float]], None]:
    """Return a function that adds noise that swells and dies away.

    start, length: in seconds
    smooth: from 0 (hiss of a nib) to nearly 1 (wind)
    """

    def add(wave: list[float]) -> None:
        noise, level = Random(2), 0.0
        first, count = int(start * SOUND_RATE), int(length * SOUND_RATE)
        for index in range(count):
            level += (1 - smooth) * (noise.random() * 2 - 1 - level)
            wave[first + index] += sin(pi * index / count) ** 2 * level

    return add


def _hundredths(number: int) -> int:
    """Return the number of samples in `number` hundredths of a second."""
    return SOUND_RATE * number // 100


_SOUNDS: dict[str, tuple[int, tuple[Callable[[list[float]], None], ...]]] = {
    # a cube, a disc, a bonus marker and a barrel are put down
    "wood": (_hundredths(9), (_knock(310, 735, 60),)),
    "disc": (_hundredths(14), (_knock(205, 520, 42),)),
    "tile": (_hundredths(7), (_knock(880, 1870, 85),)),
    "barrel": (_hundredths(22), (_knock(118, 290, 26), _knock(150, 410, 40, 0.06))),
    # a coin is paid, a point is scored
    "coin": (_hundredths(25), (_note(2090, 0.0, 22), _note(3150, 0.0, 30), _note(2640, 0.05, 18))),
    "bell": (_hundredths(50), (_note(660, 0.0, 9), _note(990, 0.03, 11), _note(1980, 0.03, 16))),
    # a nib scratches three strokes, a sail fills, a piece is pushed away, a route is sealed
    "quill": (_hundredths(36), (_rush(0.0, 0.1, 0.2), _rush(0.12, 0.07, 0.2), _rush(0.22, 0.13, 0.2))),
    "sail": (_hundredths(60), (_rush(0.0, 0.58, 0.93), _rush(0.06, 0.2, 0.7))),
    "push": (_hundredths(26), (_rush(0.0, 0.12, 0.6), _knock(240, 560, 45, 0.11))),
    "seal": (_hundredths(32), (_knock(92, 185, 24), _note(392, 0.04, 16), _note(588, 0.04, 18))),
    # a touch is refused, the game is over, it is the player's turn
    "refused": (_hundredths(30), (_note(196, 0.0, 26), _note(147, 0.1, 24))),
    "victory": (
        _hundredths(95),
        (_note(523, 0.0, 9), _note(659, 0.12, 9), _note(784, 0.24, 8), _note(1047, 0.36, 7)),
    ),
    "turn": (_hundredths(90), (_note(523, 0.0, 9), _note(784, 0.16, 7), _note(1568, 0.16, 12))),
}
"""Number of samples and components of each sound."""
