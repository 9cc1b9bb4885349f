"""Practising the costliest kind of mistakes in all analysed games."""

from __future__ import annotations

import pytest

from game import engine
from game.bots.mistakes import kinds_of
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.mistake import MistakeCoach
from game.client.learn.training.practice import PracticePage
from game.client.review.analysis import AnalysisPage
from game.client.review.rating_table import phase_name
from game.client.storage.results import add_entries
from game.client.table.table import TableScene
from game.client.words.i18n import finished as words
from game.engine.core import Reason
from game.match import Computer, Match
from game.match.learning import (
    PHASES,
    KnownMistakes,
    PhaseRating,
    RatedGame,
    RatedPhases,
    Review,
    read_entries,
)
from game.match.practice import mistakes_of
from game.match.puzzle import SOLVED
from game.match.rating import of_persons, phases_of, rated_of, ratings
from tests.client.conftest import Person, finished
from tests.client.judged import invented
from tests.client.test_mistakes import app, coach, try_something
from tests.client.test_tally import words as told

__all__ = ["app"]
pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


SEAT = 0


def analysed(app: App, game: str) -> Match:
    """Open the invented analysis of a saved game in which one person played."""
    whole = finished(game)
    match = whole.branch("mine", len(whole.moves))
    for seat in range(match.record.seats):
        if seat != SEAT:
            match.set_controller(seat, Computer("hard", seat))
    app.saves.save(match)
    app.saves.keep_analysis(match.id, invented(game, SEAT))
    app.open(routes.Analysis(match))
    page = app.scene
    assert isinstance(page, AnalysisPage)
    while page.found is None:
        app.step()
    return match


@pytest.mark.parametrize("game", GAMES)
def test_the_mistakes_of_an_analysed_game_are_counted_by_kind_and_phase(app: App, game: str) -> None:
    match = analysed(app, game)
    (phases,) = read_entries(RatedPhases, app.saves.results())
    (mistakes,) = read_entries(KnownMistakes, app.saves.results())
    assert isinstance(app.scene, AnalysisPage) and app.scene.found is not None
    own = [one for one in app.scene.found.mistakes if one.seat == SEAT]
    assert [one.step for one in mistakes.found] == [one.step for one in own] and mistakes.game == match.id
    decided = [one.decisions for one in (phases.opening, phases.middle, phases.end)]
    turns = app.scene.found.turns
    assert sum(decided) == sum(one.decided and one.seat == SEAT for turn in turns for one in turn.decisions)
    assert words("phases.yours") in told(app), "what happened in the one game"
    app.home(routes.Tally())
    assert words("kinds") in told(app) and words("kinds.practise") in told(app)


def test_turns_that_a_computer_began_with_or_without_a_reason_are_no_mistakes_of_the_person(app: App) -> None:
    match, page = analysed(app, GAMES[0]), app.scene
    assert isinstance(page, AnalysisPage) and page.found is not None
    told, silent, *own = (one.step for one in page.found.mistakes if one.seat == SEAT)
    match.record.reasons[told] = Reason("income", {})
    match.record.computed.add(silent)
    noted = mistakes_of(match.record, page.found, page.task.standings, match.id, "")
    assert noted is not None and [one.step for one in noted.found] == own


def test_turns_that_a_computer_began_do_not_count_in_the_rating_of_the_person(app: App) -> None:
    match, page = analysed(app, GAMES[0]), app.scene
    assert isinstance(page, AnalysisPage) and page.found is not None
    turns, standings = page.found.turns, page.task.standings
    counts = [sum(one.decided and one.seat == SEAT for one in turn.decisions) for turn in turns]
    rated = [at for at, count in enumerate(counts) if count]
    match.record.computed.update(standings[at].step for at in rated[1:])
    own, count = of_persons(match.record, turns, standings), counts[rated[0]]
    phases = phases_of(match.record, own, "")
    assert phases is not None and sum(one.decisions for one in phases[2:]) == count
    game = rated_of(match.record, ratings(own, (SEAT,), match.record.seats), "")
    assert game is not None and game.decisions == count
    app.home(routes.Analysis(match))
    while not isinstance(app.scene, AnalysisPage) or app.scene.found is None:
        app.step()
    (stored,) = read_entries(RatedGame, app.saves.results())
    assert stored.decisions == count, "the new rating has replaced the old one"


@pytest.mark.parametrize("game", GAMES)
def test_the_weakest_kind_is_practised_and_comes_again_after_some_days(app: App, game: str) -> None:
    analysed(app, game)
    app.home(routes.Tally())
    act = Person(app).widget(f"practise.{game}").act
    assert act is not None
    act()
    page = app.scene
    assert isinstance(page, PracticePage)
    costliest, items = page.chosen, list(page.items)
    assert costliest == page.kinds[0] and costliest in (*kinds_of(game), "other") and items
    Person(app).click("begin")
    while not isinstance(app.scene, TableScene):
        app.step()
    assert isinstance(coach(app), MistakeCoach)
    try_something(app, 0.0)
    assert coach(app).result == SOLVED
    (review,) = read_entries(Review, app.saves.results())
    assert review.item in items and review.box == 1 and review.due > app.platform.today()[:10]
    app.pop()
    assert app.scene.name == page.name
    done = words("practice.due", n=len(items) - 1)
    assert done in told(app)


def test_a_failure_is_repeated_on_the_next_day(app: App) -> None:
    analysed(app, GAMES[0])
    app.open(routes.Practice(GAMES[0]))
    Person(app).click("begin")
    while not isinstance(app.scene, TableScene):
        app.step()
    app.refresh()
    Person(app).click("coach.answer")
    (review,) = read_entries(Review, app.saves.results())
    assert review.box == 0


def test_a_game_whose_analysis_has_changed_is_not_practised(app: App) -> None:
    match = analysed(app, GAMES[0])
    app.open(routes.Practice(GAMES[0]))
    page = app.scene
    assert isinstance(page, PracticePage)
    app.saves.keep_analysis(match.id, "{}")
    Person(app).click("begin")
    while not page.message:
        app.step()
    assert app.scene is page and words("practice.gone") in told(app)


def test_grades_by_phase_are_ranges_over_five_games_at_least(app: App) -> None:
    third = PhaseRating(9, 0.012, 0.006)
    games = [RatedPhases(f"{n:08x}", GAMES[0], third, third, PhaseRating(0, 0.0, 0.0)) for n in range(5)]
    add_entries(app.saves, games[:4])
    app.home(routes.Tally())
    opening = words("phases.grades", phase=phase_name("opening"), grade="strong", worst="good")
    assert phase_name("opening") not in told(app)
    add_entries(app.saves, games)
    app.home(routes.Tally())
    assert opening in told(app) and phase_name(PHASES[2]) not in told(app), "the end had no decisions"
