"""The clock of a table as people see and hear it: its choice, the times, pauses, and computers at seats."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from game.client.app import routes
from game.client.rooms.clock.times import brief, city, lasting, rules_told, time_told
from game.client.stage.edges import Edge
from game.platform.desktop.platform import local_zone
from game.rooms.clock import DAYS, LIVE, MARK, SEAT, TURN, ClockRules, Rest
from game.rooms.protocol import SEAT_ABSENCE, SEAT_IDLE
from game.rooms.state import ConsentRequest

from .devices import Device, Service, opened
from .rooms_friends import begun as begun_without_clock
from .rooms_friends import finish, game, made, make, match, play, room_of, seated, table, wait

FAST = ClockRules(LIVE, 30, 60, MARK)


pytestmark = pytest.mark.usefixtures("unseen")


def words(device: Device) -> list[str]:
    return [widget.label for widget in device.app.scene.widgets]


def begun(
    folder: Path, service: Service, rules: ClockRules = FAST, name: str = "hansa"
) -> tuple[Device, Device]:
    """Return the devices of Anna and Ben, whose game with a clock has begun."""
    anna, ben = seated(folder, service, name)
    client = anna.app.scene.client  # type: ignore[attr-defined]
    client.send(client.replica.set_clock(rules))
    service.settle()
    anna.person.click("start")
    service.settle()
    return anna, ben


def to_act(devices: tuple[Device, Device]) -> tuple[Device, Device]:
    """Return the device of the player who must decide, and the other."""
    actor = match(devices[0]).state.actor
    assert actor is not None
    return devices[actor], devices[1 - actor]


# ---- words --------------------------------------------------------------------------------------


def test_durations_are_told_in_their_two_largest_units() -> None:
    assert lasting(0) == "0 seconds" and lasting(61) == "1 minute 1 second"
    assert lasting(2 * 86400 + 5 * 3600 + 59) == "2 days 5 hours" and lasting(3600) == "1 hour"
    assert [brief(59), brief(754), brief(5 * 3600 + 20 * 60), brief(2 * 86400 + 5 * 3600)] == [
        *("0:59", "12:34", "5:20 h", "2d 5h"),
    ]


def test_a_clock_is_told_with_its_rules() -> None:
    rest = Rest("Europe/Berlin", nights=True, weekends=True)
    told = rules_told(ClockRules(DAYS, 86400, 3 * 86400, SEAT, rest))
    assert told == (
        "Clock: 3 days at the start, 1 day more each turn. If the time is up, a computer plays until the "
        "player is back. Nights and weekends do not count (time in Berlin)."
    )
    assert rules_told(None).startswith("No clock")
    assert [city(zone) for zone in ("America/New_York", "UTC")] == ["New York", "UTC"]


def test_the_time_zone_of_the_computer_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    zone = tmp_path / "zoneinfo" / "Europe" / "Berlin"
    zone.parent.mkdir(parents=True)
    zone.write_bytes(b"")
    link = tmp_path / "localtime"
    link.symlink_to(zone)
    assert local_zone(link) == "Europe/Berlin" and local_zone(tmp_path / "none") == "UTC"
    monkeypatch.setenv("TZ", "America/New_York")
    assert local_zone(link) == "America/New_York"
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0")
    assert local_zone(link) == "UTC"


# ---- the lobby ----------------------------------------------------------------------------------


def test_the_host_chooses_a_clock_in_the_lobby_and_all_read_it(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    anna.person.click("clock")
    anna.person.click("clock.days")
    service.settle()
    for choice in ("bank.604800", "turn.43200", "over.seat", "nights"):
        anna.person.click(choice)
        service.settle()
    state = service.rooms[room_of(service)].state
    assert state.clock is not None
    assert state.clock.rules == ClockRules(
        DAYS, 43200, 604800, SEAT, Rest(anna.zone(), nights=True, weekends=False)
    )
    told = rules_told(state.clock.rules)
    assert told in words(ben) and "clock" not in [widget.id for widget in ben.app.scene.widgets]
    anna.person.click("nights")
    service.settle()
    assert state.clock.rules.rest is None
    anna.person.click("clock.none")
    service.settle()
    assert state.clock is None
    anna.person.click("done")
    assert "No clock: everybody takes the time they need." in words(anna)


@pytest.mark.parametrize("stored", ["", "{}", "[]", "5", '{"kind":"live","rest":[]}', "}"])
def test_a_new_table_has_no_clock_if_none_was_set(tmp_path: Path, service: Service, stored: str) -> None:
    anna = opened(tmp_path, service, "Anna")
    anna.app.settings.clock = stored
    make(anna, service)
    assert service.rooms[room_of(service)].state.clock is None


def test_a_new_table_has_the_clock_that_was_set_last_on_the_device(tmp_path: Path, service: Service) -> None:
    anna = opened(tmp_path, service, "Anna")
    make(anna, service)
    anna.person.click("clock")
    for choice in ("clock.days", "nights"):
        anna.person.click(choice)
        service.settle()
    (first,) = service.rooms.values()
    anna = opened(tmp_path, service, "Anna")
    anna.zone = lambda: "Asia/Tokyo"  # type: ignore[method-assign]
    make(anna, service)
    *_, last = service.rooms.values()
    assert first.state.clock is not None and last.state.clock is not None and last is not first
    rest = Rest("Asia/Tokyo", nights=True, weekends=False)
    assert last.state.clock.rules == first.state.clock.rules._replace(rest=rest)
    assert rules_told(last.state.clock.rules) in words(anna)
    anna.person.click("clock")
    anna.person.click("clock.none")
    service.settle()
    anna.app.home(routes.Title())
    make(anna, service)
    *_, last = service.rooms.values()
    assert len(service.rooms) == 3 and last.state.clock is None


# ---- the table ----------------------------------------------------------------------------------


def test_the_times_of_all_players_are_shown_and_run(tmp_path: Path, service: Service) -> None:
    devices = begun(tmp_path, service)
    first, other = to_act(devices)
    service.pass_time(20)
    play(service, list(devices), random.Random(1))
    client, now = game(first).client, time.monotonic()
    seat = game(first).replica.mine[0]
    assert client.times(now)[seat].used == 20 and client.times(now)[seat].left == 70
    running = next(number for number, one in enumerate(client.times(now)) if one.runs)
    assert running == match(first).state.actor
    later = client.times(client.time_heard + 7)[running]
    assert later.left == client.times(client.time_heard)[running].left - 7 and later.used == 7
    for device in (first, other):
        lines = words(device)
        assert any("left" in line and line.startswith("Anna: ") for line in lines)
        assert any("left" in line and line.startswith("Ben: ") for line in lines)
    first.app.open(routes.Lobby(client, base=False))
    assert any(line.endswith("20 seconds used") for line in words(first))


def test_the_table_wakes_for_the_next_second_of_the_clock(tmp_path: Path, service: Service) -> None:
    first, _ = to_act(begun(tmp_path, service))
    wait = table(first).update(game(first).client.time_heard + 3.4)
    assert wait is not None and 0 <= wait <= 1
    mode = game(first)
    mode.moves(game(first).client.time_heard + 3.4)
    assert not mode.moves(game(first).client.time_heard + 3.5)
    assert mode.moves(game(first).client.time_heard + 4.1)
    due = mode.due(game(first).client.time_heard + 4.1)
    assert due == pytest.approx(0.9, abs=0.01)


def test_a_player_hears_that_little_time_is_left(tmp_path: Path, service: Service) -> None:
    first, other = to_act(begun(tmp_path, service))
    client = game(first).client
    for passed in (1, 29, 31, 32, 74, 76):
        game(first).moves(client.time_heard + passed)
        game(other).moves(client.time_heard + passed)
    assert [line for line in first.said if line.endswith(" left.")] == [
        "You have 1 minute left.",
        "You have 15 seconds left.",
    ]
    assert not [line for line in other.said if line.endswith(" left.")]


def test_all_hear_and_read_that_the_time_is_up(tmp_path: Path, service: Service) -> None:
    first, other = to_act(begun(tmp_path, service))
    name = match(first).players[game(first).replica.mine[0]].name
    service.pass_time(100)
    service.settle()
    told = "You have no time left. That is noted, and you play on."
    assert told in first.said and f"{name} has no time left." in other.said
    first.person.click_at(1, 1)
    first.app.step()
    assert table(first).drawing.at_board() == told, "as long as this player decides"
    assert told not in table(other).drawing.at_board()
    assert f"{name} has no time left." in table(other).narrator.sentences
    seat = game(first).replica.mine[0]
    assert time_told(game(other).client.times(time.monotonic())[seat]) == (
        "no time left, 1 minute 40 seconds used, time up once"
    )


def test_a_computer_plays_and_the_player_comes_back_with_one_tap(tmp_path: Path, service: Service) -> None:
    first, other = to_act(begun(tmp_path, service, FAST._replace(over=SEAT)))
    seat = game(first).replica.mine[0]
    name = match(first).players[seat].name
    service.pass_time(100)
    service.settle()
    assert f"A computer plays for {name} now." in " ".join(other.said)
    assert game(first).replica.mine == []
    assert "You have no time left: a computer plays until you are back." in first.said
    first.person.click("come-back")
    service.settle()
    assert game(first).replica.mine == [seat] and f"{name} plays again." in other.said


def test_a_turn_played_by_a_computer_gives_the_seat_back(tmp_path: Path, service: Service) -> None:
    devices = begun(tmp_path, service, FAST._replace(over=TURN))
    while match(devices[0]).state.turn_number == 0:
        play(service, list(devices), random.Random(1))
    first, other = to_act(devices)
    seat = game(first).replica.mine[0]
    service.pass_time(1000)
    service.settle()
    assert game(first).replica.mine == [seat] and match(first).state.actor is not None
    told = "You have no time left: a computer plays this turn."
    assert told in first.said and table(first).drawing.at_board() == told
    assert match(first).moves == match(other).moves or len(match(first).moves) == len(match(other).moves)


# ---- pauses and seats ---------------------------------------------------------------------------


def test_a_pause_needs_the_others_and_so_does_its_end(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    ben.app.scene.table_mode.leave()  # type: ignore[attr-defined]
    ben.person.click("pause")
    service.settle()
    assert "Ben would like to pause the game. Is that fine with you?" in words(anna)
    anna.person.click("yes")
    service.settle()
    assert game(anna).replica.state.paused and anna.said[-1] != "" and "The game is paused." in ben.said
    assert ben.person.widget("resume").label == "Ask to continue"
    anna.person.click("resume")
    service.settle()
    assert "Anna would like to continue the game. Is that fine with you?" in words(ben)
    ben.person.click("yes")
    service.settle()
    assert not game(ben).replica.state.paused


def test_a_player_lets_a_computer_play_and_asks_to_come_back(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    ben.app.scene.table_mode.leave()  # type: ignore[attr-defined]
    ben.person.click("hand-over")
    ben.person.click("hand-over")
    service.settle()
    assert "Ben lets a computer play on." in anna.said
    assert ben.person.widget("come-back").label == "Ask to play myself again"
    ben.person.click("come-back")
    service.settle()
    asked = "Ben would like to take over again from the computer. Is that fine with you?"
    assert asked in words(anna) and asked in anna.said
    anna.person.click("no")
    service.settle()
    assert game(ben).replica.mine == [] and ben.person.widget("come-back")
    ben.person.click("come-back")
    service.settle()
    anna.person.click("yes")
    service.settle()
    assert game(ben).replica.mine == [1] and "Ben plays again." in anna.said


def test_the_table_is_asked_about_a_player_who_has_been_absent_for_long(
    tmp_path: Path, service: Service
) -> None:
    """Without a clock, too."""
    anna, ben = begun_without_clock(tmp_path, service)
    rng = random.Random(3)
    while match(anna).state.actor != 1:
        play(service, [anna, ben], rng)
    client, now = game(anna).client, time.monotonic()
    waits = client.consent.absent_in(now)
    assert waits is not None and SEAT_ABSENCE < waits <= SEAT_IDLE
    service.drop(ben)
    service.settle()
    waits = client.consent.absent_in(now)
    assert waits is not None and 0 < waits <= SEAT_ABSENCE + 10
    due = game(anna).due(now)
    assert due is not None and due <= waits, "the table wakes when the question is possible"
    client.consent._gone_since[2] = time.monotonic() - SEAT_ABSENCE
    service.away_for = SEAT_ABSENCE
    game(anna).moves(time.monotonic())
    anna.app.step()
    anna.person.click("absent")
    service.settle()
    room = service.rooms[room_of(service)]
    assert room.state.chairs[1].computer, "no other player has to agree"
    assert "A computer plays for Ben now." in " ".join(anna.said)


def test_the_player_whom_a_computer_would_replace_can_only_object(tmp_path: Path, service: Service) -> None:
    _, ben = begun_without_clock(tmp_path, service)
    state = game(ben).replica.state
    state.asked = ConsentRequest(state.n, 1, None, seat=1, computer="medium")
    ben.app.refresh()
    offered = [widget.id for widget in table(ben).widgets]
    assert "no" in offered and "yes" not in offered


def test_a_late_answer_to_a_request_is_refused_in_words(tmp_path: Path, service: Service) -> None:
    anna, ben = begun_without_clock(tmp_path, service)
    client = game(anna).client
    client.send(client.replica.propose_pause(True))
    service.settle()
    late = game(ben).replica.answer(True)
    client.send(client.replica.answer(False))
    service.settle()
    game(ben).client.send(late)
    service.settle()
    assert ben.said[-1] == "This request is no longer open."


def test_no_arrow_at_the_edge_of_the_board_lies_on_a_request(tmp_path: Path, service: Service) -> None:
    anna, ben = begun_without_clock(tmp_path, service, "hansa-teutonica", (780, 1688), 2)
    rng = random.Random(3)
    while match(anna).state.actor != 1:
        play(service, [anna, ben], rng)
    client = game(anna).client
    client.send(client.replica.propose_pause(True))
    service.settle()
    scene, arrows = table(ben), 0
    for across in (0.1, 0.5, 0.9):
        scene.stage.camera.go_to((1.6, across, 0.1))
        ben.app.step()
        scene.layout(scene.app.metrics)
        request = next(widget.rect for widget in scene.widgets if widget.id == "request")
        shown = [widget for widget in scene.widgets if isinstance(widget, Edge)]
        assert not [arrow.id for arrow in shown if arrow.rect.colliderect(request)]
        arrows += len(shown)
    assert arrows


def test_over_days_the_absence_of_a_player_says_nothing(tmp_path: Path, service: Service) -> None:
    devices = begun(tmp_path, service, ClockRules(DAYS, 3600, 3600, MARK))
    first, other = to_act(devices)
    service.drop(first)
    service.settle()
    client = game(other).client
    assert client.consent.absent_in(time.monotonic() + 10 * SEAT_IDLE) is None
    service.pass_time(2 * 3600)
    service.settle()
    assert client.consent.absent_in(time.monotonic()) == 0


def test_the_results_tell_the_time_that_each_player_has_used(tmp_path: Path, service: Service) -> None:
    devices = begun(tmp_path, service, ClockRules(LIVE, 30, 600, MARK))
    service.pass_time(700)
    service.settle()
    finish(service, devices)
    told = next(line for line in words(devices[0]) if line.startswith("Time used"))
    assert "11 minutes 40 seconds (time up once)" in told


def test_the_next_game_has_the_same_clock_and_an_invitation_tells_it(
    tmp_path: Path, service: Service
) -> None:
    rules = ClockRules(LIVE, 30, 600, MARK)
    devices = begun(tmp_path, service, rules)
    finish(service, devices)
    anna, _ = devices
    anna.person.click("again")
    wait(anna)
    service.settle()
    room = list(service.rooms.values())[-1]
    assert len(service.rooms) == 2 and room.state.clock is not None and room.state.clock.rules == rules
    carl = opened(tmp_path, service, "Carl")
    carl.app.open(routes.EnterRoom(room.name))
    wait(carl)
    carl.app.step()
    assert rules_told(rules) in words(carl)
