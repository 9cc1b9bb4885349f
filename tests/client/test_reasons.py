"""Texts of computers' reasons and of hints, in every language: numbers and names."""

from __future__ import annotations

import re

import pytest

from game import engine
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, Translator, catalogue, use_language
from game.client.words.reason_text import with_additions
from game.engine.core import Reason
from game.match import COLOURS, PlayerInfo
from tests.needs import known

GAMES = ("hansa", "hansa-teutonica")
TOLD = ("bot.", "you.", "also.")
ONE_MARKET = ("also.builds", "bot.build-lead", "bot.build-town", "bot.build-alone", "you.break-alone")

MARKETS = {"en": r"\bmarkets\b", "de": "Marktstände", "it": r"\bempori\b", "pt": r"\bmercados\b"}
"""The plural of the word for a market."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_market_that_is_built_is_not_told_as_several(language: str) -> None:
    use_language(language)
    t = Translator("hansa")
    several = known(language, MARKETS, "MARKETS of tests/client/test_reasons.py")
    for key in ONE_MARKET:
        one, two = (t(key, name="Anna", town="Riga", next="Riga", n=n) for n in (1, 2))
        assert re.search(several, two) and not re.search(several, one), one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_two_names_or_numbers_of_a_reason_never_stand_side_by_side(game: str, language: str) -> None:
    """In "Danzig 2 Waren" or "Riga Wein" they would run together."""
    for key, entry in catalogue(game, language).items():
        if key.startswith(TOLD):
            for text in entry.values() if isinstance(entry, dict) else [entry]:
                assert not re.search(r"} {", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["pawn-first", "pawn-to"])
def test_where_the_pawn_goes_is_named_with_its_province(name: str, language: str) -> None:
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "pawn"}, seed=3)
    players = [PlayerInfo(who, colour) for who, colour in zip(("Anna", "Bert"), COLOURS, strict=False)]
    view = make_view(state.ruleset, players, dict(state.options))
    use_language(language)
    facts = {"province": "R1", "route": "goettingen-quedlinburg", "aim_actions": 3, "also": "aim-actions"}
    for yours in (False, True):
        said = view.why(Reason(name, facts), 0, state, yours=yours)
        assert re.search(r"Göttingen–Quedlinburg[^.(]* \(\w", said) and "3" in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["full", "turn-full"])
def test_a_filled_route_is_named_because_another_may_have_been_mentioned_last(
    language: str, name: str
) -> None:
    use_language(language)
    try:
        words = {"name": "Anna", "route": "Bremen–Hamburg", "next": "Stade–Hamburg", "rival": "Bernd"}
        told = with_additions(
            Translator("hansa-teutonica"), "bot.build-home", {"also": f"blocks.{name}"}, words
        )
        assert words["next"] in told and words["route"] in told.partition(words["next"])[2]
    finally:
        use_language("en")
