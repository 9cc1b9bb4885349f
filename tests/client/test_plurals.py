"""The plural rules of the languages are those of CLDR, and the game reads them as Babel does."""

from __future__ import annotations

import json

import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from babel.plural import PluralRule

from game.assets import ASSETS
from game.client.words.i18n import LANGUAGES, Translator, plural_category, use_language
from game.client.words.plurals import category
from tools.plurals import with_plurals

NUMBERS = (*range(250), 1000, 1001, 1002, 1_000_000, 2_000_000)


def test_the_rules_in_the_file_are_up_to_date() -> None:
    described = json.loads((ASSETS / "i18n/languages.json").read_text(encoding="utf-8"))
    assert described == with_plurals(described), "run python -m tools.plurals"


def test_every_rule_of_cldr_is_read_as_babel_reads_it() -> None:
    kinds: dict[tuple[tuple[str, str], ...], PluralRule] = {}
    for identifier in locale_identifiers():
        form = Locale.parse(identifier).plural_form
        kinds[tuple(sorted(form.rules.items()))] = form
    assert len(kinds) > 30
    for rules, form in kinds.items():
        read = [category(dict(rules), number) for number in NUMBERS]
        assert read == [form(number) for number in NUMBERS], rules


@pytest.mark.parametrize("rule", ["", "n = 1", "i in 1 und v in 0"])
def test_a_rule_that_is_none_is_named(rule: str) -> None:
    with pytest.raises(ValueError, match="plural rule"):
        category({"one": rule}, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_below_zero_has_the_form_of_its_size(language: str) -> None:
    use_language(language)
    finished = Translator("finished")
    assert finished("percentage-points", n=-1) == finished("percentage-points", n=1).replace("1", "-1")
    assert plural_category(language, -2) == plural_category(language, 2)
