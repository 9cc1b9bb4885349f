"""Standing answers: every answer given is legal and completes the interruption, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from game.engine import State, ruleset, rulesets
from game.engine.taste import Taste
from game.match import standing
from game.match.standing import COMPUTER, StandingAnswer, answer, interrupts
from tests.engine.mutate import TRIBUTES
from tests.engine.pairs.setups import Setup, setups

GAMES = 25
"""Minimum number of games of each ruleset: some of its setups, or all several times."""
MANY = 96
"""The number where interruptions are rare."""
ACTIONS = 900
TRIES = 3
"""Answers tried at each interruption."""


def played(name: str) -> Iterator[Setup]:
    """Yield setups from the whole covering array."""
    found, games = setups(ruleset(name)), MANY if name == "hansa" else GAMES
    return islice(cycle(found[:: max(1, len(found) // games)]), games)


def any_answer(state: State, rng: Random) -> StandingAnswer:
    """Return a random answer to the pending decision: some wishes of each group, in random order."""
    assert state.decision is not None
    groups = state.wishes()[state.decision.id]
    wishes = [
        wish for group in groups for wish in rng.sample(list(group), rng.randint(0, min(3, len(group))))
    ]
    return StandingAnswer(state.decision.id, tuple(wishes))


def check(state: State, given: StandingAnswer) -> bool:
    """Play an answer on a copy. Return whether it fitted."""
    seat, now = state.actor, state.copy()
    for action in answer(state, [given]):
        assert now.actor == seat and interrupts(now), "only the decisions of the interruption are answered"
        now.apply(now.parse_action(str(action)))
    done = now.position() != state.position()
    assert not done or now.actor != seat or not interrupts(now), "an answer completes the interruption"
    return done


@pytest.mark.parametrize("name", rulesets())
def test_an_answer_in_advance_is_legal_and_completes_the_interruption_or_there_is_none(name: str) -> None:
    """In random games with all boards and modules. Every interruption can be answered in advance."""
    fits, asked = Counter[str](), Counter[str]()
    for number, setup in enumerate(played(name)):
        rng = Random(number)
        state, taste = ruleset(name).new_game(setup.seats, setup.options, number), Taste(rng)
        for _ in range(ACTIONS):
            if state.actor is None:
                break
            if interrupts(state):
                assert state.decision is not None and state.decision.id in state.wishes()
                for _ in range(TRIES):
                    asked[state.decision.id] += 1
                    fits[state.decision.id] += check(state, any_answer(state, rng))
            state.apply(taste.choose(state.legal_actions(), state.actor))
    assert all(0 < fits[decision] < asked[decision] for decision in asked), (fits, asked)
    expected = {"hansa-teutonica": {"relocate", "relocate-neutral"}, "hansa": {"loss"}}
    assert expected.get(name, set()) <= asked.keys()


RARE = (
    *TRIBUTES,
    "hansa-teutonica seats=3 options=favour:on ask=favour-income actor=2 held=-,-,income_with_others "
    "used=2:swap_offices+2:extra_office stock=6t,5t,4t1m",
)
"""Positions with interruptions that are rare in random games."""


@pytest.mark.parametrize("line", RARE)
def test_every_wish_answers_a_rare_interruption(line: str) -> None:
    state = ruleset("hansa-teutonica").parse_position(line)
    assert state.decision is not None and interrupts(state)
    (kinds,) = state.wishes()[state.decision.id]
    texts = {str(answer(state, [StandingAnswer(state.decision.id, (wish,))])[0]) for wish in kinds}
    assert len(texts) == len(kinds)


def displaced() -> State:
    """Return a position in which a merchant was displaced between Stade and Hamburg."""
    return ruleset("hansa-teutonica").parse_position(
        "hansa-teutonica seats=3 ask=relocate hand=1m allowance=2 route=stade-hamburg "
        "houses=stade-hamburg:0t,.,."
    )


def test_the_nearest_house_is_counted_in_routes_then_houses() -> None:
    near = StandingAnswer("relocate", ("town.bremen", "extras"))
    told = [str(action) for action in answer(displaced(), [near])]
    assert told[0] == "relocate bremen-hamburg.1"
    assert all(text.startswith("add stock.trader") for text in told[1:]) and len(told) == 3


def test_a_preferred_route_that_is_out_of_reach_does_not_fit() -> None:
    far = StandingAnswer("relocate", ("route.minden-muenster",))
    assert answer(displaced(), [far]) == ()
    either = far._replace(wishes=("route.minden-muenster", "route.hamburg-luebeck"))
    assert [str(one) for one in answer(displaced(), [either])] == ["relocate hamburg-luebeck.1", "decline"]


def test_an_answer_is_for_other_players_turns_only() -> None:
    state = ruleset("hansa").parse_position("hansa seats=3 ask=taxes unsold=red.1+red.2+blue.1+blue.2,-,-")
    assert standing.fitting(state, [StandingAnswer("taxes", ("fewest-barrels",))]) is None


def test_goods_are_lost_by_their_barrels() -> None:
    line = (
        "hansa seats=3 ask=loss ship=riga acted=yes losses=1:red unsold=-,red.1+red.3,- sold=red.1+red.2,-,-"
    )
    state = ruleset("hansa").parse_position(line)
    for wish, text in ("fewest-barrels", "discard red.1"), ("most-barrels", "discard red.3"):
        assert [str(one) for one in answer(state, [StandingAnswer("loss", (wish,))])] == [text]


def test_a_computer_decides_where_it_is_asked_to() -> None:
    asks = [StandingAnswer("relocate", (COMPUTER,))]
    assert standing.by_computer(displaced(), asks) and answer(displaced(), asks) == ()
    assert not standing.by_computer(displaced().turn_of(1) or displaced(), asks)


def test_answers_survive_as_text_and_nonsense_is_none() -> None:
    some = (StandingAnswer("relocate", ("town.coellen", "extras"), True), StandingAnswer("loss", (COMPUTER,)))
    tags = standing.to_tags(some, 1)
    assert standing.from_tags(tags, 1) == some and standing.from_tags(tags, 0) == ()
    assert standing.from_data(standing.to_data(some)) == some
    for text in ("", "{}", "[[1],true]", '[["a"],1]', f'[["{"x" * 99}"],true]', "[" * 99):
        assert standing.from_tags({"answers.1.loss": text}, 1) == ()
    assert standing.after(some, "relocate") == some[1:]
    assert standing.changed(some, "loss", None) == some[:1]
