"""Puzzles at the table: solved, missed, shown and explained."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.assets import of_game
from game.bots.themes import themes_of
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Button, ChoiceCard
from game.client.learn import courses
from game.client.learn import lessons as page
from game.client.learn import puzzle as scenes
from game.client.learn.courses import progress_of
from game.client.learn.puzzle import PuzzleCoach
from game.client.learn.training.skill import BY_LEVEL, rate_attempt, skills
from game.client.table.table import TableScene
from game.client.words import i18n
from game.client.words.i18n import LANGUAGES, lessons
from game.match.progress import DONE
from game.match.puzzle import SOLVED, Puzzle, read_puzzles
from tests.client.conftest import Person
from tests.match.test_puzzle import ROW

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
FOUND = read_puzzles(
    "hansa-teutonica",
    json.dumps([ROW, ROW | {"id": "hansa-teutonica-2", "level": 3, "step": 4, "themes": ["move", "office"]}]),
)

SCREENS = [
    (size, ratio, language)
    for size, ratio in (((320, 568), 1), ((1170, 2532), 3))
    for language in ("en", "de", "pt")
]


@pytest.fixture
def app(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> App:
    """An app with two puzzles, on the lessons page."""

    def found(game: str) -> object:
        return FOUND if game == "hansa-teutonica" else ()

    for module in (scenes, page):
        monkeypatch.setattr(module, "puzzles", found)
    app = open_app()
    app.home(routes.Lessons())
    return app


def table(app: App) -> TableScene:
    scene = app.scene
    assert isinstance(scene, TableScene)
    return scene


def coach_of(app: App) -> PuzzleCoach:
    """Return the table's puzzle."""
    coach = table(app).table_mode
    assert isinstance(coach, PuzzleCoach)
    return coach


def play(app: App, *texts: str) -> None:
    """Perform these actions by activating their controls."""
    for text in texts:
        table(app).play(table(app).match.state.parse_action(text))
    app.refresh()
    app.step()


def test_a_puzzle_is_found_among_the_lessons_and_solved(app: App) -> None:
    person = Person(app)
    app.open(routes.Puzzles("hansa-teutonica"))
    app.step()
    person.click("hansa-teutonica-1")
    assert "best plan" in coach_of(app).words()
    play(app, *ROW["answer"])
    said = coach_of(app).words()
    assert said.startswith(lessons("puzzle.solved")) and "61%" in said and "40%" in said
    assert "You fill and claim Minden–Hannover to take office 2 of Hannover." in said
    assert progress_of(app, "hansa-teutonica-1") == "done"
    assert not table(app).chooser.offered
    assert table(app).shown_seat == FOUND[0].state().actor != table(app).match.state.actor
    assert coach_of(app).status("Place something.") == lessons("puzzle.over")
    person.click("coach.after")
    assert coach_of(app).puzzle is FOUND[1]
    assert app.saves.games() == []


def test_the_last_puzzle_ends_with_a_word_and_the_list(app: App) -> None:
    person = Person(app)
    app.open(routes.Puzzles("hansa-teutonica"))
    app.step()
    app.open(routes.PuzzleTable(FOUND[1]))
    app.step()
    play(app, *ROW["answer"])
    assert lessons("puzzles.risen", step="The full table") in coach_of(app).words()
    person.click("coach.after")
    assert coach_of(app).puzzle is FOUND[0], "the one that is left"
    play(app, *ROW["answer"])
    assert coach_of(app).words().endswith(lessons("puzzles.end"))
    assert person.widget("coach.after").label == lessons("puzzles.all")
    person.click("coach.after")
    assert app.scene.name == "puzzles"
    read = [widget.label for widget in app.scene.widgets]
    assert "Two opponents to think of. 1 of 1 solved." in read


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_every_solved_puzzle_says_why_its_answer_is_right(open_app: Open, game: str) -> None:
    app = open_app()
    app.home(routes.Lessons())
    for puzzle in courses.puzzles(game):
        app.open(routes.PuzzleTable(puzzle))
        assert puzzle.reason is not None
        coach, state = coach_of(app), puzzle.state()
        coach.result = SOLVED
        said = set[str]()
        for language in LANGUAGES:
            i18n.use_language(language)
            why = coach.table.view.why(puzzle.reason, state.actor or 0, state, yours=True)
            assert why and "{" not in why and why in coach.words(), puzzle.id
            said.add(why)
        assert len(said) == len(LANGUAGES), puzzle.id
        app.pop()


