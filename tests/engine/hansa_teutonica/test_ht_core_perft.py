"""The numbers of sequences of one, two and three actions from fixed positions (perft).

The counts are data (perft_ht.json): a rule change shows up as a changed count. After an intended change,
`python tests/engine/hansa_teutonica/test_ht_core_perft.py` rewrites the counts; check the diff before you
commit it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))

import pytest

from game.engine import State
from game.games.hansa_teutonica.rules.ruleset import RULESET

DATA = Path(__file__).with_name("perft_ht.json")
CASES = json.loads(DATA.read_text(encoding="utf-8"))


def perft(state: State, depth: int) -> int:
    """Return the number of action sequences of this length; a finished game has zero."""
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.copy()
        after.apply(action)
        count += perft(after, depth - 1)
    return count


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_counts_from_set_positions(case: Any) -> None:
    state = RULESET.parse_position(case["position"])
    for depth, count in enumerate(case["counts"], 1):
        assert perft(state, depth) == count


@pytest.mark.parametrize(
    ("seats", "options", "count"),
    [
        # either kind into every house, one way to take an income, the end of the turn
        (4, {}, 2 * 107 + 1 + 1),
        (3, {}, 2 * 101 + 1 + 1),
        # nine houses hold a neutral trader, which either kind can displace
        (2, {"two_players": "neutral-pt"}, 2 * 92 + 2 * 9 + 1 + 1),
        (2, {"two_players": "pawn"}, 18),
    ],
)
def test_counts_of_the_setup_are_those_worked_out_by_hand(
    seats: int, options: dict[str, str], count: int
) -> None:
    assert perft(RULESET.new_game(seats, options), 1) == count


if __name__ == "__main__":
    for case in CASES:
        state = RULESET.parse_position(case["position"])
        case["counts"] = [perft(state, depth) for depth in range(1, len(case["counts"]) + 1)]
        print(case["name"], case["counts"])
    DATA.write_text(json.dumps(CASES, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
