"""The saved games and settings on this device.

A save is the record of the game; its tags hold the title and the date. A damaged save is moved to another
key, never deleted; saves of other versions stay where those versions find them. A save overwrites only what
this window last read or wrote, so that two windows on one game cannot overwrite each other (optimistic
concurrency). A game that storage rejects is held in memory while this window is open and listed like any
other.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple

from game.client.storage.settings import Settings, entries_of, with_changes
from game.engine.core import ParseError
from game.engine.record import Head, OtherVersion, Record, head, read, replay, write
from game.match import Match, players_of, sanitize
from game.match.controllers import ROOM, controllers_of, is_by_mail
from game.match.loading import Loading, whole
from game.platform import Platform, StorageError

LONGEST_TITLE = 60
GAME, DAMAGED, SETTINGS, ANALYSIS, RESULTS = "game/", "damaged/", "settings", "analysis/", "results"
NOTE, PLAN = "note/", "plan/"
"""Prefix of the private notes on games (notes.py)."""


class SaveConflict(Exception):
    """An error raised if another window has changed the save since this one last read it."""


class Saved(NamedTuple):
    """An entry of the list of games."""

    id: str
    ruleset: str
    title: str
    names: tuple[str, ...]
    date: str
    actions: int
    over: bool
    round: int = 0
    """Current round; 0: unknown, saved by an older version."""
    totals: tuple[int, ...] = ()
    """Points by seat if the game ended now; empty: unknown."""
    colours: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    """Seats for which people decide, on this device or, in play by mail, on any."""
    by_mail: bool = False
    actor: int | None = None
    """Seat to decide next; None: none, or saved by an older version."""
    board: str = ""
    """Id of the board; "": the game's usual one."""
    room: str = ""
    """Name of the room in which it is played; "": none."""
    since: str = ""
    """Time since which the decision has been awaited, in the same format as `date`; "": unknown."""


class Unreadable(NamedTuple):
    """A save that cannot be opened, with the reason."""

    key: str
    id: str
    error: ValueError | StorageError | None
    """None if the reason is gone."""
    text: str = ""
    """Content of the save, as far as it can be read."""


