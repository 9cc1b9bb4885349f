"""The list of every seat's endings within its next turn (`Brain.game_ends`), compared with games played on
from there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.bots.brain import GameEnd, brain
from game.bots.levels import choose
from game.bots.players import player
from game.bots.search import Search
from game.bots.steps import finish
from game.engine import State, ruleset
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.bots.brain import HansaTeutonicaBrain
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.bots.kit import THREAT, random_positions
from tests.bots.test_preventions import POSITIONS as PREVENTIONS

LONG_GAME = (
    "hansa seats=2 colours=red+orange+pink+brown first=0 turn=1 number=50 ask=restock ship=copenhagen "
    "stacks=0,0,0,0,7 warehouses=1a:pink.1+1b:red.2+2b:orange.1+3a:pink.2+3b:orange.2+5a:pink.3+6a:pink.2"
    "+7b:red.2+8a:red.1+9a:orange.3+9b:red.3 coins=0,6 markets=aalborg:1+copenhagen:1+kalmar:1+danzig:8"
    "+reval:1+riga:3,copenhagen:1+kalmar:3+danzig:7+reval:1+riga:3 "
    "unsold=red.3+orange.3+pink.2,brown.2+brown.3 "
    "sold=orange.1+orange.2+pink.2+pink.3,red.2*2+brown.1*2 removed=red.1*2+red.2+red.3*2+orange.1*2"
    "+orange.2+orange.3+pink.1*3+pink.2+pink.3+brown.1*2+brown.2*3+brown.3*2"
)
"""A position in which the second player can begin the last round, after 25 rounds."""


IMPROVED = (
    "hansa-teutonica seats=5 options=- start=1 number=40 turn=0 ask=turn actor=0 actions=3 ending=- "
    "houses=emden-stade:.,4t,4t offices=groningen:0t+emden:1m+hamburg:4t+luebeck:4t+kampen:3m"
    "+osnabrueck:4t,3t+bremen:2m+perleberg:1t+arnheim:2t,4m,0t+duisburg:2t+hildesheim:2t extras=- "
    "table=.,.,.,. supply=1m,1m,5t,3t,1t stock=11t1m,11t,4t,10t,6t levels=0:actiones:2+0:privilegium:2"
    "+0:liber_sophiae:2+1:actiones:2+1:liber_sophiae:2+2:actiones:2+3:actiones:3+3:privilegium:2"
    "+4:actiones:2 neutral=- points=6,3,1,0,5 linked=- markers=0:swap_offices+0:improve_ability"
    "+1:extra_office*3 used=0:improve_ability+1:plus_4_actions+2:swap_offices+2:plus_4_actions+2:remove_3"
    "+3:improve_ability+3:remove_3+4:swap_offices taverns=groningen-emden:plus_3_actions"
    "+emden-osnabrueck:extra_office+kampen-osnabrueck:plus_3_actions bag=0 plate=0 box=- pawn=- steps=2 "
    "acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""The first player has one piece for two houses. An improvement of Town Keys by a marker frees another one
and increases the network points."""
TWO_CLAIMS = (
    "hansa-teutonica seats=5 options=- start=2 number=52 turn=3 ask=turn actor=3 actions=3 ending=- "
    "houses=groningen-emden:4t,4t,1t+emden-osnabrueck:3t,3t,3t,3t+kampen-osnabrueck:2t,2t"
    "+kampen-arnheim:0t,0t,1t+arnheim-muenster:0t,0t,0t+arnheim-duisburg:1t,.,.+osnabrueck-bremen:1t,1t,1t"
    "+bremen-minden:1t,4t,4t+bremen-hannover:2t,0t,1t+bremen-hamburg:2t,4t,1t,.+stade-hamburg:3t,3t,."
    "+coellen-warburg:3t,.,.,.+emden-stade:0t,0t,1t offices=groningen:0t+emden:1m+luebeck:4t+kampen:2m"
    "+osnabrueck:3t,2t+bremen:3m+perleberg:4t+arnheim:0t,2m+minden:1t+hannover:0t+duisburg:4t+dortmund:4m,2t"
    "+paderborn:1t+hildesheim:3t+goslar:1t extras=kampen:0t+osnabrueck:3t table=.,.,.,. "
    "supply=2m,-,1t,-,1t1m stock=-,-,6t,2t,3t levels=0:actiones:2+0:liber_sophiae:2+1:actiones:3+2:actiones:2"
    "+2:privilegium:2+2:liber_sophiae:2+3:actiones:2+4:actiones:2+4:liber_sophiae:2 neutral=- "
    "points=7,4,5,2,4 linked=- markers=0:extra_office used=0:extra_office+0:plus_4_actions+0:remove_3"
    "+1:plus_3_actions+1:improve_ability+2:swap_offices+2:improve_ability+3:extra_office+3:improve_ability"
    "+3:remove_3+4:swap_offices+4:plus_4_actions taverns=groningen-emden:swap_offices"
    "+emden-osnabrueck:extra_office+kampen-osnabrueck:plus_3_actions bag=0 plate=0 box=- pawn=- steps=2 "
    "acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""The fourth player wins if it first fills and claims Stade–Hamburg, with one moved piece."""
SWAPPED = (
    "hansa-teutonica seats=4 options=- start=3 number=41 turn=3 ask=turn actor=3 actions=3 ending=- "
    "houses=emden-osnabrueck:.,.,0t,.+kampen-osnabrueck:2t,0t+kampen-arnheim:2t,0t,2t+arnheim-duisburg:3t,3t,."
    "+osnabrueck-bremen:0t,2t,0t+stade-hamburg:2t,0t,.+emden-stade:0t,.,. offices=groningen:0t+emden:2m"
    "+kampen:3m+osnabrueck:3t,1t+bremen:1m+perleberg:3t+arnheim:2t,0m+minden:1t+duisburg:2t+paderborn:1t"
    "+hildesheim:2t extras=- table=.,.,.,. supply=2t1m,1t1m,-,1t1m stock=3t,9t,5t,9t levels=0:clavis_urbis:2"
    "+0:actiones:2+0:liber_sophiae:2+1:clavis_urbis:2+1:actiones:2+1:liber_sophiae:2+2:actiones:2"
    "+2:privilegium:2+3:clavis_urbis:2+3:actiones:2+3:privilegium:2+3:liber_sophiae:2 neutral=- "
    "points=4,6,5,8 linked=- markers=0:extra_office*2+2:extra_office+3:swap_offices*2 used=0:swap_offices"
    "+0:plus_4_actions*2+0:improve_ability+1:plus_3_actions+1:improve_ability+2:remove_3+3:improve_ability "
    "taverns=groningen-emden:extra_office+kampen-osnabrueck:remove_3+kampen-arnheim:plus_3_actions bag=0 "
    "plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""The fourth player wins after swapping two offices."""


def with_markers(state: HansaTeutonicaState) -> Iterator[HansaTeutonicaState]:
    """Yield the positions after any uses of markers that can bring points, also after none."""
    yield state
    for use in state.legal_actions():
        if use.text.startswith(("use improve_ability", "use swap_offices")):
            after = state.copy()
            after.apply(use)
            yield from with_markers(after)


def claims_that_end(begun: HansaTeutonicaState) -> dict[str, set[tuple[int, ...]]]:
    """Return the possible results of each claim that ends the game as the next action, after uses of
    markers, by route."""
    found: dict[str, set[tuple[int, ...]]] = {}
    pairs = ((state, claim) for state in with_markers(begun) for claim in state.legal_actions())
    for state, claim in pairs:
        if not claim.text.startswith("claim "):
            continue
        rest = [state.copy()]
        rest[0].apply(claim)
        while rest:
            after = rest.pop()
            if after.now is not None and after.now.id != "turn":
                for action in after.legal_actions():
                    rest.append(after.copy())
                    rest[-1].apply(action)
            elif after.outcome is not None:
                found.setdefault(claim.path[-1], set()).add(after.outcome.totals)
    return found


def test_the_ending_of_an_opponent_is_listed_with_its_result() -> None:
    state = ruleset("hansa-teutonica").parse_position(THREAT)
    ends = brain("hansa-teutonica").game_ends(state)
    carla = [end for end in ends if end.seat == 2]
    assert carla == [GameEnd(2, "route.groningen-emden", 1, "markers", (25, 17, 27), (2,))]
    assert [(end.place, end.ahead) for end in ends if end.seat == 1] == [
        ("route.kampen-osnabrueck", -3),
        ("route.kampen-arnheim", -4),
    ]


@pytest.mark.parametrize("position, seat", [(IMPROVED, 0), (TWO_CLAIMS, 3), (SWAPPED, 3)])
def test_the_forecast_knows_the_win_that_a_wide_beam_search_finds(position: str, seat: int) -> None:
    """It takes a marker that is used before the claim, or another claim that has to be filled first."""
    state = ruleset("hansa-teutonica").parse_position(position)
    best = finish(Search(brain("hansa-teutonica"), state.copy()).lines(20, 20))[0]
    assert best.state.outcome is not None and best.state.outcome.winners == (seat,)
    wins = [end for end in brain("hansa-teutonica").game_ends(state) if end.seat == seat == end.winners[0]]
    assert best.state.outcome.totals in [end.totals for end in wins]


@pytest.mark.parametrize("seats, options", [(3, {}), (2, {"two_players": "pawn"}), (4, {"board": "east"})])
def test_every_claim_that_ends_the_game_is_listed_with_the_best_result(
    seats: int, options: dict[str, str]
) -> None:
    mind, met = brain("hansa-teutonica"), 0
    state = ruleset("hansa-teutonica").new_game(seats, options, 7)
    assert isinstance(state, HansaTeutonicaState)
    for number, found in enumerate(random_positions(state, 5, 900)):
        claimable = any(0 in found.missing[found.board.missing_of[seat]] for seat in range(seats))
        if number % 3 or not claimable or found.now is None or found.now.id != "turn":
            continue
        late = found.copy()
        late.bag_left = 0  # as if all markers had been drawn, and every route held one
        late.tavern = bytes([1] * len(late.tavern))
        ends = mind.game_ends(late)
        for seat in range(seats):
            for route, results in claims_that_end(late.turn_of(seat)).items():
                met += 1
                listed = [end for end in ends if (end.seat, end.place) == (seat, route)]
                assert len(listed) == 1
                if listed[0].actions == 1:
                    assert listed[0].totals in results
                assert listed[0].ahead >= max(
                    totals[seat] - max(totals[:seat] + totals[seat + 1 :]) for totals in results
                )
    assert met >= 5


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_players_prevent_the_ending_by_which_an_opponent_wins(level: str) -> None:
    """Without the forecast other plans seem better, although the game then ends."""
    state = ruleset("hansa-teutonica").parse_position(THREAT)
    choice = choose(state, level, Random(1), work=16)
    assert any(action.text.startswith("displace") for action in choice.plan)
    for action in choice.plan:
        while state.actor != 0:
            state.apply(state.legal_actions()[-1])
        state.apply(action)
    assert state.actor == 1
    assert not [end for end in brain("hansa-teutonica").game_ends(state) if 2 in end.winners]


def test_endings_are_foreseen_after_a_plan_that_draws_the_last_marker() -> None:
    """Such a plan stops at the draw. Opponents can then end the game on routes whose markers are known."""
    key = "seats=5 options=- start=1 number=48 turn=3 ask=turn actor=3"
    state = ruleset("hansa-teutonica").parse_position(next(one for one in PREVENTIONS if key in one))
    search = Search(brain("hansa-teutonica"), state)
    drawing = [line for line in finish(search.lines(8, 20)) if line.before is not None]
    assert drawing
    for line in drawing:
        assert search.foreseen(line)[3] < 0.2 * line.chances[3]


def test_a_beam_looks_for_endings_once_unless_an_opponent_would_win(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[HansaTeutonicaState]()
    plain = HansaTeutonicaBrain.foreseen

    def counted(mind: Any, state: Any, chances: list[float], context: Any) -> list[float]:
        looks.append(state)
        return plain(mind, state, chances, context)

    monkeypatch.setattr(HansaTeutonicaBrain, "foreseen", counted)
    early = ruleset("hansa-teutonica").new_game(3, {}, 7)
    finish(Search(brain("hansa-teutonica"), early).turns(8, 20))
    assert len(looks) == 1
    finish(Search(brain("hansa-teutonica"), ruleset("hansa-teutonica").parse_position(THREAT)).turns(8, 20))
    assert len(looks) > 10


def test_no_player_of_a_playout_deviates_from_a_plan_that_wins_at_once() -> None:
    """Otherwise a plan that lets an opponent win would seem better than it is."""
    state = ruleset("hansa-teutonica").parse_position(THREAT)
    for seat in (0, 1):
        assert state.actor == seat
        state.apply(state.parse_action("end-turn"))
    mind = brain("hansa-teutonica")
    search = Search(mind, state.copy(), playouts=mind.playouts_for(state, "hard"))
    for number in range(12):
        end = finish(search.play_on(state, Random(number), 1))
        assert end == [0.0, 0.0, 1.0]


def test_the_last_round_of_a_very_long_game_is_foreseen_although_computers_only_buy_in_it() -> None:
    state = ruleset("hansa").parse_position(LONG_GAME)
    ends = brain("hansa").game_ends(state)
    assert [(end.seat, end.reason) for end in ends] == [(1, "supply"), (0, "supply")]


def test_quiet_positions_have_no_endings() -> None:
    for game, seats in (("hansa-teutonica", 3), ("hansa", 3)):
        assert not brain(game).game_ends(ruleset(game).new_game(seats, seed=3))


def played_until_an_ending(seats: int, seed: int) -> State:
    """Return the first position of a game of *Hansa* in which a seat can begin the last round."""
    state, mind, rng = ruleset("hansa").new_game(seats, seed=seed), player("quick"), Random(seed)
    while not brain("hansa").game_ends(state):
        state.apply(mind.choose(state, rng).action)
    return state


def test_the_last_stack_is_foreseen_with_the_sales_that_follow() -> None:
    state = played_until_an_ending(3, 4)
    assert isinstance(state, HansaState) and not state.last_round
    ends = brain("hansa").game_ends(state)
    now = [sum(points) for points in zip(*(row.points for row in state.scores()), strict=True)]
    for end in ends:
        assert end.reason == "supply" and end.winners
        assert end.totals[end.seat] >= now[end.seat]
    mind, rng = player("quick"), Random(1)
    while not state.last_round:
        state.apply(mind.choose(state, rng).action)
    while state.now is None or state.now.id not in ("turn", "restock"):
        state.apply(mind.choose(state, rng).action)
    (end,) = brain("hansa").game_ends(state)
    assert end.seat == (state.start - 1) % 3
