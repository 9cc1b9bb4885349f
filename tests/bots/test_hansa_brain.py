"""The search adapter of *Hansa*."""

from __future__ import annotations

import json
import re
from itertools import chain, islice
from random import Random

import pytest

from game import engine
from game.assets import of_game
from game.bots.brain import brain, lead, shares
from game.bots.confidence import raised
from game.bots.search import OWN, Search, Variation
from game.bots.steps import finish
from game.bots.thinkers import BeamPlayer, SearchPlayer
from game.games.hansa.bots import candidates, evaluation, features
from game.games.hansa.bots.evaluation import (
    NAMES,
    STEPS,
    Context,
    closing,
    evaluate,
    prize_terms,
    sold_points,
    terms,
)
from game.games.hansa.bots.reasons import ORDER, reason
from game.games.hansa.bots.weights import TABLES
from game.games.hansa.rules.board import EMPTY
from game.games.hansa.rules.state import HansaState
from game.levels import HARD
from tools.baselines.thinkers import baseline
from tools.players import player

from .kit import decisions_with_playable_candidates, played_positions, random_positions

GAMES = [(seats, guard) for seats in (2, 3, 4) for guard in ("off", "on")]

LOSS = (
    "hansa seats=3 colours=red+blue+green+orange+pink first=0 turn=0 number=1 ask=loss ship=riga acted=yes "
    "stacks=11,10,10,10,10 warehouses=- coins=3,3,3 markets=riga:2,-,- unsold=-,red.1+red.2+blue.1,- "
    "sold=red.1*2,-,- losses=1:red"
)


def new_game(seats: int, guard: str = "off", seed: int = 1) -> HansaState:
    state = engine.ruleset("hansa").new_game(seats, {"stall_guard": guard}, seed)
    assert isinstance(state, HansaState)
    return state


def full_warehouses(state: HansaState) -> int:
    return len(state.shelf) - state.shelf.count(EMPTY)


def test_every_candidate_is_legal_to_its_end_and_the_actors_own() -> None:
    loss = engine.ruleset("hansa").parse_position(LOSS)
    at_random = (random_positions(new_game(seats, guard), 1) for seats, guard in GAMES)
    played = (played_positions(new_game(seats), 1) for seats in (2, 3, 4))
    asked = decisions_with_playable_candidates(brain("hansa"), chain(*at_random, *played, [loss]), each=4)
    assert asked == {"first-placement", "restock", "turn", "sell-more", "loss", "taxes"}


def test_a_sale_in_several_colours_is_told_as_one_and_two_sales_by_the_better() -> None:
    rules = engine.ruleset("hansa")
    state = rules.parse_position(
        "hansa seats=3 ship=danzig coins=9,3,3 markets=danzig:2+kalmar:1,reval:2,stockholm:2 "
        "unsold=red.1+red.2+blue.2+blue.3+green.1*2,blue.1,-"
    )
    assert isinstance(state, HansaState)

    def told(*texts: str) -> tuple[str, dict[str, object]]:
        name, facts = reason(state, tuple(map(state.parse_action, texts)))
        return name, {fact: facts[fact] for fact in ("town", "n", "points")}

    red, both = {"town": "danzig", "n": 2, "points": 5}, {"town": "danzig", "n": 4, "points": 12}
    assert told("sell red 1 2", "done", "end-turn") == ("sell", red)
    assert told("sell red 1 2", "sell blue 2 3") == ("sell-hurt", both)
    assert told("sell red 1 2", "done", "sail kalmar", "sell green 1 1") == ("sell", red)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_quick_evaluation_is_the_sum_of_the_terms(seats: int) -> None:
    weights = TABLES[str(seats)]
    for state in islice(random_positions(new_game(seats, seed=5), 5), 0, None, 7):
        order = [(seat - state.start) % seats for seat in range(seats)]
        for seat, (mine, worth) in enumerate(
            zip(terms(state), evaluate(state, Context(weights, state)), strict=True)
        ):
            if state.last_round:
                period = "done" if order[seat] < order[state.active] else "last"
                each = [weights[f"{period}.{name}"] for name in NAMES]
            else:
                left = 1 - state.drawn / state.bounds[-2]
                over = weights.get("late.closing", 0.0) * closing(state, full_warehouses(state)) / STEPS
                period = "done" if order[seat] < order[state.active] else "last"
                each = [
                    (1 - over) * (left * weights[f"early.{name}"] + (1 - left) * weights[f"late.{name}"])
                    + over * weights[f"{period}.{name}"]
                    for name in NAMES
                ]
            expected = sold_points(state.sold[seat]) + sum(a * b for a, b in zip(mine, each, strict=True))
            assert worth == pytest.approx(expected)