class SaveStore:
    """Storage of games under the platform's keys. Methods raise `StorageError` as the platform does."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self._seen: dict[str, str | None] = {}
        """Text that this window last read or wrote, by game."""
        self._unkept: dict[str, str] = {}
        """Newer texts of games that could not be written, by key."""
        self._known = asdict(Settings())
        """Settings as this window last read or wrote them."""

    # ---- listing ----------------------------------------------------------------------------

    def games(self) -> list[Saved]:
        """Return all readable games, the latest first."""
        return [game for game in self.browse() if isinstance(game, Saved)]

    def latest(self) -> Saved | None:
        """Return the last played game in progress, or None."""
        return next((game for game in self.browse(over=False) if isinstance(game, Saved)), None)

    def browse(self, *, over: bool = True) -> Iterator[Saved | Unreadable]:
        """Return every game, those in progress before finished ones and the latest first, after the saves
        that storage does not let us read.

        A head is parsed when its turn comes. Damaged games are set aside on the way. Games of other versions
        stay where they are, as do damaged ones for which there is no room elsewhere.
        over: include finished games
        """
        texts, refused = self.look_through()
        now = self.platform.today()
        found = [
            (_tag(text, "over") != "yes", by_age(_tag(text, "date"), now), id, text) for id, text in texts
        ]
        found.sort(reverse=True)
        listed = (self._told(id, text) for going_on, _, id, text in found if going_on or over)
        return chain(refused, filter(None, listed))

    def _told(self, game_id: str, text: str) -> Saved | Unreadable | None:
        """Return the list entry of a game; None if it was set aside."""
        try:
            return _summary(game_id, head(text))
        except OtherVersion as other:
            return Unreadable(GAME + game_id, game_id, other, text)
        except ParseError as broken:
            self.set_aside(game_id, text)
            if not self.exists(game_id):
                return None
            return Unreadable(GAME + game_id, game_id, broken, text)

    def damaged(self) -> list[Unreadable]:
        """Return the games that were set aside."""
        return [self._aside(key) for key in self.platform.keys(DAMAGED)]

    def _aside(self, key: str) -> Unreadable:
        game_id = key.removeprefix(DAMAGED)
        try:
            text = self.platform.read(key) or ""
            return Unreadable(key, game_id, _error_in(text), text)
        except StorageError as error:
            return Unreadable(key, game_id, error)

    def text(self, unreadable: Unreadable) -> str:
        """Return the raw text of an unreadable save."""
        return self.platform.read(unreadable.key) or ""

    def texts(self) -> list[tuple[str, str]]:
        """Return the raw texts of the readable saves, by id."""
        return self.look_through()[0]

    def look_through(self) -> tuple[list[tuple[str, str]], list[Unreadable]]:
        """Return the raw saves by id, and those that storage does not let us read because another program
        uses them."""
        try:
            keys = self.platform.keys(GAME)
        except StorageError:
            if not self._unkept:
                raise
            keys = []
        texts: list[tuple[str, str]] = []
        refused: list[Unreadable] = []
        for key in sorted({*keys, *self._unkept}):
            game_id = key.removeprefix(GAME)
            try:
                text = self._read(key)
            except StorageError as error:
                refused.append(Unreadable(key, game_id, error))
            else:
                texts += [(game_id, text)] if text is not None else []
        return texts, refused

    def _read(self, key: str) -> str | None:
        return self._unkept[key] if key in self._unkept else self.platform.read(key)

    # ---- saving -----------------------------------------------------------------------------

    def open(self, game_id: str) -> Match:
        """Load a saved game.

        Raises `ParseError` or `IllegalAction` for a damaged save, which is set aside, and for one of another
        version, which stays unchanged.
        """
        return whole(self.opening(game_id))

    def opening(self, game_id: str) -> Loading[Match]:
        """Do the work of `open` in slices."""
        text = self._read(GAME + game_id)
        if text is None:
            raise ParseError(f"there is no saved game {game_id}")
        try:
            match = yield from Match.loading(game_id, read(text))
        except OtherVersion:
            raise
        except ValueError:
            self.set_aside(game_id, text)
            raise
        if self.is_kept(game_id):
            self._seen[game_id] = text
        return match

    def record(self, game_id: str) -> Record:
        """Return the record of a saved game without replaying it. Raises `ParseError` if it is missing or
        damaged."""
        text = self._read(GAME + game_id)
        if text is None:
            raise ParseError(f"there is no saved game {game_id}")
        return read(text)

    def taken_up(self, game_id: str) -> dict[str, str]:
        """Return the tags of a saved game, and let the next save with its id replace it.

        Raises `ParseError` if it is missing or damaged.
        """
        text = self._read(GAME + game_id)
        if text is None:
            raise ParseError(f"there is no saved game {game_id}")
        tags = read(text).tags
        if self.is_kept(game_id):
            self._seen[game_id] = text
        return tags

    def save(self, match: Match, *, played: bool = True) -> None:
        """Save the game. Raises `SaveConflict` if another window changed it.

        played: the person has the game before them; False: the date at which they last had stays
        """
        key, tags = GAME + match.id, match.record.tags
        today = self.platform.today()
        tags["date"] = today if played else tags.get("date", today)
        if tags.get("moved", "").partition(" ")[0] != (actions := str(len(match.record.actions))):
            tags["moved"] = f"{actions} {today}"
        tags["over"] = "yes" if match.state.outcome else "no"
        tags["actor"] = "" if match.state.actor is None else str(match.state.actor)
        tags["round"] = str(-(-match.state.turn_number // match.record.seats))
        rows = [line.points for line in match.state.scores()]
        tags["totals"] = " ".join(str(sum(points)) for points in zip(*rows, strict=True))
        try:
            while not self.platform.replace(key, self._seen.get(match.id), text := match.text()):
                if self.changed_elsewhere(match):
                    raise SaveConflict(match.id)
        except StorageError:
            self._unkept[key] = match.text()
            raise
        self._unkept.pop(key, None)
        self._seen[match.id] = text

    def is_kept(self, game_id: str) -> bool:
        """Return True if the game is stored beyond this window: the last attempt to save it did not fail."""
        return GAME + game_id not in self._unkept

    @property
    def all_kept(self) -> bool:
        """True if nothing is lost when this window closes."""
        return not self._unkept

    def changed_elsewhere(self, match: Match) -> bool:
        """Return True if another window continued, undid or deleted the game. A new title alone is
        adopted."""
        text, seen = self.platform.read(GAME + match.id), self._seen.get(match.id)
        if text == seen:
            return False
        if text is None or seen is None or untagged(text) != untagged(seen):
            return True
        try:
            match.record.tags["title"] = read(text).tags.get("title", "")
        except ParseError:
            return True
        self._seen[match.id] = text
        return False

    def exists(self, game_id: str) -> bool:
        """Return True if a game is saved under this id."""
        return self.platform.read(GAME + game_id) is not None

    def rename(self, game_id: str, title: str) -> None:
        """Give a saved game another title. Raises `ParseError` if there is no such game."""
        key, renamed = GAME + game_id, False
        while not renamed:
            there = self.platform.read(key)
            text = self._unkept.get(key, there)
            if text is None:
                raise ParseError(f"there is no saved game {game_id}")
            record = read(text)
            record.tags["title"] = sanitize(title, LONGEST_TITLE)
            text = write(record)
            renamed = self.platform.replace(key, there, text)
        if self._unkept.pop(key, None):
            self._seen[game_id] = text

    def delete(self, game_id: str) -> None:
        """Delete a game, its analysis, and the person's note and planned turn."""
        self._unkept.pop(GAME + game_id, None)
        self.platform.delete(GAME + game_id)
        self.platform.delete(ANALYSIS + game_id)
        self.platform.delete(NOTE + game_id)
        self.platform.delete(PLAN + game_id)
        self._seen.pop(game_id, None)

    def delete_unreadable(self, unreadable: Unreadable) -> None:
        """Delete an unreadable save."""
        self.platform.delete(unreadable.key)

    def set_aside(self, game_id: str, text: str) -> None:
        """Move a damaged save to another key without overwriting anything. It stays in place if there is no
        room."""
        self._seen.pop(game_id, None)
        key, number = DAMAGED + game_id, 1
        while (there := self.platform.read(key)) not in (None, text):
            number += 1
            key = f"{DAMAGED}{game_id}-{number}"
        try:
            if there is None and self.is_kept(game_id):
                self.platform.move(GAME + game_id, key)
                return
            if there is None:
                self.platform.write(key, text)
            self.platform.delete(GAME + game_id)
        except StorageError:
            return

    def new_id(self) -> str:
        """Return an unused id for a new save. If storage cannot be read, nothing can be overwritten
        either."""
        while True:
            game_id = f"{self.platform.random_seed():08x}"
            with contextlib.suppress(StorageError):
                if GAME + game_id in self._unkept or self.exists(game_id):
                    continue
            return game_id

    def analysis(self, game_id: str) -> str | None:
        """Return the saved analysis of a game (match/analysis.py), or None."""
        return self.platform.read(ANALYSIS + game_id) if game_id else None

    def keep_analysis(self, game_id: str, text: str) -> None:
        """Save the analysis of a game. It is deleted with the game."""
        if self.exists(game_id):
            self.platform.write(ANALYSIS + game_id, text)

    def put(self, text: str) -> str:
        """Save a game from outside, complete but not replayed yet; return its id."""
        game_id = self.new_id()
        self.platform.write(GAME + game_id, text)
        return game_id

    # ---- results ----------------------------------------------------------------------------

    def results(self) -> str:
        """Return the learning store (match/learning.py); "" before the first entry."""
        return self.platform.read(RESULTS) or ""

    def update_results(self, change: Callable[[str], str]) -> None:
        """Store the result of applying `change` to the learning store."""
        self._update(RESULTS, lambda text: change(text or ""))

    # ---- settings ---------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return the saved settings. Missing or invalid values get their defaults."""
        settings = Settings.read(entries_of(self.platform.read(SETTINGS)))
        self._known = asdict(settings)
        return settings

    def keep_settings(self, settings: Settings) -> None:
        """Save what this window has changed, and take over the changes of other windows."""

        def change(text: str | None) -> str:
            return json.dumps(with_changes(entries_of(text), asdict(settings), self._known))

        settings.take(entries_of(self._update(SETTINGS, change)))
        self._known = asdict(settings)

    def take_settings(self, settings: Settings) -> bool:
        """Take over the changes of other windows. Return True if there were any."""
        before, there = asdict(settings), entries_of(self.platform.read(SETTINGS))
        settings.take(with_changes(there, before, self._known))
        self._known = asdict(Settings.read(there))
        return asdict(settings) != before

    def _update(self, key: str, change: Callable[[str | None], str]) -> str:
        """Store the result of applying `change` to the stored text, without losing changes of other windows;
        return it."""
        while True:
            before = self.platform.read(key)
            after = change(before)
            if after == before or self.platform.replace(key, before, after):
                return after


