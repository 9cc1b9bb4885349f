"""The player's results on the page "Your results", and all games and results as one file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Look
from game.client.review.chart import Chart
from game.client.review.tally import ImportPage, TallyPage
from game.client.storage.backup import everything, in_files, is_backup, parts, take_in
from game.client.storage.results import add_entries
from game.client.storage.save_store import RESULTS, SaveStore, untagged
from game.client.table.table import TableScene
from game.engine.record import write
from game.match import Computer, Match
from game.match.learning import HEAD, Result, read_entries, with_entries
from game.match.tally import TRIED
from game.platform import LONGEST_FILE, StorageError
from game.platform.desktop.platform import Desktop
from tests.client.conftest import Person, Screen, finished, hurried, new_match
from tests.client.test_hostile_text import HOSTILE

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()
LEARN = "Learn from mistakes"


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def opened(folder: Path) -> App:
    app = App(Screen(folder))
    pygame.event.clear()
    app.settings.speed = "off"
    app.home(routes.Title())
    return app


def nearly_over(game: str, game_id: str = "alone") -> Match:
    """Return a game of a person and two computers, one action before its end."""
    whole = finished(game)
    match = whole.branch(game_id, len(whole.moves) - 1)
    last = match.state.actor
    for seat in range(3):
        if seat != last:
            match.set_controller(seat, Computer("hard"))
    return match


def play_last(app: App, match: Match) -> None:
    app.open(routes.Table(match))
    assert isinstance(app.scene, TableScene)
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


def test_the_curve_marks_every_game_and_says_that_less_is_better(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"rating 2026-11-2{day} hansa 3 0000000{day} 20 {day}00 20" for day in range(1, 5)]
    app.platform.write(RESULTS, "\n".join([HEAD, *lines, ""]))
    app.open(routes.Tally())
    settle(app)
    assert "On average 2.5 in the last 4 games" in words(app) and "Lower is better." in words(app)
    (chart,) = (widget for widget in app.scene.widgets if isinstance(widget, Chart))
    assert "1.0, 2.0, 3.0, 4.0" in chart.spoken() and "%" not in chart.spoken()
    marked: list[float] = []
    monkeypatch.setattr(Chart, "_swatch", lambda _chart, _target, _seat, at, _size: marked.append(at[0]))
    chart.draw(pygame.Surface((1280, 720)), Look(20))
    plot = chart.plot(20)
    assert sorted(marked)[0] == plot.left and sorted(marked)[-1] == plot.right and len(marked) == 4


def test_a_game_dated_by_a_wrong_clock_is_neither_the_latest_nor_the_end_of_the_curve(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "today", lambda screen: "2026-11-27 12:00")
    dates = ("2031-01-01", "2026-11-20", "2026-11-26")
    lines = [f"result {date} hansa 3 easy 1 4{at} 8f3c66df 0000000{at}" for at, date in enumerate(dates, 1)]
    lines += [f"rating {date} hansa 3 0000000{at} 20 {at}00 20" for at, date in enumerate(dates, 1)]
    app.platform.write(RESULTS, "\n".join([HEAD, *lines, ""]))
    app.open(routes.Tally())
    settle(app)
    told = words(app)
    assert "1.0, 2.0, 3.0" in told
    assert told.index("43 points") < told.index("42 points") < told.index("41 points")


def test_what_was_learnt_in_all_games_has_a_heading_of_its_own(app: App) -> None:
    """Under the heading of the last game it would seem to refer to that."""
    about_hansa = ["result 2026-10-06 hansa 3 easy 1 42 8f3c66df 00001003"]
    learnt = ["mended 8f3c66df 5 13,41", "taught 8f3c66df 3 2 1"]
    for lines in (about_hansa, [*about_hansa, *learnt]):
        app.platform.write(RESULTS, "\n".join([HEAD, *lines, ""]))
        app.open(routes.Tally())
        settle(app)
        told = words(app).splitlines()
        assert (LEARN in told) == (lines != about_hansa)
    at = told.index(LEARN)
    assert told.index("Hansa") < at and "2 of 5" in told[at + 1] and "5 offers" in told[at + 2]
    assert told.index("Latest games") == at + 3


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_ends_at_the_table_is_counted(app: App, game: str) -> None:
    match = nearly_over(game)
    play_last(app, match)
    (result,) = read_entries(Result, app.saves.results())
    assert (result.ruleset, result.seats, result.against, result.game) == (game, 3, "hard", "alone")
    app.home(routes.Games())
    Person(app).click("tally")
    assert isinstance(app.scene, TallyPage)
    assert "3 players, hard: Games 1" in words(app)
    assert f"{result.points} points" in words(app)


def test_looking_at_a_finished_game_or_trying_another_way_counts_nothing(app: App) -> None:
    app.open(routes.Table(finished("hansa")))
    match = nearly_over("hansa")
    match.record.tags[TRIED] = "yes"
    play_last(app, match)
    assert app.saves.results() == ""


def test_a_deleted_game_stays_counted(app: App) -> None:
    match = nearly_over("hansa")
    play_last(app, match)
    app.saves.delete(match.id)
    assert len(read_entries(Result, app.saves.results())) == 1


def test_games_that_ended_before_are_counted_although_another_has_ended_since(app: App) -> None:
    match = nearly_over("hansa", "before")
    match.play(finished("hansa").moves[-1].action)
    app.saves.save(match)
    play_last(app, nearly_over("hansa-teutonica"))
    app.home(routes.Tally())
    settle(app)
    assert sorted(one.game for one in read_entries(Result, app.saves.results())) == ["alone", "before"]


def test_games_that_ended_before_results_were_kept_are_counted_once(app: App) -> None:
    match = nearly_over("hansa")
    match.play(finished("hansa").moves[-1].action)
    app.saves.save(match)
    app.saves.save(new_match("hansa", 2))
    app.open(routes.Tally())
    settle(app)
    assert len(read_entries(Result, app.saves.results())) == 1
    assert "3 players, hard: Games 1" in words(app)
    app.saves.delete(match.id)
    app.home(routes.Tally())
    settle(app)
    assert "3 players, hard: Games 1" in words(app)


def test_all_games_and_results_move_to_another_machine(app: App, tmp_path: Path) -> None:
    play_last(app, nearly_over("hansa"))
    going_on = new_match("hansa-teutonica", 3)
    rng = random.Random(1)
    for _ in range(20):
        going_on.play(hurried(going_on.state, rng))
    app.saves.save(going_on)
    text = everything(app.saves)

    other = opened(tmp_path / "other")
    other.bring(text)
    assert isinstance(other.scene, ImportPage)
    assert "Games: 2. Results: 1." in words(other)
    assert other.saves.games() == [], "nothing is added unasked"
    Person(other).click("add")
    settle(other)
    assert "Games added: 2" in words(other) and "Results added: 1" in words(other)
    assert {game.ruleset for game in other.saves.games()} == {"hansa", "hansa-teutonica"}
    assert read_entries(Result, other.saves.results()) == read_entries(Result, app.saves.results())
    (same,) = [game for game in other.saves.games() if not game.over]
    assert other.saves.open(same.id).state.position() == going_on.state.position()

    other.bring(text)
    Person(other).click("add")
    settle(other)
    assert "Games that were here already: 2" in words(other)
    assert len(other.saves.games()) == 2
    assert read_entries(Result, other.saves.results()) == read_entries(Result, app.saves.results())


def many(folder: Path, games: int, monkeypatch: pytest.MonkeyPatch) -> SaveStore:
    """Return a shelf with a number of different games."""
    saves, text = SaveStore(Desktop(folder)), finished("hansa").text()
    notes = f"tag note.1 {'x' * 500}\ntag note.2 {'x' * 150}\n"
    for number in range(games):
        saves.put(text.replace("\nseed 7\n", f"\nseed {number}\n{notes}"))
    return saves


def games_of(saves: SaveStore) -> set[str]:
    return {untagged(text) for _, text in saves.texts()}


def test_two_thousand_games_come_back_from_their_file(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = many(tmp_path / "many", 2_000, monkeypatch)
    (text,) = in_files(everything(saves))
    file = tmp_path / "kontor.txt"
    file.write_text(text, encoding="utf-8")
    assert file.stat().st_size > 6_900_000
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    app.step()
    assert "Games: 2000. Results: 0." in words(app)
    Person(app).click("add")
    settle(app)
    assert "Games added: 2000" in words(app)
    assert games_of(app.saves) == games_of(saves)


def test_a_file_that_is_too_long_is_said_to_be_and_not_read(app: App, tmp_path: Path) -> None:
    file = tmp_path / "kontor.txt"
    with open(file, "w", encoding="utf-8") as sparse:
        sparse.write(finished("hansa").text())
        sparse.truncate(LONGEST_FILE + 1)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    app.step()
    assert app.scene.name == "refusal" and "longer than 64 MB" in words(app)
    assert app.saves.games() == []


def test_more_than_one_file_holds_is_written_into_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = many(tmp_path, 20, monkeypatch)
    app = opened(tmp_path)
    add_entries(app.saves, [Result("-", "hansa", 2, "easy", 1, 40, "00000001", "aa")])
    text = everything(app.saves)
    files = in_files(text, most=10_000)
    assert len(files) > 5 and all(len(file.encode()) <= 10_000 for file in files)
    other = SaveStore(Desktop(tmp_path / "other"))
    for file in files:
        for _ in take_in(other, file):
            pass
    assert games_of(other) == games_of(saves) and other.results() == app.saves.results()


def test_where_there_is_no_room_for_everything_nothing_is_added(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.saves.save(new_match("hansa", 2))
    before = app.saves.texts()
    text = everything(many(tmp_path / "many", 20, monkeypatch))
    written = Desktop.write

    def full(desktop: Desktop, key: str, kept: str) -> None:
        if len(desktop.keys("game/")) == 9:
            raise StorageError("full", "no room")
        written(desktop, key, kept)

    monkeypatch.setattr(Desktop, "write", full)
    app.bring(text)
    Person(app).click("add")
    settle(app)
    assert "not enough room" in words(app) and "Nothing was added" in words(app)
    assert app.saves.texts() == before and app.saves.results() == ""


def test_what_is_damaged_or_of_another_version_harms_no_other_game_in_the_file(
    app: App, tmp_path: Path
) -> None:
    good = write(new_match("hansa", 2).record)
    newer = good.replace("\nversion ", "\nversion 9", 1)
    for name, text in (("a", good), ("b", "torn off\n"), ("c", newer)):
        app.platform.write(f"game/{name}", text)
    other = SaveStore(Desktop(tmp_path / "other"))
    (*_, taken) = take_in(other, everything(app.saves))
    assert (taken.games, taken.broken) == (2, 0)
    assert {text for _, text in other.texts()} == {good, newer}, "a newer Kontor finds what is its own"


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
    app.home(routes.Tally())
    settle(app)
    Person(app).click("file")
    ((name, text),) = saved.items()
    assert name.startswith("kontor-20") and text == everything(app.saves)
    assert name in words(app)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_kept_or_brought_in_breaks_the_pages(open_app: Callable[..., App], text: str) -> None:
    app = open_app()
    app.home(routes.Title())
    one = Result("-", "unheard-of", 9, "easy", 9, -999, "00000001", "aa")
    kept = with_entries("", [one]) + f"result {text}\n{text}\n"
    app.platform.write(RESULTS, kept.encode("utf-8", "replace").decode())
    app.open(routes.Tally())
    settle(app)
    app.refresh()
    app.step()
    assert app.scene.name == "tally"
    record = write(new_match("hansa", 2).record)
    app.bring(f"kontor-results 1\nresult {text}\n{record}tag {text}\nkontor-record 1\n{text}\n")
    assert isinstance(app.scene, ImportPage)
    Person(app).click("add")
    settle(app)
    assert app.scene.name == "take-in" and isinstance(app.saves, SaveStore)
    app.home(routes.Games())
    app.step()


def test_a_level_of_play_needs_several_games_and_is_a_range(app: App) -> None:
    for count, told in ((4, "at least 5 analysed games"), (5, "between masterly and patchy")):
        lines = [f"rating 2026-11-2{day} hansa 3 0000000{day} 20 140 200" for day in range(1, 1 + count)]
        app.platform.write(RESULTS, "\n".join([HEAD, *lines, ""]))
        app.open(routes.Tally())
        settle(app)
        assert told in words(app)
