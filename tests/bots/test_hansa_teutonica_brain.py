"""The search adapter of *Hansa Teutonica*."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.players import player
from game.bots.search import Search, Variation
from game.bots.steps import Steps, finish
from game.bots.thinkers import BeamPlayer
from game.client.words.i18n import LANGUAGES, file_of
from game.engine import Reason
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, evaluate, scene
from game.games.hansa_teutonica.bots.judgement import Judgement
from game.games.hansa_teutonica.rules.editions import all_decisions
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.levels import HARD
from tools.baselines.thinkers import baseline

from .kit import decisions_with_playable_candidates, played_positions, random_positions


class Game(NamedTuple):
    seats: int
    options: Mapping[str, str]


VARIANTS = [
    Game(2, {"two_players": "pawn", "provinces": "A2", "pawn_walk": "any"}),
    Game(2, {"two_players": "pawn", "marker_mix": "en"}),
    Game(2, {"two_players": "neutral-it", "swap": "own"}),
    Game(2, {"two_players": "neutral-pt", "remove_3": "rivals", "marker_mix": "pt"}),
    Game(3, {}),
    Game(4, {"marker_mix": "bigbox", "swap": "own", "remove_3": "rivals", "tie_break": "bigbox"}),
    Game(5, {}),
]
MIND = brain("hansa-teutonica")
FEW_PIECES = (
    "hansa-teutonica seats=2 options=- start=1 number=124 turn=0 ask=turn actor=0 actions=2 ending=- "
    "houses=dortmund-paderborn:.,.,0t+hamburg-luebeck:1t,1t,.+stendal-magdeburg:0t,.,. "
    "offices=groningen:1t+hamburg:1t+luebeck:1t+kampen:0t+osnabrueck:1t,0t+perleberg:1t+arnheim:1t+"
    "minden:0t,0t+duisburg:1t+dortmund:1m,1t+paderborn:0t+hildesheim:0t+goslar:0t+magdeburg:0m,0t+"
    "warburg:0t+halle:1t extras=hamburg:1t+dortmund:1t+goslar:0t table=.,.,.,. supply=-,- stock=-,- "
    "levels=0:privilegium:2+1:actiones:2+1:privilegium:2 neutral=- points=14,14 linked=- "
    "markers=1:plus_3_actions "
    "used=0:extra_office+0:swap_offices+1:extra_office*2+1:plus_3_actions+1:improve_ability+1:remove_3*2 "
    "taverns=emden-osnabrueck:swap_offices+dortmund-paderborn:improve_ability+bremen-hamburg:swap_offices "
    "bag=4 plate=0 box=- pawn=I6 steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)


def new_game(game: Game, seed: int = 1) -> HansaTeutonicaState:
    state = engine.ruleset("hansa-teutonica").new_game(game.seats, game.options, seed)
    assert isinstance(state, HansaTeutonicaState)
    return state


def scenes(state: HansaTeutonicaState) -> EvaluationContexts:
    found = MIND.context(state)
    assert isinstance(found, EvaluationContexts)
    return found


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_every_candidate_is_legal_to_its_end_and_the_actors_own(game: Game) -> None:
    at_random = random_positions(new_game(game, 4), 4, actions=1200)
    played = played_positions(new_game(game, 8), 8)
    asked = decisions_with_playable_candidates(MIND, chain(at_random, played), each=5)
    assert asked >= {"turn", "pay", "move", "relocate", "benefit", "replace"}, asked
    assert asked <= set(all_decisions())


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_a_game_among_computers_ends(game: Game) -> None:
    state, rng = new_game(game, 1), Random(1)
    players = [player("medium" if seat == 1 else "easy") for seat in range(game.seats)]
    while state.actor is not None:
        assert state.turn_number <= 60 * game.seats
        state.apply(players[state.actor].choose(state, rng).action)


@cache
def reasons() -> tuple[set[str], list[Reason]]:
    """Return the reasons for the candidates of a few games, and the ids of reasons and decisions."""
    said, found = set[str](), list[Reason]()
    for game in (VARIANTS[0], VARIANTS[3], VARIANTS[5]):
        for state in played_positions(new_game(game, 7), 7, rounds=100):
            if len(said) > 12 and state.decision is not None and state.decision.id in said:
                continue
            assert state.decision is not None
            context = MIND.context(state)
            for plan in MIND.candidates(state, context):
                reason = MIND.reason(state, plan, context)
                if reason is None:
                    assert plan[0].text != "end-turn" or not state.actions_left
                    continue
                found.append(reason)
                said |= {reason[0], state.decision.id}
    return said, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence_with_its_facts(language: str) -> None:
    words = json.loads(file_of("hansa-teutonica", language).read_text(encoding="utf-8"))
    said, found = reasons()
    for reason in found:
        entry = words[f"bot.{reason[0]}"]
        for sentence in entry.values() if isinstance(entry, dict) else [entry]:
            sentence.format(name="Anna", **reason[1])
    assert len(said) > 20


@pytest.mark.parametrize("game", [VARIANTS[2], VARIANTS[3], VARIANTS[4]], ids=str)
def test_a_reply_planned_once_can_be_played_wherever_it_is_looked_up(game: Game) -> None:
    """Until something is revealed playouts are identical, so the search caches replies by position."""
    looked_at = 0
    for number, state in enumerate(islice(played_positions(new_game(game, 6), 6), 320)):
        if number % 40 or state.actor != state.turn_seat:
            continue
        search = Search(MIND, state.determinize(Random(number)))
        assert search.playouts.width
        for line in finish(search.lines(2, 8))[:6]:
            for seed in range(2):
                chances = finish(search.play_on(line.state, Random(seed), 1))
                assert sum(chances) == pytest.approx(1)
                looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize("game", [VARIANTS[1], VARIANTS[4]], ids=str)
def test_continuations_differ_as_replies_stray(game: Game) -> None:
    """Until a marker is drawn, planned replies are deterministic: a hundred playouts would carry no more
    information than one."""
    search = Search(MIND, new_game(game, 6))
    search.playouts = MIND.playouts_for(search.state, HARD)
    line = finish(search.lines(4, 8))[0]
    ends = {tuple(finish(search.play_on(line.state, Random(seed), 1))) for seed in range(20)}
    assert len(ends) > 3


def test_hard_ends_the_game_where_that_is_the_best_plan() -> None:
    games = chain.from_iterable(played_positions(new_game(VARIANTS[4], seed), seed) for seed in range(3, 9))
    for state in games:
        if state.bag_left == 0 and state.actor == state.turn_seat:
            best = finish(Search(MIND, state.determinize(Random(1))).lines(8, MIND.breadth))[0]
            if best.state.actor is None:
                assert player("hard").choose(state, Random(1), work=16).plan == best.plan
                return
    pytest.fail("nobody could end the game")


def test_late_in_a_game_it_counts_in_one_round_of_four_where_the_pawn_stands() -> None:
    """If it never counted, the pawn would not be brought to a waiting route; if always, players would drag it
    to and fro endlessly."""
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "pawn"}, seed=1)
    assert isinstance(state, HansaTeutonicaState)
    weights, counting = MIND.weights(2, state.options), set[int]()
    for round_ in range(60):
        state.turns = 2 * round_ + 1
        if Judgement(state, weights).far < 1.0:
            counting.add(round_)
    assert counting == {*range(26), *range(28, 60, 4)}


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_with_two_pieces_left_nobody_waits_for_a_route_of_three_houses(level: str) -> None:
    """Otherwise players with two free pieces would move them about on longer routes without end."""
    state, rng = engine.ruleset("hansa-teutonica").parse_position(FEW_PIECES), Random(5)
    players, begun = [player(level), player(level)], state.turn_number
    while state.actor is not None:
        assert state.turn_number < begun + 40, "nobody claims"
        state.apply(players[state.actor].choose(state.determinize(rng), rng).action)


def test_the_reference_players_reply_as_they_were_first_measured() -> None:
    assert baseline("hansa-teutonica", "REFERENCE").playouts.width == 0


class Contrary(BeamPlayer):
    """A player that takes the plan with the worst evaluation."""

    def lines(
        self, search: Search, rng: Random, work: int | None, seconds: float | None
    ) -> Steps[list[Variation]]:
        return (yield from super().lines(search, rng, work, seconds))[::-1]


def test_who_prefers_bad_plans_loses() -> None:
    for seed in range(2):
        state, rng = new_game(VARIANTS[4], seed), Random(seed)
        players = [Contrary("contrary", width=2, breadth=8), player("easy"), player("easy")]
        while state.actor is not None:
            state.apply(players[state.actor].choose(state, rng).action)
        outcome = state.outcome
        assert outcome is not None
        assert outcome.ranks[0] > 1, outcome.totals


@pytest.mark.parametrize("game", [VARIANTS[4], VARIANTS[6]], ids=str)
def test_the_evaluation_does_not_depend_on_where_one_sits(game: Game) -> None:
    """Passing all pieces to the next seat passes the values on."""
    for number, state in enumerate(played_positions(new_game(game, 9), 9)):
        if number % 40 or state.decision is None or state.decision.id != "turn":
            continue
        turned = handed_on(state)
        here, there = scenes(state), scenes(turned)
        before, after = evaluate(state, here), evaluate(turned, there)
        for seat in range(game.seats):
            assert after[(seat + 1) % game.seats] == pytest.approx(before[seat]), state.position()


def handed_on(state: HansaTeutonicaState) -> HansaTeutonicaState:
    """Return the position with every seat's possessions passed to the next seat."""
    n = state.seats
    new = state.copy()

    def turned(code: int) -> int:
        return code and 1 + 2 * ((code - 1 >> 1) + 1) % (2 * n) + (code - 1 & 1)

    def moved(values: Any, each: int) -> Any:
        return values[each * (n - 1) : each * n] + values[: each * (n - 1)] + values[each * n :]

    new.houses = bytearray(map(turned, state.houses))
    new.offices = bytes(map(turned, state.offices))
    new.extras = tuple(bytes(map(turned, row)) for row in state.extras)
    new.table = bytes(owner and owner % n + 1 for owner in state.table)
    new.presence = [state.presence[n - 1], *state.presence[: n - 1], *state.presence[n:]]
    new.points = [state.points[-1], *state.points[:-1]]
    new.supply, new.stock = moved(state.supply, 2), moved(state.stock, 2)
    new.levels = moved(state.levels, 5)
    new.unused, new.used = moved(state.unused, 1), moved(state.used, 1)
    new.missing = moved(state.missing, len(state.missing) // len(state.presence))
    new.linked = tuple((seat + 1) % n for seat in state.linked)
    new.active = (state.active + 1) % n
    return new


DISPLACED = (
    "hansa-teutonica seats=5 options=- start=1 number=5 turn=0 ask=relocate actor=3 actions=1 ending=- "
    "houses=osnabrueck-bremen:2t,4t,4t+goettingen-quedlinburg:1t,1t,3t+warburg-goettingen:2t,0t,3t offices=- "
    "extras=- table=.,.,.,. supply=7t1m,3t1m,4t1m,5t1m,6t1m stock=3t,6t,5t,4t,3t levels=- neutral=- "
    "points=0,0,0,0,0 linked=- markers=- used=- taverns=osnabrueck-bremen:remove_3+"
    "lueneburg-perleberg:extra_office+hildesheim-goslar:swap_offices bag=13 plate=0 box=- pawn=- steps=2 "
    "acted=no hand=- origins=goettingen-quedlinburg.3:3t allowance=1 route=warburg-goettingen fresh=-"
)
"""Seat 3 was displaced in the first round and has a free piece to place."""
THREE_LEFT = (
    "hansa-teutonica seats=4 options=- start=3 number=38 turn=0 ask=turn actor=0 actions=3 ending=- "
    "houses=groningen-emden:1t,3t,3t+bremen-minden:2t,2t,2t+emden-stade:0t,.,. offices=groningen:3t+emden:1m+"
    "hamburg:2t+osnabrueck:0t,2t+bremen:0m+lueneburg:2m+perleberg:3t+arnheim:3t+hannover:1t+duisburg:3t+"
    "hildesheim:1t+goslar:1t extras=- table=.,.,.,. supply=3t1m,1t,3t,4t1m stock=7t,7t,6t,2t levels="
    "0:actiones:2+0:liber_sophiae:2+1:actiones:2+2:clavis_urbis:2+2:actiones:2+2:privilegium:2+3:actiones:2 "
    "neutral=- points=5,1,1,5 linked=- markers=0:plus_4_actions+1:plus_3_actions+3:extra_office*3 "
    "used=0:swap_offices+0:plus_4_actions+1:swap_offices+1:remove_3*2+2:improve_ability "
    "taverns=groningen-emden:extra_office+emden-osnabrueck:plus_3_actions+kampen-arnheim:swap_offices bag=2 "
    "plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""Seat 0 has three actions, four pieces in supply and seven in stock."""


@pytest.mark.parametrize(
    ("line", "wasteful"), [(DISPLACED, "decline"), (THREE_LEFT, "end-turn")], ids=["free piece", "actions"]
)
def test_nobody_leaves_a_free_piece_or_an_action_that_would_bring_pieces(line: str, wasteful: str) -> None:
    state = engine.ruleset("hansa-teutonica").parse_position(line)
    mind = brain("hansa-teutonica")
    assert wasteful in [action.text for action in state.legal_actions()]

    def first(mind: Any) -> set[str]:
        return {plan[0].text for plan in mind.candidates(state, mind.context(state))}

    assert wasteful not in first(mind)
    assert wasteful in first(baseline("hansa-teutonica", "CHAMPION")), "frozen players choose as they did"


LAST_HOUSE = (
    "hansa-teutonica seats=3 options=- start=1 number=43 turn=1 ask=turn actor=1 actions=3 ending=- "
    "houses=groningen-emden:2t,2m,.+emden-osnabrueck:0t,0t,0t,0t offices=groningen:0t+emden:0m+hamburg:2t+"
    "luebeck:1t+kampen:1t+osnabrueck:1t,2t+lueneburg:0m+perleberg:2t+arnheim:0t+hannover:2t+duisburg:2t+"
    "hildesheim:1t+warburg:1t extras=lueneburg:2t table=.,1,.,. supply=2t,3t,- stock=5t,6t,6t "
    "levels=0:actiones:2+0:privilegium:2+0:liber_sophiae:2+1:clavis_urbis:2+1:actiones:2+1:privilegium:2+"
    "2:actiones:2+2:privilegium:2 neutral=- points=7,6,4 linked=- "
    "markers=0:plus_3_actions+0:plus_4_actions+2:extra_office*2 used=0:swap_offices+0:improve_ability+"
    "1:plus_4_actions+1:improve_ability+1:remove_3+2:extra_office+2:swap_offices+2:plus_3_actions+2:remove_3 "
    "taverns=groningen-emden:swap_offices+emden-osnabrueck:improve_ability+osnabrueck-bremen:extra_office "
    "bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""The bag is empty, the score is 23 to 29 to 28, and seat 2 lacks one house of a route with a marker."""


def test_with_the_bag_empty_a_marker_is_worth_what_the_end_brings_whoever_claims_it() -> None:
    state = engine.ruleset("hansa-teutonica").parse_position(LAST_HOUSE)
    assert isinstance(state, HansaTeutonicaState)
    known = scene(state, scenes(state))
    assert known.ahead == [-6.0, 1.0, -1.0]
    j = known.j
    assert j.last_marker(5.0, 10.0) == 11.0 > j.last_marker(5.0, -1.0) > j.last_marker(5.0, -4.0) == 5.0
    assert j.last_marker(5.0, -20.0) == 0.0, "who is far behind does not want the end"
    frozen = baseline("hansa-teutonica", "CHAMPION").context(state)
    assert scene(state, frozen).ahead == [None] * 3, "frozen players do not look"


WON_BY_THREE = (
    "hansa-teutonica seats=4 start=3 number=69 turn=3 actor=3 actions=3 "
    "houses=lueneburg-perleberg:3t,2t,2t+minden-brunswiek:.,0t,0t,.+brunswiek-stendal:1t,1t,1t,1t+"
    "goslar-magdeburg:1t,1t+quedlinburg-halle:0t,0t,0t,. offices=groningen:2t+emden:2m+hamburg:3t,0t+"
    "luebeck:3t+osnabrueck:3t,2t+bremen:0m,2t+perleberg:0t+arnheim:3t+muenster:3m,0t+minden:3t,0t+"
    "hannover:3t,2t+brunswiek:0t+stendal:2t+duisburg:1t+dortmund:1m,2t+paderborn:1t+hildesheim:1t+"
    "goslar:1t+coellen:1t+goettingen:1t extras=osnabrueck:2t+bremen:3t+stendal:0t supply=-,-,2t,4t "
    "stock=2t,1t,4t,1t levels=0:actiones:2+0:privilegium:2+1:clavis_urbis:2+1:actiones:2+"
    "2:clavis_urbis:2+2:actiones:2+2:privilegium:3+3:clavis_urbis:2+3:actiones:2 points=8,7,7,13 "
    "markers=- used=0:extra_office+0:plus_4_actions+0:improve_ability+0:remove_3+1:swap_offices+"
    "1:remove_3+2:extra_office+2:plus_3_actions+2:improve_ability+3:extra_office+3:swap_offices+"
    "3:plus_3_actions+3:plus_4_actions taverns=emden-osnabrueck:swap_offices+"
    "lueneburg-perleberg:extra_office+brunswiek-stendal:improve_ability bag=0"
)
"""The bag is empty: seat 3 ends the game and wins by displacing two pieces and claiming."""
WON_BY_SEVEN = (
    "hansa-teutonica seats=4 start=2 number=45 turn=2 actor=2 actions=3 houses=groningen-emden:3t,2t,.+"
    "emden-osnabrueck:0m,0t,2t,2t+kampen-osnabrueck:1t,2t+kampen-arnheim:1t,3t,.+"
    "osnabrueck-bremen:1t,3t,.+emden-stade:2t,.,. offices=groningen:2t+hamburg:1t+luebeck:1t+"
    "osnabrueck:3t+bremen:2m+lueneburg:1m+perleberg:3t+arnheim:0t+muenster:3m+minden:0t,1t+hannover:2t+"
    "duisburg:2t+paderborn:0t+hildesheim:0t+goslar:0t extras=bremen:3t supply=6t,2t,-,7t stock=-,6t,4t,- "
    "levels=0:actiones:2+1:clavis_urbis:2+1:actiones:2+1:privilegium:2+2:actiones:2+3:clavis_urbis:2+"
    "3:actiones:2 points=2,5,3,4 markers=0:extra_office*2+1:swap_offices+2:plus_3_actions*2+"
    "3:swap_offices*2 used=0:remove_3+1:improve_ability*2+2:remove_3+3:extra_office+3:improve_ability "
    "taverns=emden-osnabrueck:plus_4_actions+kampen-osnabrueck:extra_office+"
    "hannover-lueneburg:plus_4_actions bag=0"
)
"""The bag is empty: seat 2 ends the game and wins by moving two pieces, a claim, a marker, a second claim."""


@pytest.mark.parametrize(
    "line", [WON_BY_THREE, WON_BY_SEVEN], ids=["three actions", "a marker between two claims"]
)
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_with_the_bag_empty_a_win_is_seen_that_begins_with_what_looks_poor(line: str, level: str) -> None:
    state = engine.ruleset("hansa-teutonica").parse_position(line)
    seat, mover, other, rng = state.actor, player(level), player("easy"), Random(1)
    while state.actor is not None and state.turn_seat == seat:
        state.apply((mover if state.actor == seat else other).choose(state, rng).action)
    assert state.outcome is not None and seat in state.outcome.winners


def test_who_has_lost_does_not_end_the_game_because_the_lead_is_smallest_then() -> None:
    state = engine.ruleset("hansa-teutonica").parse_position(LAST_HOUSE)
    context, over = MIND.context(state), state.copy()
    while over.actor is not None:
        over.apply(player("medium").choose(over, Random(1)).action)
    assert MIND.value(0.0, -3.0, None, over, context) < MIND.value(0.0, -5.0, None, state, context)
    frozen = baseline("hansa-teutonica", "CHAMPION")
    assert (
        frozen.value(0.0, -3.0, None, over, context) == frozen.value(0.0, -5.0, None, state, context) == 0.0
    )


def test_whoever_plans_a_turn_in_a_continuation_counts_the_actions_left_in_it() -> None:
    """Otherwise free actions, such as a step of the pawn, would seem useless before the last action."""
    state = new_game(Game(3, {}))
    root = MIND.context(state)
    for action in MIND.candidates(state, root)[0]:
        state.apply(action)
    while state.turn_number == root.turn:
        state.apply(state.legal_actions()[0])
    seat, within = state.active, MIND.nested_context(state, root, playout=True)
    more = MIND.evaluate(state, within)[seat] - MIND.evaluate(state, root)[seat]
    assert more == pytest.approx(root.j.action * state.actions_left) and more > 0.0
    assert within.found is root.found, "what was worked out is shared"
    assert baseline("hansa-teutonica", "CHAMPION").nested_context(state, root, playout=True) is root
