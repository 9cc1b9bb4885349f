"""Saved games survive a full disk, an error, another window and a damaged file."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from game import engine
from game.client.storage import rooms
from game.client.storage.save_store import SaveConflict, SaveStore, Unreadable
from game.client.storage.settings import Settings
from game.client.words.trouble import trouble_of
from game.engine.core import IllegalAction, ParseError
from game.engine.record import OtherVersion
from game.match import Match
from game.platform import StorageError
from game.platform.desktop.platform import Desktop
from tests.client.conftest import new_match, play_some

GAMES = engine.rulesets()


def shelf_in(folder: Path) -> SaveStore:
    return SaveStore(Desktop(folder))


def play(match: Match, steps: int, seed: int = 1) -> Match:
    rng = random.Random(seed)
    for _ in range(steps):
        match.play(rng.choice(match.state.legal_actions()))
    return match


def kept_game(folder: Path, steps: int = 9, seed: int = 7) -> Match:
    """Return a game of Hansa, saved in the directory."""
    match = play(new_match("hansa", 3, seed), steps)
    shelf_in(folder).save(match)
    return match


def unreadable(saves: SaveStore) -> list[Unreadable]:
    """Return the entries of the list of games that are shown as unreadable."""
    others = [game for game in saves.browse() if isinstance(game, Unreadable)]
    return [*saves.damaged(), *others]


def file_of(folder: Path, match: Match) -> Path:
    (path,) = folder.glob(f"game*{match.id}.txt")
    return path


# ---- saving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_opens_as_it_was_kept(tmp_path: Path, game: str) -> None:
    match = play(new_match(game, 3), 40)
    shelf_in(tmp_path).save(match)
    opened = shelf_in(tmp_path).open(match.id)
    assert opened.state.position() == match.state.position()
    assert opened.players == match.players


def test_the_list_shows_every_game(tmp_path: Path) -> None:
    one, two = kept_game(tmp_path, 4, seed=1), kept_game(tmp_path, 9, seed=2)
    listed = {game.id: game for game in shelf_in(tmp_path).games()}
    assert {game_id: game.actions for game_id, game in listed.items()} == {one.id: 4, two.id: 9}
    assert listed[one.id].names == tuple(player.name for player in one.players)


@pytest.mark.parametrize("game", GAMES)
def test_the_list_shows_how_far_a_game_is(tmp_path: Path, game: str) -> None:
    match = new_match(game, 3)
    assert play_some(match, random.Random(1), 60)
    shelf_in(tmp_path).save(match)
    (saved,) = shelf_in(tmp_path).games()
    rows = [line.points for line in match.state.scores()]
    assert saved.totals == tuple(sum(row[seat] for row in rows) for seat in range(3))
    assert 3 * (saved.round - 1) < match.state.turn_number <= 3 * saved.round


@pytest.mark.parametrize("totals", ["", "1 2", "1 2 3 4", "a b c", "1 2 ³", "99999999 1 1"])
def test_a_save_that_does_not_tell_its_points_is_listed_without_them(tmp_path: Path, totals: str) -> None:
    match = kept_game(tmp_path)
    text = file_of(tmp_path, match).read_text()
    kept = [row for row in text.splitlines() if not row.startswith(("tag totals", "tag round"))]
    kept.insert(1, f"tag totals {totals}")
    file_of(tmp_path, match).write_text("\n".join(kept) + "\n")
    (saved,) = shelf_in(tmp_path).games()
    assert (saved.round, saved.totals) == (0, ()) and saved.actions == 9


DATES = ("2026-11-26 09:00", "2031-01-01 10:00", "2026-11-27 23:00", "2026-11-20 08:00", "2030-05-05 10:00")


def test_what_a_wrong_clock_dated_never_stands_before_what_was_played_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few hours ahead are another time zone."""
    saves, platform = shelf_in(tmp_path), Desktop(tmp_path)
    for number, date in enumerate(DATES):
        monkeypatch.setattr(Desktop, "today", lambda desktop, date=date: date)
        match = play(new_match("hansa", 3, number), 3)
        match.id = f"{number:08}"
        saves.save(match)
        rooms.keep(platform, rooms.Kept(f"{number:022}", rooms.new_key()))
    monkeypatch.setattr(Desktop, "today", lambda desktop: "2026-11-27 12:00")
    assert [int(game.id) for game in saves.games()] == [2, 0, 3, 1, 4]
    assert [int(kept.room) for kept in rooms.rooms(platform)] == [2, 0, 3, 1, 4]
    latest = saves.latest()
    assert latest is not None and int(latest.id) == 2


