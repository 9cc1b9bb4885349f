"""Every language has every text, with equal placeholders; every text used in the code exists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from string import Formatter

import pygame
import pytest

from game.assets import ASSETS
from game.client.app.app import App
from game.client.draw.theme import font
from game.client.words.i18n import (
    LANGUAGES,
    WITHOUT_LETTERS,
    Translator,
    catalogue,
    computers,
    dated,
    file_of,
    plural_category,
    use_language,
)
from game.games import GAMES
from game.platform.desktop.platform import Desktop
from tests.client.conftest import Screen
from tests.engine.hansa_teutonica.ht_kit import REASONS
from tests.needs import needs

FOLDER = ASSETS / "i18n"
GAMES_WITH_TEXTS = [game for game in GAMES if all(file_of(game, one).exists() for one in LANGUAGES)]
"""Games in all languages. The texts of a game in fewer languages are not compared."""
DOMAINS = sorted([*(path.name.split(".")[0] for path in FOLDER.glob("*.en.json")), *GAMES_WITH_TEXTS])
Entry = str | dict[str, str]


def test_a_game_with_its_texts_in_assets_has_them_in_all_languages() -> None:
    """The texts of a game that lacks a language would not be compared below."""
    shipped = {game for game in GAMES if ASSETS in file_of(game, "en").parents}
    assert shipped and shipped <= {*GAMES_WITH_TEXTS}


def entries(domain: str, language: str) -> dict[str, Entry]:
    read: dict[str, Entry] = json.loads(file_of(domain, language).read_text(encoding="utf-8"))
    return read


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def fields(entry: Entry) -> set[str]:
    return {name for text in texts(entry) for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("domain", DOMAINS)
def test_all_languages_have_the_same_keys_and_fields(domain: str, language: str) -> None:
    english, other = entries(domain, "en"), entries(domain, language)
    assert english.keys() == other.keys()
    for key, entry in english.items():
        assert fields(other[key]) == fields(entry), key
        assert isinstance(other[key], dict) == isinstance(entry, dict), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_written_out_and_can_be_drawn(domain: str, language: str) -> None:
    pygame.font.init()
    for key, entry in entries(domain, language).items():
        if isinstance(entry, dict):
            needed = {plural_category(language, number) for number in range(200)}
            assert set(entry) == needed | {"other"}, key
        for text in texts(entry):
            assert text == text.strip() or domain != "core", key
            missing = [s for s, m in zip(text, font("text", 20).metrics(text), strict=True) if m is None]
            assert not missing, f"{key}: the typeface lacks {missing}"


NAMES_A_CHARACTER = re.compile(r"\([A-Z]\)|\b(?:key|Taste|tasto|tecla) [A-Z](?!\w)|\bU \w|\+ \w+ −")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_names_a_key_that_is_switched_off(domain: str, language: str) -> None:
    """`settings.keys` explains the switch."""
    told = entries(domain, language)
    named = {key for key, entry in told.items() if NAMES_A_CHARACTER.search(" ".join(texts(entry)))}
    assert {f"{key}{WITHOUT_LETTERS}" for key in named - {"settings.keys.text"}} <= told.keys() - named
    assert domain != "core" or {"look", "about.keys.text", "about.zoom.text"} <= named


def test_only_german_has_a_space_before_an_ellipsis() -> None:
    found = [
        f"{domain}.{language} {key}"
        for language in LANGUAGES
        for domain in DOMAINS
        for key, entry in entries(domain, language).items()
        for text in texts(entry)
        if re.search(r"\w…" if language == "de" else r"\s…", text)
    ]
    assert not found


MARKS = {"en": "“”", "de": "„“", "it": "«»", "pt": "«»"}
"""Quotation marks, by language."""


@pytest.mark.parametrize("language", MARKS)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    found = [
        f"{domain} {key}"
        for domain in DOMAINS
        for key, entry in entries(domain, language).items()
        for text in texts(entry)
        if {*text} & {*"“”„«»"} - {*MARKS[language]}
    ]
    assert not found


@pytest.mark.parametrize(
    ("language", "advice", "said"),
    [
        ("en", "You sell {n} goods", "Worse: you sell {n} goods"),
        ("de", "Du verkaufst {n} Waren", "Schlechter: Du verkaufst {n} Waren"),
        ("it", "Vendi {n} merci", "Meno buono: vendi {n} merci"),
        ("pt", "Vender {n} mercadorias", "Pior: vender {n} mercadorias"),
    ],
)
def test_advice_stands_by_itself_and_after_a_colon(language: str, advice: str, said: str) -> None:
    """An opening such as the Italian "Così" would refer to nothing there."""
    for game in GAMES_WITH_TEXTS:
        own = entries(game, language)
        told = [text for key, entry in own.items() if key.startswith("you.") for text in texts(entry)]
        for words in told:
            assert words[0].isalpha() and words[0].isupper(), "no name that would begin small after a colon"
            assert not words.startswith("Così")
    use_language(language)
    try:
        assert Translator("hansa")("you.sell").startswith(advice)
        assert computers("hint.worse", why=f"{advice}.") == f"{said}."
    finally:
        use_language("en")


def test_no_text_of_the_client_is_missing_or_forgotten() -> None:
    """Keys built from parts (`colour.red`) are recognised by their prefix."""
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r'\bt\(\s*"([a-z.]+)"', code))
    begun = tuple(set(re.findall(r'\bt\(\s*f"([a-z.]+)\{', code)))
    quoted = set(re.findall(r'"([a-z]+(?:\.[a-z]+)*)"', code))
    english = entries("core", "en")
    assert asked <= english.keys()
    bases = {key.removesuffix(WITHOUT_LETTERS) for key in english}
    assert bases <= english.keys()
    assert not [key for key in bases if key not in quoted and not key.startswith(begun)]


def test_no_text_on_computer_players_is_missing_or_forgotten() -> None:
    """Keys built from parts (`level.easy`) are recognised by their prefix."""
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r"""\bcomputers\(\s*["']([a-z.-]+)["']""", code))
    begun = tuple(set(re.findall(r'\bcomputers\(\s*f"([a-z.]+)\{', code)))
    english = entries("computers", "en")
    assert asked <= english.keys()
    assert not [key for key in english if key not in asked and not key.startswith(begun)]


def test_no_text_on_rooms_is_missing_or_forgotten() -> None:
    """Keys built from parts are recognised by their prefix."""
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r'\brooms\(\s*"([a-z.-]+)"', code))
    begun = tuple(set(re.findall(r'\brooms\(\s*f"([a-z.]+)\{', code)))
    quoted = set(re.findall(r'"([a-z]+(?:[.-][a-z]+)*)"', code))
    english = entries("rooms", "en")
    assert {key for key in asked if not key.endswith(".")} <= english.keys()
    assert not [key for key in english if key not in quoted and not key.startswith(begun)]


