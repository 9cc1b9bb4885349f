"""Helpers for setting up a table of Hansa Teutonica, playing on it, and checking the result.

A position is given by the fields of docs/reference/notation.md: `at(seats=3,
houses="arnheim-muenster:1t,0t")`. Results are read from `State.position()` and the contract, never from the
engine's internals.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.engine import Event, IllegalAction, Outcome, State
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL, TRACKS, side_for

REASONS: dict[str, list[str]] = json.loads(Path(__file__).with_name("reasons.json").read_text())
"""Every reason of a refusal, with the names of its facts: numbers, seats, and ids of what they name."""

BOTH_SIDES = pytest.mark.parametrize("seats", [4, 3], ids=["front", "back"])


def at(seats: int = 4, **fields: object) -> HansaTeutonicaState:
    """Return the state with these fields; omitted ones are as after the setup."""
    parts = [f"{name}={value}" for name, value in fields.items()]
    state = RULESET.parse_position(" ".join(["hansa-teutonica", f"seats={seats}", *parts]))
    state.check()
    return state


def read(position: str) -> HansaTeutonicaState:
    """Return the state of a position string given without its first word."""
    return RULESET.parse_position(f"hansa-teutonica {position}")


def do(state: HansaTeutonicaState, *texts: str) -> list[Event]:
    """Apply these actions, legal or not. Return all their events."""
    return [event for text in texts for event in state.apply(state.parse_action(text))]


def play(state: HansaTeutonicaState, *texts: str) -> list[Event]:
    """Play these actions, checking every invariant after each. Return all their events."""
    events: list[Event] = []
    for text in texts:
        assert_legal(state, text)
        events += state.apply(state.parse_action(text))
        state.check()
    return events


def legal(state: HansaTeutonicaState, *beginnings: str) -> list[str]:
    """Return the texts of the legal actions that begin with one of these words (all if none are given)."""
    texts = [str(action) for action in state.legal_actions()]
    return [text for text in texts if not beginnings or text.split()[0] in beginnings]


def assert_legal(state: HansaTeutonicaState, *texts: str) -> None:
    offered = legal(state)
    for text in texts:
        similar = [other for other in offered if other.split()[0] == text.split()[0]] or offered
        asked = f"{state.decision} offers {similar[:12]}\n{state.position()}"
        assert text in offered, f"{text!r} is not legal; {asked}"


def assert_illegal(state: HansaTeutonicaState, *texts: str) -> None:
    """Check that none of these is offered, and each is rejected with a reason without changing the state."""
    before = state.position()
    for text in texts:
        assert text not in legal(state), f"{text!r} is offered\n{before}"
        with pytest.raises(IllegalAction) as refusal:
            state.apply(state.parse_action(text))
        assert str(refusal.value).strip(), f"{text!r} is refused without a reason"
        assert state.position() == before, f"refusing {text!r} changed the state"


def fields(state: State) -> dict[str, str]:
    """Return the fields of the position string."""
    word, *parts = state.position().split(" ")
    assert word == "hansa-teutonica"
    return dict(part.split("=", 1) for part in parts)


def shows(state: HansaTeutonicaState, **expected: object) -> None:
    """Check that the position has these fields (empty houses at route ends ignored); all differences are
    reported."""
    found = fields(state)
    if found["houses"] != "-":
        found["houses"] = "+".join(row.rstrip(",.") for row in found["houses"].split("+"))
    wrong = {name: found[name] for name, value in expected.items() if found[name] != str(value)}
    wanted = {name: str(expected[name]) for name in wrong}
    assert not wrong, f"expected {wanted}, found {wrong}\n{state.position()}"


def asked(state: State) -> str:
    """Return the id of the pending decision; empty when the game is over."""
    return state.decision.id if state.decision else ""


def result(state: State) -> Outcome:
    """Return the outcome of a game that is over."""
    assert state.outcome is not None
    return state.outcome


def rows(value: str) -> dict[str, list[str]]:
    """Return a field such as `minden:0t,1t+goettingen:1t` by name."""
    if value == "-":
        return {}
    return {name: row.split(",") for name, row in (part.split(":", 1) for part in value.split("+"))}


def supply(state: HansaTeutonicaState, seat: int) -> str:
    return fields(state)["supply"].split(",")[seat]


def stock(state: HansaTeutonicaState, seat: int) -> str:
    return fields(state)["stock"].split(",")[seat]


def points(state: HansaTeutonicaState) -> tuple[int, ...]:
    """Return the prestige points on the track."""
    return tuple(int(value) for value in fields(state)["points"].split(","))


def actions_left(state: HansaTeutonicaState) -> int:
    return int(fields(state)["actions"])


def house(state: HansaTeutonicaState, name: str) -> str:
    """Return the piece in a house, such as "1t", or "." for none."""
    route, number = name.split(".")
    row = rows(fields(state)["houses"]).get(route, [])
    return row[int(number) - 1] if len(row) >= int(number) else "."


def offices(state: HansaTeutonicaState, town: str) -> list[str]:
    """Return the filled printed offices, from the left."""
    return rows(fields(state)["offices"]).get(town, [])


def extras(state: HansaTeutonicaState, town: str) -> list[str]:
    """Return the additional offices, oldest first."""
    return rows(fields(state)["extras"]).get(town, [])


def line(state: HansaTeutonicaState, name: str) -> tuple[int, ...]:
    """Return a row of the scoring."""
    return next(row.points for row in state.scores() if row.id == name)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def each(seats: int, *first: str, rest: str = "4t") -> str:
    """Return a value for `supply` or `stock`: the first ones by seat, and one value for all other seats."""
    return ",".join([*first, *[rest] * (seats - len(first))])


def full(piece: str, *routes: str, seats: int = 4) -> str:
    """Return routes filled with one piece, as a value for `houses`."""
    board = side_for(seats)
    return "+".join(f"{route}:{','.join([piece] * board.routes[route][2])}" for route in routes)


def mixed(pieces: list[str], *routes: str, seats: int = 4) -> str:
    """Return routes filled with these pieces in turn: no route is filled by one player, and no player runs
    out."""
    board = side_for(seats)
    result, number = [], 0
    for route in routes:
        row = []
        for _ in range(board.routes[route][2]):
            row.append(pieces[number % len(pieces)])
            number += 1
        result.append(f"{route}:{','.join(row)}")
    return "+".join(result)


def without(houses: str, *empty: str) -> str:
    """Return a value for `houses` with these houses emptied."""
    table = rows(houses)
    for name in empty:
        route, number = name.split(".")
        table[route][int(number) - 1] = "."
    return "+".join(f"{route}:{','.join(row)}" for route, row in table.items())


def parked(piece: str, count: int) -> str:
    """Return this number of pieces in offices of the north and the east, as a value for `offices`."""
    room = {"hamburg": 3, "luebeck": 2, "perleberg": 3, "goettingen": 2, "halle": 2}
    row = []
    for town, offices_there in room.items():
        here = min(count, offices_there)
        count -= here
        if here:
            row.append(f"{town}:{','.join([piece] * here)}")
    assert not count, "there is no room for so many"
    return "+".join(row)


def top(*seats: int, tracks: tuple[str, ...] = TRACKS) -> str:
    """Return maximum ability tracks of these seats, as a value for `levels`."""
    return "+".join(f"{seat}:{track}:{LAST_LEVEL[track]}" for seat in seats for track in tracks)


def targets(state: HansaTeutonicaState, *beginnings: str) -> set[str]:
    """Return the routes where the offered actions of these kinds place a piece."""
    return {text.split()[-1].split(".")[0] for text in legal(state, *(beginnings or ("relocate",)))}


def decline_benefit(state: HansaTeutonicaState) -> None:
    """Claim for points and marker only; without a possible benefit there is no decision."""
    if state.decision is not None and state.decision.id == "benefit":
        play(state, "no-benefit")


def end_turn(state: HansaTeutonicaState) -> list[Event]:
    """End the turn without a last free step, and put waiting replacements on any possible route."""
    events = play(state, "end-turn")
    while state.decision is not None and state.decision.id == "replace":
        events += play(state, legal(state)[0])
    return events


def play_random(state: HansaTeutonicaState, seed: int, actions: int = 10**6) -> list[Event]:
    """Play random legal actions, to the end of the game or up to a limit. Return all their events."""
    rng = Random(seed)
    events: list[Event] = []
    while state.actor is not None and actions:
        offered = state.legal_actions()
        events += state.apply(offered[int(rng.random() * len(offered))])
        actions -= 1
    return events
