"""The engine against the second implementations: legal actions, effects, scoring, winners."""

from __future__ import annotations

from game.engine.core import Action, State
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa.hansa_naive import score_rows
from tests.engine.hansa_teutonica.ht_naive_any import naive
from tests.engine.hansa_teutonica.ht_naive_modules import NaiveModules


def compare(state: State, second: NaiveModules | None) -> None:
    """Compare legal actions, control, every row of the scoring and the ranking; of Hansa the scoring alone.

    `second` is the second implementation at the state's position.
    """
    rows = {row.id: row.points for row in state.scores()}
    if second is None or not isinstance(state, HansaTeutonicaState):
        assert rows == score_rows(state.position()), f"scores {rows}"
        return
    found, expected = {str(action) for action in state.legal_actions()}, second.legal()
    assert found == expected, f"legal by one reading only: {differing(found, expected)}"
    assert rows == second.lines(), f"scores {rows}, not {second.lines()}"
    for town in second.board.towns:
        assert state.controller(town) == second.controller(town), f"control of {town}"
    if state.outcome is not None:
        assert state.outcome.ranks == second.ranks(), f"ranks {state.outcome.ranks}, not {second.ranks()}"


def differing(found: set[str], expected: set[str]) -> str:
    """Return some of the items that only one of the two has."""
    engine, second = sorted(found - expected), sorted(expected - found)
    return f"{len(engine)} of the engine {engine[:6]}, {len(second)} of the second reading {second[:6]}"


def perform(state: State, action: Action, second: NaiveModules) -> None:
    """Play an action in the engine and in the second implementation; compare the results."""
    text = str(action)
    state.apply(action)
    if not can_be_told(second, text):
        return
    second.do(text)
    after = naive(state.position())
    found, expected = after.summary(), second.summary()
    wrong = [name for name, value in expected.items() if found[name] != value]
    told = ", ".join(f"{name} {unequal(found[name], expected[name])}" for name in wrong)
    assert not wrong, f"after {text}: {told}"
    if second.ask in ("turn", "pay") and after.ask == "relocate":
        assert int(after.fields["allowance"]) == second.owed(after.hand()[0]), f"owed after {text}"


def unequal(one: object, other: object) -> str:
    """Return the differences between the engine and the second implementation."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        one, other = ({name: each.get(name) for name in names} for each in (one, other))
    return f"is {one}, not {other}"


def can_be_told(second: NaiveModules, text: str) -> bool:
    """Return whether the result is public: hidden markers, and markers that go to the only available route,
    are not predicted."""
    word = text.split()[0]
    if word in ("end-turn", "favour", "spend"):
        return second.fields["plate"] == "0"
    return word != "put" or len(second.fields["plate"].split("+")) == 1
