"""A turn planned on a copy of the board while others act, and played with one touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.ahead.planning import PlanningMode
from game.client.app import routes
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, Translator, computers, use_language
from game.engine import ruleset
from game.match import COLOURS, Computer, Match, PlayerInfo
from game.match import Person as Player

from .conftest import Person
from .devices import Service
from .rooms_friends import begun, room_of
from .rooms_friends import match as match_of
from .rooms_friends import table as table_of

Opened = Callable[..., App]
ANNA_BEGINS = 1
OPENING = ("place trader stade-hamburg.1", "place trader stade-hamburg.2", "end-turn")
PLAN = ("place trader stade-hamburg.3", "claim stade-hamburg", "office hamburg.1", "end-turn")
OTHERS = ("place trader hamburg-luebeck.1", "end-turn", "end-turn")


def game(app: App, *, mail: bool = False) -> Match:
    """Open a table of three, of whom the device's owner is Anna."""
    app.settings.name = "Anna"
    names = zip(("Anna", "Ben", "Käthe"), COLOURS, strict=False)
    players = [PlayerInfo(name, colour) for name, colour in names]
    tags = {"mail": "yes"} if mail else None
    rules = ruleset("hansa-teutonica")
    match = Match.start(app.saves.new_id(), rules, players, {}, ANNA_BEGINS, tags)
    app.open(routes.Table(match))
    play(app, match, *OPENING)
    return match


def play(app: App, match: Match, *actions: str) -> None:
    app.step()
    for text in actions:
        table(app).play(match.state.parse_action(text))
        app.step()


def table(app: App) -> TableScene:
    while not isinstance(app.scene, TableScene):
        app.pop()  # the page that sends a game by mail
    return app.scene


def plan(app: App, *actions: str) -> None:
    """Plan a turn from the menu of the table."""
    table(app).table_mode.leave()
    app.step()
    Person(app).click("plan")
    planning = table(app)
    assert isinstance(planning.table_mode, PlanningMode)
    play(app, planning.match, *actions)
    Person(app).click("keep")


def ids(app: App) -> set[str]:
    return {widget.id for widget in app.scene.widgets if widget.act}


def test_a_planned_turn_is_played_with_one_touch(open_app: Opened) -> None:
    app = open_app()
    match = game(app)
    plan(app, *PLAN)
    assert len(match.moves) == len(OPENING) and "plan.play" not in ids(app)
    play(app, match, *OTHERS)
    assert table(app).hint.action is not None and "4" in Person(app).widget("plan.play").label
    Person(app).click("plan.play")
    assert [move.action.text for move in match.moves[-4:]] == list(PLAN)
    play(app, match, *OTHERS[1:])
    assert match.state.actor == 0 and "plan.play" not in ids(app), "it was for one turn"


