"""Release files work: the site's zip, the checksums, the bill of materials, the desktop game."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from game.client.words.i18n import LANGUAGES, catalogue
from game.engine.record import read
from web.release import desktop, inside, licences
from web.release.__main__ import write_sums, zip_site

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 120.0


def hashes(component: dict[str, Any]) -> dict[str, str]:
    """Return the SHA-256 of each file of a component."""
    return {file["name"]: file["hashes"][0]["content"] for file in component["components"]}


def test_the_list_of_the_sites_contents_is_what_was_built(tmp_path: Path) -> None:
    runtime = tmp_path / "site/runtime-1"
    runtime.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "stdlib.pack", "pygame.pack"):
        (runtime / name).write_text(name)
    notes = tmp_path / "BUILDINFO"
    made_of = ("sha256 00", "libsdl2_2.99.1+dfsg-1", "freetype_2.98+dfsg-1", "pygame-ce==2.5.97 --hash=x", "")
    notes.write_text("\n".join(made_of))
    parts = inside.of_site(tmp_path / "site", notes, ROOT / "assets")
    text = inside.bill("site", "1.2.3", tmp_path / "site", parts)
    assert text == inside.bill("site", "1.2.3", tmp_path / "site", parts)
    told = json.loads(text)
    assert told["bomFormat"] == "CycloneDX" and told["metadata"]["component"]["version"] == "1.2.3"
    assert all(part["version"] and part["licenses"] and part["purl"] for part in told["components"])
    by_name = {part["name"]: part for part in told["components"]}
    assert {"pyodide", "python", "segno", "grenze", "fira-sans"} < set(by_name)
    assert by_name["libsdl2"]["purl"] == "pkg:deb/debian/libsdl2@2.99.1%2Bdfsg-1"
    assert by_name["pygame-ce"]["purl"] == "pkg:pypi/pygame-ce@2.5.97", "not what some lock says"
    packed = hashlib.sha256(b"pygame.pack").hexdigest()
    assert hashes(by_name["pygame-ce"]) == {"runtime-1/pygame.pack": packed}
    with pytest.raises(RuntimeError, match="a wheel made elsewhere"):
        inside.of_site(tmp_path / "site", tmp_path / "none", ROOT / "assets")


def test_a_part_in_two_places_is_listed_once_with_all_its_files(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one", "two", "three")]
    for path in paths:
        path.write_text(path.name)
    same, other = (inside.Part("zlib", version, "Zlib", (), "pypi") for version in ("1.3", "1.2"))
    places = zip((same, same, other), paths, strict=True)
    merged = inside.merged(part._replace(files=(path,)) for part, path in places)
    assert [part.files for part in merged] == [tuple(paths[:2]), tuple(paths[2:])]
    told = json.loads(inside.bill("all", "1.2.3", tmp_path, merged))["components"]
    assert sorted(part["version"] for part in told) == ["1.2", "1.3"]


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_of_the_desktop_game_names_buttons_and_folders_as_they_are(language: str) -> None:
    sections = desktop.readme().split("\n\n\n")
    (section,) = [part for part in sections if part.startswith(LANGUAGES[language].name.upper())]
    core, lessons = catalogue("core", language), catalogue("lessons", language)
    for caption in (core["settings.title"], core["title.about"], core["menu.share"], lessons["title"]):
        assert re.search(rf"[“„«]{re.escape(str(caption))}[”“»]", section), caption
    for system in (Unix, MacOS):
        home = system("kontor", appauthor=False).user_data_dir.replace(str(Path.home()), "~", 1)
        assert home in section
    assert "KONTOR_DATA" in section and desktop.NAME in section


# ---- the desktop game -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return desktop.bundle(tmp_path_factory.mktemp("bundle") / "desktop")


@pytest.mark.timeout(600)  # making the bundle is part of it
def test_every_file_of_the_bundle_is_in_the_list_of_its_contents_and_has_its_licence_beside_it(
    bundled: Path, tmp_path: Path
) -> None:
    parts = inside.of_bundle(bundled, desktop.program(bundled))
    told = json.loads(inside.bill("desktop", "1.2.3", bundled, parts))["components"]
    assert (bundled / desktop.README).read_text(encoding="utf-8") == desktop.readme()
    assert len(told) > 35 and all(one["licenses"] and one["version"] for one in told), "nothing is unknown"
    assert all(one["purl"].startswith("pkg:") for one in told)
    listed: dict[str, str] = {}
    for component in told:
        listed |= hashes(component)
    ours = {"_internal/LICENSE", desktop.README}
    for path in (path for path in bundled.rglob("*") if path.is_file() and not path.is_symlink()):
        name = path.relative_to(bundled).as_posix()
        if name not in ours and not name.startswith(("_internal/assets/", "_internal/game/")):
            assert listed.pop(name, "") == hashlib.sha256(path.read_bytes()).hexdigest(), name
    assert all(name.startswith("_internal/assets/fonts/") for name in listed)
    licences.write(tmp_path / "licences", parts)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "licences").iterdir()}
    fonts = {"fira-sans", "grenze"}  # their licences are among the assets
    assert {part.name.partition(":")[0] for part in parts} - fonts <= set(texts) and all(texts.values())
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in texts["LGPL-2.1"] and "Sam Lantinga" in texts["sdl2"]


@pytest.fixture
def screen() -> Iterator[str]:
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("no Xvfb or xdotool; as root on Debian build.sh installs them")
    server = (
        subprocess.Popen(  # -noreset: otherwise it rejects clients for a moment after its last one has gone
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    )
    assert server.stdout is not None
    yield f":{server.stdout.readline().strip()}"  # it prints its number when it is ready
    server.terminate()
    server.wait()


class Running:
    """The bundled game on a virtual screen, driven by keys."""

    def __init__(self, bundled: Path, screen: str, data: Path) -> None:
        self.data = data
        home = {"HOME": str(data), "XDG_RUNTIME_DIR": str(data)}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "PYTHON"))}
        self.where = {**kept, **home, "DISPLAY": screen, "KONTOR_DATA": str(data), "SDL_AUDIODRIVER": "dummy"}
        self.process = subprocess.Popen([desktop.program(bundled)], env=self.where)

    def press(self, *names: str) -> None:
        """Press keys. They go to the window under the mouse, which is in the middle of the screen."""
        subprocess.run(["xdotool", "key", *names], env=self.where, check=True, timeout=TIMEOUT)

    def saved(self) -> int:
        """Return the number of actions in the saved game; -1 without one."""
        files = sorted(self.data.glob("game*.txt"))
        return len(read(files[0].read_text(encoding="utf-8")).actions) if files else -1

    def until(self, reached: Callable[[], bool], *names: str) -> None:
        """Press keys until a condition holds, with a pause after each for the game to react."""
        end = time.monotonic() + TIMEOUT
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
        # The first button of the title is Play. A table saves its game immediately; if this also waited for
        # an action it would press keys at the table, which could leave it again.
        game.until(lambda: game.saved() >= 0, "Tab", "Return")
    finally:
        game.stop()
    (kept,) = tmp_path.glob("game*.txt")
    text, written = kept.read_text(encoding="utf-8"), kept.stat().st_mtime_ns
    again = Running(bundled, screen, tmp_path)
    try:  # now the first button is Continue
        again.until(lambda: kept.stat().st_mtime_ns > written, "Tab", "Return")
    finally:
        again.stop()
    assert list(tmp_path.glob("game*.txt")) == [kept], "it went on with the same game"
    before, after = read(text), read(kept.read_text(encoding="utf-8"))
    assert after.seed == before.seed and after.actions[: len(before.actions)] == before.actions
