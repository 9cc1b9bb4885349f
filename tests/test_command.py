"""Commands explain errors in a sentence and return 1, 2 for wrong usage or 130 after Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from game import command
from game.command import play
from game.command.ending import CommandError, ended, shortened
from tools.native import __main__ as native
from tools.puzzles import __main__ as puzzles

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 60.0
KONTOR = [sys.executable, "-c", "import sys; from game.command import main; sys.exit(main())"]
SEEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
LONG = "x" * 5000


@pytest.fixture(autouse=True)
def _in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("KONTOR_DATA", str(tmp_path / "data"))


def environment(**more: str) -> dict[str, str]:
    """Return the environment without a screen."""
    return {name: value for name, value in os.environ.items() if name not in SEEN} | more


def run(
    words: Sequence[str], env: Mapping[str, str], program: Sequence[str] = KONTOR
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *words], cwd=ROOT, env=env, capture_output=True, text=True, timeout=TIMEOUT
    )


# ---- words and numbers --------------------------------------------------------------------------


TUNE = ["tune", "hansa", "--seats", "2", "--player", "greedy", "--state", "state.json"]
ARENA = ["arena", "hansa", "greedy", "taste", "--seats", "2"]
NUMBERS = {
    ("fuzz", "--seconds"): ["nan", "inf", "-1", "", "1e400", "x", "9" * 5000],
    ("fuzz", "--actions"): ["nan", "-1", "", "1.5", "9" * 5000],
    ("rooms",): ["99999", "-1", "x"],
    ("rooms", "--forget"): ["-1", "9" * 30, "x"],
    ("rooms", "--thinkers"): ["-1", "9" * 30],
    ("rooms", "--rooms-per-hour"): ["-1"],
    ("rooms", "--sockets-per-address"): ["0", "-1"],
    ("rooms", "--sockets"): ["0"],
    ("rooms", "--rate"): ["nan", "inf", "0", "-1"],
    (*ARENA, "--games"): ["0", "-1", "9" * 30],
    (*ARENA, "--processes"): ["0", "-1", "9" * 30],
    (*TUNE, "--games"): ["0", "x"],
    (*TUNE, "--pairs"): ["0", "9" * 30],
    (*TUNE, "--spread"): ["0", "nan", "inf", "-1"],
    (*TUNE, "--step"): ["0", "nan", "inf"],
    (*TUNE, "--slowing"): ["0", "nan", "-1"],
    (*TUNE, "--check-every"): ["0"],
    (*TUNE, "--check-games"): ["0"],
    (*TUNE, "--processes"): ["0", "-1"],
}


@pytest.mark.parametrize("words", NUMBERS, ids=lambda words: f"{words[0]} {words[-1]}")
def test_a_number_that_cannot_be_is_named_with_those_that_can(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in NUMBERS[words]:
        given = [*words[:-1], f"{words[-1]}={value}"] if len(words) > 1 else [*words, value]
        assert command.main(given) == 2
        *_, last = capsys.readouterr().err.splitlines()
        assert "expected a" in last and (repr(shortened(value)) in last or value == "-1"), last
    assert not list(tmp_path.iterdir()), "nothing was begun"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([LONG], 2, "neither a command nor a file"),
        (["--room", LONG], 1, "not a table link"),
        (["--room", "http://[bad/#room=" + "a" * 22], 1, "nobody answers"),
        (["a", "b"], 2, "neither a command nor a file: a"),
        ([""], 2, "neither a command nor a file"),
        (["/proc/self/mem"], 1, "does not let this file be read"),
        ([*TUNE[:-1], "."], 2, "Is a directory"),
        ([*TUNE, "--out", "."], 1, ". is a directory"),
        ([*TUNE, "--dask", "nowhere"], 1, "the cluster nowhere"),
        ([*ARENA, "--results", "."], 2, "Is a directory"),
        ([*ARENA, "--results", LONG], 2, "File name too long"),
        (["rooms", "--host", "a" * 64 + ".invalid"], 1, "cannot be used"),
        (["rooms", "0", "--store", "redis://[bad"], 1, "does not answer as it should: Invalid IPv6 URL"),
        (["rooms", "0", "--store", "."], 1, "cannot keep rooms"),
        (["rooms", "0", "--site", "."], 1, "there is no index.html"),
    ],
    ids=lambda value: shortened(" ".join(value), 40) if isinstance(value, list) else None,
)
def test_what_is_wrong_with_an_argument_is_said_in_short(
    words: list[str],
    status: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main(words) == status
    told = capsys.readouterr().err
    assert said in told and "xxx" * 200 not in told and "Traceback" not in told


def test_a_file_that_may_not_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path, *_given: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("is_file", "open"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(play, "speak", lambda *given: None)
    assert command.main(["/home/somebody/game.txt"]) == 1
    assert capsys.readouterr().err.endswith("file be read: /home/somebody/game.txt\n")


def test_a_file_longer_than_any_game_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "LONGEST_FILE", 3_000_000)
    path = tmp_path / "long.txt"
    with path.open("wb") as file:
        file.truncate(3_000_001)
    assert command.main([str(path)]) == 1
    assert f"no game has more than 3 MB, but this file does: {path}" in capsys.readouterr().err


def test_a_package_for_a_cluster_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.chdir(tmp_path)
    for words in (TUNE, ARENA):
        assert command.main([*words, "--dask", "tcp://nowhere:8786"]) == 1
        told = capsys.readouterr().err
        assert "--dask needs distributed, which is missing; install it with: " in told
        assert told.endswith(' -m pip install "kontor-games[cluster]"\n')


def test_a_state_that_no_run_can_have_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        command.main([*TUNE, "--games", "1", "--pairs", "1", "--check-games", "1", "--processes", "1"]) == 0
    )
    whole = Path("state.json").read_text()
    for old, new in (('"games": 2', '"games": "2"'), ('"weights": {', '"weights": {"x": NaN, ')):
        assert old in whole
        Path("state.json").write_text(whole.replace(old, new))
        assert command.main([*TUNE, "--games", "1"]) == 2
        assert "state.json: a state file of tools.tune expected" in capsys.readouterr().err


def test_tools_of_developers_end_in_the_same_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def status(*words: str) -> int:
        return ended(lambda: puzzles.main(list(words)))

    into = ["--into", str(tmp_path / "found")]
    assert status("find", "hansa", *into, "--games", "0") == 2
    assert status("find", "hansa", *into, "--option", "x") == 2
    assert status("find", "hansa", *into, "--option", "x=y") == 2
    assert "unknown option 'x'" in capsys.readouterr().err
    (tmp_path / "odd").write_text("[1]\n")
    assert status("pack", "hansa", str(tmp_path / "odd")) == 1
    assert "line 1: a puzzle expected" in capsys.readouterr().err
    assert status("pack", "hansa", str(tmp_path / "missing")) == 1
    assert "missing: No such file" in capsys.readouterr().err
    assert ended(lambda: native.main([])) == ended(lambda: native.main(["arenna"])) == 2
    assert ended(lambda: native.main(["--help"])) == 0


# ---- screen -------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en_GB", "no window can be opened"),
        ("de_DE", "Es lässt sich kein Fenster öffnen"),
        ("it_IT", "non si può aprire alcuna finestra"),
        ("pt_PT", "não é possível abrir uma janela"),
    ],
)
@pytest.mark.parametrize("more", [{}, {"SDL_VIDEODRIVER": "x11"}], ids=["none", "x11"])
def test_without_a_screen_it_says_so_and_ends(language: str, said: str, more: dict[str, str]) -> None:
    env = environment(LC_ALL=f"{language}.UTF-8", PYTHONUTF8="1", **more)
    done = run([], env, [sys.executable, "main.py"] if more else KONTOR)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith(f"kontor: {said} (")


@pytest.mark.parametrize("value", ["abc", "0", "nan", "inf", "-1", "1e9"])
def test_a_pixel_ratio_that_is_none_is_named(value: str) -> None:
    env = environment(SDL_VIDEODRIVER="dummy", KONTOR_PIXEL_RATIO=value)
    done = run([], env)
    assert done.returncode == 2 and f"KONTOR_PIXEL_RATIO is {value}, but must be" in done.stderr


# ---- exit status --------------------------------------------------------------------------------


WAITS = """
import sys
from game import command
from game.command import play
from game.platform.desktop.platform import Desktop
wait = Desktop.input

