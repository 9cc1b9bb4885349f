"""A build that is killed leaves only complete results in the cache, and the next one makes the rest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from web.cache import ROOT, keep, key_of, trim

HALF = """
import sys, time
from pathlib import Path
from web.cache import keep

def make(folder):
    folder.mkdir()
    (folder / "one").write_text("half of it")
    print("half", flush=True)
    time.sleep(600)

keep(Path(sys.argv[1]), make)
"""


def whole(folder: Path) -> None:
    folder.mkdir()
    (folder / "one").write_text("one")
    (folder / "two").write_text("two")


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("deadly", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_what_a_killed_build_left_is_made_again(tmp_path: Path, deadly: signal.Signals) -> None:
    target = tmp_path / "cache/result"
    command = [sys.executable, "-c", HALF, str(target)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as build:
        assert build.stdout is not None and build.stdout.readline() == b"half\n"
        build.send_signal(deadly)
    assert not target.exists(), "half a result passes for a whole one"
    assert sorted(path.name for path in keep(target, whole).iterdir()) == ["one", "two"]
    assert sorted(path.name for path in target.parent.iterdir()) == ["result", "result.lock"]


def test_the_key_of_a_folder_does_not_depend_on_where_it_is_or_when_it_was_written(tmp_path: Path) -> None:
    for name in ("here", "dört, elsewhere"):
        whole(tmp_path / name)
    os.utime(tmp_path / "here/one", (1, 1))
    (tmp_path / "here/two").chmod(0o600)
    assert key_of([tmp_path / "here"]) == key_of([tmp_path / "dört, elsewhere"])
    (tmp_path / "here/two").write_text("three")
    assert key_of([tmp_path / "here"]) != key_of([tmp_path / "dört, elsewhere"])


def test_only_the_last_results_stay_and_their_locks_are_no_results(tmp_path: Path) -> None:
    for number in range(4):
        os.utime(keep(tmp_path / f"{number}", whole), (number, number))
    trim(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["2", "3"]
    keep(tmp_path / "0", whole)
    trim(tmp_path, 3)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["0", "2", "3"]
