"""The client without a screen, as in tests/client."""

from __future__ import annotations

from tests.client.conftest import (
    _drawn_once_for_all_tests,
    _each_step_draws,
    _english_again,
    _no_process_is_left,
    open_app,
)

__all__ = [
    "_drawn_once_for_all_tests",
    "_each_step_draws",
    "_english_again",
    "_no_process_is_left",
    "open_app",
]
