"""Adapter from the corpus to the game: reads saved texts and says in plain data what they mean.

This is the only module of these tests that imports the game. After a module has moved, its import below is
all that changes. The functions return nothing that names a module or a class, so that their results can be
compared with those of other versions.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, fields
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from game import engine
from game.bots import Choice
from game.bots.levels import choose
from game.bots.players import Tunable
from game.bots.weights import tables
from game.client.app.setup import Setup
from game.client.learn.courses import lesson_id, puzzles
from game.client.learn.courses import parts as lesson_parts
from game.client.storage.backup import everything, is_backup, parts, results_in, take_in
from game.client.storage.fragment import SHORTCUTS, holds_link
from game.client.storage.link import LinkError, decode, encode, received
from game.client.storage.results import has_won, looked_back
from game.client.storage.room_link import room_in
from game.client.storage.rooms import known as known_of
from game.client.storage.rooms import rooms as rooms_of
from game.client.storage.save_store import Saved, SaveStore
from game.client.storage.settings import Settings, entries_of, usual_level
from game.client.table.computers import reason_given
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, catalogue, use_language
from game.client.words.trouble import trouble_of
from game.command import main as command
from game.engine import IllegalAction, State
from game.engine.record import CutOff, OtherVersion, head, read, write
from game.games import part
from game.match import Match
from game.match.analysis import kept as kept_analysis
from game.match.learning import (
    RatedGame,
    Result,
    SolvedMistakes,
    TeachingStats,
    read_entries,
    with_entries,
)
from game.match.progress import read_progress
from game.match.statistics import statistics
from game.match.tally import rows as sums_of
from game.match.tally import setup_of
from game.match.teaching import TeachingTags
from game.platform.desktop.platform import Desktop
from game.rooms.commands import COMMANDS, Command, parse_command
from game.rooms.plan import parse_plan
from game.rooms.protocol import Enter, Here, Ping, Refused
from game.rooms.replica import RoomReplica
from game.rooms.replica_storage import resume
from game.server.room import Room
from game.server.sqlite import SQLite
from tools.arena.entries import parse_entry
from tools.players import player

STEP = 10
"""Positions and legal actions of a replayed game are compared before each tenth action."""


def digest(text: str, size: int = 8) -> str:
    """Return a hash of a text in hexadecimal digits; `size` is its number of bytes."""
    return blake2b(text.encode(), digest_size=size).hexdigest()


# ---- states -------------------------------------------------------------------------------------


def decision_of(state: State) -> str:
    """Return the id of the pending decision, "" when the game is over."""
    return "" if state.decision is None else state.decision.id


def legal_of(state: State) -> list[str]:
    """Return the texts of all legal actions, sorted."""
    return sorted(action.text for action in state.legal_actions())


def legal_by_verb(state: State) -> dict[str, str]:
    """Return by first word the number of legal actions and a hash of their texts."""
    found: dict[str, list[str]] = {}
    for text in legal_of(state):
        found.setdefault(text.partition(" ")[0], []).append(text)
    return {verb: f"{len(texts)}:{digest(chr(10).join(texts), 4)}" for verb, texts in found.items()}


def events_of(events: Sequence[Any]) -> str:
    """Return the events of an action, one a line."""
    return "".join(
        f"{one.kind}|{one.seat}|{one.piece}|{one.source}|{one.target}|{one.amount}|{one.reason}\n"
        for one in events
    )


def result_of(state: State) -> dict[str, Any]:
    """Return how a game stands: its public position, what each seat knows, the scores and the outcome."""
    end = state.outcome
    return {
        "position": state.position(),
        "views": [digest(state.position(seat), 4) for seat in range(state.seats)],
        "actor": state.actor,
        "decision": decision_of(state),
        "turn": [state.turn_seat, state.turn_number],
        "scores": {line.id: list(line.points) for line in state.scores()},
        "outcome": None
        if end is None
        else {
            "totals": list(end.totals),
            "ranks": list(end.ranks),
            "reason": end.reason,
            "tiebreaks": {line.id: list(line.points) for line in end.tiebreaks},
        },
    }


def position_read(ruleset: str, text: str) -> dict[str, Any]:
    """Return what a position string means: its canonical text, the decision and the legal actions."""
    state = engine.ruleset(ruleset).parse_position(text)
    return {
        "canonical": state.position(),
        "views": [digest(state.position(seat), 4) for seat in range(state.seats)],
        "actor": state.actor,
        "decision": decision_of(state),
        "turn": [state.turn_seat, state.turn_number],
        "legal": legal_by_verb(state),
    }


def refusal_of(ruleset: str, text: str, action: str) -> list[Any]:
    """Return the id and facts of the reason why an action is not legal in a position."""
    state = engine.ruleset(ruleset).parse_position(text)
    try:
        state.apply(state.parse_action(action))
    except IllegalAction as refused:
        return [refused.reason.id, json.loads(json.dumps(dict(refused.reason.facts), sort_keys=True))]
    return []


def paths_of(ruleset: str, seats: int, options: Mapping[str, str], texts: Sequence[str]) -> list[list[str]]:
    """Return the elements to touch for each action text of games with these options."""
    rules = engine.ruleset(ruleset)
    parse = rules.parser(seats, rules.full_options(seats, options))
    found = [parse(text) for text in texts]
    assert [action.text for action in found] == list(texts)
    return [list(action.path) for action in found]


# ---- records ------------------------------------------------------------------------------------


def fault_of(error: ValueError) -> dict[str, Any]:
    """Return the kind of fault of a record, and its line."""
    kind = "illegal" if isinstance(error, IllegalAction) else "broken"
    if isinstance(error, OtherVersion):
        kind = "other version"
    if isinstance(error, CutOff):
        kind = "cut off"
    return {"fault": kind, "line": getattr(error, "line", None)}


def record_read(text: str) -> dict[str, Any]:
    """Return what a record says of its game, without playing it."""
    try:
        record, first = read(text), head(text)
    except ValueError as error:
        return fault_of(error)
    assert (first.seats, first.seed, first.tags) == (record.seats, record.seed, record.tags)
    assert first.actions == len(record.actions)
    usual = {option.id: option.default for option in record.ruleset.options}
    return {
        "ruleset": record.ruleset.id,
        "seats": record.seats,
        "options": {name: value for name, value in record.options.items() if value != usual[name]},
        "seed": str(record.seed),
        "start": record.start or "",
        "tags": digest(json.dumps(record.tags)),
        "setup": setup_of(record),
        "actions": len(record.actions),
        "told": digest(json.dumps(record.told)) if record.told else "",
        "reasons": digest(json.dumps([[n, one.id, dict(one.facts)] for n, one in record.reasons.items()])),
        "written": digest(write(record)),
    }


def record_played(text: str) -> dict[str, Any]:
    """Return what a record says, how its game ends, and hashes of what happens on the way.

    events     of all events
    positions  of every tenth position, four digits each
    legal      of the legal actions there
    """
    found = record_read(text)
    if "fault" in found:
        return found
    record = read(text)
    state, told = record.new_game(), blake2b(digest_size=8)
    positions, legal = [], []
    try:
        for number in range(len(record.actions)):
            if number % STEP == 0:
                positions.append(digest(f"{state.position()} {state.actor} {decision_of(state)}", 2))
                legal.append(digest("\n".join(legal_of(state)), 2))
            told.update(events_of(record.play(state, number)).encode())
    except ValueError as error:
        return {**found, **fault_of(error)}
    ways = {"events": told.hexdigest(), "positions": " ".join(positions), "legal": " ".join(legal)}
    return {**found, **result_of(state), **ways}


def match_read(text: str) -> dict[str, Any]:
    """Return what the table needs of a saved game: the players, who decides for them, and its kind."""
    match = Match.resume("x", text)
    teaching = TeachingTags(match.record)
    return {
        "players": [list(player) for player in match.players],
        "controllers": [controller.tag() or controller.id for controller in match.controllers],
        "mail": match.by_mail,
        "teaching": teaching.size,
        "text": digest(match.text()),
    }


def reasons_told(text: str) -> list[list[Any]]:
    """Return the reasons of computers in a record: action, id, and whether all languages can tell it."""
    record, found = read(text), []
    view = make_view(record.ruleset, Match.resume("x", text).players, record.options)
    state = record.new_game()
    for number in range(len(record.actions)):
        reason, seat = record.reasons.get(number), state.actor
        if reason is not None and seat is not None:
            words = []
            for language in LANGUAGES:
                use_language(language)
                words.append(bool(reason_given(view, reason, seat, state)))
            found.append([number, reason.id, all(words)])
        record.play(state, number)
    use_language("en")
    return found


# ---- links --------------------------------------------------------------------------------------


def link_read(text: str) -> dict[str, Any]:
    """Return what a text that may be a link means: a room, a game, a button of the title, or nothing."""
    room = room_in(text)
    if room is not None:
        return {"room": list(room)[:3]}
    if text in SHORTCUTS:
        return {"shortcut": text}
    if not holds_link(text):
        return {}
    try:
        record, match = decode(text), received(text)
    except LinkError as error:
        return {"fault": str(error.fault), "line": error.line}
    assert received(encode(record)).text() == match.text(), "a link that is sent on holds another game"
    return {"whole": digest(write(record)), "game": digest(match.text()), "position": match.state.position()}


def link_to(text: str) -> str:
    """Return the link that holds the game of a record."""
    return encode(read(text))


# ---- what is stored -----------------------------------------------------------------------------


class Texts(dict[str, str]):
    """Storage of a page: texts by key, without the prefix of the page."""

    def read(self, key: str) -> str | None:
        return self.get(key)

    def write(self, key: str, text: str) -> None:
        self[key] = text

    def replace(self, key: str, old: str | None, new: str) -> bool:
        found = self.get(key) == old
        if found:
            self[key] = new
        return found

    def delete(self, key: str) -> None:
        self.pop(key, None)

    def move(self, key: str, to: str) -> None:
        self[to] = self.pop(key)

    def keys(self, prefix: str = "") -> list[str]:  # type: ignore[override]
        return sorted(key for key in self if key.startswith(prefix))

    def today(self) -> str:
        return "2026-11-27 16:00"

    def random_seed(self) -> int:
        return len(self) + 1


def settings_read(text: str) -> dict[str, Any]:
    """Return the settings that a stored text gives, how far lessons are, and how a new game is set up."""
    settings = Settings.read(entries_of(text))
    setups = {}
    for ruleset in engine.rulesets():
        setup = Setup(ruleset)
        setup.recall(settings.rules)
        setups[ruleset] = {"seats": setup.seats, "chosen": setup.chosen()}
    return {
        "settings": {field.name: getattr(settings, field.name) for field in fields(settings)},
        "progress": read_progress(settings.lessons),
        "setups": setups,
        "pace": settings.pace(reduced=False),
    }


def settings_saved(text: str, name: str, value: str) -> dict[str, Any]:
    """Return what is stored after a setting has been changed."""
    kept = Texts(settings=text)
    shelf = SaveStore(kept)  # type: ignore[arg-type]
    settings = shelf.settings()
    setattr(settings, name, value)
    shelf.keep_settings(settings)
    stored: dict[str, Any] = json.loads(kept["settings"])
    return stored


def level_offered(kept: Mapping[str, str]) -> str:
    """Return the level of computers that Play offers first, from settings and results."""
    app = _Keeper(kept)
    return usual_level(app.settings, partial(has_won, app.saves))


class _Keeper:
    def __init__(self, kept: Mapping[str, str]) -> None:
        self.platform = Texts(kept)
        self.saves = SaveStore(self.platform)  # type: ignore[arg-type]
        self.settings = self.saves.settings()


def results_read(text: str) -> dict[str, Any]:
    """Return what a results file says: results, ratings, solved mistakes, teaching, and the sums."""
    shelf = SaveStore(Texts(results=text))  # type: ignore[arg-type]
    return {
        "results": [list(one) for one in read_entries(Result, text)],
        "ratings": [list(one) for one in read_entries(RatedGame, text)],
        "mended": {one.setup: [one.errors, sorted(one.steps)] for one in read_entries(SolvedMistakes, text)},
        "taught": [list(one) for one in read_entries(TeachingStats, text)],
        "looked back": looked_back(shelf),
        "won": has_won(shelf),
        "sums": [list(one) for one in sums_of(read_entries(Result, text))],
        "written": with_entries(text, ()),
    }


def backup_read(text: str) -> dict[str, Any]:
    """Return what taking in a file of everything adds, and what is added the second time."""
    kept = Texts()
    shelf = SaveStore(kept)  # type: ignore[arg-type]
    taken = [list(take_in(shelf, text))[-1] for _ in range(2)]
    return {
        "backup": is_backup(text),
        "count": len(parts(text)),
        "results": results_in(text),
        "taken": [list(one) for one in taken],
        "kept": sorted(digest(one) for _, one in shelf.texts()),
        "everything": digest("".join(sorted(parts(everything(shelf))))),
    }


def stored_read(kept: Any) -> dict[str, Any]:
    """Return all that a device's storage means: games, settings, results, analyses and rooms.

    kept  `Texts` of a page, or what `desktop` returns
    """
    shelf = SaveStore(kept)
    games: dict[str, Any] = {}
    for one in shelf.browse():
        if isinstance(one, Saved):
            listed = {name: value for name, value in one._asdict().items() if name != "id"}
            games[one.id] = {**listed, "position": opened(shelf, one.id)}
        else:
            games[one.id] = {"trouble": trouble_of(one.error, one.text).kind}
    return {
        "games": games,
        "order": list(games),
        "latest": latest.id if (latest := shelf.latest()) else "",
        "damaged": {one.key: trouble_of(one.error, one.text).kind for one in shelf.damaged()},
        "settings": settings_read(kept.read("settings") or ""),
        "results": results_read(shelf.results()),
        "analyses": {one: analysis_read(shelf, one) for one in games if shelf.analysis(one)},
        "rooms": [asdict(one) for one in rooms_of(kept)],
        "known": {one.room: digest(known_of(kept, one.room)) for one in rooms_of(kept)},
    }


def opened(shelf: SaveStore, game: str) -> str:
    """Return the position of a saved game, or the kind of fault for which it cannot be opened."""
    try:
        return shelf.open(game).state.position()
    except ValueError as error:
        return str(fault_of(error)["fault"])


def analysis_read(shelf: SaveStore, game: str) -> Any:
    """Return what the stored analysis of a game says of its mistakes; None if it is not whole."""
    record = shelf.record(game)
    found = kept_analysis(record, statistics(record), shelf.analysis(game))
    return found and {
        "chances": [list(one) for one in found.chances],
        "mistakes": [
            [one.at, one.step, one.seat, one.size, one.better, list(one.verdict.line)]
            for one in found.mistakes
        ],
        "turning": [one.at for one in found.turning],
    }


def desktop() -> Desktop:
    """Return the desktop's storage, in the directory that KONTOR_DATA names."""
    return Desktop()


