"""Your own results on the page "Games", and all games and results as one file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client.app import App
from game.client.backup import everything, is_backup, parts
from game.client.routes import ROUTES
from game.client.scenes.table import Table
from game.client.scenes.tally import TakeIn, Tally
from game.client.shelf import RESULTS, Shelf
from game.engine.record import write
from game.match import Computer, Match
from game.match.tally import TRIED, Result, read_results, with_results
from game.platform.desktop import Desktop
from tests.client.conftest import Person, Screen, finished, hurried, new_match
from tests.client.test_hostile_text import HOSTILE

GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def opened(folder: Path) -> App:
    app = App(Screen(folder), ROUTES)
    pygame.event.clear()
    app.settings.speed = "off"
    app.home("title")
    return app


def nearly_over(game: str, game_id: str = "alone") -> Match:
    """A game of a person and two computers, one action before its end."""
    whole = finished(game)
    match = whole.branch(game_id, len(whole.moves) - 1)
    last = match.state.actor
    for seat in range(3):
        if seat != last:
            match.set_controller(seat, Computer("hard"))
    return match


def play_last(app: App, match: Match) -> None:
    app.open("table", match)
    assert isinstance(app.scene, Table)
    app.scene.play(finished(match.ruleset.id).moves[-1].action)
    assert match.state.outcome is not None


def settle(app: App) -> None:
    for _ in range(4_000):
        if app.scene.update(0.0) is None:
            return
    raise AssertionError("it never comes to rest")


def words(app: App) -> str:
    app.refresh()
    return "\n".join(
        getattr(widget, "spoken", lambda label=widget.label: label)() for widget in app.scene.widgets
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_ends_at_the_table_is_counted(app: App, game: str) -> None:
    match = nearly_over(game)
    play_last(app, match)
    (result,) = read_results(app.shelf.results())
    assert (result.ruleset, result.seats, result.against, result.game) == (game, 3, "hard", "alone")
    app.home("games")
    Person(app).click("tally")
    assert isinstance(app.scene, Tally)
    assert "3 players, hard: Games 1" in words(app)
    assert f"{result.points} points" in words(app)


def test_looking_at_a_finished_game_or_trying_another_way_counts_nothing(app: App) -> None:
    app.open("table", finished("hansa"))
    match = nearly_over("hansa")
    match.record.tags[TRIED] = "yes"
    play_last(app, match)
    assert app.shelf.results() == ""


def test_a_deleted_game_stays_counted(app: App) -> None:
    match = nearly_over("hansa")
    play_last(app, match)
    app.shelf.delete(match.id)
    assert len(read_results(app.shelf.results())) == 1


def test_games_that_ended_before_are_counted_although_another_has_ended_since(app: App) -> None:
    match = nearly_over("hansa", "before")
    match.play(finished("hansa").moves[-1].action)
    app.shelf.save(match)
    play_last(app, nearly_over("hansa-teutonica"))
    app.home("tally")
    settle(app)
    assert sorted(one.game for one in read_results(app.shelf.results())) == ["alone", "before"]


def test_games_that_ended_before_results_were_kept_are_counted_once(app: App) -> None:
    match = nearly_over("hansa")
    match.play(finished("hansa").moves[-1].action)
    app.shelf.save(match)
    app.shelf.save(new_match("hansa", 2))
    app.open("tally")
    settle(app)
    assert len(read_results(app.shelf.results())) == 1
    assert "3 players, hard: Games 1" in words(app)
    app.shelf.delete(match.id)
    app.home("tally")
    settle(app)
    assert "3 players, hard: Games 1" in words(app)


def test_all_games_and_results_move_to_another_machine(app: App, tmp_path: Path) -> None:
    play_last(app, nearly_over("hansa"))
    going_on = new_match("hansa-teutonica", 3)
    rng = random.Random(1)
    for _ in range(20):
        going_on.play(hurried(going_on.state, rng))
    app.shelf.save(going_on)
    text = everything(app.shelf)

    other = opened(tmp_path / "other")
    other.bring(text)
    assert isinstance(other.scene, TakeIn)
    assert "Games: 2. Results: 1." in words(other)
    assert other.shelf.games() == [], "nothing is added unasked"
    Person(other).click("add")
    settle(other)
    assert "Games added: 2" in words(other) and "Results added: 1" in words(other)
    assert {game.ruleset for game in other.shelf.games()} == {"hansa", "hansa-teutonica"}
    assert read_results(other.shelf.results()) == read_results(app.shelf.results())
    (same,) = [game for game in other.shelf.games() if not game.over]
    assert other.shelf.open(same.id).state.position() == going_on.state.position()

    other.bring(text)
    Person(other).click("add")
    settle(other)
    assert "Games that were here already: 2" in words(other)
    assert len(other.shelf.games()) == 2
    assert read_results(other.shelf.results()) == read_results(app.shelf.results())


def test_a_broken_game_in_a_file_does_not_keep_the_others_out(app: App) -> None:
    good = write(new_match("hansa", 2).record)
    app.bring(good + good.replace("seats 2", "seats 99") + write(new_match("hansa", 3, seed=8).record))
    Person(app).click("add")
    settle(app)
    assert "Games added: 2" in words(app) and "Games that cannot be read: 1" in words(app)


def test_a_single_game_still_arrives_as_a_game(app: App) -> None:
    text = write(new_match("hansa", 2).record)
    assert not is_backup(text) and len(parts(text)) == 1
    app.bring(text)
    assert app.scene.name == "arrival"


def test_the_file_is_saved(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: dict[str, str] = {}

    def save(_self: Desktop, name: str, text: str) -> str:
        saved[name] = text
        return name

    monkeypatch.setattr(Desktop, "save_file", save)
    play_last(app, nearly_over("hansa"))
    app.home("tally")
    settle(app)
    Person(app).click("file")
    ((name, text),) = saved.items()
    assert name.startswith("kontor-20") and text == everything(app.shelf)
    assert name in words(app)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_kept_or_brought_in_breaks_the_pages(open_app: Callable[..., App], text: str) -> None:
    app = open_app()
    app.home("title")
    one = Result("-", "unheard-of", 9, "easy", 9, -999, "00000001", "aa")
    kept = with_results("", [one]) + f"result {text}\n{text}\n"
    app.platform.write(RESULTS, kept.encode("utf-8", "replace").decode())
    app.open("tally")
    settle(app)
    app.refresh()
    app.step()
    assert app.scene.name == "tally"
    record = write(new_match("hansa", 2).record)
    app.bring(f"kontor-results 1\nresult {text}\n{record}tag {text}\nkontor-record 1\n{text}\n")
    assert isinstance(app.scene, TakeIn)
    Person(app).click("add")
    settle(app)
    assert app.scene.name == "take-in" and isinstance(app.shelf, Shelf)
    app.home("games")
    app.step()
