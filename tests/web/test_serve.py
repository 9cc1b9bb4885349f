"""The development server of ./build.sh serve, and the command-line script around it."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.words.i18n import LANGUAGES
from game.server.headers import HEADERS, WORKER_POLICY
from web.cache import ROOT, locked
from web.site import game
from web.site.serve import server

from .conftest import serving


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    for name in (
        "index.html",
        "a.js",
        "a.mjs",
        "a.wasm",
        "a.webmanifest",
        "a.svg",
        "a.css",
        "a.pack",
        "a-worker.js",
    ):
        (tmp_path / name).write_text("plain")
    (tmp_path / "a.js.br").write_text("small")
    (tmp_path / "index.html.gz").write_text("small")
    with server(tmp_path) as running:
        serving(running)
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


def ask(address: str, name: str, accept: str = "") -> tuple[str, str, str | None]:
    """Return content, content type and encoding of the server's response."""
    request = urllib.request.Request(address + name, headers={"Accept-Encoding": accept})
    with urllib.request.urlopen(request) as answer:
        headers = answer.headers
        return answer.read().decode(), headers.get_content_type(), headers.get("Content-Encoding")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("", "text/html"),
        ("a.js", "text/javascript"),
        ("a.mjs", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.svg", "image/svg+xml"),
        ("a.css", "text/css"),
        ("a.pack", "application/octet-stream"),
    ],
)
def test_every_file_has_the_type_browsers_ask_for(address: str, name: str, kind: str) -> None:
    assert ask(address, name) == ("plain", kind, None)


@pytest.mark.parametrize("changed", ["%23game=abc", "?utm=mail%2523game%3Dabc", "%23room=abc"])
def test_a_link_whose_mark_a_mail_filter_has_changed_leads_to_the_page(address: str, changed: str) -> None:
    assert ask(address, changed) == ask(address, "")


def test_the_headers_sent_are_those_the_guide_for_hosts_names(address: str) -> None:
    with urllib.request.urlopen(address) as page, urllib.request.urlopen(address + "a-worker.js") as worker:
        sent, policy = dict(page.headers), worker.headers["Content-Security-Policy"]
    guide = (ROOT / "docs/hosting/static-site.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([A-Za-z-]+)` \| `([^`]+)` \|", guide, re.M))
    assert listed.pop("Strict-Transport-Security"), "for hosts that have https"
    assert listed == HEADERS and listed.items() <= sent.items()
    assert policy == WORKER_POLICY and f"for `*worker.js` | `{policy}`" in guide


def test_precompressed_twins_go_to_those_who_take_them(address: str) -> None:
    assert ask(address, "a.js", "gzip, br") == ("small", "text/javascript", "br")
    assert ask(address, "a.js", "gzip") == ("plain", "text/javascript", None)
    assert ask(address, "", "gzip, br") == ("small", "text/html", "gzip")


def test_pygbag_packs_the_game_and_nothing_else() -> None:
    with locked(ROOT / "build/site.lock"), zipfile.ZipFile(game.run_pygbag()) as packed:
        names = packed.namelist()
    assert "assets/main.py" in names and "assets/game/__init__.py" in names
    others = {name.split("/")[1] for name in names} - set(game.SOURCES)
    assert others <= {"setup.py"}, "write_game removes them: add what belongs to the project to pygbag.ini"
    assert "assets/game/bots/__init__.py" in names
    assert not [name for name in names if "/arena/" in name or "/tune/" in name or "/research/" in name]


def test_the_page_holds_the_weights_of_the_game_and_no_baselines() -> None:
    with locked(ROOT / "build/site.lock"), zipfile.ZipFile(game.run_pygbag()) as packed:
        found = {Path(name).relative_to("assets") for name in packed.namelist() if name.endswith(".txt")}
    weights = {path.relative_to(ROOT) for path in (ROOT / "assets/games").rglob("*.txt")}
    kept = {path for path in found if path.parent != Path("assets/i18n")}
    assert weights and kept - {Path("assets/fonts/OFL.txt")} == weights


USAGE = {"C": "usage: ", "de": "Aufruf: ", "it": "uso: ", "pt": "utilização: "}
TEXTS = {language: ROOT / f"assets/i18n/build.{language}.txt" for language in LANGUAGES}


def build_sh(language: str, *command: str) -> subprocess.CompletedProcess[str]:
    spoken = os.environ | {"LC_ALL": language}
    return subprocess.run(["./build.sh", *command], cwd=ROOT, env=spoken, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("language", "command"),
    [("C", ""), ("C", "help"), ("C", "-h"), ("de_DE.UTF-8", "help"), ("it_IT", "help"), ("pt", "help")],
)
def test_the_one_command_explains_itself(language: str, command: str) -> None:
    done = build_sh(language, *command.split())
    assert done.returncode == 0
    assert done.stdout.startswith(USAGE[language[:2]]) and max(map(len, done.stdout.splitlines())) <= 120
    for name in ("serve", "build", "run", "test", "test quick", "bench", "fuzz", "arena", "clean"):
        assert f"\n  {name} " in done.stdout


def test_an_unknown_command_is_named() -> None:
    for language, said in (("C", "unknown command: sail"), ("de", "unbekannter Befehl: sail")):
        done = build_sh(language, "sail")
        assert done.returncode == 2 and said in done.stderr


def test_the_one_command_says_everything_in_every_language() -> None:
    """Every key in use has a text with the placeholders of the English one."""
    script = re.sub(r"(?m) # .*$", "", (ROOT / "build.sh").read_text(encoding="utf-8"))
    asked = set(re.findall(r"\b(?:say|fail) ([a-z_]+)", script))
    assert asked >= {"install", "apt", "no_command"}
    for key in asked:
        texts = [
            re.findall(rf"(?m)^{key}=(.+)$", path.read_text(encoding="utf-8").split("\n\n")[0])[0]
            for path in TEXTS.values()
        ]
        assert len(set(texts)) == len(LANGUAGES), key
        assert len({text.count("%s") for text in texts}) == 1, key
