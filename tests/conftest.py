"""Hypothesis profiles, temporary files, test order, and the report of retried tests."""

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
"""Minimum free space in bytes: five times the maximum of a whole run, browser profiles included."""


def has_room(folder: Path) -> bool:
    """Return whether a directory is writable, allows executables and has enough space."""
    if not folder.is_dir() or not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free >= ENOUGH


# Test output is never read again, and replacing a file on a disk takes twenty times as long as in memory.
if "TMPDIR" not in os.environ and has_room(MEMORY):
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# No deadline: machines differ in speed, and running time is not part of any promise. In CI the examples are
# fixed, so that a failure means a changed program; elsewhere they are random.
settings.register_profile(
    "kontor", deadline=None, derandomize=bool(os.environ.get("KONTOR_CI")), print_blob=True
)
settings.load_profile("kontor")

# Background jobs of a script ignore Ctrl-C, and so do their children: tests that interrupt a child would
# hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_computer_fails(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test when a computer player fails, which a game itself survives. A marker exempts tests of
    that."""
    failures: list[PlayerFailure] = []
    note = Match._note_failure

    def noted(match: Match, failure: PlayerFailure) -> None:
        failures.append(failure)
        note(match, failure)

    monkeypatch.setattr(Match, "_note_failure", noted)
    yield
    if failures and not request.node.get_closest_marker("failing_computers"):
        pytest.fail(f"a computer player failed: {failures[0].details}")


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory for results that the workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def pytest_sessionstart() -> None:
    """Share the rewriting of test modules among the workers: in a new checkout it takes seconds.

    Each worker begins with its own part of the files, and reads what the others have made of theirs.
    """
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        number, workers = int(worker.removeprefix("gw")), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for path in sorted(TESTS.rglob("test_*.py"))[number::workers]:
            name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
            with contextlib.suppress(Exception, pytest.skip.Exception):  # collection will report it
                importlib.import_module(name)


@pytest.hookimpl(trylast=True)  # after tests/web/conftest.py has marked the browser tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort long tests first, so that no core waits for another at the end."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = dealt(items, workers)


def pytest_collection_finish() -> None:
    """Freeze modules and tests, which live for the whole run, to spare the garbage collector scanning
    them, and let it run less often than in a game."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def dealt(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order the tests by worker, in the equal portions that xdist hands out.

    Tests of the site are distributed over all workers. The first worker begins with them and builds the site,
    which takes minutes on a new machine. Meanwhile the others run tests that start programs for seconds, then
    half of their short ones, so that none waits for the site. The other short ones come last, as a worker
    that is finished takes some of these from another.
    """
    of_site: list[pytest.Item] = []
    programs: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("browser") or "site" in getattr(item, "fixturenames", ()):
            of_site.append(item)
        else:
            (programs if item.path.parent in (TESTS, TESTS / "web") else short).append(item)
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, (_, one_file) in enumerate(groupby(programs, lambda item: item.path)):
        hands[1 + number % (workers - 1)] += one_file
    rest = iter(short)
    early = len(short) // workers // 2 if of_site else 0
    for hand in hands[1:]:
        hand += islice(rest, early)
    made: list[pytest.Item] = []
    for number, hand in enumerate(hands):
        hand += of_site[number::workers]
        count = len(items) * (number + 1) // workers - len(made)
        made += [*hand, *islice(rest, max(0, count - len(hand)))]
    return [*made, *rest]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count and name the retried tests, which would otherwise go unnoticed."""
    tried = terminalreporter.stats.get("rerun", [])
    if tried:
        terminalreporter.section("tried again, because Chromium lost a page")
        for report in tried:
            terminalreporter.write_line(report.nodeid)
        terminalreporter.write_line(f"{len(tried)} in all")
