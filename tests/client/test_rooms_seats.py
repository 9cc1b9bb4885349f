"""Seats that change hands during the game, spectators, and the host's pause."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.client.app import routes
from game.client.table.desks import Tab
from game.client.views.view import GameView
from game.match import Match

from .devices import Service, opened
from .rooms_friends import begun, game, made, match, play, room_of, table
from .test_words import everything

pytestmark = pytest.mark.usefixtures("unseen")


def test_the_host_hands_a_seat_to_a_computer_and_the_game_goes_on(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    client = game(anna).client
    anna.app.open(routes.Lobby(client, base=False))
    service.settle()
    anna.person.click("seat.1")
    anna.person.click("computer.easy")
    service.settle()
    anna.app.pop()
    rng = random.Random(4)
    while not any(move.seat == 1 for move in match(anna).moves):
        play(service, [anna, anna], rng)
    assert match(anna).state.actor == 0
    assert not game(ben).replica.mine and ben.app.scene.name == "table"


def test_whose_seat_is_given_to_a_computer_is_told_and_watches(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    client = game(anna).client
    client.send(client.replica.seat(1, computer="easy"))
    service.settle()
    words = "Anna hands Ben’s seat to a computer."
    assert f"{words} You are watching." in ben.said
    for device in (anna, ben):
        assert words in table(device).narrator.sentences
        assert match(device).players[1].name == "Ben (computer)"
    assert table(ben).table_mode.status("").startswith("A computer plays for you. ")


@pytest.mark.parametrize("rules", ["hansa-teutonica", "hansa"])
def test_the_table_names_a_seat_as_it_is_held_now(tmp_path: Path, service: Service, rules: str) -> None:
    anna, ben = begun(tmp_path, service, rules)
    owner, other = game(anna).client, game(ben).client
    rng = random.Random(4)
    while len(match(anna).moves) < 12 or match(anna).state.actor != 0:
        play(service, [anna, ben], rng)
    sent: dict[str, Callable[[], None]] = {
        "Ben (computer)": lambda: owner.send(owner.replica.seat(1, computer="easy")),
        "Ben": lambda: owner.send(owner.replica.seat(1, who=other.replica.me)),
        "Benno": lambda: other.send(other.replica.rename("Benno")),
    }
    for name, send in sent.items():
        before = told(table(anna).view, match(anna))
        send()
        service.settle()
        expected = [re.sub(r"\bBen(no\b|\b( \(computer\))?)", name, words) for words in before]
        assert expected != before
        for device in (anna, ben):
            view = table(device).view
            assert view.desks[1].player.name == view.players[1].name == name
        assert told(table(anna).view, match(anna)) == expected


def told(view: GameView[Any], match: Match) -> list[str]:
    """Return all texts of a table about a match, and about each of its events."""
    events = [event for move in match.moves for event in move.events]
    return [*everything(view, match.state, events), *(one.name for one in view.standings(match.state))]


def test_a_tab_measures_the_name_that_a_seat_has_now(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, size=(780, 1688), ratio=2)
    client = game(anna).client
    for seated, name in (({"computer": "easy"}, "Anna (computer)"), ({"who": 1}, "Anna")):
        client.send(client.replica.seat(0, **seated))
        service.settle()
        ben.app.refresh()
        tab = next(widget for widget in table(ben).widgets if widget.id == "desk.0")
        assert isinstance(tab, Tab) and tab.player.name == tab.alike[0].name == name


def test_whoever_comes_to_a_full_table_watches_and_can_touch_nothing(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    carl.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    carl.person.click("enter")
    service.settle()
    play(service, [anna, ben], random.Random(5), 5)
    assert len(match(carl).moves) == 5 and not table(carl).chooser.actions
    assert table(carl).targets == {} and "pause" not in [widget.id for widget in table(carl).widgets]
    assert any("has joined" in said for said in anna.said)


def test_a_pause_of_the_host_stops_everybody(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    anna.person.click("menu")
    anna.person.click("pause")
    service.settle()
    for device in (anna, ben):
        assert not table(device).chooser.actions
    assert table(anna).table_mode.status("") == "You have paused the game."
    assert table(ben).table_mode.status("") == "The host has paused the game."
    assert "resume" not in [widget.id for widget in table(ben).widgets]
    anna.person.click("resume")
    service.settle()
    assert table(anna).chooser.actions


def test_whoever_is_given_a_seat_is_told(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    replica, client = game(anna).replica, game(anna).client
    client.send(replica.seat(1, computer="easy"))
    service.settle()
    client.send(replica.seat(1, who=2))
    service.settle()
    assert "Anna gives Ben a seat." in ben.said and game(ben).replica.mine == [1]
    assert match(anna).players[1].name == "Ben"


def test_a_computer_has_one_name_on_all_devices_in_every_language(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    anna.person.click("seat.1")
    anna.person.click("computer.easy")
    service.settle()
    card = next(widget for widget in anna.app.scene.widgets if widget.id == "seat.1")
    assert card.label == "Bertram" and "Computer, easy" in card.element().label
    ben.app.settings.language = "pt"
    ben.app.apply_settings()
    anna.person.click("start")
    service.settle()
    assert [match(device).players[1].name for device in (anna, ben)] == ["Bertram", "Bertram"]


def test_only_somebody_whose_turn_may_come_is_asked_about_notes(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    for device in (anna, ben):
        device.notifying = lambda: "ask"  # type: ignore[method-assign]
        device.app.refresh()
    service.settle()
    assert "notes" in [widget.id for widget in anna.app.scene.widgets]
    assert "notes" not in [widget.id for widget in ben.app.scene.widgets]
