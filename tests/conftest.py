"""How hypothesis looks for counter-examples in all tests, and what a run reports at its end."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import settings

from game.match import Match, PlayerFailure

TESTS = Path(__file__).parent

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 2**30
"""Bytes free there: five times what the files of a whole run, browsers' profiles among them, took at most."""


def has_room(folder: Path) -> bool:
    """Whether programs can be written there, and started."""
    if not folder.is_dir() or not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free >= ENOUGH


# What tests write nobody reads again, and to replace a file on a disk takes twenty times as long.
if "TMPDIR" not in os.environ and has_room(MEMORY):
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# No deadline: machines differ in speed, and a test's running time is not part of any promise.
# In CI the examples are always the same, so that a red run means a changed program; elsewhere they are new.
settings.register_profile(
    "kontor", deadline=None, derandomize=bool(os.environ.get("KONTOR_CI")), print_blob=True
)
settings.load_profile("kontor")

# What a script starts in the background ignores Ctrl-C, and so do its children: tests that interrupt one
# would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_computer_fails(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game goes on when its computer players fail; a test does not, unless it is about that."""
    failures: list[PlayerFailure] = []
    note = Match._note_failure

    def noted(match: Match, failure: PlayerFailure) -> None:
        failures.append(failure)
        note(match, failure)

    monkeypatch.setattr(Match, "_note_failure", noted)
    yield
    if failures and not request.node.get_closest_marker("failing_computers"):
        pytest.fail(f"a computer player failed: {failures[0].details}")


def pytest_sessionstart() -> None:
    """In a new checkout pytest rewrites each file of tests once, which takes seconds: two workers share that.

    Every second one begins with the last file. What it has written the other reads, and the other way round.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if int(worker.removeprefix("gw")) % 2:
        for path in sorted(TESTS.rglob("test_*.py"), reverse=True):
            name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
            with contextlib.suppress(Exception, pytest.skip.Exception):  # collection will say so
                importlib.import_module(name)


@pytest.hookimpl(trylast=True)  # once tests/web/conftest.py has marked those with a browser
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, so that at the end no core waits for another."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def pytest_collection_finish() -> None:
    """Modules and tests stay for the whole run: the collector need not walk them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def dealt(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests so that as many go to each worker as xdist will give it, one worker's after another's.

    Those with a browser go to all in turn. The first worker begins with them, and builds the site; meanwhile
    the others begin with what runs programs for seconds. The many short ones come last: a worker that has
    nothing left takes some of these from another.
    """
    browser: list[pytest.Item] = []
    programs: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("browser"):
            browser.append(item)
        else:
            (programs if item.path.parent in (TESTS, TESTS / "web") else short).append(item)
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, (_, one_file) in enumerate(groupby(programs, lambda item: item.path)):
        hands[1 + number % (workers - 1)] += one_file
    rest = iter(short)
    made: list[pytest.Item] = []
    for number, hand in enumerate(hands):
        hand += browser[number::workers]
        count = len(items) * (number + 1) // workers - len(made)
        made += [*hand, *islice(rest, max(0, count - len(hand)))]
    return [*made, *rest]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count and name the tests that were retried: otherwise nobody would see how often that happens."""
    tried = terminalreporter.stats.get("rerun", [])
    if tried:
        terminalreporter.section("tried again, because Chromium lost a page")
        for report in tried:
            terminalreporter.write_line(report.nodeid)
        terminalreporter.write_line(f"{len(tried)} in all")
