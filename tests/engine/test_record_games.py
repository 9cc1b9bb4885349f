"""Old records stay readable and reproduce their games.

If a record in `records/` gives another result, the rules have changed: raise the ruleset's `version`, so that
records of the old rules are rejected instead of misread, and record the games again (`PYTHONPATH=. python
tests/engine/test_record_games.py`).
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.engine import State, ruleset
from game.engine.record import Record, read, replay, write
from tools.fuzz import Fuzzer, Report

RECORDS = Path(__file__).parent / "records"
GAMES: dict[str, tuple[str, int, dict[str, str], int]] = {
    "hansa-2": ("hansa", 2, {}, 12),
    "hansa-3": ("hansa", 3, {"start_player": "2"}, 1358),
    "hansa-4": ("hansa", 4, {"stall_guard": "on"}, 1669),
    "hansa-teutonica-2-pawn": ("hansa-teutonica", 2, {}, 1),
    "hansa-teutonica-2-neutral": ("hansa-teutonica", 2, {"two_players": "neutral-it"}, 2),
    "hansa-teutonica-3": ("hansa-teutonica", 3, {"start_player": "3"}, 3),
    "hansa-teutonica-4": ("hansa-teutonica", 4, {"marker_mix": "en"}, 4),
    "hansa-teutonica-5": (
        "hansa-teutonica",
        5,
        dict(ruleset("hansa-teutonica").presets["Big Box"]),
        5,
    ),
}
"""Name of the record: ruleset, seats, options, seed."""


def result(state: State) -> dict[str, str]:
    """Return the outcome of a game as tags."""
    assert state.outcome is not None
    rows = [*state.outcome.lines, *state.outcome.tiebreaks]
    return {
        "result.turns": str(state.turn_number),
        "result.totals": str(state.outcome.totals),
        "result.ranks": str(state.outcome.ranks),
        "result.reason": state.outcome.reason,
        **{f"result.line.{row.id}": str(row.points) for row in rows},
    }


def play(name: str, seats: int, options: dict[str, str], seed: int) -> Record:
    """Return a game between players with preferences, determined by its seed."""
    rules, rng = ruleset(name), Random(seed)
    state = rules.new_game(seats, options, seed)
    record = Record.of(state)
    fuzzer = Fuzzer(rules, rng, Report())
    while state.actor is not None:
        record.append(fuzzer.choose(state.legal_actions(), state.actor))
        state.apply(record.actions[-1])
    record.tags.update(result(state))
    return record


@pytest.mark.parametrize("name", GAMES)
def test_an_old_record_gives_the_same_game(name: str) -> None:
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    assert (record.ruleset.id, record.seats) == GAMES[name][:2]
    assert result(replay(record)) == record.tags


def main() -> None:
    """Record every game again."""
    RECORDS.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (RECORDS / f"{name}.txt").write_text(write(play(*game)), encoding="utf-8")


if __name__ == "__main__":
    main()
