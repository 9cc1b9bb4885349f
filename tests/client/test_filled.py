"""Every text is correct with every kind of value in its placeholders, and so are the texts of whole games."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, catalogue, use_language

from .faults import GRAMMAR, faults
from .filled import everything, write
from .test_i18n import DOMAINS
from .test_words import everything as everything_said
from .test_words import positions, told_of_neutral_traders

pytestmark = pytest.mark.usefixtures("unseen")
NOT_SENTENCES = {("command", "usage.tools")}
"""Texts laid out as lines of a terminal."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_holds_with_every_kind_of_value(language: str) -> None:
    use_language(language)
    wrong = {
        f"{domain} {key}: {', '.join(found)}"
        for domain, key, text in everything()
        if (domain, key) not in NOT_SENTENCES and (found := faults(language, text))
    }
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("hansa", 3, {}),
        ("hansa-teutonica", 4, {}),
        ("hansa-teutonica", 2, {"two_players": "pawn"}),
        ("hansa-teutonica", 2, {"two_players": "neutral-it"}),
        ("hansa-teutonica", 4, {"board": "britannia"}),
    ],
)
def test_whatever_is_said_in_a_game_holds(game: str, seats: int, options: dict[str, str]) -> None:
    """Every fifth position, each in another language."""
    said: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    turns = cycle(LANGUAGES)
    for step, (match, state) in enumerate(positions(game, seats, 120, **options)):
        if step % 5 == 0:
            language = next(turns)
            use_language(language)
            events = match.moves[-1].events if match.moves else ()
            view = make_view(match.ruleset, match.players, options)
            said[language].update(everything_said(view, state, events))
    for language, texts in said.items():
        use_language(language)
        if options == {"two_players": "neutral-it"}:
            texts.update(told_of_neutral_traders())
        wrong = {f"{text}: {', '.join(found)}" for text in texts if (found := faults(language, text))}
        assert len(texts) > 200
        assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize(
    ("language", "wrong", "right"),
    [
        ("en", "Costs {n} coins.", "Costs 3 coins."),
        ("en", "Buy fish (blue) ()", "Buy fish (blue)"),
        ("en", "How many (fish (blue))?", "How many of fish (blue)?"),
        ("en", "It costs 1 more pieces.", "It costs 1 more piece."),
        ("en", "You have 2 trader.", "You have 2 traders."),
        ("en", "A office is free.", "An office is free."),
        ("en", "It is taken. choose another.", "It is taken. Choose another."),
        ("en", "Riga: , 2 goods", "Riga: 2 goods"),
        ("de", "1 Punkte sind sicher.", "1 Punkt ist sicher."),
        ("de", "Die Kontor ist frei.", "Das Kontor ist frei."),
        ("de", "Einen Figur weicht.", "Eine Figur weicht."),
        ("de", "Errichten mit 2 Fässer.", "Errichten mit 2 Fässern."),
        ("it", "Ufficio aggiuntivo a Arnheim", "Ufficio aggiuntivo ad Arnheim"),
        ("it", "Anna e Emma", "Anna ed Emma"),
        ("it", "L’ufficio di il mercante", "L’ufficio del mercante"),
        ("it", "Vendi 2 pezzo.", "Vendi 2 pezzi."),
        ("pt", "Custa 1 moeda a o banco.", "Custa 1 moeda ao banco."),
        ("pt", "A peça de o adversário", "A peça do adversário"),
        ("pt", "Coloque em uma casa.", "Coloque numa casa."),
        ("pt", "Restam 1 ações.", "Resta 1 ação."),
    ],
)
def test_a_fault_is_found_and_what_is_right_is_not(language: str, wrong: str, right: str) -> None:
    assert faults(language, wrong)
    assert not faults(language, right)


def test_the_texts_are_written_as_pages_to_be_read(tmp_path: Path) -> None:
    write(tmp_path)
    for language in LANGUAGES:
        page = (tmp_path / f"{language}.txt").read_text(encoding="utf-8")
        for domain in DOMAINS:
            assert f"== {domain}\n" in page
            assert all(f"\n{key}: " in page for key in catalogue(domain, "en"))
        assert "{" not in page


def test_a_language_without_known_grammar_is_checked_for_what_holds_in_every_language() -> None:
    assert "xx" not in GRAMMAR and faults("xx", "A  b.") and faults("xx", "Left {open}")
    assert not faults("xx", "1 ações")