async def waits(self, timeout=None, **how):
    if timeout is None or timeout > 0:
        print("waits", flush=True)
    await wait(self, timeout, **how)

Desktop.input = waits
sys.exit(command.main([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signal to send")
def test_ctrl_c_ends_the_game_while_it_waits_for_input() -> None:
    env = environment(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    with subprocess.Popen(
        [sys.executable, "-c", WAITS],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        try:
            while game.stdout.readline() != "waits\n":
                assert game.poll() is None
            game.send_signal(signal.SIGINT)
            _, errors = game.communicate(timeout=TIMEOUT)
        finally:
            game.kill()
    assert game.returncode == 130 and "Traceback" not in errors


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signal to send")
def test_ctrl_c_in_fuzz_tells_what_was_played() -> None:
    told = "from tools import fuzz; fuzz.PROGRESS = 0"  # report progress after every game
    words = ["-u", "-c", f"{told}; from game import command; raise SystemExit(command.main(['fuzz']))"]
    with subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        assert "actions" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        said, errors = running.communicate(timeout=TIMEOUT)
    assert running.returncode == 130 and "0 violations" in said and "Traceback" not in errors


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["arena", "--help"], ["fuzz", "--actions", "1"]]
)
def test_a_reader_that_wants_no_more_is_told_nothing(words: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as closed:
        done = subprocess.run(
            [*KONTOR, *words], cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT
        )
    # From Python 3.15 on, argparse ignores that its help cannot be written.
    assert done.returncode in ((0, 1) if "--help" in words else (1,)) and done.stderr == ""


def test_a_command_ends_with_its_status_and_with_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    def raising(error: BaseException) -> int:
        raise error

    assert ended(lambda: 3) == 3
    assert ended(lambda: raising(SystemExit())) == 0 and ended(lambda: raising(SystemExit(2))) == 2
    assert ended(lambda: raising(KeyboardInterrupt())) == 130
    assert capsys.readouterr() == ("", "")
    assert ended(lambda: raising(SystemExit("why"))) == 1 and capsys.readouterr().err == "why\n"
    assert ended(lambda: raising(CommandError("why", 2))) == 2 and capsys.readouterr().err == "why\n"
    assert ended(lambda: raising(OSError(28, "No space left on device", "/full"))) == 1
    assert capsys.readouterr().err == "error: /full: No space left on device\n"
    with pytest.raises(ZeroDivisionError):  # a bug of ours shows its traceback
        ended(lambda: 1 // 0)