def test_a_puzzle_of_one_choice_does_not_ask_for_a_plan(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = read_puzzles("hansa-teutonica", (of_game("hansa-teutonica") / "puzzles.json").read_text("utf-8"))
    asked = set[bool]()
    monkeypatch.setattr(scenes, "puzzles", lambda game: kept)
    for puzzle in kept[:4]:
        app.open(routes.PuzzleTable(puzzle))
        app.step()
        said, deeds = coach_of(app).words(), [text for text in puzzle.answer if text != "end-turn"]
        assert ("plan" not in said) == puzzle.single and (len(deeds) == 1 or not puzzle.single)
        asked.add(puzzle.single)
        app.pop()
    assert asked == {True, False}


def test_a_missed_puzzle_can_be_tried_again_or_explained(app: App) -> None:
    person = Person(app)
    app.open(routes.PuzzleTable(FOUND[0]))
    app.step()
    play(app, "end-turn")
    assert coach_of(app).words() == lessons("puzzle.missed")
    assert progress_of(app, "hansa-teutonica-1") == ""
    person.click("coach.again")
    assert coach_of(app).words() != lessons("puzzle.missed")
    assert table(app).match.state.position() == FOUND[0].state().position()
    person.click("coach.answer")
    assert table(app).match.state.position() == FOUND[0].solution()[-1].position()
    assert progress_of(app, "hansa-teutonica-1") == ""


@pytest.mark.parametrize(("size", "ratio", "language"), SCREENS, ids=str)
def test_no_button_hides_any_of_the_board_of_a_puzzle_and_none_cuts_its_caption(
    open_app: Open, size: tuple[int, int], ratio: int, language: str
) -> None:
    """Each puzzle on one of the screens, in one of the languages."""
    app = open_app(size, ratio)
    app.settings.language = language
    app.apply_settings()
    app.home(routes.Lessons())
    squeezed = 0
    every = (*courses.puzzles("hansa-teutonica"), *courses.puzzles("hansa"))
    for puzzle in every[SCREENS.index((size, ratio, language)) :: len(SCREENS)]:
        app.open(routes.PuzzleTable(puzzle))
        scene = table(app)
        for first in ("", *scene.chooser.offered):
            scene.choice.ask()
            if first and scene.chooser.touch(first) is not None:
                continue
            scene.layout(scene.app.metrics)
            assert scene.stage.layout is not None
            # The visible part of the board: a player board with controls can cover the rest.
            board, bar = scene.stage.camera.seen.clip(scene.stage.camera.board), scene.stage.layout.actions
            buttons = [widget for widget in scene.widgets if isinstance(widget, Button)]
            assert not [one.id for one in buttons if one.rect.colliderect(board) and one.id != "whole"]
            row = [one for one in buttons if bar.contains(one.rect) and one.caption != ""]
            assert not [one.label for one in row if not one.shows_all(app.metrics.unit)]
            squeezed += sum(one.rect.width for one in row) > bar.width * 0.7
        app.pop()
    assert squeezed, "there were puzzles with a full row"


def test_a_single_puzzle_of_a_step_is_no_wider_than_the_others(app: App) -> None:
    app.open(routes.Puzzles("hansa-teutonica"))
    app.step()
    buttons = [one for one in app.scene.widgets if one.id.startswith("hansa-teutonica")]
    assert len(buttons) == len(FOUND) and {one.rect.y for one in buttons} != {buttons[0].rect.y}
    assert {round(one.rect.width) for one in buttons} == {round(buttons[0].rect.width)}
    assert all(one.rect.width < app.metrics.width * 0.2 for one in buttons)


@pytest.mark.parametrize(
    ("size", "ratio", "abreast"), [((1280, 720), 1, 8), ((780, 1688), 2, 4), ((320, 568), 1, 3)]
)
def test_a_tick_moves_no_puzzle_of_the_list(
    open_app: Open, size: tuple[int, int], ratio: float, abreast: int
) -> None:
    """The list has four columns on a phone, also after the first puzzle is solved."""
    app = open_app(size, ratio)
    app.home(routes.Puzzles("hansa-teutonica"))
    app.step()

    def buttons() -> list[Button]:
        listed = (one for one in app.scene.widgets if one.id.startswith("hansa-teutonica"))
        return [one for one in listed if isinstance(one, Button)]

    places = [one.rect for one in buttons()]
    for puzzle in courses.puzzles("hansa-teutonica"):
        courses.save_progress(app, puzzle.id, DONE)
    app.refresh()
    assert [one.rect for one in buttons()] == places and sum(
        rect.y == places[0].y for rect in places
    ) >= abreast
    assert all(one.icon == "check" and one.shows_all(app.metrics.unit) for one in buttons())


@pytest.mark.parametrize(
    ("step", "board", "town"),
    [(5, "east", "visby"), (6, "britannia", "cardiff"), (7, "britannia", "edinburgh")],
)
def test_a_puzzle_lies_on_its_own_board_under_a_heading_of_its_own(
    open_app: Open, step: int, board: str, town: str
) -> None:
    of_step = [puzzle for puzzle in courses.puzzles("hansa-teutonica") if puzzle.step == step]
    app = open_app()
    app.home(routes.Puzzles("hansa-teutonica"))
    app.step()
    assert lessons(f"puzzles.step.{step}") in [widget.label for widget in app.scene.widgets]
    assert len(of_step) >= 10
    app.open(routes.PuzzleTable(of_step[0]))
    app.step()
    match = coach_of(app).match
    assert match.record.options["board"] == board == match.state.options["board"]
    assert table(app).view.anchor(f"town.{town}", match.state), "which is on none of the base boards"


def test_puzzles_are_chosen_by_theme_and_go_on_within_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    third = ROW | {"id": "hansa-teutonica-3", "themes": ["office"]}
    found = (*FOUND, *read_puzzles("hansa-teutonica", json.dumps([third])))
    monkeypatch.setattr(scenes, "puzzles", lambda game: found)
    person = Person(app)
    app.open(routes.Puzzles("hansa-teutonica"))
    app.step()
    person.click("by.theme")
    cards = [one for one in app.scene.widgets if isinstance(one, ChoiceCard)]
    assert [(card.id, card.aside) for card in cards] == [
        ("theme.office", "0 of 2 solved"),
        ("theme.move", "0 of 1 solved"),
    ]
    assert lessons("puzzles.by.theme.text") in [one.label for one in app.scene.widgets]
    person.click("theme.office")
    assert [one.id for one in app.scene.widgets if one.id.startswith("hansa-teutonica")] == [
        "hansa-teutonica-2",
        "hansa-teutonica-3",
    ]
    person.click("hansa-teutonica-3")
    assert coach_of(app).headline() == "Puzzle 3 · Offices and points"
    play(app, *ROW["answer"])
    person.click("coach.after")
    assert coach_of(app).puzzle is FOUND[1], "the other one of the theme, not the first one of all"
    person.click("coach.answer")
    person.click("coach.again")
    assert coach_of(app).theme == "office"
    play(app, *ROW["answer"])
    assert coach_of(app).words().endswith(lessons("puzzles.risen", step="Offices and points"))
    assert person.widget("coach.after").label == lessons("puzzles.all")
    person.click("coach.after")
    app.pop()
    app.step()
    assert {one.aside for one in app.scene.widgets if isinstance(one, ChoiceCard)} == {
        "2 of 2 solved",
        "1 of 1 solved",
    }


def test_a_puzzle_names_its_themes_when_they_give_nothing_away(app: App) -> None:
    app.open(routes.PuzzleTable(FOUND[1]))
    app.step()
    named = lessons("puzzle.themes", n=2, themes="Moving, Offices and points")
    assert coach_of(app).headline() == "Puzzle 2" and named not in coach_of(app).words()
    play(app, *ROW["answer"])
    assert named in coach_of(app).words()


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_every_theme_has_its_name_in_every_language(game: str) -> None:
    assert courses.themes(game) == list(themes_of(game)), "in the order in which they are offered"
    for language in LANGUAGES:
        own = i18n.catalogue(game, language)
        assert all({f"theme.{name}", f"theme.{name}.text"} <= own.keys() for name in themes_of(game))


def test_themes_are_reached_by_the_keyboard(app: App) -> None:
    """Tab stops once at the choice of the order, arrows change it, and Enter opens a card."""
    person = Person(app)
    app.open(routes.Puzzles("hansa-teutonica"))
    app.step()
    person.key(pygame.K_TAB)
    person.key(pygame.K_RIGHT)
    person.key(pygame.K_RETURN)
    assert person.widget("theme.office")
    person.key(pygame.K_TAB)
    person.key(pygame.K_RETURN)
    assert app.scene.name == "puzzles"
    assert [one.id for one in app.scene.widgets if one.id.startswith("hansa-teutonica")] == [FOUND[1].id]


JUDGED: dict[str, Any] = {
    "medium": [32, 0.7, 0.2],
    "hard": [8, 0.6, 0.3],
    "second": ["place trader minden-hannover.2", "place trader bremen-hamburg.1", "end-turn"],
    "accepted": [["place trader minden-hannover.2", "place trader minden-hannover.3"]],
    "alike": 1,
    "second_reason": ["income", {}],
    "points": [[31.2, 24.0, 27.4], [25.0, 24.0, 28.3]],
}


@pytest.fixture
def judged(app: App, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """A puzzle that was played to the end, the only one."""
    found = read_puzzles("hansa-teutonica", json.dumps([ROW | JUDGED]))
    for module in (scenes, page):
        monkeypatch.setattr(module, "puzzles", lambda game: found)
    return found[0]


def test_the_explanation_says_what_sets_the_answer_apart_from_the_next_best_plan(
    app: App, judged: Puzzle
) -> None:
    app.open(routes.PuzzleTable(judged, shown=True))
    app.step()
    said = coach_of(app).words()
    for text in (
        lessons("puzzle.judged", n=40, chance="61%", second="40%", sure="99%"),
        lessons("puzzle.points", answer_own=31, answer_best=27, second_own=25, second_best=28),
        lessons("puzzle.accepted", n=1),
    ):
        assert text in said
    differs = lessons("puzzle.second", plan="").rstrip(" .")
    assert differs in said and said.index(differs) < said.index(lessons("puzzle.accepted", n=1))
    assert judged.second_reason is not None
    idea = coach_of(app).table.view.why(judged.second_reason, 0, judged.solution()[1], yours=True)
    assert idea and lessons("puzzle.second.why", why=idea) in said


def test_a_plan_that_only_ends_the_turn_has_no_idea(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason would be that there is nothing better to do."""
    changed = ROW | JUDGED | {"second": ["end-turn"], "alike": 0}
    found = read_puzzles("hansa-teutonica", json.dumps([changed]))
    monkeypatch.setattr(scenes, "puzzles", lambda game: found)
    app.open(routes.PuzzleTable(found[0], shown=True))
    app.step()
    assert lessons("puzzle.second.why", why="") not in coach_of(app).words()


def test_the_next_best_plan_is_told_from_where_it_differs_to_where_it_ends_alike(
    app: App, judged: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = ["place trader minden-hannover.2", "place trader bremen-hamburg.1", "end-turn"]
    answer = ["place trader minden-hannover.2", "place trader minden-hannover.3", "end-turn"]
    changed = ROW | JUDGED | {"answer": answer, "second": second}
    found = read_puzzles("hansa-teutonica", json.dumps([changed]))
    monkeypatch.setattr(scenes, "puzzles", lambda game: found)
    app.open(routes.PuzzleTable(found[0], shown=True))
    app.step()
    state = found[0].solution()[1]
    told = coach_of(app).table.view.tell_action(state.parse_action(second[1]), state)
    assert lessons("puzzle.second", plan=told) in coach_of(app).words()


def test_a_puzzle_that_was_not_played_to_the_end_gives_an_estimate_only(app: App) -> None:
    app.open(routes.PuzzleTable(FOUND[0], shown=True))
    app.step()
    assert lessons("puzzle.chances", chance="61%", second="40%") in coach_of(app).words()


def test_the_replies_to_a_wrong_try_are_played_on_the_board_up_to_the_next_own_turn(
    app: App, judged: Puzzle
) -> None:
    person = Person(app)
    app.open(routes.PuzzleTable(judged))
    app.step()
    assert not any(widget.id == "coach.replies" for widget in app.scene.widgets), "before the try"
    play(app, *JUDGED["second"])
    coach = coach_of(app)
    begun = coach.match.state.turn_number
    person.click("coach.replies")
    while coach.replies != scenes.OVER:
        assert coach.match.state.actor is not None
        table(app).play(next(a for a in coach.match.state.legal_actions()))
        assert len(coach.match.moves) < 100
    state = coach.match.state
    assert state.turn_seat == coach.seat and state.turn_number > begun and coach.match.paused
    assert lessons("puzzle.tried", chance="61%", second="40%") in coach.words()
    person.click("coach.again")
    assert coach_of(app).result == "" and not coach_of(app).match.moves


def test_the_first_attempt_moves_the_ratings_of_player_and_puzzle(app: App) -> None:
    puzzle, game = FOUND[0], "hansa-teutonica"
    rate_attempt(app, puzzle, solved=False)
    after = skills(app)
    assert after[game].rating < 1500 and after[puzzle.id].rating > BY_LEVEL[puzzle.level]
    rate_attempt(app, puzzle, solved=True)
    assert skills(app) == after, "the answer may be known"
    low, high = after[game].interval
    app.open(routes.Puzzles(game))
    app.step()
    assert any(f"{low} and {high}" in widget.label for widget in app.scene.widgets)
    app.open(routes.PuzzleTable(puzzle, shown=True))
    assert f"{low} and {high}" in coach_of(app).words()
