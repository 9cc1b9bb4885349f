"""Custom drawing: shadows meet the things that cast them."""

from __future__ import annotations

import random

import pygame
import pytest

from game.client.draw import paint
from game.client.draw.theme import font
from game.match.graphemes import clusters

GROUND, PAPER = (200, 200, 200), (255, 255, 255)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.5, 0.6, 0.9])
def test_no_gap_is_left_between_a_sheet_and_its_shadow(part: float) -> None:
    target = pygame.Surface((200, 200))
    target.fill(GROUND)
    rect = pygame.FRect(50 + part, 50 + part, 100 + part, 100 + part)
    paint.blit_shadow(target, rect, 16, 150)
    paint.blit_rounded(target, rect, 8, PAPER)
    row = [target.get_at((x, 100))[:3] for x in range(200)]
    column = [target.get_at((100, y))[:3] for y in range(200)]
    for line in (row, column):
        first, last = line.index(PAPER), 199 - line[::-1].index(PAPER)
        assert line[first - 1] != GROUND and line[last + 1] != GROUND


def word_by_word(words: str, pixels: int, width: int) -> list[str]:
    """Break text into lines of maximum length, measuring one word after the other."""
    face, lines = font("text", pixels), list[str]()
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and face.size(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@pytest.mark.parametrize("seed", range(4))
def test_lines_are_broken_where_the_next_word_would_be_too_much(seed: int) -> None:
    pygame.font.init()
    dice = random.Random(seed)
    for _ in range(150):
        parts = ["", "i", "Will", "Zoll", "Warenstapel", "Niederlassungsrecht", "—", "Ä.", "\n"]
        words = " ".join(dice.choices(parts, k=dice.randrange(30)))
        pixels, width = dice.choice((9, 14, 23)), dice.randrange(1, 400)
        assert list(paint.wrap(words, "text", pixels, width)) == word_by_word(words, pixels, width)


def test_text_is_cut_between_the_characters_that_people_see() -> None:
    """Half of a combined accent or emoji would be another character."""
    words = "Zoe\u0308 \U0001f468\u200d\U0001f469\u200d\U0001f467" * 5
    starts = {"".join(clusters(words)[:number]).rstrip() for number in range(99)}
    for width in range(20, 400, 3):
        assert paint.fit(words, "text", 20, width).removesuffix("…") in starts


@pytest.mark.usefixtures("screen")
def test_names_that_differ_in_a_number_still_differ_when_they_are_cut() -> None:
    wide = font("bold", 14).size("Giocatore 1")[0]
    for width in range(wide // 3, wide):
        first, second = (paint.fit(f"Giocatore {number}", "bold", 14, width) for number in (1, 2))
        assert first.endswith("… 1") and second.endswith("… 2")
        assert font("bold", 14).size(first)[0] <= width
    assert paint.fit("Giocatore 1", "bold", 14, 8) == "…", "a number that has no room"
