"""Decisions in advance at the table: set by touching the board, kept with the game, told in the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.client.ahead.answers import AnswersPage
from game.client.app import routes
from game.client.app.app import App
from game.client.table.table import TableScene
from game.engine import ruleset
from game.match import COLOURS, AwaitingTimer, Match, PlayerInfo
from game.match.standing import COMPUTER, StandingAnswer

from .conftest import Person
from .devices import Device, Service
from .rooms_friends import begun
from .rooms_friends import game as room_game
from .rooms_friends import table as table_of

Opened = Callable[..., App]
ANNA_BEGINS = 1
OPENING = ("place trader stade-hamburg.1", "place trader stade-hamburg.2", "end-turn")
FIRST = ("displace trader stade-hamburg.1", "pay trader")
SECOND = ("displace trader stade-hamburg.2", "pay trader")
BY_HAND = ("relocate bremen-hamburg.1", "decline")
NEAR = StandingAnswer("relocate", ("town.coellen", "extras"))


def game(app: App, *actions: str, tags: dict[str, str] | None = None) -> Match:
    """Open a table of three people at one device, and play some actions."""
    players = [
        PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben", "Käthe"), COLOURS, strict=False)
    ]
    match = Match.start(app.saves.new_id(), ruleset("hansa-teutonica"), players, {}, ANNA_BEGINS, tags)
    app.open(routes.Table(match))
    app.step()
    play(app, match, *actions)
    return match


def play(app: App, match: Match, *actions: str) -> None:
    for text in actions:
        table(app).play(match.state.parse_action(text))
        app.step()
    settle(app, match)


def settle(app: App, match: Match) -> None:
    """Let what was decided in advance follow, without waiting until the last move has been seen."""
    app.step()
    while isinstance(match.waits(), AwaitingTimer):
        match.rest(0.0)
        app.step()


def table(app: App) -> TableScene:
    assert isinstance(app.scene, TableScene)
    return app.scene


def activate(app: App, element: str) -> None:
    """Activate a control, wherever it is on the page."""
    act = Person(app).widget(element).act
    assert act is not None
    act()


def offered(app: App) -> bool:
    return any(widget.id == "advance" for widget in app.scene.widgets)


def ids(device: Device) -> list[str]:
    return [widget.id for widget in device.app.scene.widgets]


def told(app: App) -> list[str]:
    return [str(sentence) for sentence in table(app).narrator.sentences]


def test_a_place_touched_on_the_board_answers_every_displacement(open_app: Opened) -> None:
    app = open_app()
    match, user = game(app, *OPENING, *FIRST), Person(app)
    user.click("advance")
    user.click("relocate.place")
    assert app.scene.name == "pick-place"
    user.click("town.coellen")
    assert isinstance(app.scene, AnswersPage) and app.scene.answers == (NEAR,)
    user.click("relocate.extras.no-extras")
    assert match.by_hand and match.answers(0) == (), "the choice is not complete"
    user.click("back")
    settle(app, match)
    assert [move.action.text for move in match.moves[-2:]] == ["relocate bremen-hamburg.1", "decline"]
    assert "Anna had decided in advance:" in told(app)
    again = Match.resume(match.id, match.text())
    assert again.answers(0) == match.answers(0)
    play(app, match, *SECOND)
    assert match.state.actor == 1 and sum("in advance" in line for line in told(app)) == 2


def test_a_place_can_be_chosen_by_keyboard_and_screen_reader(open_app: Opened) -> None:
    app = open_app()
    match = game(app, *OPENING, *FIRST)
    table(app).table_mode.decide_in_advance()  # type: ignore[attr-defined]
    activate(app, "relocate.place")
    app.step()
    names = {widget.id: widget.label for widget in app.scene.widgets if widget.act}
    assert names["town.coellen"] == "Coellen" and names["route.stade-hamburg"] == "Route Stade–Hamburg"
    activate(app, "route.stade-hamburg")
    app.step()
    activate(app, "back")
    app.step()
    assert match.answers(0)[0].wishes == ("route.stade-hamburg", "extras")
    assert match.by_hand, "no answer: the piece cannot go back there"


def test_the_table_offers_it_after_the_second_interruption_and_says_so_once(open_app: Opened) -> None:
    app = open_app()
    match = game(app, *OPENING, *FIRST, *BY_HAND)
    assert not offered(app)
    play(app, match, *SECOND)
    assert offered(app), "always while a decision interrupts the turn"
    play(app, match, "relocate bremen-hamburg.2", "decline")
    (line,) = [line for line in told(app) if "Decide in advance" in line]
    assert line in app.platform.said  # type: ignore[attr-defined]
    play(app, match, "end-turn")
    assert sum(line == other for other in told(app)) == 1


def test_an_answer_that_holds_once_is_withdrawn_by_its_use_and_any_by_ask_me(open_app: Opened) -> None:
    app = open_app()
    match, user = game(app, *OPENING), Person(app)
    match.set_answers(0, [NEAR._replace(once=True)])
    play(app, match, *FIRST)
    assert match.state.actor == 1 and match.answers(0) == ()
    play(app, match, *SECOND)
    user.click("advance")
    user.click("relocate.computer")
    user.click("relocate.once")
    page = app.scene
    assert isinstance(page, AnswersPage) and page.answers == (StandingAnswer("relocate", (COMPUTER,), True),)
    user.click("relocate.ask")
    user.click("back")
    assert match.answers(0) == () and match.by_hand


def test_what_was_decided_in_advance_can_be_undone_and_is_asked_then(open_app: Opened) -> None:
    app = open_app()
    match = game(app, *OPENING)
    match.set_answers(0, [NEAR])
    play(app, match, *FIRST)
    assert match.can_undo
    table(app).undo()
    settle(app, match)
    assert match.state.actor == 0 and match.by_hand and table(app).choice.by_hand


def test_in_a_game_by_mail_an_answer_saves_sending_the_game(open_app: Opened) -> None:
    app = open_app()
    match = game(app, *OPENING, tags={"mail": "yes"})
    while app.scene.name != "table":
        app.pop()
    match.posted()
    match.set_answers(0, [NEAR])
    play(app, match, *FIRST)
    assert app.scene.name == "table" and match.state.actor == 1 and match.by_hand


@pytest.mark.parametrize("lang", ["en", "de", "it", "pt"])
def test_every_decision_and_wish_of_a_game_has_a_text(lang: str, open_app: Opened) -> None:
    from game.client.words.i18n import Translator, use_language

    use_language(lang)
    for name, options in ("hansa", {}), ("hansa-teutonica", {"promos": "on", "favour": "on"}):
        words = Translator(name)
        state = ruleset(name).new_game(3, options)
        for decision, (first, *others) in state.wishes().items():
            keys = [
                decision,
                *(wish.partition(".")[0] for wish in first),
                *(one for group in others for one in group),
            ]
            assert all(words.has(f"wish.{key}") for key in keys)
            assert all(words.has(f"wish.{decision}.{group[0]}") for group in others)


def test_in_a_room_the_server_answers_and_both_logs_say_so(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    room_game(anna).leave()
    anna.app.step()
    anna.person.click("advance")
    anna.app.step()
    anna.person.click("relocate.place")
    activate(anna.app, "town.coellen")
    anna.app.pop()
    anna.app.pop()
    service.settle()
    known = [room_game(device).replica.answers for device in (anna, ben)]
    assert known[0][0][0].wishes == NEAR.wishes and not known[1]
    displacing(anna, ben, service, lambda: bool(table_of(anna).match.record.reasons))
    assert table_of(anna).match.record.reasons == table_of(ben).match.record.reasons
    for device in (anna, ben):
        assert "Anna had decided in advance:" in table_of(device).narrator.sentences


def displacing(anna: Device, ben: Device, service: Service, until: Callable[[], bool]) -> None:
    """Play a game in which pieces are displaced whenever possible."""
    tables = table_of(anna), table_of(ben)
    while not until() and len(tables[0].match.moves) < 60:
        acts = tables[tables[0].match.state.actor or 0]
        wanted = ("displace", "pay", "relocate", "place", "end-turn")
        legal = acts.match.state.legal_actions()
        acts.play(next((one for verb in wanted for one in legal if one.text.startswith(verb)), legal[0]))
        service.settle()


def test_in_a_room_the_offer_stands_at_the_board_while_another_player_acts(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.client.table.table_mode.OFFERED_AFTER", 1)
    devices = begun(tmp_path, service, "hansa-teutonica")

    def offers() -> list[Device]:
        for one in devices:
            one.app.step()
        return [one for one in devices if "offer" in ids(one)]

    displacing(*devices, service, lambda: bool(offers()))
    (device,) = offers()
    assert "“Decide in advance”" in table_of(device).drawing.at_board()
    device.person.click("offer")
    assert device.app.scene.name == "answers"
    device.app.pop()
    device.app.step()
    assert "offer" not in ids(device), "it has been seen"
