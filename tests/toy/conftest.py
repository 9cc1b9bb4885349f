"""The toy edition: one more row of the table."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import pytest

from game.games.hansa_teutonica.rules import editions
from game.games.hansa_teutonica.rules.expansion import EditionRow
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.toy.toy_board import TOY
from tests.toy.toy_module import Toy

ROW = EditionRow(TOY, (2, 3, 4), (Toy,), {"toy": ("on",)})


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the toy edition."""
    with monkeypatch.context() as patch:
        patch.setattr(editions, "EDITIONS", [ROW, *editions.EDITIONS])
        patch.setattr(type(RULESET), "options", editions.all_options())
        editions._edition.cache_clear()
        yield
    editions._edition.cache_clear()
