"""The room server takes settings from options, environment and a file, and says which page it serves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.command import main
from game.server import settings as settings_module
from game.server.settings import BUNDLED, parser, settings
from game.server.site import names_rooms

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs/hosting/settings.md").read_text(encoding="utf-8")
OWN = ("help", "first", "until_input_ends")
"""Not for hosts: the last is for a game that starts the server itself."""
PLAIN = "<!doctype html>"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("KONTOR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_options_override_the_environment_and_this_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("kontor.conf").write_text(
        "# a comment\nport = 8001\nrate = 3\nsockets = 7\norigin = [https://a.example, https://b.example]\n"
        "no-computers = true\nforget = 5\n"
    )
    monkeypatch.setenv("KONTOR_SETTINGS", "elsewhere.conf")  # names no file: only the option does
    monkeypatch.setenv("KONTOR_RATE", "4")
    monkeypatch.setenv("KONTOR_SOCKETS", "8")
    monkeypatch.setenv("KONTOR_QUIET", "yes")
    found = settings(["--settings", "kontor.conf", "--sockets", "9", "--store", "there.sqlite"])
    assert (found.port, found.forget, found.rate, found.sockets) == (8001, 5, 4.0, 9)
    assert found.origin == ["https://a.example", "https://b.example"]
    assert found.no_computers and found.quiet and found.store == "there.sqlite"
    assert settings(["--settings", "kontor.conf", "0"]).port == 0, "the word overrides as well"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rate = x", "argument --rate: expected a number above 0, got 'x'"),
        ("threads = 1", "unrecognized arguments: --threads=1"),
        ("quiet = perhaps", "Unexpected value for quiet: 'perhaps'"),
    ],
)
def test_a_wrong_setting_is_named(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("kontor.conf").write_text(f"{line}\n")
    assert main(["rooms", "--settings", "kontor.conf"]) == 2
    assert said in capsys.readouterr().err


def test_a_wrong_variable_or_a_missing_file_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rooms", "--settings", "missing.conf"]) == 2
    assert "missing.conf" in capsys.readouterr().err
    monkeypatch.setenv("KONTOR_PORT", "99999")
    assert main(["rooms"]) == 2
    assert "argument --port: expected an integer from 0 to 65535, got '99999'" in capsys.readouterr().err


def test_the_manual_lists_every_setting_with_its_variable_and_default() -> None:
    table = {
        found[1]: found[0]
        for found in re.finditer(r"^\| `--([\w-]+)[^|]*\| `KONTOR_\w+` \|.*$", MANUAL, re.MULTILINE)
    }
    settings = {
        action.dest.replace("_", "-"): action for action in parser()._actions if action.dest not in OWN
    }
    assert table.keys() == settings.keys() - {"settings"} and "--settings FILE" in MANUAL
    for name, row in table.items():
        assert f"`KONTOR_{name.upper().replace('-', '_')}`" in row
        default = settings[name].default
        if isinstance(default, int | float) and default:
            assert row.split("|")[-2].replace(",", "").strip() == f"{default:g}", row


# ---- the page -----------------------------------------------------------------------------------


def test_a_release_serves_its_own_page_and_a_checkout_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert not BUNDLED.exists() and settings([]).site is None
    monkeypatch.setattr(settings_module, "BUNDLED", tmp_path)
    assert settings([]).site is None, "nothing is there"
    (tmp_path / "index.html").write_text(PLAIN)
    assert settings([]).site == tmp_path
    assert settings(["--site", "other"]).site == Path("other")


def test_a_page_without_rooms_is_served_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, missing = tmp_path / "index.html", str(tmp_path / "no/such/folder/rooms.sqlite")
    page.write_text(PLAIN)
    (tmp_path / "no").write_text("so that no server starts")
    words = ["rooms", "0", "--host", "127.0.0.1", "--quiet", "--site", str(tmp_path), "--store", missing]
    assert main(words) == 1
    warned = capsys.readouterr().err
    assert "was built without rooms" in warned and str(tmp_path) in warned and "cannot keep rooms" in warned
    page.write_text(f'{PLAIN}\n<meta name="kontor-rooms" content="/">')
    assert names_rooms(tmp_path) and main(words) == 1
    assert "was built without rooms" not in capsys.readouterr().err
