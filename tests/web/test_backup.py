"""Backup of all games as a file, read whole by the page; a file that does not fit changes nothing and gives
an error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from game.platform import LONGEST_FILE
from tests.match.games import finished_text

from .conftest import Visit
from .game_page import keep, kept_games, touch

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]


def games(count: int, size: int) -> str:
    """Return a number of different games of about `size` characters."""
    tags = "".join(f"tag note.{number} {'x' * 490}\n" for number in range(size // 500))
    text = finished_text("hansa")
    return "".join(text.replace("\nseed 7\n", f"\nseed {number}\n{tags}") for number in range(count))


def bring(page: Page, file: Path, words: str) -> None:
    """Choose a file; wait until the page announces these words."""
    page.locator("#file-entry").set_input_files(file)
    expect(page.locator("#mirror")).to_contain_text(words)
    page.evaluate("kontor.idle()")


def test_a_long_file_is_read_whole_and_what_has_no_room_is_said_and_adds_nothing(
    visit: Open, tmp_path: Path
) -> None:
    one = visit()
    keep(one, {"settings": "[" * 100_000})  # this must not prevent the page from opening
    page = one.open()
    file, mirror = tmp_path / "kontor.txt", page.locator("#mirror")
    file.write_text(games(140, 40_000))
    assert file.stat().st_size > 5_500_000
    bring(page, file, "Games: 140. Results: 0.")
    touch(page, "add")
    expect(mirror).to_contain_text("not enough room")
    expect(mirror).to_contain_text("Nothing was added")
    assert kept_games(page) == {}

    file.write_text(games(10, 40_000))
    bring(page, file, "Games: 10. Results: 0.")
    touch(page, "add")
    expect(mirror).to_contain_text("Games added: 10")
    assert len(kept_games(page)) == 10

    with open(file, "ab") as longer:
        longer.truncate(LONGEST_FILE + 1)
    bring(page, file, "longer than 64 MB")
    assert len(kept_games(page)) == 10