def test_no_text_on_games_that_are_over_is_missing_or_forgotten() -> None:
    """Keys built from parts are recognised by their prefix."""
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r'\bfinished\(\s*"([a-z.-]+)"', code))
    begun = tuple(set(re.findall(r'\bfinished\(\s*f"([a-z.]+)\{', code)))
    english = entries("finished", "en")
    assert asked <= english.keys()
    assert not [key for key in english if key not in asked and not key.startswith(begun)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_everything_that_is_counted_has_its_name(game: str) -> None:
    needs(game, "texts")
    counted = {count.id for count in GAMES[game].counts} | set(GAMES[game].verbs.values())
    named = {key.removeprefix("stat.") for key in catalogue(game, "en") if key.startswith("stat.")}
    assert named == counted


def test_every_reason_of_the_engine_has_its_sentence() -> None:
    """`reason.<id>`, or a form of it (`reason.<id>.neutral`), and no placeholder without a fact in the
    reason."""
    english = entries("hansa-teutonica", "en")
    said = {key.removeprefix("reason."): entry for key, entry in english.items() if key.startswith("reason.")}
    assert {key.partition(".")[0] for key in said} == REASONS.keys() <= said.keys()
    names = {"seat": "name", "decision": "prompt", "have": "n", "steps": "n", "amount": "n", "points": "n"}
    reasons = {reason: (*facts, *["other"] * ("piece" in facts)) for reason, facts in REASONS.items()}
    for key, entry in said.items():
        facts = reasons[key.partition(".")[0]]
        assert fields(entry) <= {names.get(fact, fact) for fact in facts}, key


def test_the_plural_follows_the_number() -> None:
    use_language("en")
    t = Translator("core")
    assert t("games.actions", n=1) == "1 step played"
    assert t("games.actions", n=2) == "2 steps played"


@pytest.mark.parametrize(
    ("tag", "language"),
    [("pt-BR", "pt"), ("de_AT.UTF-8", "de"), ("IT", "it"), ("fr", "en"), ("C", "en"), ("", "en")],
)
def test_a_language_tag_chooses_the_language(tag: str, language: str) -> None:
    assert use_language(tag) == language
    use_language("en")


def test_a_setting_that_names_no_language_leaves_the_choice_to_the_system_as_in_the_page(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "languages", lambda _: ["fr", "de-AT", "it"])
    app, spoken = open_app(), []
    for chosen in ("xx", "it", ""):
        app.settings.language = chosen
        app.apply_settings()
        spoken.append(Translator.language)
    use_language("en")
    assert spoken == ["de", "it", "de"]


def test_without_a_terminals_variables_the_settings_of_the_system_say_which_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows and macOS, where a game is not started from a terminal."""
    preferred = [{"language": "fr", "country": "CH"}, {"language": "it", "country": "CH"}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: preferred)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    desktop = Desktop(tmp_path)
    assert desktop.languages() == ["fr", "it"]
    monkeypatch.setenv("LANG", "pt_PT.UTF-8")
    assert desktop.languages() == ["pt_PT.UTF-8"]


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "2026-11-21 09:05"),
        ("de", "21.11.2026 09:05"),
        ("it", "21/11/2026 09:05"),
        ("pt", "21/11/2026 09:05"),
    ],
)
def test_a_date_is_written_as_the_language_does(language: str, written: str) -> None:
    use_language(language)
    assert dated("2026-11-21 09:05") == written
    assert dated("2026-11-21") == written.split()[0]
    for other in ("-", "", "yesterday", "2026-11-211"):
        assert dated(other) == other
    use_language("en")


def test_no_catalogue_has_two_texts_for_one_key() -> None:
    """Of two equal keys JSON keeps the last, so that a corrected text can remain without effect."""
    for path in sorted(Path("assets").rglob("*.json")):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=partial(_unique, path))


def _unique(path: Path, pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    assert len(keys) == len({*keys}), f"{path}: {[key for key in keys if keys.count(key) > 1]}"
    return dict(pairs)
