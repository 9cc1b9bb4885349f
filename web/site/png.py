"""Small PNGs: at most 256 colours, which is enough for flat drawings and a third of the bytes."""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from pathlib import Path

import pygame

MOST = 256
Colour = tuple[int, ...]
"""Red, green, blue and opacity."""
Counted = list[tuple[Colour, int]]
"""Colours, and how many pixels have each."""


def save(picture: pygame.Surface, target: Path) -> None:
    """Write a picture with the 256 colours that suit it best."""
    raw = pygame.image.tobytes(picture, "RGBA")
    pixels = [raw[at : at + 4] if raw[at + 3] else bytes(4) for at in range(0, len(raw), 4)]
    index, colours = palette(Counter(pixels))
    width, height = picture.get_size()
    rows = (pixels[start : start + width] for start in range(0, len(pixels), width))
    lines = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(bytes(colour[:3]) for colour in colours)),
        (b"tRNS", bytes(colour[3] for colour in colours)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    target.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def palette(counts: Counter[bytes]) -> tuple[dict[bytes, int], list[Colour]]:
    """For each colour the number of the one it is painted with, and these.

    All colours are a box, and the box with the most to lose is cut in two until there are enough of them.
    """
    whole = sorted((tuple(colour), count) for colour, count in counts.items())
    boxes: list[tuple[int, Counted]] = [(loss(whole), whole)]
    while len(boxes) < MOST:
        most = max(boxes)
        if not most[0]:
            break
        boxes.remove(most)
        boxes += ((loss(half), half) for half in halves(most[1]))
    index = {bytes(colour): number for number, (_, box) in enumerate(boxes) for colour, _ in box}
    return index, [mean(box) for _, box in boxes]


def loss(box: Counted) -> int:
    """How far apart its colours are, and how many pixels that concerns."""
    return max(spans(box)) ** 2 * sum(count for _, count in box)


def spans(box: Counted) -> list[int]:
    columns = list(zip(*(colour for colour, _ in box), strict=True))
    return [max(column) - min(column) for column in columns]


def halves(box: Counted) -> list[Counted]:
    """The box cut across its longest side, with about as many pixels on either side."""
    wide = spans(box)
    side = wide.index(max(wide))
    ordered = sorted(box, key=lambda entry: (entry[0][side], entry))
    below = list(accumulate(count for _, count in ordered))
    cut = min(1 + bisect_left(below, below[-1] / 2), len(ordered) - 1)
    return [ordered[:cut], ordered[cut:]]


def mean(box: Counted) -> Colour:
    pixels = sum(count for _, count in box)
    return tuple(round(sum(colour[side] * count for colour, count in box) / pixels) for side in range(4))
