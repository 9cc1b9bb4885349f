"""A language is added by data alone: catalogues, an entry in languages.json, and the rules of its plurals.

The artificial language is English with accents, under the tag of Polish, which has three plural forms.
"""

from __future__ import annotations

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.assets import ASSETS
from game.client.words.i18n import LANGUAGES, catalogue
from tools import translation
from web.site import game

ROOT = Path(__file__).resolve().parents[1]
CODE = ("game", "assets", "web", "tools", "main.py", "build.sh", "pyproject.toml", "pygbag.ini", "LICENSE")
TESTS = ("__init__.py", "fifth_language.py", "match/__init__.py", "match/games.py")
TAG, NAME, LOCALE = "pl", "Énglísh", "pl_PL"
PART = re.compile(r"(\{\w*\})")
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")


def accented(text: str) -> str:
    """A text with accents on its vowels, but not in its fields."""
    return "".join(part if PART.fullmatch(part) else part.translate(ACCENTS) for part in PART.split(text))


def translated(entry: str | dict[str, str]) -> str | dict[str, str]:
    if isinstance(entry, str):
        return accented(entry)
    several = accented(entry["other"])
    return {
        "one": accented(entry["one"]),
        "few": f"{several} (few)",
        "many": f"{several} (many)",
        "other": several,
    }


def in_english(assets: Path, kind: str) -> list[Path]:
    """Return the English files of a kind: those of the client and of the games."""
    return [*assets.glob(f"i18n/*.en.{kind}"), *assets.glob(f"games/*/texts.en.{kind}")]


def add_language(assets: Path) -> None:
    """Write the files of the language."""
    for english in in_english(assets, "json"):
        entries = json.loads(english.read_text(encoding="utf-8"))
        told = {key: translated(entry) for key, entry in entries.items()}
        english.with_name(english.name.replace(".en.", f".{TAG}.")).write_text(
            json.dumps(told), encoding="utf-8"
        )
    for english in in_english(assets, "txt"):
        lines = english.read_text(encoding="utf-8").splitlines(keepends=True)
        told_lines = (
            re.sub(r"^(\w+=)?(.*)", lambda line: (line[1] or "") + accented(line[2]), one) for one in lines
        )
        english.with_name(english.name.replace(".en.", f".{TAG}.")).write_text(
            "".join(told_lines), encoding="utf-8"
        )
    described = json.loads((assets / "i18n/languages.json").read_text(encoding="utf-8"))
    described[TAG] = {"name": NAME, "locale": LOCALE}
    (assets / "i18n/languages.json").write_text(json.dumps(described), encoding="utf-8")