def test_a_new_title_changes_nothing_else(tmp_path: Path) -> None:
    match = kept_game(tmp_path)
    shelf_in(tmp_path).rename(match.id, "Sunday")
    assert shelf_in(tmp_path).games()[0].title == "Sunday"
    assert shelf_in(tmp_path).open(match.id).record.actions == match.record.actions


def test_a_deleted_game_is_gone_and_no_other(tmp_path: Path) -> None:
    one, two = kept_game(tmp_path, seed=1), kept_game(tmp_path, seed=2)
    shelf_in(tmp_path).delete(one.id)
    assert [game.id for game in shelf_in(tmp_path).games()] == [two.id]


def test_a_new_game_never_takes_the_name_of_a_kept_one(tmp_path: Path) -> None:
    class Repeating(Desktop):
        numbers = iter([5, 5, 5, 6])

        def random_seed(self) -> int:
            return next(self.numbers)

    saves = SaveStore(Repeating(tmp_path))
    match = new_match("hansa", 2)
    match.id = saves.new_id()
    saves.save(match)
    assert saves.new_id() != match.id


# ---- damaged ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["cut", "empty", "bytes", "line", "returns"])
def test_a_damaged_game_is_set_aside_with_all_it_holds(tmp_path: Path, how: str) -> None:
    whole, damaged = kept_game(tmp_path, seed=1), kept_game(tmp_path, seed=2)
    path = file_of(tmp_path, damaged)
    content = path.read_bytes()
    broken = {
        "cut": content[: len(content) // 2],
        "empty": b"",
        "bytes": content[:60] + b"\xff\xfe\x00" + content[60:],
        "returns": content[: len(content) // 2].replace(b"\n", b"\r\n"),
        "line": content.replace(b"place", b"replace", 1),
    }[how]
    path.write_bytes(broken)
    saves = shelf_in(tmp_path)
    if how == "line":  # the list reads headers; damage after them shows when the game is opened
        with pytest.raises(ValueError):
            saves.open(damaged.id)
    assert [game.id for game in saves.games()] == [whole.id]
    (aside,) = unreadable(saves)
    assert aside.id == damaged.id and aside.error
    (moved,) = tmp_path.glob("damaged*.txt")
    assert moved.read_bytes() == broken and not path.exists()
    assert "\\xff\\xfe" in saves.text(aside) or how != "bytes"
    saves.delete_unreadable(aside)
    assert unreadable(saves) == [] and [game.id for game in saves.games()] == [whole.id]


def test_a_game_with_an_illegal_step_is_set_aside_when_it_is_opened(tmp_path: Path) -> None:
    match = kept_game(tmp_path, steps=30)
    path = file_of(tmp_path, match)
    lines = path.read_text().splitlines()
    lines[-2] = lines[lines.index("") + 1]  # the first step again
    path.write_text("\n".join(lines) + "\n")
    saves = shelf_in(tmp_path)
    with pytest.raises(IllegalAction):
        saves.open(match.id)
    (aside,) = unreadable(saves)
    assert "line" in str(aside.error) and saves.games() == []


def test_a_damaged_game_is_set_aside_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_of(tmp_path, kept_game(tmp_path))
    path.write_text("damaged")

    def full(*_given: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr("os.fsync", full)
    saves = shelf_in(tmp_path)
    assert saves.games() == [] and not path.exists()
    assert [saves.text(one) for one in unreadable(saves)] == ["damaged"]


def test_nothing_is_moved_over_what_is_there(tmp_path: Path) -> None:
    desktop = Desktop(tmp_path)
    desktop.write("one", "first")
    desktop.write("other", "second")
    with pytest.raises(StorageError):
        desktop.move("one", "other")
    assert (desktop.read("one"), desktop.read("other")) == ("first", "second")


def test_a_second_damaged_save_of_a_game_does_not_replace_the_first(tmp_path: Path) -> None:
    saves = shelf_in(tmp_path)
    for content in ("first", "second", "second"):
        match = kept_game(tmp_path)
        file_of(tmp_path, match).write_text(content)
        saves.games()
    assert sorted(saves.text(aside) for aside in unreadable(saves)) == ["first", "second"]


def test_an_entry_that_cannot_be_read_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, locked = kept_game(tmp_path, seed=1), kept_game(tmp_path, seed=2)
    (tmp_path / "game%2Ffolder.txt").mkdir()
    (tmp_path / "damaged%2Ffolder.txt").mkdir()
    reads = Path.read_text

    def read(path: Path, **how: str) -> str:
        if locked.id in path.name:
            raise PermissionError(errno.EACCES, "another program has it")
        return reads(path, **how)

    monkeypatch.setattr(Path, "read_text", read)
    saves = shelf_in(tmp_path)
    latest = saves.latest()
    assert [game.id for game in saves.games()] == [match.id] and latest and latest.id == match.id
    (refused,) = unreadable(saves)
    assert refused.id == locked.id
    assert trouble_of(refused.error).words().startswith("This machine does not let")
    monkeypatch.undo()
    assert len(saves.games()) == 2


def test_a_game_of_another_version_stays_where_that_version_finds_it(tmp_path: Path) -> None:
    match = kept_game(tmp_path)
    path = file_of(tmp_path, match)
    newer = path.read_text().replace("\nversion ", "\nversion 9", 1)
    path.write_text(newer)
    saves = shelf_in(tmp_path)
    assert saves.games() == []
    (other,) = unreadable(saves)
    assert "newer rules" in str(other.error)
    with pytest.raises(OtherVersion):
        saves.open(match.id)
    assert path.read_text() == newer


def test_settings_that_make_no_sense_have_their_defaults(tmp_path: Path) -> None:
    platform = Desktop(tmp_path)
    for text in ("", "{", "[]", '{"speed": "warp", "language": 7}', '{"speed": null}'):
        platform.write("settings", text)
        assert SaveStore(platform).settings() == Settings()


@pytest.mark.parametrize(("kept", "read"), [("small", "small"), ("medium", "clear"), ("large", "large")])
def test_the_size_of_mistakes_keeps_its_name_or_that_of_today(tmp_path: Path, kept: str, read: str) -> None:
    platform = Desktop(tmp_path)
    platform.write("settings", json.dumps({"mistakes": kept}))
    assert SaveStore(platform).settings().mistakes == read


# ---- two windows --------------------------------------------------------------------------------


def test_two_windows_on_a_game_do_not_overwrite_each_other(tmp_path: Path) -> None:
    game_id = kept_game(tmp_path).id
    here, there = shelf_in(tmp_path), shelf_in(tmp_path)
    mine, other = here.open(game_id), there.open(game_id)
    there.save(play(other, 1))
    with pytest.raises(SaveConflict):
        here.save(play(mine, 2, seed=5))
    assert shelf_in(tmp_path).open(game_id).record.actions == other.record.actions
    mine.id = here.new_id()
    here.save(mine)
    assert {game.actions for game in here.games()} == {10, 11}


SAVING = """
import sys
from pathlib import Path
from game.client.storage.save_store import SaveConflict, SaveStore
from game.platform.desktop.platform import Desktop

shelf = SaveStore(Desktop(Path(sys.argv[1])))
match = shelf.open(sys.argv[2])
saved = 0
for _ in range(150):
    try:
        match.play(match.state.legal_actions()[0])
        shelf.save(match)
        saved += 1
    except SaveConflict:
        match = shelf.open(sys.argv[2])
print(saved)
"""


def test_two_windows_that_save_without_pause_lose_no_action(tmp_path: Path) -> None:
    match = kept_game(tmp_path)
    windows = [
        subprocess.Popen(
            [sys.executable, "-c", SAVING, str(tmp_path), match.id], stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    saved = [int(window.communicate()[0].split()[-1]) for window in windows]
    assert all(saved), "both came to save"
    actions = shelf_in(tmp_path).open(match.id).record.actions
    assert len(actions) == len(match.record.actions) + sum(saved)


def test_a_game_deleted_in_another_window_is_not_silently_there_again(tmp_path: Path) -> None:
    game_id = kept_game(tmp_path).id
    here, there = shelf_in(tmp_path), shelf_in(tmp_path)
    mine = here.open(game_id)
    there.delete(game_id)
    with pytest.raises(SaveConflict):
        here.save(play(mine, 1))


def test_a_title_given_in_another_window_is_taken_over(tmp_path: Path) -> None:
    game_id = kept_game(tmp_path).id
    here, there = shelf_in(tmp_path), shelf_in(tmp_path)
    mine = here.open(game_id)
    there.rename(game_id, "Sunday")
    here.save(play(mine, 1))
    (game,) = there.games()
    assert (game.title, game.actions) == ("Sunday", 10)


def test_two_windows_lose_no_setting_of_each_other(tmp_path: Path) -> None:
    here, there = shelf_in(tmp_path), shelf_in(tmp_path)
    mine, other = here.settings(), there.settings()
    other.lessons, other.name, other.theme = "hansa.goal=done hansa.buying=2", "Anna", "light"
    there.keep_settings(other)
    mine.sound, mine.lessons = "30", "hansa.goal=1 hansa-teutonica.goal=3"
    here.keep_settings(mine)
    assert mine == shelf_in(tmp_path).settings(), "what the other wrote is taken in"
    assert (mine.name, mine.theme, mine.sound) == ("Anna", "light", "30")
    assert mine.lessons == "hansa.goal=done hansa.buying=2 hansa-teutonica.goal=3"
    other.theme = "dark"
    assert there.take_settings(other) and (other.sound, other.theme) == ("30", "dark")
    there.keep_settings(other)
    assert shelf_in(tmp_path).settings() == other


def test_settings_of_another_version_stay(tmp_path: Path) -> None:
    Desktop(tmp_path).write("settings", '{"speed": "warp", "smell": "strong", "text": "large"}')
    saves = shelf_in(tmp_path)
    settings = saves.settings()
    settings.sound = "30"
    saves.keep_settings(settings)
    kept = json.loads(Desktop(tmp_path).read("settings") or "")
    assert (kept["speed"], kept["smell"], kept["text"], kept["sound"]) == ("warp", "strong", "large", "30")


# ---- the disk -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "reason"),
    [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EROFS, "blocked"), (errno.EIO, "blocked")],
)
@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_failing_disk_is_told_and_leaves_the_old_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, reason: str
) -> None:
    match = kept_game(tmp_path)
    before = file_of(tmp_path, match).read_text()
    saves = shelf_in(tmp_path)
    mine = play(saves.open(match.id), 1)

    def fail(*_given: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(
        *{"write": ("builtins.open",), "fsync": ("os.fsync",), "replace": ("os.replace",)}[step], fail
    )
    with pytest.raises(StorageError) as told:
        saves.save(mine)
    monkeypatch.undo()
    assert told.value.reason == reason
    assert file_of(tmp_path, match).read_text() == before
    assert {path.suffix for path in tmp_path.iterdir()} == {".txt", ".lock"}, "nothing half written is left"
    saves.save(mine)
    assert shelf_in(tmp_path).open(match.id).record.actions == mine.record.actions


def test_a_damaged_game_stays_where_it_is_when_nothing_can_be_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = kept_game(tmp_path)
    path = file_of(tmp_path, match)
    path.write_text("damaged")

    def refused(*_given: object) -> None:
        raise PermissionError(errno.EACCES, "another program has it")

    monkeypatch.setattr("os.rename", refused)
    saves = shelf_in(tmp_path)
    assert saves.games() == []
    assert [(one.id, saves.text(one)) for one in unreadable(saves)] == [(match.id, "damaged")]
    assert path.read_text() == "damaged"


def test_a_data_folder_that_is_no_folder_is_told(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("in the way")
    saves = shelf_in(place)
    for use in (saves.games, saves.settings, lambda: saves.save(new_match("hansa", 2))):
        with pytest.raises(StorageError) as told:
            use()
        assert told.value.reason == "blocked"


def test_what_the_disk_refuses_is_remembered_while_the_window_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = kept_game(tmp_path)
    saves = shelf_in(tmp_path)
    mine = play(saves.open(match.id), 1)

    def full(*_given: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(StorageError):
            saves.save(mine)
    assert not saves.is_kept(match.id) and not saves.all_kept
    assert [game.actions for game in saves.games()] == [10]
    again = saves.open(match.id)
    assert again.record.actions == mine.record.actions
    assert [game.actions for game in shelf_in(tmp_path).games()] == [9], "on the disk is what was kept"
    saves.save(play(again, 1))
    assert saves.all_kept and [game.actions for game in shelf_in(tmp_path).games()] == [11]


def test_without_any_storage_a_game_can_be_left_and_continued(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("in the way")
    saves, match = shelf_in(place), play(new_match("hansa", 2), 3)
    with pytest.raises(StorageError):
        saves.save(match)
    assert [game.id for game in saves.games()] == [match.id]
    assert saves.open(match.id).record.actions == match.record.actions
    assert saves.new_id() != match.id


KILLED = """
import os, sys
from pathlib import Path
from game.client.storage.save_store import SaveStore
from game.platform.desktop.platform import Desktop

shelf = SaveStore(Desktop(Path(sys.argv[1])))
match = shelf.open(sys.argv[2])
replace, count = os.replace, 0
def dying(*names):
    global count
    count += 1
    if count == int(sys.argv[3]):
        os._exit(9)
    replace(*names)
os.replace = dying
while True:
    match.play(match.state.legal_actions()[0])
    shelf.save(match)
"""


def test_a_program_killed_while_it_saves_loses_only_the_action_in_flight(tmp_path: Path) -> None:
    match = kept_game(tmp_path)
    for killed_at in (1, 4):
        before = len(shelf_in(tmp_path).open(match.id).record.actions)
        command = [sys.executable, "-c", KILLED, str(tmp_path), match.id, str(killed_at)]
        assert subprocess.run(command, check=False).returncode == 9
        assert len(shelf_in(tmp_path).open(match.id).record.actions) == before + killed_at - 1
        assert list(tmp_path.glob("*.tmp"))
        assert [game.id for game in shelf_in(tmp_path).games()] == [match.id]
        assert not list(tmp_path.glob("*.tmp")), "what it left half written is removed"
    with pytest.raises(ParseError):
        shelf_in(tmp_path).open("never-kept")


def test_a_file_for_others_never_overwrites_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.platform.desktop.platform._downloads", lambda: tmp_path)
    names = [Path(Desktop(tmp_path).save_file("kontor-hansa.txt", text)).name for text in "abc"]
    assert names == ["kontor-hansa.txt", "kontor-hansa-2.txt", "kontor-hansa-3.txt"]
    assert [(tmp_path / name).read_text() for name in names] == ["a", "b", "c"]