@pytest.mark.parametrize(
    ("restockers", "left", "empty", "surely"),
    [
        (1, 3, 4, True),  # one more empty warehouse than goods above the last stack
        (1, 4, 4, False),
        (3, 2, 6, True),
        (3, 20, 6, False),
        (0, 0, 9, False),  # no restocking before the round is over
    ],
)
def test_a_round_closes_the_game_if_somebody_may_still_draw_a_good_of_the_last_stack(
    restockers: int, left: int, empty: int, surely: bool
) -> None:
    state = next(
        s for s in played_positions(new_game(3), 2) if s.decision and s.decision.id == "restock"
    ).copy()
    assert isinstance(state, HansaState)
    state.start = (state.active + restockers) % 3 if restockers else (state.active + 1) % 3
    state.drawn = state.bounds[-2] - left
    if not restockers:
        state.ask("turn")
    assert closing(state, len(state.shelf) - empty) == (STEPS if surely else 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_which_round_is_the_last_is_foreseen(seats: int) -> None:
    """Most of the rounds predicted to be practically the last are, and hardly any others."""
    said: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(12):
        state, rng, seen = new_game(seats, seed=seed), Random(seed), list[tuple[int, int]]()
        while state.actor is not None:
            if state.turns and not state.last_round:
                seen.append((state.turns, closing(state, full_warehouses(state))))
            context = brain("hansa").context(state)
            for action in brain("hansa").reply(state, context, rng):
                state.apply(action)
        for turn, steps in seen:
            if steps in (0, STEPS):
                said[steps == STEPS].append((turn - 1) // seats == (state.turns - 1) // seats)
    assert sum(said[True]) > 0.5 * len(said[True]) > 0
    assert sum(said[False]) < 0.05 * len(said[False])


def test_a_game_that_stalls_is_judged_as_one_whose_last_good_is_drawn() -> None:
    """Both end with the current round, so remaining goods are worthless to players who have had their
    turn."""
    mind = brain("hansa")
    calm = next(s for s in played_positions(new_game(3, "on"), 2) if s.turn_number > 12 and not s.last_round)
    assert isinstance(calm, HansaState)
    stalled, drawn = calm.copy(), calm.copy()
    stalled.stalled, drawn.drawn = True, drawn.bounds[-2] + 1
    stock = full_warehouses(calm)
    usual, first, second = (Context(TABLES["3"], calm).clock(s, stock) for s in (calm, stalled, drawn))
    assert first.turn == second.turn != usual.turn and first.shelf == second.shelf
    assert evaluate(stalled, mind.context(stalled)) != evaluate(calm, mind.context(calm))


def test_a_finished_game_is_worth_its_points() -> None:
    *_, state = random_positions(new_game(3, "on", 2), 2)
    while state.actor is not None:
        state.apply(state.legal_actions()[-1])
    assert state.outcome is not None
    assert evaluate(state, Context(TABLES["3"], state)) == list(state.outcome.totals)


FIELDS = {"colour": "ware"}
"""Placeholders that the client derives from a fact with another name."""


def test_every_reason_has_a_sentence_in_every_language_and_the_facts_it_needs() -> None:
    said, besides = dict[str, set[str]](), set[str]()
    mind = brain("hansa")
    for seats in (2, 4):
        for state in played_positions(new_game(seats, seed=3), 3):
            context = mind.context(state)
            for plan in mind.candidates(state, context):
                found = mind.reason(state, plan, context)
                if found is None:
                    assert isinstance(state, HansaState) and not state.coins[state.active]
                    continue
                said.setdefault(found[0], set()).update(FIELDS.get(fact, fact) for fact in found[1])
                besides.update(str(found[1].get("also", "")).split("."))
    assert {"sell", "sell-hurt", "wait", *ORDER} - {"restock-end"} <= set(said)
    said["restock-end"] = said["restock"]
    said["give-least"] = set()
    for path in sorted(of_game("hansa").glob("texts.*.json")):
        texts = json.loads(path.read_text(encoding="utf-8"))
        assert {key.removeprefix("bot.") for key in texts if key.startswith("bot.")} == set(said), path
        for name, facts in said.items():
            entry = texts[f"bot.{name}"]
            for text in entry.values() if isinstance(entry, dict) else [entry]:
                assert set(re.findall(r"{(\w+)}", text)) <= {"name", *facts}, text
        assert {f"also.{name}" for name in besides if name} <= texts.keys(), path
    assert len(besides) > 12


@pytest.mark.parametrize(("seats", "guard"), [(2, "off"), (3, "on"), (4, "off")])
def test_games_of_computer_players_end(seats: int, guard: str) -> None:
    state, rng = new_game(seats, guard), Random(4)
    players = [BeamPlayer(f"player {seat}", width=2) for seat in range(seats)]
    while state.actor is not None:
        assert state.turns <= 30 * seats
        state.apply(players[state.actor].choose(state, rng).action)


def test_a_restock_is_judged_by_the_rest_of_the_turn_in_several_deals() -> None:
    """Replies use one deal, and the reference players the goods revealed by the restock."""
    mind = brain("hansa")
    state = next(s for s in played_positions(new_game(3), 2) if s.decision and s.decision.id == "restock")

    def restock(deals: int | None, rng: Random | None) -> Variation:
        lines = finish(Search(mind, state).lines(4, rng=rng, deals=deals))
        return next(line for line in lines if line.before is not None)

    search, rng, rests = Search(mind, state), Random(5), list[float]()
    for _ in range(mind.deals):
        dealt = search.dealt(restock(0, None), rng)
        rests.append(finish(Search(mind, dealt).lines(OWN))[0].value)
    assert restock(None, Random(5)).value == pytest.approx(sum(rests) / mind.deals)
    assert restock(mind.playouts.deals, Random(5)).value == pytest.approx(rests[0])
    assert restock(None, None).value not in rests
    assert not baseline("hansa", "REFERENCE").playouts.deals


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_may_play_badly_and_the_game_still_ends(seats: int) -> None:
    """With any choice of candidates: idle rounds end with a restock, late ones with buying."""
    for seed in range(2):
        state, rng, mind = new_game(seats, seed=seed), Random(seed), brain("hansa")
        context = mind.context(state)
        while state.actor is not None:
            assert state.turns <= 60 * seats
            plans = mind.candidates(state, context)
            for action in plans[-1] if rng.random() < 0.7 else plans[int(rng.random() * len(plans))]:
                state.apply(action)


def test_what_the_computers_remember_between_searches_has_a_bound() -> None:
    functions = chain.from_iterable(vars(module).items() for module in (candidates, evaluation, features))
    bounds = {
        name: one.cache_parameters()["maxsize"] for name, one in functions if hasattr(one, "cache_info")
    }
    assert len(bounds) > 10
    assert all(bound is not None and bound <= 2048 for bound in bounds.values()), bounds


def test_who_prefers_bad_plans_loses() -> None:
    """One plays the best fast reply against two who take the worst of a few candidates."""
    mind, wins, rng = brain("hansa"), 0, Random(1)
    for game in range(6):
        state = new_game(3, seed=game)
        context = mind.context(state)
        while (seat := state.actor) is not None:
            plan = mind.reply(state, context, None)
            if seat != game % 3:
                plans, worst = mind.candidates(state, context), 1e9
                for some in (plans[int(rng.random() * len(plans))] for _ in range(3)):
                    after = state.copy()
                    for action in some:
                        after.apply(action)
                    worth = lead(mind.evaluate(after, context), seat)
                    if worth < worst:
                        plan, worst = some, worth
            for action in plan:
                state.apply(action)
        assert state.outcome is not None
        wins += state.outcome.winners == (game % 3,)
    assert wins >= 5


def test_the_prizes_of_the_extra_card_draw_the_computers_on() -> None:
    """Two positions that differ only by the card: with it, a lead is worth more, most of all at the end."""
    rules = engine.ruleset("hansa")
    line = "hansa seats=3 markets=riga:3+reval:1,riga:2,danzig:2 warehouses=1a:red.1 stacks={}"

    def gain(stacks: str) -> list[float]:
        states = [rules.parse_position(f"{line.format(stacks)}{card}") for card in ("", " extra_card=on")]
        without, carded = (evaluate(s, Context(TABLES["3"], s)) for s in states if isinstance(s, HansaState))
        return [b - a for a, b in zip(without, carded, strict=True)]

    early, late = gain("11,10,10,10,10"), gain("0,0,0,0,10")
    assert pytest.approx(late[0]) == 6 and 0 < early[0] < late[0]
    assert late[0] > late[1] > 0 and early[1] / early[0] > late[1] / late[0]


def test_a_good_that_begins_the_last_stack_is_worth_its_prize_at_once() -> None:
    state = engine.ruleset("hansa").parse_position(
        "hansa seats=3 extra_card=on ask=restock stacks=0,0,0,1,10 warehouses=1b:red.1 coins=3,3,3"
    )
    assert isinstance(state, HansaState) and prize_terms(state) == [0.0, 0.0, 0.0]
    state.apply(state.parse_action("restock"))
    assert state.last_round and prize_terms(state)[0] >= 3 > prize_terms(state)[1]


def test_replies_that_depend_on_what_is_dealt_are_planned_several_times_in_a_position() -> None:
    """A single cached reply would bias all playouts by its deal."""
    mind, rng = brain("hansa"), Random(1)
    state = next(s for s in played_positions(new_game(3), 1) if s.decision and s.decision.id == "restock")
    for samples in (1, mind.playouts_for(state, HARD).samples):
        search = Search(mind, state, playouts=mind.playouts._replace(samples=samples))
        for _ in range(2 * samples):
            finish(search.reply(state, rng))
        assert [len(kept) for kept in search._replies.values()] == [samples]
    assert samples > 1
    assert baseline("hansa", "CHAMPION").playouts_for(state, HARD) == mind.playouts, (
        "frozen players plan once"
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_plays_plans_on_takes_results_to_be_less_certain_and_says_the_same_chances(seats: int) -> None:
    state, mind = new_game(seats), brain("hansa")
    sure, unsure = mind, mind.adapted(playouts=True)
    worth = [20.0 + 4.0 * seat for seat in range(seats)]
    told = []
    for one in (sure, unsure):
        estimate = shares(worth, one.spread(one.context(state)))
        told.append(raised(estimate, one.powers(state).plan.at(1.0)))
    first, second = (shares(worth, one.spread(one.context(state))) for one in (sure, unsure))
    assert max(first) > max(second) > 1.0 / seats
    assert told[0] == pytest.approx(told[1], abs=0.05)
    frozen = player("reference hard")
    assert isinstance(frozen, SearchPlayer)
    assert frozen.brain(state).context(state).spread == mind.context(state).spread
