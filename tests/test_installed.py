"""``pip install .`` gives one command, ``kontor``, with everything it needs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
import time
import zipfile
from pathlib import Path
from subprocess import PIPE, STDOUT
from urllib.request import urlopen

import pytest
from packaging.metadata import Metadata

from game import VERSION, command
from tests.server.devices import key_of, plan_text, post
from web.release import package

ROOT = Path(__file__).resolve().parents[1]
PAGE = '<!doctype html>\n<meta name="kontor-rooms" content="/">\n'
TIMEOUT = 60.0
DRIVER = """
import threading
from pathlib import Path

import pygame

from game import command
from game.assets import ASSETS

def press():
    # The first thing on the title is Play, and a table keeps its game as soon as it is opened.
    while not list(Path("data").glob("game*.txt")):
        for key in (pygame.K_TAB, pygame.K_RETURN):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        pause.wait(0.5)
    pygame.event.post(pygame.event.Event(pygame.QUIT))

pause = threading.Event()
pygame.init()
threading.Thread(target=press, daemon=True).start()
status = command.main([])
print(ASSETS)
raise SystemExit(status)
"""


@pytest.fixture(scope="module")
def kontor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command, installed in an environment with Kontor only that can import this one's
    packages."""
    folder = tmp_path_factory.mktemp("installed")
    site = folder / "page"
    (site / "page-1").mkdir(parents=True)
    (site / "index.html").write_text(PAGE)
    (site / "page-1/main.js").write_text("// a script")
    built = package.build(folder, site)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "empty")], check=True)
    python = folder / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = ["--python", str(python), "install", "--no-index", "--no-deps", "--no-compile", str(built)]
    subprocess.run([*pip, *install], check=True)
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python.with_name("kontor")


def run(kontor: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in an empty directory, so that only installed files are found."""
    return subprocess.run([kontor, *words], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)


def test_the_installed_tools_run(kontor: Path, tmp_path: Path) -> None:
    done = run(kontor, tmp_path, "fuzz", "--seconds", "1")
    assert done.returncode == 0 and "0 violations" in done.stdout
    told = run(kontor, tmp_path, "arena", "--help")
    assert told.returncode == 0 and told.stdout.startswith("usage: kontor arena")
    words = ("hansa", "--seats", "2", "--games", "1", "--processes", "1", "reference beam@1", "quick")
    played = run(kontor, tmp_path, "arena", *words)
    assert played.returncode == 0 and "reference beam" in played.stdout, played.stderr


def test_an_installed_arena_finds_a_player_in_the_working_directory(kontor: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from game.bots.players import player\n\n\ndef make():\n    return player('taste')\n"
    )
    words = ("hansa", "--seats", "2", "--games", "1", "--processes", "1", "mine:make", "taste")
    played = run(kontor, tmp_path, "arena", *words)
    assert played.returncode == 0 and "mine:make" in played.stdout, played.stderr


def test_the_package_has_valid_metadata_with_the_version_of_the_program(kontor: Path) -> None:
    (built,) = kontor.parents[2].glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Metadata.from_email(archive.read(name))  # validates every field
    assert str(metadata.version) == VERSION and metadata.description_content_type == "text/markdown"
    assert metadata.license_expression and metadata.author == "The Kontor developers"


def test_manual_pages_and_desktop_files_are_installed(kontor: Path) -> None:
    share = kontor.parents[1] / "share"
    assert {path.stem for path in (share / "man/man1").iterdir()} == {
        "kontor",
        *(f"kontor-{tool}" for tool in command.TOOLS),
    }
    (launcher,) = (share / "applications").glob("*.desktop")
    assert len(list(share.rglob(f"icons/hicolor/*/apps/{launcher.stem}.*"))) > 5


def listening(port: int) -> None:
    """Wait until a server accepts connections: it prints its URL a moment earlier."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < end, "no server"
            time.sleep(0.02)


def test_the_installed_server_hosts_a_table_with_the_page_of_the_release(
    kontor: Path, tmp_path: Path
) -> None:
    clean = {"KONTOR_DATA": str(tmp_path / "data"), "LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
    words = [str(kontor), "rooms", "0", "--host", "127.0.0.1", "--until-input-ends"]
    server = subprocess.Popen(
        words, cwd=tmp_path, env=os.environ | clean, stdin=PIPE, stdout=PIPE, stderr=STDOUT, text=True
    )
    try:
        assert server.stdout is not None
        said = next(line for line in server.stdout if "http://" in line)
        assert said.startswith("Kontor on this computer only: http://localhost:"), said
        port = int(said.rstrip("/\n").rpartition(":")[2])
        listening(port)
        for path, text in {"": PAGE, "page-1/main.js": "// a script"}.items():
            with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=TIMEOUT) as answer:
                assert answer.read().decode() == text
        assert len(post(port, plan_text(key_of(1), ("me", "open")))) == 22
    finally:
        server.communicate(timeout=TIMEOUT)  # closes its input, so it ends
    assert server.returncode == 0


def test_the_installed_game_starts_with_its_own_assets_and_begins_a_game(
    kontor: Path, tmp_path: Path
) -> None:
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER)
    headless = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "KONTOR_DATA": str(tmp_path / "data")}
    words = [str(kontor.with_name("python")), str(driver)]
    done = subprocess.run(
        words, cwd=tmp_path, env=os.environ | headless, capture_output=True, text=True, timeout=TIMEOUT
    )
    assert done.returncode == 0, done.stderr
    assets = Path(done.stdout.splitlines()[-1])
    assert assets.parent.name == "game" and assets.is_relative_to(kontor.parents[1])
    names = {path.relative_to(ROOT / "assets") for path in (ROOT / "assets").rglob("*") if path.is_file()}
    assert names == {path.relative_to(assets) for path in assets.rglob("*") if path.is_file()}