def _summary(game_id: str, saved: Head) -> Saved:
    tags, players = saved.tags, players_of(saved)
    names = tuple(player.name for player in players)
    title, played = (sanitize(tags.get(name, ""), LONGEST_TITLE) for name in ("title", "date"))
    totals = _numbers(tags.get("totals", ""))
    people = (seat for seat, controller in enumerate(controllers_of(saved)) if controller.by_hand)
    actor = next(iter(_numbers(tags.get("actor", ""))), None)
    return Saved(
        game_id, saved.ruleset.id, title, names, played, saved.actions, tags.get("over") == "yes",
        next(iter(_numbers(tags.get("round", ""))), 0), totals if len(totals) == len(names) else (),
        tuple(player.colour for player in players), tuple(people), is_by_mail(saved),
        actor if actor in range(len(names)) else None, _board(saved), tags.get(ROOM, ""), _since(saved),
    )  # fmt: skip


def _since(saved: Head) -> str:
    """Return the time of the last action, or ""."""
    actions, _, moved = saved.tags.get("moved", "").partition(" ")
    return sanitize(moved, LONGEST_TITLE) if actions == str(saved.actions) else ""


def _board(saved: Head) -> str:
    """Return the id of the board, "" if it is the game's usual one."""
    usual = next((option.default for option in saved.ruleset.options if option.id == "board"), "")
    board = saved.options.get("board", usual)
    return "" if board == usual else board


