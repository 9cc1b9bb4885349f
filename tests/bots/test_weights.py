"""The text files with the weights of computer players."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from game.bots import weights
from game.bots.weights import parsed
from tools.tune.tables import updated
from web.site.game import compact

ROOT = Path(__file__).resolve().parents[2]
FILES = [*(ROOT / "assets/games").rglob("*.txt"), *(ROOT / "tools/baselines").glob("*.txt")]


def test_a_file_has_a_column_for_each_kind_and_a_row_for_each_weight() -> None:
    assert doctest.testmod(weights) == (0, 1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_is_as_a_tool_would_write_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert all(parsed(text, path.name).values())
    assert updated(text, {}, path.name) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_page_has_the_same_numbers_without_comments_and_alignment(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    packed = compact(text)
    assert parsed(packed, path.name) == parsed(text, path.name)
    assert "#" not in packed and "  " not in packed


def test_changes_are_read_back_exactly_and_comments_stay() -> None:
    text = "# What it is.\n           2     3\nkeys.1  4.18     -\nkeys.2     1  -0.2\n"
    changes = {"3": {"keys.1": 0.1 + 0.2, "keys.3": 5.0}, "4": {"keys.1": -1e-7}}
    found = updated(text, changes, "weights.txt")
    assert found.startswith("# What it is.\n")
    assert parsed(found, "weights.txt") == {
        "2": {"keys.1": 4.18, "keys.2": 1.0},
        "3": {"keys.1": 0.1 + 0.2, "keys.2": -0.2, "keys.3": 5.0},
        "4": {"keys.1": -1e-7},
    }


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("keys.1  4.18", "weights.txt, line 3: 2 numbers expected, got 1"),
        ("keys.1  4.18  1  2", "weights.txt, line 3: 2 numbers expected, got 3"),
        ("keys.1  4.18  x", "weights.txt, line 3: number expected, got 'x'"),
    ],
)
def test_an_error_in_a_file_is_reported_with_its_line(row: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parsed(f"# What it is.\n  2  3\n{row}\n", "weights.txt")
