"""My tables: every room, game by mail and saved game of the device in one list, with what is new there."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.rooms.client import refusal
from game.client.rooms.lobby import LobbyPage
from game.client.storage import rooms as keeping
from game.client.storage.notes import keep_note, note_on
from game.client.storage.rooms import Kept, local_time
from game.client.storage.save_store import Saved
from game.client.tables import round as round_module
from game.client.tables.card import TableCard
from game.client.tables.entry import TableEntry, entries, in_order, waited
from game.client.tables.page import TablesPage
from game.match import Match
from tests.client.conftest import finished, new_match

from .devices import Device, Service, opened
from .rooms_friends import begun, game, made, match, play, room_of

pytestmark = pytest.mark.usefixtures("unseen")
NOW = "2026-11-28 10:15"


@pytest.fixture(autouse=True)
def _rooms_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_module, "PAUSE", 0.0)


def listed(service: Service, device: Device) -> TablesPage:
    """Open the list again, and wait until everything is known and drawn."""
    device.app.home(routes.Title())
    device.app.open(routes.Games())
    page = device.app.scene
    assert isinstance(page, TablesPage)
    for _ in range(200):
        service.settle()
        if page.update(0.0) is None and (page._round is None or page._round.over):
            break
    return page


def card(page: TablesPage, table: str) -> TableCard:
    (found,) = [one for one in page.widgets if isinstance(one, TableCard) and one.entry.id == table]
    return found


def away(service: Service, anna: Device, ben: Device) -> int:
    """Let Ben leave before Anna's turn and Anna play it. Return the number of her actions."""
    rng = random.Random(5)
    play(service, [anna, ben], rng, 6)
    while match(anna).state.actor != 0:
        play(service, [anna, ben], rng)
    ben.app.home(routes.Title())
    service.settle()
    before = len(match(anna).moves)
    while match(anna).state.actor == 0:
        play(service, [anna], rng)
    return len(match(anna).moves) - before


# ---- rooms ------------------------------------------------------------------------------------


