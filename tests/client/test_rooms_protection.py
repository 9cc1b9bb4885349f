"""The owner's protection of a table, invitations, secrets that all see, and what a device says of itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from game import engine
from game.client.app import routes
from game.client.rooms.menu import SecretCardPage
from game.client.storage.room_link import room_in
from game.client.views.thumbnail import BoardPicture
from game.match.players import COLOURS
from game.rooms.plan import RoomPlan
from game.rooms.protocol import MAX_PRESENT, OWNER_ABSENCE, SEAT_ABSENCE, SEAT_IDLE
from game.rooms.state import SeatAssignment
from game.server.room import Room

from .devices import Device, Service, opened
from .rooms_friends import begun, game, made, match, play, room_of, table, wait

pytestmark = pytest.mark.usefixtures("unseen")


def words(device: Device) -> list[str]:
    device.app.refresh()
    return [widget.label for widget in device.app.scene.widgets]


def follow(device: Device, link: str) -> None:
    """Open a link, as in a messenger."""
    found = room_in(link)
    assert found is not None
    device.app.open(routes.EnterRoom(found.name, found.key, found.invite))
    wait(device)


def test_a_locked_table_and_a_replaced_link_keep_strangers_out(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    old = ben.app.scene.invite.link  # type: ignore[attr-defined]
    anna.person.click("lock")
    service.settle()
    locked = "The table is locked: nobody else can join."
    assert anna.said[-1] == locked and locked in words(ben)
    carl = opened(tmp_path, service, "Carl")
    follow(carl, old)
    assert "This table is locked: nobody else can join." in words(carl)
    anna.person.click("lock")
    anna.person.click("new-link")
    service.settle()
    new = ben.app.scene.invite.link  # type: ignore[attr-defined]
    assert new != old and new.startswith(f"{old}~")
    replaced = "The old link no longer works. Send the new one."
    assert replaced in words(anna) and replaced not in words(ben)
    carl.app.home(routes.Title())
    follow(carl, old)
    assert "This link no longer works. Ask the host for the new one." in words(carl)
    carl.app.home(routes.Title())
    follow(carl, new)
    carl.person.click("enter")
    service.settle()
    assert carl.app.scene.name == "lobby"


def test_the_host_removes_a_watcher_who_is_told_so(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    anna.person.click("member.2")
    anna.person.click("remove")
    service.settle()
    assert anna.app.scene.name == "lobby" and anna.said[-1] == "Ben has been removed."
    assert "The host has removed you from this table." in words(ben)
    assert [one.id for one in ben.app.scene.widgets if one.act] == ["leave"], (
        "no link, which is closed to him"
    )
    assert not any(label.startswith(("Watching", "QR code")) for label in words(ben))
    ben.app.home(routes.Title())
    ben.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    assert "The host has removed you from this table." in words(ben)


def test_a_host_without_a_seat_is_no_member_to_remove(tmp_path: Path, service: Service) -> None:
    anna, _ = begun(tmp_path, service)
    client = game(anna).client
    client.send(client.replica.seat(0, computer="easy"))
    service.settle()
    anna.app.open(routes.Lobby(client, base=False))
    assert "Watching: Anna" in words(anna)
    assert not [widget for widget in anna.app.scene.widgets if widget.id.startswith("member.")]


def test_a_player_takes_over_from_a_host_who_is_away(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    service.drop(anna)
    ben.app.open(routes.Lobby(game(ben).client, base=False))
    service.settle()
    ben.person.click("take-over")
    service.settle()
    assert ben.said[-1] == "The host has been offline for less than two minutes."
    service.away_for = OWNER_ABSENCE
    ben.person.click("take-over")
    service.settle()
    assert game_of(service).state.owner == 2 and ben.said[-1] == "Ben is the host now."


def game_of(service: Service) -> Room:
    return service.rooms[room_of(service)]


# ---- the invitation ----------------------------------------------------------------------------------


def test_an_invitation_shows_the_board_the_seats_and_who_is_there(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    follow(carl, f"#room={room_of(service)}")
    assert {"Anna", "Free seat", "Watching: Ben"} <= set(words(carl))
    assert any(isinstance(widget, BoardPicture) for widget in carl.app.scene.widgets)
    assert len(game_of(service).state.members) == 2


def test_an_older_server_tells_less_of_the_table(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")

    async def post(url: str, text: str) -> tuple[int, str]:
        return 200, '{"v":1,"game":"hansa","host":"Anna","seats":2,"open":1,"started":false}'

    carl.post = post  # type: ignore[method-assign]
    follow(carl, f"#room={room_of(service)}")
    assert "Anna invites you to play. Tell the others who you are." in words(carl)


def test_a_reload_at_the_invitation_keeps_it(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    follow(carl, f"#room={room_of(service)}~{'i' * 22}")
    assert carl.held == f"room={room_of(service)}~{'i' * 22}"
    carl.person.click("back")
    assert carl.held == ""


def test_a_guest_is_led_to_a_seat(tmp_path: Path, service: Service) -> None:
    _, ben = made(tmp_path, service)
    ben.person.click("sit")
    service.settle()
    assert game_of(service).state.held(2) == [1]
    ben.person.click("seat")
    assert ben.app.scene.name == "room-seat"


def test_a_full_table_says_how_many_may_be_there(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    room = game_of(service)
    for number in range(3, MAX_PRESENT + 1):
        room.apply(
            f'{{"n":{room.n + 1},"t":2000,"by":{number},"do":"join","who":{number},"name":"N{number}"}}'
        )
    service.away_for = -1.0
    service.absence = lambda room: {}  # type: ignore[method-assign]
    carl = opened(tmp_path, service, "Carl")
    follow(carl, f"#room={room_of(service)}")
    carl.person.click("enter")
    service.settle()
    assert "This table is full: no more than 16 people can be at it at a time." in words(carl)


# ---- undo, secrets, history --------------------------------------------------------------------------


def test_a_request_to_undo_says_whose_steps_it_takes_back(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    devices = [anna, ben]
    play(service, devices, random.Random(1), 12)
    while len({move.seat for move in match(anna).moves}) < 2:
        play(service, devices, random.Random(1))
    asker = devices[1 - (match(anna).state.actor or 0)]
    other = devices[match(anna).state.actor or 0]
    first = 1
    game(asker).client.send(game(asker).replica.ask(first))
    service.settle()
    seats = [move.seat for move in match(anna).moves[first:]]
    asked = next(line for line in words(other) if "would like to undo" in line)
    own = game(other).replica.mine[0]
    name = asker.app.settings.name
    assert f"You:\u00a0{seats.count(own)}" in asked and f"{name}:\u00a0{seats.count(1 - own)}" in asked


def with_cards(tmp_path: Path, service: Service) -> tuple[Device, Device]:
    """Return the devices of Anna and Ben at a game with secret cards and an easy computer."""
    rules = engine.ruleset("hansa-teutonica")
    kinds = ((1, None), (None, None), (None, "easy"))
    chairs = tuple(
        SeatAssignment(who, level, colour) for (who, level), colour in zip(kinds, COLOURS, strict=False)
    )
    options = rules.full_options(3, {"missions": "on"})
    plan = RoomPlan("k" * 22, "Anna", rules, 3, options, chairs)
    room = service.make(plan.text()).partition('"room": "')[2][:22]
    anna, ben = opened(tmp_path, service, "Anna"), opened(tmp_path, service, "Ben")
    for device, key in ((anna, "k" * 22), (ben, "")):
        device.app.open(routes.EnterRoom(room, key))
        service.settle()
    ben.person.click("enter")
    service.settle()
    ben.person.click("sit")
    service.settle()
    anna.person.click("start")
    service.settle()
    return anna, ben


def test_the_own_secret_card_is_shown_at_the_start_and_by_its_button(
    tmp_path: Path, service: Service
) -> None:
    _, ben = with_cards(tmp_path, service)
    page = ben.app.scene
    assert isinstance(page, SecretCardPage)
    assert page._lines == table_below(ben).view.secret(1, match(ben).state).lines
    ben.person.click("back")
    ben.person.click("card")
    assert isinstance(ben.app.scene, SecretCardPage)


def table_below(device: Device):  # type: ignore[no-untyped-def]
    return device.app.scenes[-2]


def with_cards_and_a_guest(tmp_path: Path, service: Service) -> tuple[Device, Device, Device]:
    """Begin a game with secret cards between Anna and Ben, with Carl at the table."""
    anna, ben = with_cards(tmp_path, service)
    for device in (anna, ben):
        device.person.click("back")
    carl = opened(tmp_path, service, "Carl")
    follow(carl, f"#room={room_of(service)}")
    carl.person.click("enter")
    service.settle()
    return anna, ben, carl


def test_all_are_told_who_has_seen_a_card(tmp_path: Path, service: Service) -> None:
    anna, ben, _ = with_cards_and_a_guest(tmp_path, service)
    client = game(anna).client
    client.send(client.replica.seat(1, who=3))
    service.settle()
    assert anna.said[-1].startswith("With secret cards, this seat changes hands only if")
    service.drop(ben)
    service.away_for = SEAT_ABSENCE
    client.send(client.replica.seat(1, who=3))
    service.settle()
    told = "Anna gives Ben’s seat to Carl. Carl can now see the secret card of this seat."
    assert anna.said[-1] == told
    anna.app.open(routes.Lobby(client, base=False))
    assert "Carl: secret card also seen by Ben." in words(anna)


def test_a_free_seat_with_a_card_is_given_by_the_host_only(tmp_path: Path, service: Service) -> None:
    anna, ben, carl = with_cards_and_a_guest(tmp_path, service)
    for device, seat in ((anna, 0), (ben, 1)):
        client = game(device).client
        client.send(client.replica.seat(seat))
    service.settle()
    for device, offered in ((anna, [0, 1, 2]), (ben, [1]), (carl, [])):
        device.app.open(routes.Lobby(game(device).client, base=False))
        found = [widget.id for widget in device.app.scene.widgets if widget.act]
        assert [seat for seat in range(3) if f"seat.{seat}" in found] == offered
    assert "Free seat of Ben: secret card seen by Ben." in words(anna)
    anna.person.click("seat.1")
    anna.person.click("give.3")
    service.settle()
    assert service.rooms[room_of(service)].state.held(3) == [1]


def test_the_host_replaces_a_player_who_keeps_the_table_waiting(tmp_path: Path, service: Service) -> None:
    anna, ben = with_cards(tmp_path, service)
    for device in (anna, ben):
        device.person.click("back")
    client, rng = game(anna).client, random.Random(4)
    for actor, offered in ((0, False), (1, True)):
        while match(anna).state.actor != actor:
            play(service, [anna, ben], rng)
        anna.app.open(routes.RoomSeat(client, 1))
        assert ("free" in [widget.id for widget in anna.app.scene.widgets]) is offered
        assert [label for label in words(anna) if label.endswith("keeps the table waiting for fifteen.")]
        anna.app.pop()
    anna.app.open(routes.RoomSeat(client, 1))
    anna.person.click("free")
    service.settle()
    assert anna.said[-1].startswith("With secret cards") and client.state.open_seats == []
    game_of(service).idle = lambda: SEAT_IDLE
    anna.app.open(routes.RoomSeat(client, 1))
    anna.person.click("free")
    service.settle()
    assert client.state.open_seats == [1]


def test_a_table_in_another_tab_says_that_one_has_left(tmp_path: Path, service: Service) -> None:
    _, ben = begun(tmp_path, service)
    client = game(ben).client
    other = opened(tmp_path, service, "Ben")
    other.app.open(routes.EnterRoom(client.room, client.kept.key))
    service.settle()
    client.leave()
    service.settle()
    assert ben.app.scene.name == "title" and other.app.scene.name == "table"
    assert game(other).status("") == "You have left this table." and not game(other).greeting()
    follow(ben, f"#room={client.room}")
    ben.person.click("enter")
    service.settle()
    assert ben.app.scene.name == "lobby" and "You have left this table." not in words(ben), "a new guest"


def test_on_a_phone_an_error_follows_the_prompt_after_a_full_stop(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service, size=(780, 1688), ratio=2)
    client = game(ben).client
    client.send(client.replica.pause(True))
    service.settle()
    note = table(ben).drawing.slip().note
    assert note is not None and " ".join(note.lines) == "Anna is thinking. Only the host can do that."
    game(anna).client.send(game(anna).client.replica.remove(2))
    service.settle()
    assert game(ben).status("") == "The host has removed you from this table." and not game(ben).greeting()


def test_a_table_that_went_back_to_a_backup_says_so(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    room = game_of(service)
    backup = list(room._lines)
    play(service, [anna, ben], random.Random(3), 8)
    service.stop()
    service.settle()
    service.rooms[room.name] = Room(room.name, backup)
    service.down = False
    for device in (anna, ben):
        connection = device.app.connection
        assert connection is not None
        connection.update(1e9)
        connection.update(2e9)
    service.settle()
    assert "The table is back at an earlier moment: what happened last has been lost." in ben.said
    assert len(match(ben).moves) == len(match(anna).moves) == 0
    assert table(ben).table_mode.greeting().startswith("The table is back at an earlier moment")