def test_the_command_says_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable, value in {"KONTOR_DATA": str(tmp_path), "LC_ALL": "C"}.items():
        monkeypatch.setenv(variable, value)
    assert command.main(["--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: kontor") and all(f"\n  {name} " in told for name in command.TOOLS)
    assert command.main(["--version"]) == 0 and capsys.readouterr().out == f"kontor {VERSION}\n"
    assert command.main(["arenna", "hansa"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("kontor: neither a command nor a file: arenna\n")


def test_the_command_speaks_the_language_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KONTOR_DATA", str(tmp_path))
    for system, begins in (("de_DE.UTF-8", "Aufruf: "), ("it_IT", "uso: "), ("pt_PT", "utilização: ")):
        monkeypatch.setenv("LC_ALL", system)
        assert command.main(["--help"]) == 0
        told = capsys.readouterr().out
        assert told.startswith(begins) and all(f"\n  {name} " in told for name in command.TOOLS)


@pytest.mark.parametrize("language", ["en_GB", "it_IT", "pt_PT", "de_DE"])
@pytest.mark.parametrize(
    "words", [("-c", "from game.command import main; main()"), ("main.py",)], ids=["command", "main"]
)
def test_a_terminal_that_knows_nothing_but_ascii_is_told_as_well(
    tmp_path: Path, language: str, words: tuple[str, ...]
) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "LC_ALL": language, "KONTOR_DATA": str(tmp_path)}
    headless = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, *words, "--help"], cwd=ROOT, env=os.environ | headless | ascii_only,
        capture_output=True, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"kontor" in done.stdout.lower() and done.stdout.isascii() and b"Traceback" not in done.stderr


def test_the_program_of_the_desktop_archive_says_its_version_and_nothing_else() -> None:
    shown = {key: value for key, value in os.environ.items() if key != "PYGAME_HIDE_SUPPORT_PROMPT"}
    words = [sys.executable, "main.py", "--version"]
    done = subprocess.run(words, cwd=ROOT, env=shown, capture_output=True, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"kontor {VERSION}\n", "")


def test_a_tool_without_its_packages_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    tool = command.TOOLS["arena"]._replace(module="rich_of_another_name")
    monkeypatch.setitem(command.TOOLS, "arena", tool)
    assert command.main(["arena"]) == 1
    told = f'which is missing; install it with: {sys.executable} -m pip install "kontor-games[arena]"\n'
    assert capsys.readouterr().err.endswith(told)