def run(tree: Path, *command: str) -> str:
    spoken = os.environ | {
        "LC_ALL": f"{LOCALE}.UTF-8", "PYTHONPATH": str(tree), "PYTHONUTF8": "1",
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }  # fmt: skip
    done = subprocess.run(command, cwd=tree, env=spoken, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the fifth language."""
    folder = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in CODE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    for name in TESTS:
        (folder / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, folder / "tests" / name)
    add_language(folder / "assets")
    run(folder, sys.executable, "-m", "tools.plurals")
    return folder


@pytest.fixture(scope="module")
def told(tree: Path) -> dict[str, Any]:
    """The texts that the client and the page show, from fifth_language.py."""
    (tree / "out").mkdir()
    found: dict[str, Any] = json.loads(run(tree, sys.executable, "tests/fifth_language.py", "out"))
    return found


def english(domain: str, key: str) -> str:
    return str(catalogue(domain, "en")[key])


def test_only_files_of_texts_differ(tree: Path) -> None:
    copied = [path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    theirs = {path.relative_to(tree) for path in copied if not path.is_relative_to(tree / "out")}
    differing = {
        name for name in theirs
        if not (ROOT / name).exists() or not filecmp.cmp(ROOT / name, tree / name, shallow=False)
    }  # fmt: skip
    texts = {path.parent.relative_to(ASSETS.parent) for path in in_english(ASSETS, "*")}
    added = [name for name in differing if re.fullmatch(rf"[\w-]+\.{TAG}\.(json|txt)", name.name)]
    assert differing == {*added, Path("assets/i18n/languages.json")}
    assert {name.parent for name in differing} == texts
    assert len(added) == len(in_english(ASSETS, "*"))


def test_the_settings_offer_it_and_the_game_speaks_it(told: dict[str, Any]) -> None:
    client = told["client"]
    offered = client["settings"]
    assert all(any(language.name in label for label in offered) for language in LANGUAGES.values())
    assert any(NAME in label for label in offered)
    assert any(accented(english("core", "settings.title")) in label for label in offered)
    assert any(accented(english("lessons", "title")) in label for label in client["title"])
    table = [re.sub(r"\(few\)|\(many\)", "", label) for label in client["table"]]
    assert len(table) > 100
    assert not [label for label in table if re.search(r"\b[b-df-hj-np-tv-z]*[aeiou]", label)], "only names"


def test_the_plural_forms_are_those_of_its_numbers(told: dict[str, Any]) -> None:
    kinds = [re.findall(r"\((few|many)\)", text) for text in told["client"]["plurals"]]
    assert kinds == [[], ["few"], ["many"], ["many"], ["few"], ["many"]]
    one = catalogue("core", "en")["games.actions"]
    assert isinstance(one, dict) and told["client"]["plurals"][0] == accented(one["one"]).format(n=1)


def test_the_page_speaks_it_before_the_game_runs(told: dict[str, Any]) -> None:
    index = told["page"]["index"]
    texts = json.loads(re.findall(r'<script type="application/json" id="texts">(.*?)</script>', index)[0])
    assert texts.keys() == {*LANGUAGES, TAG}
    assert texts[TAG]["trouble.title"] == accented(english("page", "trouble.title"))
    assert f'<p lang="{TAG}">{accented(english("page", "static.noscript"))}</p>' in index
    assert f'<meta property="og:locale:alternate" content="{LOCALE}">' in index
    manifest = told["page"]["manifests"][TAG]
    assert (manifest["lang"], manifest["description"]) == (TAG, accented(english("page", "description")))
    assert {f"command.{TAG}.json", f"page.{TAG}.json", f"readme.{TAG}.txt"} <= set(told["page"]["left_out"])


def test_the_command_line_and_the_readme_speak_it(tree: Path, told: dict[str, Any]) -> None:
    assert run(tree, "./build.sh", "help").startswith("úságé: ")
    assert f"\n{NAME.upper()}\n\nStárt: " in told["readme"]


def test_translators_see_what_is_missing_and_superfluous(tmp_path: Path) -> None:
    for source in (ASSETS / "i18n").glob("core.*.json"):
        shutil.copyfile(source, tmp_path / source.name)
    add = {"title.line": "Gry planszowe", "title.nowhere": "Nigdzie", "title.new": ""}
    (tmp_path / f"core.{TAG}.json").write_text(json.dumps(add), encoding="utf-8")
    (found,) = translation.parts(TAG, tmp_path)
    assert found.translated == {"title.line"} and found.superfluous == {"title.nowhere"}
    assert "title.new" in found.missing and translation.share([found]).startswith("1 of ")


def test_a_translator_who_begins_sees_what_to_add(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        translation.main([TAG])
    assert f"languages.json has no language '{TAG}': add an entry" in capsys.readouterr().err
    (tmp_path / "i18n").mkdir()
    (tmp_path / "i18n/languages.json").write_text(json.dumps({TAG: {}}), encoding="utf-8")
    (tmp_path / "i18n/core.en.json").write_text('{"a": "one", "b": "two"}', encoding="utf-8")
    monkeypatch.setattr(translation, "ASSETS", tmp_path)
    assert translation.main([TAG]) == 1
    assert f"i18n/core.{TAG}.json: missing: the file, with 2 texts" in capsys.readouterr().out


def test_the_web_app_shows_missing_texts_in_english(tmp_path: Path) -> None:
    files = {"en": {"a": "one", "b": "two", "c": "three"}, TAG: {"c": "trzy", "b": ""}}
    for tag, texts in files.items():
        (tmp_path / f"core.{tag}.json").write_text(json.dumps(texts), encoding="utf-8")
    game.leave_out_keys(tmp_path)
    assert json.loads((tmp_path / f"core.{TAG}.json").read_text(encoding="utf-8")) == ["one", "two", "trzy"]


def test_a_text_that_english_lacks_is_named(tmp_path: Path) -> None:
    for tag, texts in {"en": {"a": "one"}, TAG: {"a": "raz", "b": "dwa"}}.items():
        (tmp_path / f"core.{tag}.json").write_text(json.dumps(texts), encoding="utf-8")
    with pytest.raises(RuntimeError, match=rf"core\.{TAG}\.json has keys that core\.en\.json lacks: \['b'\]"):
        game.leave_out_keys(tmp_path)


def test_every_shipped_language_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert [translation.main([language]) for language in LANGUAGES] == [0] * len(LANGUAGES)
    assert translation.main([]) == 0 and capsys.readouterr().out.count("(100.0%)") == 2 * len(LANGUAGES)
