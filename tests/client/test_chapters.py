"""Every position can be described in words, in four languages, with nothing left out and no bare keys."""

from __future__ import annotations

import pytest

from game.client.views import make_view
from game.client.words.chapters import as_elements
from game.client.words.i18n import LANGUAGES, use_language
from game.games.hansa.rules.board import TOWNS

from .conftest import new_match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("hansa-teutonica", 4), ("hansa", 3)])
def test_players_towns_and_routes_are_told(game: str, seats: int, language: str) -> None:
    use_language(language)
    match = new_match(game, seats)
    view = make_view(match.ruleset, match.players)
    told = view.chapters(match.state)
    assert [line.split(".")[0] for line in told[0].lines] == [player.name for player in match.players]
    assert len(told[1].lines) == (27 if game == "hansa-teutonica" else len(TOWNS))
    for chapter in told:
        assert not chapter.title.startswith("told.")
        assert not [line for line in chapter.lines if "told." in line or "{" in line]


def test_a_piece_on_the_board_is_told_with_its_house_and_owner() -> None:
    match = new_match("hansa-teutonica", 3)
    view = make_view(match.ruleset, match.players)
    action = next(one for one in match.state.legal_actions() if one.text.startswith("place trader"))
    before = set(view.chapters(match.state)[2].lines)
    name = match.players[match.state.actor or 0].name
    match.play(action)
    (changed,) = set(view.chapters(match.state)[2].lines) - before
    assert f"{name}’s trader" in changed


def test_chapters_are_headings_with_paragraphs() -> None:
    match = new_match("hansa", 2)
    elements = as_elements(make_view(match.ruleset, match.players).chapters(match.state))
    assert elements[0].kind == "chapter" and {element.kind for element in elements} == {"chapter", "note"}
    assert len({element.id for element in elements}) == len(elements)
