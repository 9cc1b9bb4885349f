"""One game between computer players: a pure job without advantages for any seat, whatever a player does."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.choice import Choice
from game.bots.players import player
from game.engine import Action, ParseError, State, rulesets
from game.engine.record import read, replay
from tools.arena.job import FORFEIT, STALLED, Contestant, Job, play


class Liar:
    """A player that returns a stale action."""

    name = "liar"

    def __init__(self) -> None:
        self.first: Choice | None = None

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        self.first = self.first or Choice((state.legal_actions()[0],))
        return self.first


class Broken:
    name = "broken"

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        raise ZeroDivisionError("no idea")


class Vandal:
    """A player that plays on the state it is given, and returns a formerly legal action."""

    name = "vandal"

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        action = state.legal_actions()[0]
        state.apply(action)
        return Choice((action,))


class Planner:
    """A player that plans three actions ahead from the position it sees."""

    name = "planner"
    asked = 0

    def choose(
        self, state: State, rng: Random, *, work: int | None = None, seconds: float | None = None
    ) -> Choice:
        Planner.asked += 1
        seat, plan = state.actor, list[Action]()
        while state.actor == seat and len(plan) < 3:
            legal = state.legal_actions()
            plan.append(legal[int(rng.random() * len(legal))])
            state.apply(plan[-1])
        return Choice(tuple(plan), firm=len(plan))


def job(name: str, *players: str, seed: int = 1, **options: str) -> Job:
    return Job(name, seed, tuple(Contestant(who) for who in players), options)


def own(name: str) -> str:
    return f"{__name__}:{name}"


@pytest.mark.parametrize("name", rulesets())
def test_the_same_job_is_the_same_game_and_its_record_replays_to_its_end(name: str) -> None:
    games = [play(job(name, "taste", "random", seed=seed)) for seed in (5, 5, 6)]
    timeless = [game._replace(turn_ms=(), call_ms=()) for game in games]
    assert timeless[0] == timeless[1] != timeless[2]
    state = replay(read(games[0].record))
    assert sum(games[0].shares) == pytest.approx(1)
    if games[0].end != STALLED:
        assert state.outcome is not None
        assert state.outcome.totals == games[0].totals and state.outcome.ranks == games[0].ranks


@pytest.mark.parametrize(
    ("name", "reason"), [("Liar", "illegal action"), ("Broken", "ZeroDivisionError: no idea")]
)
def test_a_player_that_breaks_the_rules_or_breaks_down_is_last(name: str, reason: str) -> None:
    game = play(job("hansa", "taste", own(name), "taste"))
    assert game.end == FORFEIT and reason in game.error and name in game.error
    assert game.ranks[1] == 3 and game.shares[1] == 0


def test_what_a_player_does_to_the_state_it_is_shown_changes_nothing() -> None:
    assert play(job("hansa", "taste", own("Vandal"))).end != FORFEIT


def test_a_plan_is_followed_as_long_as_it_holds() -> None:
    Planner.asked = 0
    game = play(job("hansa", own("Planner"), own("Planner")))
    assert game.end != FORFEIT
    assert Planner.asked < 0.8 * len(read(game.record).actions)


@pytest.mark.parametrize("name", ["nobody", "no.such:Player", "game.bots.players:Nobody", ":", "json:loads"])
def test_a_player_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(ParseError) as error:
        player(name)
    assert repr(name) in str(error.value)


def test_times_are_counted_by_turn_and_by_question() -> None:
    game = play(job("hansa", "taste", "taste"))
    for turns, calls in zip(game.turn_ms, game.call_ms, strict=True):
        assert 0 < len(turns) <= len(calls) and sum(turns) < sum(calls) + 1
