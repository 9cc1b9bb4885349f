"""The engine against a second implementation of mission cards, favour and promo markers
(ht_naive_modules)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.engine import Action
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import choose
from tests.engine.hansa_teutonica.ht_naive_modules import NaiveModules
from tests.engine.hansa_teutonica.test_ht_reference import can_be_told

BIG_BOX = "marker_mix:bigbox+swap:own+remove_3:move+tie_break:bigbox"
OTHERS = "favour_extra:merchant+promo_refill:barred+promo_points:nobody"
LEVELS = "levels=0:liber_sophiae:3+0:privilegium:4+1:liber_sophiae:2+1:privilegium:3+2:actiones:6+2:bursa:4"
LAID = "hamburg-luebeck:tribute.0+bremen-hamburg:block.{}"
"""Markers above the routes that all players prefer."""
TABLES = {
    "bought": "tiles=displaced_anywhere+plus_1_action+income_with_others bag=5"
    " markers=0:exchange+0:extra_office+1:block+1:plus_3_actions+1:tribute+2:exchange used=0:plus_4_actions",
    "held": "tiles=town_4 held=extra_displaced_piece,displaced_anywhere,- bag=4"
    " taverns=osnabrueck-bremen:swap_offices+perleberg-stendal:move_3+hildesheim-goslar:move_3"
    " markers=0:block+1:exchange+2:tribute+2:extra_office"
    f" used=0:extra_office+0:tribute+1:plus_3_actions+1:block above={LAID.format(1)}",
    "sold": "tiles=- held=income_with_others+plus_1_action,-,ability_7 bag=3"
    " taverns=osnabrueck-bremen:swap_offices+perleberg-stendal:move_3+hildesheim-goslar:move_3"
    " markers=1:extra_office+1:plus_4_actions+2:block"
    f" used=0:extra_office+0:swap_offices+0:tribute+0:block+2:plus_3_actions+2:tribute above={LAID.format(0)}"
    "+hamburg-lueneburg:tribute.2",
}
"""Tiles and markers at the beginning, so that each module comes into play."""
OWN = ("favour", "spend", "along", "use", "pay")
ASKED = {
    "bought": {"favour-price"},
    "held": {"block-price", "tribute-income"},
    "sold": {"block-price", "tribute-income", "favour-income"},
}
"""Decisions that occur at least once in the games of each."""


def game(table: str, options: str, seed: int) -> HansaTeutonicaState:
    named = "+".join(filter(None, (BIG_BOX, "missions:on+favour:on+promos:on", options)))
    line = f"hansa-teutonica seats=3 options={named} {LEVELS} {TABLES[table]}"
    return RULESET.parse_position(line).determinize(Random(seed))


def eager(state: HansaTeutonicaState, rng: Random) -> Action:
    """Choose an action of a module sometimes, otherwise mostly one at Hamburg."""
    own = [action for action in state.legal_actions() if action.text.split()[0] in OWN]
    if own and rng.random() < 0.3:
        kinds = sorted({" ".join(action.text.split()[:2]) for action in own})
        kinds = [kind for kind in kinds if kind.startswith("favour")] or kinds
        kind = rng.choice(kinds)
        return rng.choice([action for action in own if action.text.startswith(kind)])
    here = [action for action in state.legal_actions() if "hamburg" in action.text]
    wanted = [one for one in here if one.text.split()[0] in ("claim", "office", "extra-office", "place")]
    if wanted and rng.random() < 0.6:
        return min(wanted, key=lambda action: (len(action.text.split()[0]) == 5, rng.random()))
    return choose(state, rng)


def compare(state: HansaTeutonicaState) -> None:
    """Compare legal actions and scoring."""
    line = state.position()
    naive = NaiveModules(line)
    found, expected = {str(action) for action in state.legal_actions()}, naive.legal()
    assert found == expected, (sorted(found - expected)[:9], sorted(expected - found)[:9], line)
    assert {row.id: row.points for row in state.scores()} == naive.lines(), line


@pytest.mark.parametrize("options", ["", OTHERS], ids=["usual", "other readings"])
@pytest.mark.parametrize("table", TABLES)
def test_a_second_reading_agrees(table: str, options: str) -> None:
    asked = Counter[str]()
    for seed in range(3):
        state, rng = game(table, options, seed), Random(seed)
        for number in range(200):
            if number % 3 == 0 or state.agenda or state.decision is None:
                compare(state)
            if state.decision is None:
                break
            asked[state.decision.id] += 1
            perform(state, eager(state, rng))
    assert ASKED[table] <= asked.keys(), asked


def perform(state: HansaTeutonicaState, action: Action) -> None:
    """Play an action in the engine and in the second implementation; compare the results."""
    line = state.position()
    naive = NaiveModules(line)
    known = can_be_told(naive, str(action))
    state.apply(action)
    if known:
        naive.do(str(action))
        after = NaiveModules(state.position())
        found, expected = after.summary(), naive.summary()
        wrong = {name: (found[name], value) for name, value in expected.items() if found[name] != value}
        assert not wrong, (str(action), wrong, line)
        if naive.ask in ("turn", "pay") and after.ask == "relocate":
            assert int(after.fields["allowance"]) == naive.owed(after.hand()[0]), (str(action), line)
