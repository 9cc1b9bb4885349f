"""Boards are JSON files, read on first use; an error message names the place of a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.games.hansa_teutonica.rules import editions
from game.games.hansa_teutonica.rules.board import Board
from game.games.hansa_teutonica.rules.board_file import BoardError, BoardFile, merged, parsed
from game.games.hansa_teutonica.rules.editions import EDITIONS, all_options, printed
from game.games.hansa_teutonica.rules.expansion import EditionRow
from tests.toy.toy_module import Toy

ROOT = Path(__file__).resolve().parents[3]
TOY = (ROOT / "tests/toy/toy.json").read_text(encoding="utf-8")


def nothing(name: str) -> str:
    raise AssertionError(f"{name} is not extended")


def changed(*path: str | int, to: Any) -> str:
    """Return the toy board with one value replaced."""
    board = json.loads(TOY)
    value = board
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = to
    return json.dumps(board)


MISTAKES = {
    "toy.json: expected JSON": "{",
    "toy.json: expected an object, got 3": "3",
    "toy.json: aspect: expected the width of the board in heights, got '1.4'": changed("aspect", to="1.4"),
    "toy.json: towns.osta.name: expected a text, got 5": changed("towns", "osta", "name", to=5),
    "toy.json: towns.osta.at: expected a place": changed("towns", "osta", "at", to=[0.5, 1.5]),
    "toy.json: towns.osta.offices: expected offices such as": changed(
        "towns", "osta", "offices", to=["square white coin", "square blue"]
    ),
    "toy.json: towns.osta.improves: expected up to two of": changed("towns", "osta", "improves", to=["harp"]),
    "toy.json: towns.osta.colour: expected one of at, banner": changed("towns", "osta", "colour", to="red"),
    "toy.json: towns.osta.countries: expected one of its own, got 'wales'": changed(
        "towns", "osta", "countries", to=["wales"]
    ),
    "toy.json: routes.suda-osta.houses: expected a list": changed("routes", "suda-osta", "houses", to=[1, 2]),
    "toy.json: routes.suda-osta.houses: expected a place": changed(
        "routes", "suda-osta", "houses", to=[[0.1, 0.2, 3]]
    ),
    "toy.json: routes.suda-osta.ships: expected numbers of houses": changed(
        "routes", "suda-osta", "ships", to=[4]
    ),
    "toy.json: routes.suda-osta.marker: expected two numbers": changed(
        "routes", "suda-osta", "marker", to=[1]
    ),
    "toy.json: routes.suda-oste: expected one of its own, got 'oste'": changed(
        "routes", "suda-oste", to={"houses": [[0.6, 0.76]]}
    ),
    "toy.json: table.spaces.1.privilege: expected one of white, orange": changed(
        "table", "spaces", 0, "privilege", to="red"
    ),
    "toy.json: table.town: expected one of its own, got 'westa'": changed("table", "town", to="westa"),
    "toy.json: link.towns: expected two towns": changed("link", "towns", to=["westa"]),
    "toy.json: start_markers: expected 2 as taverns, got 1": changed("start_markers", to=["ferry"]),
    "toy.json: routes.suda-suda: expected two different towns": changed(
        "routes", "suda-suda", to={"houses": [[0.6, 0.76]]}
    ),
    "toy.json: routes.osta-suda: expected one route between two towns, got suda-osta as well": changed(
        "routes", "osta-suda", to={"houses": [[0.6, 0.76]]}
    ),
    "toy.json: towns.alone: expected a route to the town": changed(
        "towns", "alone", to={"name": "Alone", "at": [0.1, 0.1], "banner": "plain", "offices": []}
    ),
    "toy.json: towns.st.ade: expected letters, digits and _ in an id": changed(
        "towns", "st.ade", to={"name": "Stade", "at": [0.1, 0.1], "banner": "plain", "offices": []}
    ),
    "toy.json: completed.end: expected a whole number, got True": changed("completed", "end", to=True),
    "toy.json: frame: expected two corners": changed("frame", to=[[0.1, 0.1]]),
    "toy.json: extends: expected the id of another board": changed("extends", to="toy"),
}


@pytest.mark.parametrize("expected", MISTAKES)
def test_a_mistake_is_refused_with_its_place_and_what_is_expected(expected: str) -> None:
    with pytest.raises(BoardError) as refused:
        parsed("toy", MISTAKES[expected], nothing)
    assert str(refused.value).startswith(expected)


@pytest.mark.parametrize("key", [key for key in json.loads(TOY) if key != "start_markers"])
def test_what_every_board_has_must_not_be_missing(key: str) -> None:
    board = json.loads(TOY)
    del board[key]
    with pytest.raises(BoardError, match=rf"^toy\.json: {key}: expected .*, got nothing$"):
        parsed("toy", json.dumps(board), nothing)


MODULE_MISTAKES = {
    "toy.json: start_markers: expected some of extra_office, .*, ferry, got 'swap_office'": changed(
        "start_markers", to=["swap_office", "ferry"]
    ),
    "toy.json: routes.suda-osta.effect: expected toast, got 'move-2'": changed(
        "routes",
        "suda-osta",
        to={"houses": [[0.6, 0.76]], "effect": "move-2", "effect_at": [0.6, 0.7], "tavern": [0.7, 0.8]},
    ),
}


@pytest.mark.parametrize("expected", MODULE_MISTAKES)
def test_a_marker_or_effect_that_no_module_has_is_refused_when_a_game_begins(
    expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = parsed("toy", MODULE_MISTAKES[expected], nothing)
    monkeypatch.setattr(BoardFile, "read", lambda file: board)
    chosen = {option.id: option.default for option in all_options()}
    row = EditionRow(BoardFile("toy", "tests.wrong"), (3,), (Toy,))
    monkeypatch.delitem(editions._words, row.key, raising=False)
    try:
        with pytest.raises(BoardError, match=expected):
            editions.compiled(row, chosen)
    finally:
        editions._words.pop(row.key, None)


def test_the_width_of_a_board_can_be_a_whole_number() -> None:
    assert parsed("toy", changed("aspect", to=1), nothing).aspect == 1.0


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BoardError, match=r"^atlantis\.json: expected a file in the package tests\.toy"):
        BoardFile("atlantis", "tests.toy").read()


def test_what_is_moved_in_the_picture_is_where_it_is_printed_all_the_same() -> None:
    plain = parsed("toy", TOY, nothing)
    moved = parsed("toy", changed("towns", "osta", "at", to=[0.86, 0.5, -3, 4.5]), nothing)
    assert moved.aside == (("town.osta", (-3, 4.5)),) and moved._replace(aside=()) == plain


def test_a_board_that_extends_another_says_what_differs() -> None:
    more = {
        "extends": "toy",
        "towns": {"suda": None, "osta": {"banner": "red", "improves": None}},
        "routes": {
            "mitta-suda": None,
            "suda-osta": None,
            "westa-osta": {"houses": [[0.5, 0.9]], "tavern": [0.5, 0.8], "after": "westa-norda"},
        },
    }
    one, other = parsed("toy", TOY, nothing), parsed("more", json.dumps(more), {"toy": TOY}.__getitem__)
    assert [town.id for town in other.towns] == ["westa", "norda", "mitta", "osta"]
    assert [route.id for route in other.routes] == [
        *("westa-norda", "westa-osta", "norda-mitta", "westa-mitta", "mitta-osta"),
    ]
    osta = next(town for town in one.towns if town.id == "osta")
    assert other.towns[-1] == osta._replace(banner="red", ability=None)
    assert other.table == one.table and other.id == "more"


def test_an_entry_that_comes_after_another_leaves_its_old_place() -> None:
    entries = {"one": {"n": 1}, "two": {"n": 2}, "three": {"n": 3}}
    found = merged({"all": entries}, {"all": {"one": {"after": "two"}}})["all"]
    assert list(found) == ["two", "one", "three"] and found["one"] == {"n": 1}


def test_every_board_is_read_once() -> None:
    boards: list[tuple[Callable[[], Board], str]] = [(row.board.read, row.board.id) for row in EDITIONS]
    for read, name in boards:
        assert read() is read() is printed(name)


def test_no_board_is_read_before_a_game_is_played_on_it() -> None:
    code = (
        "import builtins, game.games.hansa_teutonica.rules.board_file as boards\n"
        "read = []\n"
        "text_of = boards.text_of\n"
        "boards.text_of = lambda package, name: read.append(name) or text_of(package, name)\n"
        "boards_read = lambda: [name for name in read if name != 'provinces']  # regions of a variant\n"
        "from game.client.views import _view\n"
        "from game.engine import ruleset\n"
        "rules = ruleset('hansa-teutonica')\n"
        "view = _view('hansa-teutonica')\n"
        "assert not boards_read(), read\n"
        "rules.new_game(3, {'board': 'britannia'})\n"
        "assert boards_read() == ['britannia_3', 'britannia_4_5'], read\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
