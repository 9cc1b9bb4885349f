"""Counting exercises: who can end the game first, and with how many points."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import engine
from game.bots.brain import brain
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.training.counting import CountingCoach, solved_tasks, tasks
from game.client.table.table import TableScene
from game.client.words.i18n import lessons
from game.match.counting import NOBODY, first_end, points_options, read_tasks, who_options
from game.match.learning import Review, read_entries
from tests.client.conftest import Person
from tests.client.test_tally import words as told

pytestmark = pytest.mark.usefixtures("unseen")
COUNTED = [game for game in engine.rulesets() if tasks(game)]
MOST = 0.3
"""Maximum share of the positions that no seat can end."""


@pytest.fixture
def app(open_app: Callable[..., App]) -> App:
    app = open_app()
    app.home(routes.Lessons())
    return app


def coach(app: App) -> CountingCoach:
    scene = app.scene
    assert isinstance(scene, TableScene) and isinstance(scene.table_mode, CountingCoach)
    return scene.table_mode


def answer(app: App, *, right: bool = True) -> None:
    """Answer the current question by its button."""
    now = coach(app)
    if now.stage == "who":
        options = who_options(now.task, now.end, len(now.match.players))
        true = NOBODY if now.end is None else now.end.seat
    else:
        assert now.end is not None
        options, true = points_options(now.task, now.end), now.end.totals[now.end.seat]
    at = next(at for at, one in enumerate(options, 1) if (one == true) == right)
    Person(app).click(f"answer.{at}")
    app.step()


def test_the_positions_are_many_and_different_and_most_can_be_ended() -> None:
    found = [task for game in COUNTED for task in tasks(game)]
    assert len(found) >= 60 and len({task.id for task in found}) == len(found)
    ends = [first_end(brain(task.ruleset_id).game_ends(task.state())) for task in found]
    assert ends.count(None) <= MOST * len(ends)
    assert {task.state().seats for task in found} >= {2, 3, 4, 5}


@pytest.mark.parametrize("game", COUNTED)
def test_the_right_answers_are_those_of_the_engine_and_are_offered_once(game: str) -> None:
    for task in tasks(game):
        state = task.state()
        ends = brain(game).game_ends(state)
        end = first_end(ends)
        seats = who_options(task, end, state.seats)
        assert len({*seats}) == len(seats) == 3 and {*seats} <= {*range(state.seats), NOBODY}
        assert (NOBODY if end is None else ends[0].seat) in seats
        assert end is None or points_options(task, end).count(end.totals[end.seat]) == 1


@pytest.mark.parametrize("game", COUNTED)
def test_both_answers_lead_to_the_facts_and_the_next_position(app: App, game: str) -> None:
    task = next(task for task in tasks(game) if brain(game).game_ends(task.state()))
    app.open(routes.CountingTable(game, task))
    app.step()
    assert not coach(app).pointed_out()
    answer(app)
    end = coach(app).end
    assert end is not None and coach(app).pointed_out() == [end.place] * bool(end.place)
    answer(app)
    assert coach(app).words().startswith(lessons("counting.right"))
    assert all(f"{points}" in coach(app).words() for points in end.totals)
    (review,) = read_entries(Review, app.saves.results())
    assert (review.item, review.box) == (task.id, 1) and solved_tasks(app, game) == 1
    Person(app).click("coach.after")
    app.step()
    assert coach(app).task.id != task.id and coach(app).stage == "who"


def test_the_place_where_the_game_ends_comes_into_view(open_app: Callable[..., App]) -> None:
    """On an upright phone a part of the board is out of view."""
    app, hidden = open_app((1170, 2532), 3), 0
    app.home(routes.Lessons())

    def is_seen(place: str) -> bool:
        camera_control, state = coach(app).table.camera_control, coach(app).match.state
        (shape,) = camera_control.on_board([place], state)
        return coach(app).table.stage.free.inflate(2, 2).contains(shape.rect)

    for task in tasks(COUNTED[0])[:6]:
        end = first_end(brain(task.ruleset_id).game_ends(task.state()))
        if end is None or not end.place:
            continue
        app.open(routes.CountingTable(task.ruleset_id, task))
        app.step()
        hidden += not is_seen(end.place)
        answer(app)
        assert is_seen(end.place)
        app.pop()
    assert hidden


@pytest.mark.parametrize("first", [True, False])
def test_a_wrong_answer_is_corrected_and_comes_again_on_the_next_day(app: App, first: bool) -> None:
    game = COUNTED[0]
    task = next(task for task in tasks(game) if brain(game).game_ends(task.state()))
    app.open(routes.CountingTable(game, task))
    app.step()
    answer(app, right=not first)
    answer(app, right=first)
    (review,) = read_entries(Review, app.saves.results())
    assert review.box == 0 and not solved_tasks(app, game)


def test_the_page_learn_offers_them_where_a_game_has_any(app: App) -> None:
    for game in engine.rulesets():
        page = app.scene
        offered = any(widget.id == f"counting.{game}" for widget in page.widgets)
        assert offered <= (game in COUNTED)
    assert lessons("counting") in told(app)


def test_a_file_of_anything_else_is_refused() -> None:
    for text in ("{", "{}", "[1]"):
        with pytest.raises(ValueError, match="counting"):
            read_tasks("hansa", text)
