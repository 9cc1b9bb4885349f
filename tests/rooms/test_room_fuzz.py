"""Arbitrary messages do no harm to a room; `python -m tests.rooms.fuzz 100000` sends many more."""

from __future__ import annotations

import pytest

from tests.rooms.fuzz import counts, fuzz


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
def test_whatever_is_said_is_refused_or_may_be_said() -> None:
    fuzz(1000)
    assert counts["broken"] and counts["taken"] and counts["messages"] >= 1000
