"""Every pair of compatible options has a setup. A sample of games is played, which changes daily.

`./build.sh fuzz pairs` plays them all. A failure names its game in full, to be played again on any day:
`./build.sh fuzz pairs --game GAME`.
"""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from game.engine import rulesets
from game.engine.record import read, replay
from game.engine.registry import ruleset
from game.games.hansa_teutonica.expansions.promo.rules import Promo
from tests.engine.pairs.__main__ import main
from tests.engine.pairs.play import CROWDED, WHOLE, Game, PairFuzzer, parse_game
from tests.engine.pairs.setups import Setup, module_choices, possible_pairs, setups

SEED = date.today().toordinal()
GROUPS = 4
"""Number of tests that share the sample."""
MIDDLES, WHOLES = 5, 1
"""Number of games per group: from the middle, and the first actions of whole ones."""
BEGINNING = 60
"""Maximum number of actions of a whole game in the sample."""


def sample(group: int) -> list[Game]:
    """Return games of setups drawn for the current day."""
    every = [setup for name in rulesets() for setup in setups(ruleset(name))]
    drafted = [setup for setup in every if setup.ruleset == "hansa-teutonica"]
    Random(SEED).shuffle(every)
    Random(SEED).shuffle(drafted)
    middles = [Game(setup, CROWDED, SEED) for setup in drafted[group::GROUPS][:MIDDLES]]
    return middles + [Game(setup, WHOLE, SEED) for setup in every[group::GROUPS][:WHOLES]]


@pytest.mark.parametrize("group", range(GROUPS))
def test_games_of_a_sample_of_setups_agree_with_the_second_reading(group: int) -> None:
    for game in sample(group):
        fuzzer = PairFuzzer(game)
        fuzzer.most_actions = min(fuzzer.most_actions, BEGINNING)
        failed = fuzzer.run()
        assert not failed, f"seed {SEED}:\n{failed}"


@pytest.mark.parametrize("name", rulesets())
def test_every_pair_of_values_and_every_combination_of_modules_has_a_setup(name: str) -> None:
    rules = ruleset(name)
    found = setups(rules)
    for seats in rules.seats:
        here = [setup for setup in found if setup.seats == seats]
        covered = set[object]().union(*(setup.pairs for setup in here))
        assert covered == set(possible_pairs(rules, seats))
        for chosen in module_choices(rules, seats):
            assert any(chosen.items() <= setup.options.items() for setup in here), chosen
    assert found == setups.__wrapped__(rules), "the order is always the same"


def test_what_the_ruleset_refuses_or_ignores_is_in_no_setup() -> None:
    rules = ruleset("hansa-teutonica")
    for setup in setups(rules):
        full = rules.full_options(setup.seats, setup.options)
        assert [option.id for option in rules.options if option.matters(setup.seats, full)] == list(
            setup.options
        )
        assert ("missions", "on") not in setup.chosen or full["board"] == "base"


@pytest.mark.parametrize("number", range(0, 222, 37))
def test_a_setup_reads_back_as_it_is_written(number: int) -> None:
    game = Game(setups(ruleset("hansa-teutonica"))[number], CROWDED, 3)
    assert parse_game(str(game)) == game


TRIBUTES = Setup("hansa-teutonica", 2, (("two_players", "neutral-it"), ("promos", "on")))


def test_a_rule_that_is_broken_is_found_and_the_game_can_be_played_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neutral traders and tributes: the second implementation covers their combination."""
    with monkeypatch.context() as patch:
        patch.setattr(Promo, "incomes", lambda *facts: [])
        games = (Game(TRIBUTES, CROWDED, seed) for seed in range(100))
        failed = next(failed for game in games if (failed := PairFuzzer(game).run()))
        assert "supply is" in failed.reason
        assert main(["--game", str(failed.game), "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert failed.reason in said and f"--game {failed.game}" in said and "1 of 1 games failed" in said
    state = ruleset("hansa-teutonica").parse_position(failed.position)
    state.apply(state.parse_action(failed.action))
    assert state.position() == replay(read(failed.record)).position(), "position and action are enough"
    assert main(["--game", str(failed.game), "--jobs", "1"]) == 0, "the rule is not broken any more"