def test_a_table_tells_what_happened_since_the_last_visit_without_being_opened(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    table = room_of(service)
    new = away(service, anna, ben)
    (before,) = [one.date for one in ben.app.saves.games()]
    ben.today = partial(str, NOW)  # type: ignore[method-assign]
    assert ben.waiting == set()
    page = listed(service, ben)
    shown = card(page, table)
    assert ben.waiting == {f"room={table}"}, "the badge of the app counts it"
    assert shown.turn.startswith("Your turn") and shown.entry.group == "mine"
    assert shown.news.startswith(f"{new} steps since your last visit.") and "Anna" in shown.news
    assert shown.news in f"{shown.element().label}."
    assert ben.app.saves.record(table).actions == match(anna).record.actions
    assert game(anna).client.presence(2) == "gone", "the device was there for a moment only"
    assert shown.entry.game is not None and shown.entry.game.date == before, "Continue leads elsewhere"
    assert "steps since" in card(listed(service, ben), table).news, "the list is no visit"
    ben.person.click(f"open.{table}")
    service.settle()
    assert game(ben).replica.mine == [1] and len(match(ben).moves) == len(match(anna).moves)
    assert card(listed(service, ben), table).news == ""


def test_a_room_sends_the_list_only_what_is_new_and_without_news_no_game_is_loaded(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = begun(tmp_path, service)
    away(service, anna, ben)
    sent: list[str] = []
    say = service.say

    def noted(device: Device, text: str) -> None:
        sent.append(text)
        say(device, text)

    service.say = noted  # type: ignore[method-assign]
    listed(service, ben)
    first = json.loads(sent[0])
    assert first["do"] == "enter" and 0 < first["since"] < service.rooms[room_of(service)].n
    monkeypatch.setattr(ben.app.saves, "opening", None)
    assert card(listed(service, ben), room_of(service)).trouble == ""


def test_rooms_that_cannot_be_reached_show_their_last_known_state_and_say_so(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    known = len(match(ben).moves)
    service.stop()
    page = listed(service, ben)
    shown = card(page, room_of(service))
    assert shown.trouble.startswith("This table cannot be reached now.")
    assert shown.entry.game is not None and shown.entry.game.actions == known
    assert ben.app.connection is None, "there are no further attempts"


def test_a_room_that_does_not_admit_the_device_says_why(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    ben.app.home(routes.Title())
    service.settle()
    lobby = anna.app.scene
    assert isinstance(lobby, LobbyPage)
    lobby.client.send(lobby.client.replica.remove(2))
    service.settle()
    assert card(listed(service, ben), room_of(service)).trouble == refusal("removed")


def test_a_room_whose_stored_game_is_damaged_sends_everything_again(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    table = room_of(service)
    away(service, anna, ben)
    text = ben.read(f"game/{table}") or ""
    ben.write(f"game/{table}", text.rstrip().rpartition("\n")[0] + "\n")
    listed(service, ben)
    assert ben.app.saves.record(table).actions == match(anna).record.actions


def test_a_room_is_listed_before_its_game_has_begun_and_forgotten_with_its_note(
    tmp_path: Path, service: Service
) -> None:
    _, ben = made(tmp_path, service, "hansa-teutonica")
    table = room_of(service)
    keep_note(ben, table, "two are free")
    page = listed(service, ben)
    shown = card(page, table)
    assert (shown.label, shown.turn, shown.noted) == (
        "Hansa Teutonica",
        "Not yet begun",
        "two are free",
    )
    assert shown.board_image is not None and shown.board_image.picture is not None
    ben.person.click(f"more.{table}")
    ben.app.step()
    keep_note(ben, table, "one is free")
    ben.app.pop()
    ben.app.step()
    assert card(page, table).noted == "one is free"
    ben.person.click(f"more.{table}")
    ben.app.step()
    ben.person.click("delete")
    assert keeping.find(ben, table) is not None, "a first tap only asks"
    ben.person.click("delete")
    assert keeping.find(ben, table) is None and note_on(ben, table) == ""
    assert ben.app.scene.name == "games" and not [one for one in page.tables if one.id == table]


def test_the_badge_does_not_count_a_forgotten_room(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    away(service, anna, ben)
    listed(service, ben)
    assert ben.waiting == {f"room={room_of(service)}"}
    ben.person.click(f"more.{room_of(service)}")
    ben.app.step()
    ben.person.click("delete")
    ben.person.click("delete")
    assert ben.waiting == set()


def test_a_room_forgotten_before_the_list_has_asked_it_stays_forgotten(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    table = room_of(service)
    away(service, anna, ben)
    ben.app.open(routes.Games())
    keeping.forget(ben, table)
    ben.app.saves.delete(table)
    for _ in range(3):
        service.settle()
    assert isinstance(ben.app.scene, TablesPage) and ben.app.connection is None, "the round is over"
    assert keeping.find(ben, table) is None and not ben.app.saves.exists(table)


def test_a_request_of_the_others_waits_for_the_player(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    away(service, anna, ben)
    anna.app.scene.table_mode.client.send(game(anna).replica.ask())  # type: ignore[attr-defined]
    service.settle()
    shown = card(listed(service, ben), room_of(service))
    assert shown.turn.startswith("The others wait for your answer") and shown.entry.group == "mine"


# ---- order and times --------------------------------------------------------------------------


def saved(name: str, **fields: object) -> Saved:
    given = {"over": False, "people": (0, 1), "actor": 0, "date": "2026-11-27 10:00", **fields}
    return Saved(name, "hansa", "", ("Anna", "Ben"), actions=3, **given)  # type: ignore[arg-type]


def test_tables_at_which_others_wait_come_first_the_longest_waiting_before_the_rest() -> None:
    games = [
        saved("finished", over=True),
        saved("alone", people=(0,), date=NOW),
        saved("computer's", people=(0,), actor=1),
        saved("mail", by_mail=True, since="2026-11-25 10:00"),
        saved("sent", by_mail=True, actor=1),
        saved("new", room="new"),
        saved("old", room="old"),
        saved("theirs", room="theirs"),
        saved("left", room="left"),
    ]
    kept = [
        Kept("new", "key", turn="me", state="running", since="2026-11-27 23:00"),
        Kept("old", "key", turn="me", state="running", since="2026-11-20 23:00"),
        Kept("theirs", "key", turn="Ben", state="running", since="2026-11-27 22:00"),
        Kept("open", "key", state="open", date="2026-11-28 09:00"),
    ]
    found = in_order(entries(games, kept, "Anna"), NOW)
    assert [one.id for one in found] == [
        *("old", "mail", "new", "alone"),
        *("open", "theirs", "computer's", "sent", "left"),
        "finished",
    ]
    assert [one.group for one in found] == ["mine"] * 4 + ["others"] * 5 + ["over"]


@pytest.mark.parametrize(
    ("since", "words"),
    [
        ("2026-11-28 10:15", ""),
        ("2026-11-28 10:14", "for 1 minute"),
        ("2026-11-28 08:10", "for 2 hours"),
        ("2026-11-26 09:00", "for 2 days"),
        ("2026-11-29 10:00", ""),
        ("yesterday", ""),
        ("2026-11-26T09:00+01:00", ""),
        ("", ""),
    ],
)
def test_how_long_a_table_waits_is_told_in_the_largest_unit(since: str, words: str) -> None:
    assert waited(since, NOW) == words


def test_an_impossible_time_of_a_server_is_no_time() -> None:
    assert local_time(10**18) == local_time(float("inf")) == ""


def test_a_game_by_mail_waits_since_its_last_action_however_often_it_is_opened(
    open_app: Callable[..., App],
) -> None:
    app, played = open_app(), new_match("hansa", 2)
    played.record.tags["mail"] = "yes"
    played = Match.resume("mail", played.text())
    for today in ("2026-11-20 10:00", "2026-11-26 10:00"):
        app.platform.today = partial(str, today)  # type: ignore[method-assign]
        app.saves.save(played)
    (game,) = app.saves.games()
    assert (game.date, game.since) == ("2026-11-26 10:00", "2026-11-20 10:00")
    assert TableEntry(game, None, "Anna").waits("2026-11-26 11:00") == "for 6 days"


def test_what_an_older_version_stored_of_a_room_is_read(tmp_path: Path, service: Service) -> None:
    ben = opened(tmp_path, service, "Ben")
    old = {"room": "old", "key": "k", "ruleset": "hansa", "names": ["Anna", "Ben"], "turn": "me"}
    ben.write("room/old", json.dumps({**old, "state": "running", "date": "2026-11-20 10:15", "place": ""}))
    ben.write(
        "room/odd", json.dumps({"key": "k", "seen": "x", "mine": [1, "y"], "options": [[1], ["a", "b"]]})
    )
    found = {one.room: one for one in keeping.rooms(ben)}
    assert found["old"] == Kept("old", "k", "hansa", ("Anna", "Ben"), "me", "running", "2026-11-20 10:15")
    assert (found["odd"].seen, found["odd"].mine, found["odd"].options) == (-1, (1,), (("a", "b"),))


def test_a_finished_game_is_in_the_last_group_and_headings_stand_above_several_groups(
    tmp_path: Path, service: Service
) -> None:
    ben = opened(tmp_path, service, "Ben")
    ben.app.saves.save(new_match("hansa", 2))
    page = listed(service, ben)
    assert "Finished" not in [one.label for one in page.widgets]
    ben.app.saves.save(finished("hansa"))
    labels = [one.label for one in listed(service, ben).widgets]
    assert labels.index("Waiting for you") < labels.index("Finished")
