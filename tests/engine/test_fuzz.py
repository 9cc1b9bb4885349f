"""Random games of every ruleset meet all invariants, and the fuzzer notices violations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from game.engine import Action, Event, IllegalAction, Told, rulesets
from game.engine.record import read, replay
from game.games.hansa.rules.state import HansaState
from tools.fuzz import fuzz, main


@pytest.mark.parametrize("name", rulesets())
def test_random_games_keep_every_promise(name: str) -> None:
    report = fuzz([name], seed=1, enough=lambda report: report.total >= 4000)
    assert not report.violations, report.violations[0].reason + "\n" + report.violations[0].record
    assert report.actions[name] >= 4000 and report.games[name]


def test_games_are_the_same_for_the_same_seed() -> None:
    reports = [fuzz(["hansa"], seed, lambda report: report.total >= 1000) for seed in (1, 1, 2)]
    assert reports[0] == reports[1] != reports[2]


def test_the_command_tells_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--actions", "500", "--ruleset", "hansa", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "hansa: " in said and "0 violations" in said


def broken_check(state: HansaState) -> None:
    assert state.ship_town != "riga", "the ship is in Riga"


def broken_copy(state: HansaState) -> HansaState:
    return state


APPLY, LEGAL = HansaState.apply, HansaState.legal_actions


def broken_apply(state: HansaState, action: Action) -> list[Event]:
    try:
        return APPLY(state, action)
    except IllegalAction:
        state.ship = (state.ship + 1) % 9
        raise


def broken_legal(state: HansaState) -> Sequence[Action]:
    return [] if state.turns == 5 and state.ship_town == "danzig" else LEGAL(state)


def broken_arrange(state: HansaState, told: Told) -> None:
    pass


@pytest.mark.parametrize(
    ("method", "broken", "reason"),
    [
        ("check", broken_check, "the ship is in Riga"),
        ("copy", broken_copy, "copies part|not independent|different things|IllegalAction"),
        ("apply", broken_apply, "refusing .* changes the state"),
        ("arrange", broken_arrange, "knows only the position string and what is revealed gets"),
        ("legal_actions", broken_legal, "no legal action|is not legal|IllegalAction"),
    ],
)
def test_a_broken_promise_is_found_and_its_game_recorded(
    monkeypatch: pytest.MonkeyPatch, method: str, broken: Callable[..., object], reason: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(HansaState, method, broken)
        report = fuzz(["hansa"], seed=1, enough=lambda report: report.total > 30_000)
    assert report.violations
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(report.violations[0].reason)
    replay(read(report.violations[0].record)).check()


def test_the_command_fails_with_the_record_of_a_broken_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(HansaState, "check", broken_check)
    assert main(["--actions", "5000", "--ruleset", "hansa"]) == 1
    said = capsys.readouterr().out
    assert "# AssertionError: the ship is in Riga" in said and "kontor-record 1" in said
    assert read(said[said.index("kontor-record") :].split("\n\n\n")[0]).actions[-1].text == "sail riga"


def test_the_fuzzer_plays_every_ruleset_in_turn() -> None:
    report = fuzz(rulesets(), seed=1, enough=lambda report: sum(report.games.values()) >= len(rulesets()))
    assert report.games == dict.fromkeys(rulesets(), 1)
