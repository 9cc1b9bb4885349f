"""The tool that solves late positions by rollouts to the end of the game (`tools.endgames`)."""

from __future__ import annotations

import pytest

from tests.bots.kit import THREAT
from tools import endgames


def test_the_plan_that_prevents_the_end_wins_more_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames, "STAGES", (2, 4))
    monkeypatch.setattr(endgames, "PLANS", 2)
    rolls = endgames.PlanRace(THREAT)
    idle = rolls.parsed(["income 3t", "displace trader kampen-osnabrueck.1", "income 2t1m", "end-turn"])
    best, *_, last = rolls.raced([*rolls.plans(), idle])
    assert any(action.text.startswith("displace") and "groningen-emden" in action.text for action in best)
    assert last == idle and len(rolls.won[best]) == 4
    assert rolls.behind(idle, best) > 0.4