# ---- rooms --------------------------------------------------------------------------------------


def room_state(state: Any, match: Match | None, seat: int | None) -> dict[str, Any]:
    """Return what the service or a device knows of a room; `seat` sees the position."""
    asked = state.asked
    return {
        "n": state.n,
        "setup": dict(state.setup),
        "moved": state.moved,
        "acts": state.game_seq,
        "seal": state.seal,
        "lasts": state.lasts,
        "again": state.again,
        "members": [[one.number, one.name, one.gone] for one in state.members.values()],
        "chairs": [list(chair) for chair in state.chairs],
        "owner": state.owner,
        "started, paused, over": [state.started, state.paused, state.over],
        "asked": asked and [asked.n, asked.by, asked.to, sorted(asked.yes)],
        "position": "" if match is None else match.state.position(seat),
        "moves": "" if match is None else digest("\n".join(move.action.text for move in match.moves)),
    }


def room_read(name: str, lines: Sequence[str]) -> dict[str, Any]:
    """Return a room as the service has it from its stored lines, and what each member is sent of it."""
    room = Room(name, lines)
    return {
        "state": room_state(room.state, room.match, None),
        "sent": {str(who): digest(welcome_read(room.snapshot(who, 0, {}))) for who in room.state.members},
        "outside": room.state.outside(),
    }