def test_the_plan_says_what_no_longer_fits_and_plays_the_rest(open_app: Opened) -> None:
    app = open_app()
    match = game(app)
    plan(app, *PLAN)
    displaces = ("displace trader stade-hamburg.1", "pay trader", "relocate bremen-hamburg.1", "decline")
    play(app, match, *displaces, *OTHERS[1:])
    (said,) = [words for words in app.platform.said if "no longer fits" in words]  # type: ignore[attr-defined]
    assert said in table(app).narrator.sentences
    action, _, why = said.partition(": ")[2].partition(". ")
    assert action == "Claim Stade–Hamburg"
    assert why.startswith("Stade–Hamburg can be claimed when every house holds a piece of yours: fill ")
    Person(app).click("plan.play")
    assert match.moves[-1].action.text == PLAN[0]
    assert match.state.actor == 0 and "plan.play" not in ids(app) and "plan.drop" in ids(app)
    assert table(app).narrator.sentences.count(said) == 1, "the log says so once"
    Person(app).click("plan.drop")
    assert "plan.drop" not in ids(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_words_the_refusal_of_its_action_in_whole_sentences(open_app: Opened, language: str) -> None:
    app = open_app()
    use_language(language)
    match = game(app)
    plan(app, "place trader emden-osnabrueck.1", "end-turn")
    play(app, match, "place trader emden-osnabrueck.1", "end-turn", "end-turn")
    view, state = table(app).view, match.state
    action = state.parse_action("place trader emden-osnabrueck.1")
    reason = state.why_not(action)
    assert reason is not None and reason.id == "house-occupied"
    words = Translator("hansa-teutonica")
    changed = computers("plan.changed", action=view.tell_action(action, state))
    why = words("reason.house-occupied", name="Ben", piece=words("piece.trader"))
    assert table(app).choice.remark == f"{changed} {why}"


def test_a_plan_is_kept_on_the_device_and_dropped_by_another_course(open_app: Opened) -> None:
    app = open_app()
    match = game(app)
    plan(app, *PLAN)
    assert "plan" not in match.text()
    again = Match.resume(match.id, match.text())
    app.pop()
    app.open(routes.Table(again))
    play(app, again, *OTHERS)
    assert "plan.play" in ids(app)
    play(app, again, "place trader emden-osnabrueck.1")
    assert "plan.play" not in ids(app)


def test_a_plan_is_shown_when_the_table_opens_on_the_persons_turn(open_app: Opened) -> None:
    app = open_app()
    match = game(app, mail=True)
    plan(app, *PLAN)
    app.home(routes.Title())
    for text in OTHERS:  # on the devices of the others
        match.play(match.state.parse_action(text))
    match.posted()
    app.open(routes.Table(Match.resume(match.id, match.text())))
    app.step()
    assert "plan.play" in ids(app) and table(app).hint.action is not None


def test_a_plan_goes_on_after_a_displaced_player_has_decided(open_app: Opened) -> None:
    app = open_app()
    match = game(app)
    play(app, match, *OTHERS[:1])
    steps = ("displace trader hamburg-luebeck.1", "pay trader")
    table(app).table_mode.leave()
    app.step()
    Person(app).click("plan")
    planning = table(app)
    play(app, planning.match, *steps)
    assert planning.match.state.actor == 1 and isinstance(planning.match.controllers[1], Computer)
    while planning.match.state.actor == 1:
        planning.match.failed(planning.match.version)  # decided without a search
        planning.match.step()
    planning.follow(0.0)
    play(app, planning.match, "place trader emden-osnabrueck.1")
    Person(app).click("keep")
    play(app, match, *OTHERS[1:])
    Person(app).click("plan.play")
    assert match.state.actor == 1
    play(app, match, "relocate hamburg-lueneburg.1", "decline")
    Person(app).click("plan.play")
    assert match.moves[-1].action.text == "place trader emden-osnabrueck.1"


def test_a_kept_plan_is_mentioned_at_the_table_and_can_be_changed_and_dropped(open_app: Opened) -> None:
    app = open_app()
    match = game(app)
    plan(app, *PLAN)
    assert table(app).drawing.at_board() == computers("plan.kept")
    plan(app)
    assert table(app).drawing.at_board() == computers("plan.kept"), "nothing has changed"
    table(app).table_mode.leave()
    app.step()
    Person(app).click("plan")
    assert [move.action.text for move in table(app).match.moves] == list(PLAN)
    assert table(app).table_mode.asked() == 0, "the board of the person stays when the turn is planned"
    table(app).undo()
    app.step()
    Person(app).click("drop")
    assert table(app).drawing.at_board() != computers("plan.kept")
    play(app, match, *OTHERS)
    assert not {"plan.play", "plan.drop"} & ids(app)


def test_nothing_hidden_is_seen_in_a_plan(open_app: Opened) -> None:
    """The copy deals what is hidden again, and a plan ends where something is revealed."""
    app = open_app()
    app.settings.name = "Anna"
    players = [PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben"), COLOURS, strict=False)]
    match = Match.start(
        app.saves.new_id(), ruleset("hansa"), players, {}, 3, controllers=[Player(), Computer()]
    )
    planning = PlanningMode(app, match, 0, (), lambda actions: None)
    hidden = planning.match.state.goods[planning.match.state.drawn :]  # type: ignore[attr-defined]
    assert hidden != match.state.goods[match.state.drawn :]  # type: ignore[attr-defined]


def test_a_game_by_mail_knows_the_owner_by_the_name_in_the_settings(open_app: Opened) -> None:
    app = open_app()
    match = game(app, mail=True)
    plan(app, *PLAN)
    play(app, match, *OTHERS)
    Person(app).click("plan.play")
    assert match.moves[-1].action.text == "end-turn"


def test_in_a_room_the_table_offers_to_plan_and_one_touch_sends_the_turn(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    first = match_of(anna).state.actor or 0
    while match_of(anna).state.decision.id == "first-placement":  # type: ignore[union-attr]
        mover = (anna, ben)[match_of(anna).state.actor or 0]
        table_of(mover).play(match_of(mover).state.legal_actions()[0])
        service.settle()
    first = match_of(anna).state.actor or 0
    waits, acts = (anna, ben)[1 - first], (anna, ben)[first]
    waits.person.click("plan")
    copied = table(waits.app)
    for _ in range(2):
        copied.play(next(one for one in copied.match.state.legal_actions() if one.text.startswith("sail")))
        waits.app.step()
    play(waits.app, copied.match, "end-turn")
    waits.person.click("keep")
    table_of(acts).play(match_of(acts).state.parse_action("end-turn"))
    service.settle()
    assert match_of(waits).state.actor == 1 - first
    waits.app.home(routes.Title())
    waits.app.open(routes.Games())
    service.settle()
    waits.person.click(f"open.{room_of(service)}")
    service.settle()
    assert table_of(waits).hint.action is not None, "the plan is shown to a player who returns"
    waits.person.click("plan.play")
    service.settle()
    assert [move.action for move in match_of(acts).moves[-3:]] == [
        move.action for move in copied.match.moves[-3:]
    ]
