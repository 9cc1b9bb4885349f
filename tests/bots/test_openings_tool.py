"""The tool that measures openings: it continues where it was interrupted, and adds its games up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.command.ending import CommandError
from game.games import part
from game.match.openings import read_openings
from tools.openings import BENDS, bent_weights, main
from tools.rows import read_rows


def test_interrupted_games_are_continued_and_counted_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut, table = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl", tmp_path / "openings.json"

    def play(into: Path, games: int) -> None:
        main(["play", "hansa", str(into), "--seats", "2", "--level", "quick", "--games", str(games)])

    play(whole, 4)
    play(cut, 2)
    text = cut.read_text(encoding="utf-8")
    cut.write_text(text[:-20], encoding="utf-8")
    play(cut, 4)
    assert sorted(read_rows(cut), key=str) == sorted(read_rows(whole), key=str)
    heading, *rows = read_rows(whole)
    assert heading["seats"] == 2 and [row["number"] for row in rows] == [1, 2, 3, 4]
    assert all(sum(row["shares"]) == pytest.approx(1) for row in rows)

    main(["table", str(whole), "--into", str(table)])
    [found] = read_openings(table.read_text(encoding="utf-8"))
    assert (found.level, found.seats, found.games) == ("quick", 2, 4)
    for plan, rates in found.plans.items():
        for place, rate in enumerate(rates):
            own = [row["shares"][place] for row in rows if row["plans"][place] == plan]
            assert rate.games == len(own)
            assert rate.won == pytest.approx(sum(own))
    main(["report", str(table)])
    assert "quick, 2 seats: 4 games" in capsys.readouterr().out


def test_more_games_are_added_to_a_table(tmp_path: Path) -> None:
    whole, first, more = (tmp_path / f"{name}.json" for name in ("whole", "first", "more"))
    for into, start, games in ((whole, 1, 5), (first, 1, 3), (more, 4, 2)):
        rows = into.with_suffix(".jsonl")
        numbers = ["--first", str(start), "--games", str(games)]
        main(["play", "hansa", str(rows), "--seats", "2", "--level", "quick", *numbers])
    for into, rows, *add in ((whole, whole), (first, first), (first, more, "--add")):
        main(["table", str(rows.with_suffix(".jsonl")), "--into", str(into), *map(str, add)])
    assert json.loads(first.read_text()) == json.loads(whole.read_text())


def test_results_of_other_games_are_rejected(tmp_path: Path) -> None:
    into = tmp_path / "games.jsonl"
    into.write_text(json.dumps({"game": "hansa", "level": "easy", "seats": 3, "options": {}}) + "\n")
    with pytest.raises(CommandError, match="another kind"):
        main(["play", "hansa", str(into), "--seats", "2", "--level", "quick", "--games", "1"])


@pytest.mark.parametrize("game", BENDS)
def test_every_opening_is_pursued_by_some_seats(game: str) -> None:
    assert tuple(BENDS[game]) == tuple(part(game, "openings").PLANS)


def test_the_longest_rule_changes_a_weight() -> None:
    weights = {"keys.1": 2.0, "keys.2": 2.0, "office": 2.0}
    bend = {"keys.": (0.5, 0.0), "keys.1": (1.0, 3.0)}
    assert bent_weights(weights, bend) == {"keys.1": 5.0, "keys.2": 1.0, "office": 2.0}