def welcome_read(text: str) -> str:
    """Return the fields of a device's first message from a room that 429bc39a knew."""
    told = json.loads(text)
    names = ("is", "v", "room", "you", "since", "n", "present", "entries")
    return json.dumps({name: told[name] for name in names}, sort_keys=True)


def sorted_json(text: str) -> str:
    """Return JSON with its fields in the order of their names."""
    return json.dumps(json.loads(text), sort_keys=True)


def answers_read(name: str, lines: Sequence[str], said: Sequence[Sequence[Any]]) -> list[str]:
    """Return what becomes of each message of a session: the entry to be stored, or the refusal.

    said  for each message the number of entries before it, the key of the device, the time and the text
    """
    room, found = Room(name), list[str]()
    for n, key, now, text in said:
        for line in lines[room.n : n]:
            room.apply(line)
        try:
            told = parse_command(text)
            who = None if isinstance(told, Enter) else room.member(key)
            become = None if isinstance(told, Here | Ping) else room.propose(who, told, now)
            if isinstance(told, Command) and not COMMANDS[told.do].stored:
                become = room.relay(who or 0, told, now)
            found.append("" if become is None else sorted_json(become))
        except Refused as refused:
            found.append(sorted_json(refused.message()))
    return found


def device_read(name: str, key: str, called: str, heard: Sequence[str]) -> dict[str, Any]:
    """Return what a device knows of a room after these messages, and its record of the game."""
    replica = RoomReplica(name, key, called, "d")
    for text in heard:
        replica.receive(text)
        replica.outbox()
    match, seat = replica.match, next(iter(replica.mine), None)
    return {
        "me": replica.me,
        "seats": replica.mine,
        "present": {str(who): how for who, how in replica.present.items()},
        "proven": replica.proven,
        "takers": sorted(replica.undone_by.values()),
        "state": room_state(replica.state, match, seat),
        "record": "" if match is None else match.text(),
    }


