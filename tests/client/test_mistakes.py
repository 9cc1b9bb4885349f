"""Learning from mistakes: costly turns are replayed, with two tries, a clue and the answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Button
from game.client.learn.mistake import MistakeCoach
from game.client.learn.mistakes import MistakesPage
from game.client.review.advice import advice, clue_to
from game.client.review.marking import in_words
from game.client.review.replay import ReplayScene
from game.client.table.table import TableScene
from game.client.words.i18n import finished as words
from game.client.words.i18n import use_language
from game.engine.core import Reason, State
from game.match import Computer, Match
from game.match import Person as Here
from game.match.controllers import note_hand_over
from game.match.exercise import TRIES
from game.match.learning import SolvedMistakes, read_entries
from game.match.puzzle import MISSED, OPEN, SOLVED
from game.match.tally import setup_of
from tests.client.conftest import Person, finished
from tests.client.judged import judged_game
from tests.client.thinker import Thinker
from tests.needs import HAS, needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


class Judge(Thinker):
    """Judges any attempt as giving away a fixed amount; opponents in the turn reply immediately."""

    gives_away = 0.0
    did: Reason | None = None
    """The purpose of any attempt."""

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        if "played" not in json.loads(self.asked[-1]):
            return {"plan": [state.legal_actions()[0].text]}
        row: dict[str, Any] = {
            "seat": 0,
            "choices": 5,
            "given_away": self.gives_away,
            "error": 0.0,
            "sure": 1.0,
        }
        row |= {"chance": 0.5, "played": 0.5, "plan": [], "line": [], "reason": None}
        row["did"] = self.did and [self.did.id, dict(self.did.facts)]
        return {"verdicts": [[0, row]], "luck": [], "chances": []}


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def opened(folder: Path, size: tuple[int, int] = (1280, 720)) -> App:
    app = App(Judge(folder, size))
    pygame.event.clear()
    app.settings.speed = app.settings.look = app.settings.handover = "off"
    app.home(routes.Title())
    return app


def listed(app: App, game: str, size: str = "small") -> MistakesPage:
    """Return the list of a judged game, for the seat with most mistakes."""
    match = finished(game)
    app.settings.mistakes = size
    app.saves.save(match)
    app.saves.keep_analysis(match.id, judged_game(game))
    app.open(routes.Mistakes(match))
    page = app.scene
    assert isinstance(page, MistakesPage)
    while page.task.found is None:
        app.step()
    seats = [one.seat for one in page.task.found.mistakes if one.verdict.line]
    if not seats:
        needs(game, "bots")
    Person(app).click(f"seat.{max(seats, key=seats.count)}")
    app.step()
    return page


def coach(app: App) -> MistakeCoach:
    assert isinstance(app.scene, TableScene)
    assert isinstance(app.scene.table_mode, MistakeCoach)
    return app.scene.table_mode


def begin(app: App, game: str) -> MistakeCoach:
    listed(app, game)
    Person(app).click("begin")
    app.step()
    return coach(app)


def try_something(app: App, gives_away: float) -> None:
    """Play the turn to its end, with a judgement that it gives this amount away."""
    assert isinstance(app.platform, Judge)
    app.platform.gives_away = gives_away

    async def play() -> None:
        table, tried = app.scene, coach(app)
        assert isinstance(table, TableScene)
        for _ in range(600):
            if not tried.result and table.match.state.actor == tried.seat:
                legal = table.match.state.legal_actions()
                last = next((one for one in legal if one.text.startswith(("end-turn", "pass"))), legal[0])
                table.play(last)
            app.refresh()
            app.step()
            await asyncio.sleep(0)
            if tried.result in (SOLVED, MISSED):
                app.step()
                return
        raise AssertionError(f"it was never judged: {tried.result}")

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_an_error_done_better_is_counted_and_kept(app: App, game: str) -> None:
    begun = begin(app, game)
    mistake, total = begun.exercise.mistake, len(begun.exercises)
    assert begun.match.state.position(begun.seat) == mistake.position
    assert str(begun.exercise.round) in begun.words() and begun.result == OPEN
    try_something(app, 0.0)
    assert coach(app).result == SOLVED and coach(app).words().startswith(words("mistake.solved"))
    (kept,) = read_entries(SolvedMistakes, app.saves.results())
    assert kept.setup == setup_of(finished(game).record)
    assert kept.steps == {mistake.step} and kept.errors == total
    Person(app).click("leave")
    app.step()
    page = app.scene
    assert isinstance(page, MistakesPage)
    told = words("mistakes.mended", done=1, total=total)
    assert told in [widget.label for widget in page.widgets]
    button = Person(app).widget(f"mistake.{begun.at + 1}")
    assert isinstance(button, Button) and words("mistakes.done") in button.label
    assert button.icon == "check" and not button.state and button.tone == "paper", "done, not chosen"


@pytest.mark.parametrize("game", GAMES)
def test_after_the_first_try_there_is_a_clue_and_after_the_second_the_answer(app: App, game: str) -> None:
    begun = begin(app, game)
    about = words("mistake.clue", clue=clue_to(begun.table.view, begun.game.ruleset, begun.exercise.mistake))
    assert "A clue: " in about and not about.endswith("A clue: ")
    if HAS["reasons"](game):
        assert "A clue: think about" in about or "A clue: look for" in about or "A clue: the aim" in about
    order = [one.id for one in coach(app).coach_buttons()]
    try_something(app, 0.3)
    first = coach(app)
    assert [one.id for one in first.coach_buttons()] == order == ["coach.again", "coach.answer"]
    assert first.result == MISSED and first.missed == 1 and first.words() == about
    assert "coach.watch" not in [one.id for one in first.coach_buttons()], "the answer is not told yet"
    Person(app).click("coach.again")
    app.step()
    again = coach(app).words()
    assert coach(app).result == OPEN and again != about and again.startswith("Second try. A clue:")
    assert coach(app).match.state.position(first.seat) == begun.exercise.mistake.position
    try_something(app, 0.3)
    second = coach(app)
    assert second.missed == TRIES and second.words().startswith(words("mistake.missed"))
    assert read_entries(SolvedMistakes, app.saves.results()) == []
    Person(app).click("coach.watch")
    app.step()
    shown = app.scene
    assert isinstance(shown, ReplayScene)
    shown.go_to(shown.total)
    step = begun.exercise.mistake.step
    assert shown.match.moves[step].action.text == begun.exercise.mistake.verdict.line[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_clue_is_about_what_the_attempt_lacks_not_the_turn_in_the_game(app: App, game: str) -> None:
    if not HAS["reasons"](game):
        needs(game, "reasons")
    better = begin(app, game).exercise.mistake.verdict.reason
    assert isinstance(app.platform, Judge) and better is not None
    app.platform.did = Reason("nothing-like-it", {})
    try_something(app, 0.3)
    other, right = coach(app).words(), words("mistake.clue.aim")[1:]  # its case depends on the sentence
    assert right not in other
    app.platform.did = better
    Person(app).click("leave")
    app.step()
    Person(app).click("mistake.1")
    app.step()
    try_something(app, 0.3)
    told = coach(app).words()
    assert right in told and told != other
    Person(app).click("coach.again")
    app.step()
    assert right in coach(app).words(), "the second try has the clue to the first one"


def test_half_of_what_is_an_error_is_good_enough(app: App) -> None:
    begun = begin(app, "hansa")
    amount = begun.exercise.amount
    try_something(app, amount * 0.4)
    assert coach(app).result == SOLVED
    Person(app).click("leave")
    app.step()
    Person(app).click("mistake.1")
    app.step()
    try_something(app, amount * 0.6)
    assert coach(app).result == MISSED


@pytest.mark.parametrize(
    ("language", "unit"),
    [
        ("en", "percentage point"),
        ("de", "Prozentpunkt"),
        ("it", "punti percentuali"),
        ("pt", "pontos percentuais"),
    ],
)
def test_what_a_turn_gave_away_is_told_in_percentage_points(app: App, language: str, unit: str) -> None:
    """A loss of 49 % could be read as half of the win probability."""
    page = listed(app, "hansa-teutonica")
    use_language(language)
    try:
        app.refresh()
        app.step()
        one = page.exercises[0]
        button = Person(app).widget("mistake.1")
        assert f"{round(one.mistake.verdict.given_away * 100)} {unit}" in button.label
        told = [widget.label for widget in page.widgets]
        assert any(label == words("mistakes.size") for label in told)
        Person(app).click("mistake.1")
        app.step()
        assert unit in coach(app).words() and "%" not in coach(app).words()
        assert unit in in_words(one.mistake, page.match.players)
    finally:
        use_language("en")


def test_the_answer_can_be_had_at_once(app: App) -> None:
    begin(app, "hansa-teutonica")
    Person(app).click("coach.answer")
    app.step()
    told, table = coach(app).words(), coach(app).table
    played, better, cost = advice(table.view, table.match.ruleset, coach(app).exercise.mistake, whole=True)
    assert told == " ".join([words("mistake.missed"), better, played, cost])
    assert not coach(app).table.chooser.offered


def test_the_list_follows_seat_and_size_and_the_size_is_kept(app: App) -> None:
    page = listed(app, "hansa-teutonica")
    small = len(page.exercises)
    assert small and all(one.mistake.seat == page.seat for one in page.exercises)
    Person(app).click("size.large")
    app.step()
    assert len(page.exercises) <= small and app.saves.settings().mistakes == "large"
    assert all(one.mistake.verdict.given_away >= 0.1 for one in page.exercises)


def test_a_failed_judgement_says_so_and_can_be_tried_again(app: App) -> None:
    begun = begin(app, "hansa")
    assert isinstance(app.platform, Judge)
    app.platform.broken = True

    async def play() -> None:
        app.scene.play(begun.match.state.parse_action("end-turn"))  # type: ignore[attr-defined]
        for _ in range(5):
            app.step()
            await asyncio.sleep(0)

    asyncio.run(play())
    assert coach(app).words() == words("analysis.failed")
    Person(app).click("coach.again")
    app.step()
    assert coach(app).result == OPEN and coach(app).missed == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_leads_there_too(app: App, game: str) -> None:
    async def play() -> None:
        app.saves.save(Match.resume("kept", finished(game).text()))
        app.open(routes.GameMenu(next(one for one in app.saves.games() if one.id == "kept")))
        app.step()
        Person(app).click("mistakes")
        assert isinstance(app.scene, MistakesPage)
        app.pop()

    asyncio.run(play())


def test_what_was_judged_is_kept_when_the_page_is_left(open_app: Callable[..., App]) -> None:
    app, match = open_app(), finished("hansa")
    app.saves.save(match)
    app.open(routes.Mistakes(match))
    page = app.scene
    assert isinstance(page, MistakesPage)
    while not page.task.standings:
        app.step()
    page.task._course.take(0, json.dumps({"verdicts": [], "luck": [], "chances": [0.4, 0.3, 0.3]}))  # type: ignore[union-attr]
    app.pop()
    app.open(routes.Mistakes(match))
    again = app.scene
    assert isinstance(again, MistakesPage)
    while not again.task.standings:
        app.step()
    assert again.task.share > 0
    app.pop()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("gives_reason", [True, False])
def test_turns_that_a_computer_played_for_a_person_are_not_listed(
    app: App, game: str, gives_reason: bool
) -> None:
    """A person for whom a computer plays on is not told its mistakes; records say why computers act, or that
    they do."""
    page = listed(app, game)
    before, note = page.exercises, words("mistakes.computers")
    assert before and note not in [widget.label for widget in page.widgets]
    began = page.task.standings[before[0].mistake.at].step
    if gives_reason:
        page.match.record.reasons[began] = Reason("wait", {})
    else:
        page.match.record.computed.add(began)
    page._known.clear()
    app.refresh()
    app.step()
    assert page.exercises == before[1:]
    assert note in [widget.label for widget in page.widgets]


@pytest.mark.parametrize("game", GAMES)
def test_the_reader_is_who_handed_the_seat_over_though_silent_computers_played_others(
    app: App, game: str
) -> None:
    page = listed(app, game)
    match, seat = page.match, page.seat
    began = page.task.standings[page.exercises[0].mistake.at].step
    for other in range(match.record.seats):
        note_hand_over(match.record, other, Here() if other == seat else Computer(), Computer())
        match.set_controller(other, Computer())
    match.record.computed.add(began)
    turns = next(other for other in range(match.record.seats) if other != seat)
    match.record.computed.add(page.task.standings[min(page._turns(turns).every)].step)
    page._known.clear()
    page._chosen = None
    assert all(page._turns(one).mixed for one in (seat, turns))
    assert page._own == page.seat == seat and all(one.yours for one in page.exercises)


@pytest.mark.parametrize("game", GAMES)
def test_the_reader_is_called_you_and_others_by_name(app: App, game: str) -> None:
    page = listed(app, game)
    name = page.match.players[page.seat].name
    for setting, yours in (("", False), (name, True)):
        app.settings.name = setting
        app.refresh()
        app.step()
        Person(app).click("begin")
        app.step()
        begun = coach(app)
        assert (name not in begun.words()) == yours
        for told in advice(
            begun.table.view, begun.game.ruleset, begun.exercise.mistake, whole=True, yours=yours
        ):
            assert told in " ".join(begun.longest())
            assert not (yours and name in told)
        app.pop()
