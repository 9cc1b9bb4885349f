"""Multiplayer: a table of several devices, seen from two of them."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.draw.widgets import Button
from game.client.table.table_arrangement import Arrangement
from tests.match.games import hurried, new_match

from .devices import Service, opened
from .rooms_friends import begun, finish, game, match, play, room_of, table, wait

pytestmark = pytest.mark.usefixtures("unseen")


def test_without_a_service_the_title_offers_no_rooms(tmp_path: Path, service: Service) -> None:
    device = opened(tmp_path, service, "Anna")
    assert "together" in [widget.id for widget in device.app.scene.widgets]
    device.rooms = lambda: ""  # type: ignore[method-assign]
    device.app.refresh()
    assert "together" not in [widget.id for widget in device.app.scene.widgets]


def test_what_is_decided_on_one_device_arrives_on_the_other(tmp_path: Path, service: Service) -> None:
    devices = [*begun(tmp_path, service)]
    play(service, devices, random.Random(1), 12)
    assert len(match(devices[0]).moves) == len(match(devices[1]).moves) == 12
    assert match(devices[0]).state.position(None) == match(devices[1]).state.position(None)


def test_what_happens_on_one_device_costs_the_other_one_layout(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices = [*begun(tmp_path, service)]
    laid, arrange, scene = list[Arrangement](), Arrangement.arrange, table(devices[1])

    def counted(arrangement: Arrangement) -> None:
        laid.append(arrangement)
        arrange(arrangement)

    monkeypatch.setattr(Arrangement, "arrange", counted)
    play(service, devices, random.Random(1))
    assert match(devices[1]).moves and laid.count(scene.arrangement) == 1


def test_everybody_has_their_own_desk_before_them(tmp_path: Path, service: Service) -> None:
    devices = [*begun(tmp_path, service)]
    for _ in range(6):
        assert [table(device).shown_seat for device in devices] == [0, 1]
        play(service, devices, random.Random(1))


def test_a_decision_is_not_shown_as_made_before_the_room_says_so(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    scene = table(anna)
    action = scene.match.state.legal_actions()[0]
    scene.say(action)
    assert not scene.match.moves and not scene.chooser.actions  # and a second activation sends nothing
    assert scene.table_mode.awaited()
    service.settle()
    assert [move.action for move in match(ben).moves] == [action]
    assert scene.chooser.actions or scene.match.state.actor != 0


def test_a_phrase_is_said_in_the_language_of_whoever_hears_it(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    ben.person.click("say")
    ben.person.click("say.well-played")
    service.settle()
    assert "Ben: Well played!" in anna.said
    assert "Ben: Well played!" in table(anna).narrator.sentences
    anna.app.settings.language = "de"
    anna.app.apply_settings()
    ben.app.scene.table_mode.client.send(ben.app.scene.table_mode.replica.say("thanks"))  # type: ignore[attr-defined]
    service.settle()
    assert "Ben: Danke!" in table(anna).narrator.sentences


def test_what_is_said_covers_no_button_and_nothing_else_that_is_said(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service, size=(1170, 2532), ratio=3)
    for device in (anna, ben, anna, ben):
        game(device).client.send(game(device).replica.say("once-more"))
    service.settle()
    bubbles = [bubble.rect for bubble in game(ben).bubbles()]
    buttons = [one.rect for one in table(ben).widgets if isinstance(one, Button) and one.act]
    assert len(bubbles) == 4
    for number, rect in enumerate(bubbles):
        assert rect.collidelist([*buttons, *bubbles[:number]]) < 0
        assert pygame.FRect(table(ben).room.rect).contains(rect)


def test_whoever_is_to_decide_is_told_even_if_they_look_elsewhere(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    assert anna.title == "● Your turn · Kontor" and ben.title != anna.title
    ben.is_hidden, ben.app.settings.notes = True, "on"
    rng = random.Random(7)
    while match(anna).state.actor == 0:
        play(service, [anna, ben], rng)
    assert ben.title == "● Your turn · Kontor" and anna.title == "Ben is thinking · Kontor"
    assert ben.notes


def test_one_device_may_play_two_seats_and_hands_the_table_over_between_them(
    tmp_path: Path, service: Service
) -> None:
    anna = opened(tmp_path, service, "Anna")
    anna.app.settings.handover = "on"
    anna.app.open(routes.NewRoom())
    anna.app.step()
    anna.person.click("game.hansa-teutonica")
    anna.person.click("seats.2")
    anna.person.click("who.1.me")
    anna.person.click("start")
    wait(anna)
    service.settle()
    anna.person.click("start")
    service.settle()
    rng = random.Random(2)
    while match(anna).state.actor == 0:
        table(anna).say(hurried(match(anna).state, rng))
        service.settle()
    assert table(anna).shown_seat == 1 and table(anna).handover.up


def test_at_the_end_both_devices_check_that_the_draw_was_fixed(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    rng = random.Random(8)
    while match(anna).state.actor is not None:
        play(service, [anna, ben], rng)
    for device in (anna, ben):
        service.settle()
        assert device.app.scene.name == "results"
        labels = [widget.label for widget in device.app.scene.widgets]
        assert "Checked: the draw was fixed before the game." in labels
        assert match(device).record.seed == 7 << 90
    assert "again" in [widget.id for widget in anna.app.scene.widgets]
    assert "again" not in [widget.id for widget in ben.app.scene.widgets]


def test_once_more_leads_everybody_to_a_new_table(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    finish(service, (anna, ben))
    anna.person.click("again")
    wait(anna)
    service.settle()
    assert len(service.rooms) == 2
    again = ben.person.widget("again")
    assert again.label == "Play again, at the new table"
    assert again.act is not None
    again.act()
    service.settle()
    assert anna.app.scene.name == ben.app.scene.name == "lobby"
    seat = next(widget for widget in ben.app.scene.widgets if widget.id == "seat.1")
    assert seat.label == "Free seat of Ben"


def test_once_more_seats_stay_those_of_the_people_for_whom_computers_played_on(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    finish(service, (anna, ben))
    anna.person.click("again")
    wait(anna)
    service.settle()
    _, again = service.rooms.values()
    found = [(chair.who, chair.computer, chair.name) for chair in again.state.chairs]
    assert found == [(1, None, ""), (None, None, "Ben")]


def test_a_saved_game_of_one_screen_moves_into_a_room(tmp_path: Path, service: Service) -> None:
    anna = opened(tmp_path, service, "Anna")
    played = new_match("hansa", 2)
    rng = random.Random(9)
    for _ in range(10):
        played.play(hurried(played.state, rng))
    anna.app.open(routes.Table(played))
    anna.app.step()
    anna.person.click("menu")
    anna.person.click("together")
    anna.person.click("start")
    wait(anna)
    service.settle()
    ben = opened(tmp_path, service, "Ben")
    ben.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    ben.person.click("enter")
    service.settle()
    ben.person.click("seat.1")
    service.settle()
    anna.person.click("start")
    service.settle()
    assert match(ben).state.position(None) == played.state.position(None)
    assert [move.action for move in match(anna).moves] == [move.action for move in played.moves]


def test_a_game_of_a_room_goes_on_here_alone(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 6)
    ben.app.open(routes.GoHere(game(ben).client))
    service.settle()
    ben.person.click("go")
    service.settle()
    assert len(match(ben).moves) == 6 and all(one.by_hand for one in match(ben).controllers)
    assert "room" not in match(ben).record.tags