def device_resumed(name: str, key: str, known: str, record: str) -> dict[str, Any]:
    """Return what a device knows of a room that it comes back to, from what it stored."""
    replica = RoomReplica(name, key, "", "d")
    match = Match.resume(name, record)
    assert resume(replica, known, match), "the device has to ask for everything again"
    state = room_state(replica.state, replica.match, next(iter(replica.mine), None))
    return {
        "me": replica.me,
        "seats": replica.mine,
        "state": state,
        "enter": json.loads(replica.enter())["since"],
    }


def said_by_device(name: str, key: str, called: str, heard: Sequence[str]) -> dict[str, list[str]]:
    """Return by command the fields of the messages that a device sends."""
    replica = RoomReplica(name, key, called, "d")
    for text in heard:
        replica.receive(text)
    match = replica.match
    assert match is not None
    said = [
        *(replica.enter(), replica.play(match.state.legal_actions()[0]), replica.back(0), replica.ask(0)),
        *(replica.answer(True), replica.seat(0, 1), replica.rename("N"), replica.owner(1), replica.start()),
        *(
            replica.pause(True),
            replica.say("hello"),
            replica.again(name),
            replica.leave(),
            replica.here(True),
        ),
    ]
    return {told["do"]: sorted(told) for told in map(json.loads, said)}


