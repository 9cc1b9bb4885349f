"""What people download works: the site's zip, the checksums, the list of contents, the desktop game."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.engine.record import read
from web.release import desktop, inside
from web.release.__main__ import write_sums, zip_site

PATIENCE = 120.0


@pytest.mark.parametrize("kind", inside.KINDS)
def test_the_list_of_contents_names_version_and_licence_of_every_part(kind: str) -> None:
    told = json.loads(inside.bill(kind, "1.2.3"))
    assert told["bomFormat"] == "CycloneDX" and told["metadata"]["component"]["version"] == "1.2.3"
    names = {part["name"] for part in told["components"]}
    assert {"CPython", "pygame-ce", "Fira Sans", "Grenze"} <= names
    assert all(part["version"] and part["licenses"] for part in told["components"])
    assert inside.bill(kind, "1.2.3") == inside.bill(kind, "1.2.3")


def test_the_zip_of_the_site_has_index_html_at_its_top_and_always_the_same_bytes(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "page-1").mkdir(parents=True)
    for name in ("index.html", "page-1/main.js", "page-1/main.js.br", "page-1/main.js.gz"):
        (site / name).write_text(name)
    zip_site(site, tmp_path / "one.zip")
    os.utime(site / "index.html", (1, 1))
    zip_site(site, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert zipfile.ZipFile(tmp_path / "one.zip").namelist() == ["index.html", "page-1/main.js"]


def test_the_sums_fit_what_they_stand_for(tmp_path: Path) -> None:
    (tmp_path / "kontor.zip").write_bytes(b"kontor")
    write_sums(tmp_path)
    write_sums(tmp_path)
    line = f"{hashlib.sha256(b'kontor').hexdigest()}  kontor.zip\n"
    assert (tmp_path / "SHA256SUMS").read_text() == line


# ---- the desktop game -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return desktop.bundle(tmp_path_factory.mktemp("bundle") / "desktop")


@pytest.fixture
def screen() -> Iterator[str]:
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("no Xvfb or xdotool; as root on Debian build.sh installs them")
    server = subprocess.Popen(  # -noreset: it would else refuse everybody for a moment after its last client
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    yield f":{server.stdout.readline().strip()}"  # it prints its number when it is ready
    server.terminate()
    server.wait()


class Running:
    """The bundled game on its own screen, driven by keys."""

    def __init__(self, bundled: Path, screen: str, data: Path) -> None:
        self.data = data
        home = {"HOME": str(data), "XDG_RUNTIME_DIR": str(data)}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "PYTHON"))}
        self.where = {**kept, **home, "DISPLAY": screen, "KONTOR_DATA": str(data), "SDL_AUDIODRIVER": "dummy"}
        self.process = subprocess.Popen([desktop.program(bundled)], env=self.where)

    def press(self, *names: str) -> None:
        """Keys go to the window under the mouse, which is in the middle of the screen."""
        subprocess.run(["xdotool", "key", *names], env=self.where, check=True, timeout=PATIENCE)

    def saved(self) -> int:
        """How many actions the saved game has; -1 if there is none."""
        files = sorted(self.data.glob("game*.txt"))
        return len(read(files[0].read_text(encoding="utf-8")).actions) if files else -1

    def until(self, reached: Callable[[], bool], *names: str) -> None:
        """Press keys until something is reached; each time the game gets a moment to answer them."""
        end = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < end, f"not reached; {self.saved()} actions are kept"
            self.press(*names)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.5)
            assert self.process.poll() is None, "the game has ended"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.mark.timeout(600)  # making the bundle is part of it
def test_the_desktop_bundle_begins_saves_and_resumes_a_game(
    bundled: Path, screen: str, tmp_path: Path
) -> None:
    assert not (bundled / "_internal/numpy").exists(), "tools brought their libraries along"
    game = Running(bundled, screen, tmp_path)
    try:
        # The first thing on the title is Play. A table saves its game as soon as it is opened; waiting for an
        # action as well would press keys in it, and might leave it again.
        game.until(lambda: game.saved() >= 0, "Tab", "Return")
    finally:
        game.stop()
    (kept,) = tmp_path.glob("game*.txt")
    text, written = kept.read_text(encoding="utf-8"), kept.stat().st_mtime_ns
    again = Running(bundled, screen, tmp_path)
    try:  # now the first thing is Continue
        again.until(lambda: kept.stat().st_mtime_ns > written, "Tab", "Return")
    finally:
        again.stop()
    assert list(tmp_path.glob("game*.txt")) == [kept], "it went on with the same game"
    before, after = read(text), read(kept.read_text(encoding="utf-8"))
    assert after.seed == before.seed and after.actions[: len(before.actions)] == before.actions
