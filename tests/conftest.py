"""How hypothesis looks for counter-examples in all tests, and what a run reports at its end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from game.match import Failed, Match

# No deadline: machines differ in speed, and a test's running time is not part of any promise.
# In CI the examples are always the same, so that a red run means a changed program; elsewhere they are new.
settings.register_profile("kontor", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("kontor")

# What a script starts in the background ignores Ctrl-C, and so do its children: tests that interrupt one
# would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_computer_fails(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game goes on when its computer players fail; a test does not, unless it is about that."""
    failures: list[Failed] = []
    note = Match._note_failure

    def noted(match: Match, failure: Failed) -> None:
        failures.append(failure)
        note(match, failure)

    monkeypatch.setattr(Match, "_note_failure", noted)
    yield
    if failures and not request.node.get_closest_marker("failing_computers"):
        pytest.fail(f"a computer player failed: {failures[0].details}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count and name the tests that were retried: otherwise nobody would see how often that happens."""
    tried = terminalreporter.stats.get("rerun", [])
    if tried:
        terminalreporter.section("tried again, because Chromium lost a page")
        for report in tried:
            terminalreporter.write_line(report.nodeid)
        terminalreporter.write_line(f"{len(tried)} in all")
