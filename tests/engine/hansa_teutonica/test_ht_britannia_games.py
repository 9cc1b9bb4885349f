"""Games on the boards of Britannia agree with the second implementation and meet the contract."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from game.bots.levels import choose as advised
from game.engine import Action
from game.engine.record import Record, read, replay, write
from game.games.hansa_teutonica.rules.board import MERCHANT
from game.games.hansa_teutonica.rules.codes import kind_of
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL
from tests.engine.hansa_teutonica.ht_britannia import BRITANNIA, britannia, choose, permitted
from tests.engine.hansa_teutonica.ht_naive_britannia import NaiveBritannia
from tests.engine.hansa_teutonica.test_ht_reference import can_be_told

OPTIONS = ("", "permanent_end:lapses", "")


def compare(state: HansaTeutonicaState) -> None:
    """Compare legal actions, control and scoring."""
    line = state.position()
    naive = NaiveBritannia(line)
    found, expected = {str(action) for action in state.legal_actions()}, naive.legal()
    assert found == expected, (sorted(found - expected)[:9], sorted(expected - found)[:9], line)
    assert {row.id: row.points for row in state.scores()} == naive.lines(), line
    assert all(state.controller(town) == naive.controller(town) for town in naive.board.towns), line


@pytest.mark.parametrize("seed", range(6))
def test_a_second_reading_agrees(seed: int) -> None:
    state, rng = permitted(3 + seed % 3, seed, OPTIONS[seed % 3]), Random(seed)
    asked = Counter[str]()
    for number in range(220):
        if number % 3 == 0 or state.agenda or state.module_state[-1]:
            compare(state)
        if state.decision is None:
            break
        asked[state.decision.id] += 1
        line, action = state.position(), choose(state, rng)
        naive = NaiveBritannia(line)
        known = can_be_told(naive, str(action))
        state.apply(action)
        if known:
            naive.do(str(action))
            found, expected = NaiveBritannia(state.position()).summary(), naive.summary()
            wrong = {name: (found[name], value) for name, value in expected.items() if found[name] != value}
            assert not wrong, (str(action), wrong, line)
    assert len(asked) > 3


def crowded(seats: int, rng: Random) -> HansaTeutonicaState:
    """Return a position with full player boards and hardly an empty house, which can have any pending
    decision of a turn."""
    board = RULESET.new_game(seats, BRITANNIA).board
    at_sea = {board.house_ids[ship] for ship in board.ships}
    left = {seat: {"t": 20, "m": 3} for seat in range(seats)}
    empty = set(rng.sample(board.house_ids, rng.randrange(1, 9)))
    rows = []
    for route, houses in zip(board.route_ids, board.route_houses, strict=True):
        row = []
        for house in houses:
            name = board.house_ids[house]
            kinds = ["m"] if name in at_sea else ["t", "t", "t", "t", "m"]
            able = [f"{seat}{kind}" for seat in left for kind in kinds if left[seat][kind]]
            piece = rng.choice(able) if able and name not in empty else "."
            if piece != ".":
                left[int(piece[0])][piece[1]] -= 1
            row.append(piece)
        rows.append(f"{route}:{','.join(row)}")
    held = "+".join(f"{town}:{rng.randrange(seats)}t" for town in ("cardiff", "london", "carlisle"))
    fields = {
        "houses": "+".join(rows),
        "offices": held,
        "supply": ",".join(rng.choice(("3t", "2t1m", "1t", "1t1m")) for _ in range(seats)),
        "levels": "+".join(
            f"{seat}:{track}:{last}" for seat in range(seats) for track, last in LAST_LEVEL.items()
        ),
        "markers": "0:move_3+0:swap_offices",
        "actions": "5",
    }
    named = "+".join(f"{name}:{value}" for name, value in BRITANNIA.items())
    line = " ".join(f"{name}={value}" for name, value in fields.items())
    return RULESET.parse_position(f"hansa-teutonica seats={seats} options={named} {line}")


@pytest.mark.parametrize("number", range(12))
def test_a_second_reading_agrees_where_hardly_a_house_is_empty(number: int) -> None:
    rng = Random(number)
    state = crowded(4 + number % 2, rng)
    for _ in range(14):
        compare(state)
        state.check()
        if state.decision is None:
            break
        words = sorted({action.text.split()[0] for action in state.legal_actions()} - {"end-turn"}) or [
            "end-turn"
        ]
        word = rng.choice(words)
        state.apply(rng.choice([one for one in state.legal_actions() if one.text.split()[0] == word]))


def abroad(state: HansaTeutonicaState) -> Counter[str]:
    """Return the number of pieces in each country abroad."""
    found = Counter[str]()
    for house in state.occupied():
        found[state.board.routes[state.board.route_index[house.split(".")[0]]].country] += 1
    del found[""]
    return found


def may_enter(before: HansaTeutonicaState, action: Action, country: str) -> bool:
    """5.4, 5.9: by placing or displacing, by a displacement there, moved inside, or by the printed marker."""
    word = action.text.split()[0]
    routes = before.board.routes
    if word in ("relocate", "add"):
        return routes[before.route].country == country
    if word == "set":
        origin = before.origins[-len(before.hand)][0]
        return routes[before.board.house_route[origin]].country == country
    return word in ("place", "displace", "abroad")


@pytest.mark.parametrize("seed", range(6))
def test_invariants_lines_records_and_pickles(seed: int) -> None:
    """No trader is on a ship, no marker is abroad, and no piece goes there without permission."""
    fresh = seed < 3
    state = RULESET.new_game(3 + seed, BRITANNIA, seed) if fresh else permitted(seed, seed)
    rng = Random(seed)
    record = Record.of(state) if fresh else None
    for number in range(250):
        if state.actor is None:
            break
        action = choose(state, rng)
        if record:
            record.append(action)
        before = state.copy()
        state.apply(action)
        if number % 5 == 0 or state.agenda:
            state.check()
        for country, count in abroad(state).items():
            if count > abroad(before)[country]:
                assert may_enter(before, action, country), (str(action), before.position())
        afloat = [state.houses[ship] for ship in state.board.ships if state.houses[ship]]
        assert all(kind_of(piece) == MERCHANT for piece in afloat)
        lying = [state.board.routes[at] for at, kind in enumerate(state.tavern) if kind]
        assert not any(route.effect or route.country for route in lying)
        if number % 40 == 0 or (state.agenda and number % 4 == 0):
            line = state.position()
            again = RULESET.parse_position(line)
            assert again.position() == line == state.determinize(rng, 0).position()
            assert list(map(str, again.legal_actions())) == list(map(str, state.legal_actions()))
            assert pickle.loads(pickle.dumps(state)).position() == line
    if record:
        assert replay(read(write(record))).position() == state.position()


def enters(state: HansaTeutonicaState, action: Action) -> bool:
    """Return whether an action places or displaces abroad."""
    word, *rest = action.text.split()
    if word not in ("place", "displace"):
        return False
    return bool(state.board.routes[state.board.route_index[rest[-1].split(".")[0]]].country)


def test_5_7_every_town_permits_one_action_a_turn() -> None:
    """The actions abroad in a turn equal the permissions used, at most one per town for them."""
    held = "cardiff:0t+london:1t,0t+carlisle:0t"
    state, rng = britannia(4, offices=held, levels="0:actiones:6"), Random(3)
    turn, acted = state.turn_number, 0
    most = 0
    for _ in range(600):
        if state.actor is None:
            break
        entering = [action for action in state.legal_actions() if enters(state, action)]
        action = rng.choice(entering) if entering and rng.random() < 0.7 else choose(state, rng)
        before = state.copy()
        state.apply(action)
        if state.turn_number != turn:
            turn, acted = state.turn_number, 0
            continue
        acted += enters(before, action)
        used = state.edition.part["countries"].write(state)[0]
        assert acted == (0 if used == "-" else len(used.split("+")))
        most = max(most, acted)
    assert most == 3, "the game does use them"


@pytest.mark.parametrize(("seats", "land", "ships"), [(3, 111, 7), (4, 121, 9)])
def test_counts_of_the_setup_are_those_worked_out_by_hand(seats: int, land: int, ships: int) -> None:
    """Without permissions: either kind into every house of England, but no trader on its ships; an income,
    the end of the turn."""
    abroad_houses, abroad_ships = (21, 2) if seats == 3 else (21 + 14, 4)
    home, home_ships = land - abroad_houses, ships - abroad_ships
    count = 2 * home - home_ships + 2
    assert len(RULESET.new_game(seats, BRITANNIA, 1).legal_actions()) == count


@pytest.mark.parametrize(("level", "turns"), [("easy", 16), ("medium", 4), ("hard", 2)])
def test_computers_of_every_level_play_it(level: str, turns: int) -> None:
    state, rng = permitted(4, 4), Random(4)
    while state.actor is not None and state.turn_number < turns:
        choice = advised(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()
    assert state.actor is None or state.turn_number >= turns


@pytest.mark.parametrize(
    "line",
    [
        "houses=canterbury-calais:0t,0m,0m+durham-york:1t,0t+conway-chester:1t",
        "houses=calais-southampton:0t,0m,0m",
        "houses=durham-york:1t,2m,0t+conway-chester:1t markers=0:move_3 offices=cardiff:0t",
        "offices=cardiff:0t+london:0t+carlisle:0t houses=conway-chester:1t,0t,0t actions=4",
    ],
)
def test_computers_answer_every_question_of_it(line: str) -> None:
    named = "+".join(f"{name}:{value}" for name, value in BRITANNIA.items())
    free = "+".join(f"{seat}:liber_sophiae:4" for seat in range(4))
    state = RULESET.parse_position(f"hansa-teutonica seats=4 options={named} levels={free} {line}")
    rng = Random(1)
    for text in [str(action) for action in state.legal_actions() if str(action).startswith("claim")]:
        state.apply(state.parse_action(text))
    while state.actor is not None and state.turn_number < 2:
        choice = advised(state, "easy", rng)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
        state.check()