def opening(plan: str, seed: int, salt: str, now: int) -> str:
    """Return the first stored line of a room made from the body of a request."""
    return Room.opening(parse_plan(plan), seed=seed, salt=salt, now=now)


def plan_written(plan: str) -> str:
    """Return the body of the request that makes the same room."""
    return parse_plan(plan).text()


def sqlite_read(dump: str, path: Path) -> dict[str, list[str]]:
    """Return the lines of each room from a dump of a store's file, as the service reads that file."""
    with sqlite3.connect(path) as made:
        made.executescript(dump)
    made.close()
    names = re.findall(r"VALUES\('([A-Za-z0-9_-]{22})',1,", dump)

    async def lines() -> dict[str, list[str]]:
        store = SQLite(path, 0)
        await store.open(None)  # type: ignore[arg-type]
        try:
            assert await store.lengths(names) == [len(await store.load(name)) for name in names]
            return {name: await store.load(name) for name in names}
        finally:
            await store.close()

    return asyncio.run(lines())


# ---- computers ----------------------------------------------------------------------------------


def choice_of(ruleset: str, position: str, level: str, work: int | None, seed: int) -> dict[str, Any]:
    """Return what a computer of that level chooses: the plan, its committed part, the win probabilities."""
    state = engine.ruleset(ruleset).parse_position(position)
    choice = choose(state, level, Random(seed), work=work)
    return {
        "plan": [action.text for action in choice.plan],
        "firm": choice.firm,
        "chances": list(choice.chances),
    }