def _numbers(text: str) -> tuple[int, ...]:
    """Parse the numbers in a tag; empty if it contains anything else."""
    words = text.split()
    fine = all(re.fullmatch("-?[0-9]{1,6}", word) for word in words)
    return tuple(map(int, words)) if fine else ()


def _tag(text: str, name: str) -> str:
    """Return the raw value of a tag of a record, or "". Fast: nothing is validated."""
    word = f"\ntag {name} "
    start = text.find(word)
    if start < 0:
        return ""
    start += len(word)
    return text[start : text.find("\n", start)].rstrip()


def _error_in(text: str) -> ValueError | None:
    """Return the error in the text of a save."""
    try:
        replay(read(text))
    except ValueError as error:
        return error
    return None


def by_age(text: str, now: str) -> tuple[bool, str]:
    """Return the sort key of a stored local time, the latest last.

    Times more than a day ahead of `now` come first: they were written by a wrong clock, and would otherwise
    precede recent games for years. A difference of one day can result from time zones.
    """
    try:
        latest = (date.fromisoformat(now[:10]) + timedelta(days=1)).isoformat()
    except ValueError:
        latest = text
    return text[:10] <= latest, text


def untagged(text: str) -> str:
    """Return the record of a game without its tags, such as title and date."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("tag "))
