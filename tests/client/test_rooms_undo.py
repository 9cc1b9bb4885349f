"""Undo at a table of several devices: alone, and with the consent of the others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from game.platform import Changed, Disconnected
from game.rooms.commands import parse_command

from .devices import Device, Service
from .rooms_friends import begun, game, match, play, room_of, table

pytestmark = pytest.mark.usefixtures("unseen")


def first_turn(service: Service, anna: Device) -> None:
    """Anna has made one decision, and is to make another."""
    table(anna).say(match(anna).state.legal_actions()[0])
    service.settle()
    assert match(anna).state.actor == 0


def test_what_nobody_has_answered_yet_is_taken_back_on_all_devices(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    first_turn(service, anna)
    anna.person.click("undo")
    service.settle()
    assert not match(anna).moves and not match(ben).moves
    assert any("Anna takes back" in said for said in ben.said)


def asked(service: Service, anna: Device, ben: Device) -> Device:
    """Ben has acted after Anna, who requests to undo her action. Return her device."""
    rng = random.Random(3)
    while not any(move.seat == 1 for move in match(anna).moves):
        play(service, [anna, ben], rng)
    undo = anna.person.widget("undo")
    assert undo.label == "Ask to undo"
    anna.person.click("undo")
    service.settle()
    return ben


def test_the_others_may_let_somebody_undo_what_they_have_acted_on(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    asked(service, anna, ben)
    before = len(match(anna).moves)
    assert any("Anna would like to undo" in said for said in ben.said)
    ben.person.click("yes")
    service.settle()
    assert len(match(anna).moves) == len(match(ben).moves) < before
    steps = before - len(match(anna).moves)
    for device in (anna, ben):
        words = table(device).narrator.sentences[-1]
        assert words.startswith(f"Anna takes back {steps} steps: ") and words.count(",") >= steps - 1
    assert "That is fine with Ben." in anna.said


def test_what_was_taken_back_is_struck_out_in_the_log(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    first_turn(service, anna)
    ben.app.scene.table_mode.client.send(ben.app.scene.table_mode.replica.say("hello"))  # type: ignore[attr-defined]
    service.settle()
    anna.person.click("undo")
    service.settle()
    for device in (anna, ben):
        told = table(device).narrator.sentences
        assert told[-1].startswith("Anna takes back") and not told[-1].undone
        assert [one.undone for one in told if one == "Ben: Hello!"] == [False]
        assert [one for one in told if one.undone]
    ben.person.click("log")
    assert any(one.label.startswith("Undone: Anna ") for one in ben.app.elements())


def test_whoever_asks_to_undo_something_may_withdraw_it(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    asked(service, anna, ben)
    before = len(match(anna).moves)
    assert "withdraw" not in [widget.id for widget in table(ben).widgets]
    anna.person.click("withdraw")
    service.settle()
    assert len(match(anna).moves) == before and ben.said[-1] == "Anna withdraws the request."
    assert "request" not in [widget.id for device in (anna, ben) for widget in table(device).widgets]


def test_the_others_may_refuse_it(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    asked(service, anna, ben)
    before = len(match(anna).moves)
    ben.person.click("no")
    service.settle()
    assert len(match(anna).moves) == before
    assert "Ben would rather not." in anna.said and "Ben would rather not." not in ben.said
    assert "Ben would rather not." in table(anna).narrator.sentences
    assert [bubble.words for bubble in game(anna).bubbles()] == ["I’d rather not."]
    assert "request" not in [widget.id for device in (anna, ben) for widget in table(device).widgets]


def test_a_decision_taken_back_while_nobody_heard_of_it_can_be_made_again(
    tmp_path: Path, service: Service
) -> None:
    """The person took it back on another device; this device learns of both together, so the
    number of moves is unchanged."""
    anna, _ben = begun(tmp_path, service, "hansa-teutonica")
    room = service.rooms[room_of(service)]
    heard, anna.hear = anna.hear, lambda text: None  # type: ignore[method-assign]
    table(anna).say(match(anna).state.legal_actions()[0])
    assert not match(anna).moves and room.match is not None and len(room.match.moves) == 1
    back = parse_command('{"do": "back", "id": "elsewhere.1", "at": 2, "to": 0}')
    service._append(room, room.propose(1, back, 2_000))
    anna.hear = heard  # type: ignore[method-assign]
    anna.inputs += [Disconnected("gone"), Changed("online")]
    service.settle()
    assert len(match(anna).log) == 2
    assert not match(anna).moves and table(anna).chooser.actions, "the table waits for nothing that was sent"


def test_an_undo_that_the_server_has_not_answered_leaves_nothing_to_decide(
    tmp_path: Path, service: Service
) -> None:
    anna, _ = begun(tmp_path, service, "hansa-teutonica")
    first_turn(service, anna)
    undo = anna.person.widget("undo").act
    assert undo is not None
    undo()
    undo()
    assert not table(anna).chooser.actions, "a decision would be refused: the position is about to change"
    service.settle()
    assert not match(anna).moves and table(anna).chooser.actions
    assert game(anna).client.trouble() == ""


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_request_is_answered_once_however_often_the_button_is_tapped(
    tmp_path: Path, service: Service, answer: str
) -> None:
    anna, ben = begun(tmp_path, service, "hansa-teutonica")
    asked(service, anna, ben)
    act = ben.person.widget(answer).act
    assert act is not None
    act()
    act()
    service.settle()
    assert game(ben).client.trouble() == "" and game(ben).replica.state.asked is None