# ---- names --------------------------------------------------------------------------------------


def kontor(*words: str) -> tuple[int, str]:
    """Run the command `kontor` with these words: its exit status and what it printed."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            status = command(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return status, out.getvalue()


def options_told(*words: str) -> list[str]:
    """Return the options that the help of a command names."""
    return sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", kontor(*words, "--help")[1])))


def rules_of(ruleset: str) -> dict[str, Any]:
    """Return what a setup of a game can name: version, numbers of players, options, presets."""
    rules = engine.ruleset(ruleset)
    return {
        "version": rules.version,
        "seats": list(rules.seats),
        "presets": {name: dict(values) for name, values in rules.presets.items()},
        "options": {
            one.id: {"values": list(one.values), "default": one.default, "offered": list(one.offered())}
            for one in rules.options
        },
        "revealing": sorted(rules.revealing),
    }


def learning() -> dict[str, list[str]]:
    """Return the ids under which the settings keep progress: lessons with their steps, and puzzles."""
    lessons = [each for game in engine.rulesets() for some in lesson_parts(game) for each in some]
    return {
        "lessons": [f"{lesson_id(one)} {len(one.steps)}" for one in lessons],
        "puzzles": [one.id for game in engine.rulesets() for one in puzzles(game)],
    }


def names_in(thing: str) -> list[str]:
    """Return the public names of a part of the API."""
    state = engine.ruleset("hansa").new_game(2)
    things: dict[str, Any] = {
        "game.engine": list(engine.__all__),
        "State": [name for name in dir(State) if not name.startswith("_")],
        "state": [name for name in dir(state) if not name.startswith("_") and hasattr(State, name)],
        "Ruleset": [name for name in dir(state.ruleset) if not name.startswith("_")],
        "Choice": [one.name for one in fields(Choice)],
        "Action": ["text", "path"],
        "Event": list(engine.Event._fields),
        "Outcome": list(engine.Outcome._fields),
        "Option": list(engine.Option._fields),
    }
    return sorted(things[thing])


PARTS = {"engine": "rules", "client.views": "view", "match.guide": "guide"}
"""Current names of the parts of a game's package that had another name in 429bc39a."""


def has_part(ruleset: str, package: str, module: str, name: str) -> bool:
    """Return whether a game has that extension point, in its package or in a file of its data."""
    if name == "POWERS":
        return bool(tables(ruleset, "bots/powers.txt"))
    return hasattr(part(ruleset, PARTS.get(package, package), module), name)


def player_named(text: str) -> dict[str, Any]:
    """Return what the name of a player on a command line means."""
    entry = parse_entry(text)
    made = player(entry.player)
    found = {"player": entry.player, "name": made.name, "work": entry.work, "seconds": entry.seconds}
    return {**found, "tunable": isinstance(made, Tunable)}


def action_numbers(ruleset: str) -> list[Any]:
    """Return how many actions a learning environment has, and a hash of their texts in order."""
    texts = part(ruleset, "research").VIEW.texts
    return [len(texts), digest("\n".join(texts))]


def options_not_later(ruleset: str) -> set[str]:
    """Return the options that every setup names."""
    return {option.id for option in engine.ruleset(ruleset).options if not option.later}


def action_texts(ruleset: str) -> set[str]:
    """Return the texts of the actions that a learning environment numbers."""
    return set(part(ruleset, "research").VIEW.texts)


def reasons_with_words(ruleset: str) -> list[str]:
    """Return the ids of the reasons of computers that every language has a sentence for."""
    found = [{key.split(".")[1] for key in catalogue(ruleset, one) if key[:4] == "bot."} for one in LANGUAGES]
    return sorted(set.intersection(*found))
