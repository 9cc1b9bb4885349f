"""Texts of both games are true of the position, and grammatical in their language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import engine
from game.client.views import make_view
from game.client.views.view import GameView, Read
from game.client.words.i18n import LANGUAGES, Translator, catalogue, use_language
from game.engine.core import Event, Reason, State
from game.engine.record import read
from game.games.hansa.rules.board import KEEP_COINS
from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.expansions.pawn.view import landmarks
from game.match import Match
from tests.client.conftest import hurried, new_match
from tests.needs import needs

from .test_i18n import fields

pytestmark = pytest.mark.usefixtures("unseen")
NEUTRAL = (
    "hansa-teutonica seats=2 options=two_players:neutral-it supply=5t1m,5t1m points=3,4"
    " offices=hannover:2t,0t+minden:2t,0t,2t houses=groningen-emden:2t,2t,.+emden-osnabrueck:2t"
)
RECORDS = Path(__file__).parents[1] / "engine" / "records"


def positions(game: str, seats: int, steps: int, **options: str) -> Iterator[tuple[Match, State]]:
    """Yield a fast game before every action."""
    match, rng = new_match(game, seats, 7, **options), Random(2)
    for _ in range(steps):
        if match.state.outcome is not None:
            return
        yield match, match.state
        match.play(hurried(match.state, rng))


def everything(view: GameView[Any], state: State, events: Sequence[Event]) -> Iterator[str]:
    """Yield all texts of a table about a position and the latest events."""
    assert state.decision is not None and state.actor is not None
    yield view.prompt(state.decision, state)
    yield from view.reading(state, Read(state.actor, frozenset(view.readable)))
    for chapter in view.chapters(state):
        yield from chapter.lines
    for action in state.legal_actions():
        yield view.tell_action(action, state)
        yield from view.consequences(action, state)
    things = dict.fromkeys(view.things(state))
    for element in (*things, *view.about(state, state.actor)):
        yield view.label(element, state) if element in things else ""
        yield view.why_not(element, state)
        card = view.card(element, state)
        yield from (card.title, *card.lines) if card else ()
    for event in events:
        yield view.tell_event(event, state)


@pytest.mark.parametrize(("language", "wrong"), [("it", " a la banca"), ("pt", " a o banco")])
def test_the_bank_has_its_article_where_a_player_has_none(language: str, wrong: str) -> None:
    use_language(language)
    said: set[str] = set()
    for match, state in positions("hansa", 3, 60):
        events = match.moves[-1].events if match.moves else ()
        said.update(everything(make_view(match.ruleset, match.players), state, events))
    assert any("banc" in words for words in said)
    assert not [words for words in said if wrong in words]


@pytest.mark.parametrize("game", engine.rulesets())
def test_to_end_the_turn_is_the_last_of_the_things_that_can_be_done(game: str) -> None:
    needs(game, "recorded game")
    record = read((RECORDS / f"{game}-3.txt").read_text(encoding="utf-8"))
    match, asked = Match.watch(record), set()
    view = make_view(match.ruleset, match.players)
    for step in range(len(record.actions)):
        match.seek(step)
        state = match.state
        assert state.decision is not None
        if "end-turn" in [action.text for action in state.legal_actions()]:
            asked.add(view.prompt(state.decision, state))
    ending = [words for words in asked if "You can" in words and "end the turn" in words]
    assert ending
    assert all(re.search(r"or end the turn( \(tax: \d+ coins?\))?\.$", words) for words in ending)


def test_the_prompt_tells_the_tax_at_the_end_of_a_turn() -> None:
    """The caption of a short button is only a number, "End turn (−2)"."""
    taxed = set[int]()
    for match, state in positions("hansa", 3, 60):
        assert state.decision is not None and state.actor is not None
        if state.decision.id != "turn":
            continue
        view = make_view(match.ruleset, match.players)
        above = max(0, state.coins[state.actor] - KEEP_COINS)  # type: ignore[attr-defined]
        words = view.prompt(state.decision, state)
        assert ("(tax:" in words) == (above > 0)
        if above:
            taxed.add(above)
            assert words.endswith(f"end the turn (tax: {above} {'coin' if above == 1 else 'coins'}).")
    assert taxed


def test_a_sale_is_foretold_only_to_somebody_with_two_goods_of_a_colour() -> None:
    told = set()
    for match, state in positions("hansa", 3, 200):
        assert state.actor is not None
        view = make_view(match.ruleset, match.players)
        goods = state.unsold(state.actor)  # type: ignore[attr-defined]
        colours = [good.partition(".")[0] for good in goods]
        pair = any(colours.count(colour) > 1 for colour in colours)
        for action in state.legal_actions():
            if action.text.startswith("sail "):
                words = " ".join(view.consequences(action, state))
                assert pair or "you could sell" not in words
                told.add("you could sell" in words)
                told.add("no two goods" in words)
    assert told == {True, False}


def test_whoever_does_not_displace_the_neutral_trader_is_told_to_set_it_down_with_another() -> None:
    seen = 0
    for match, state in positions("hansa-teutonica", 2, 120, two_players="neutral-it"):
        view = make_view(match.ruleset, match.players)
        assert state.actor is not None
        other = match.players[1 - state.actor].name
        for element in view.things(state):
            if element.startswith("house.") and "neutral" in view.label(element, state):
                card = view.card(element, state)
                assert card is not None
                assert f"and {other} sets it down together with another one" in " ".join(card.lines)
                seen += 1
    assert seen


def told_of_neutral_traders() -> Iterator[str]:
    """Yield all texts of a game in which they have offices, are displaced and claim a route."""
    state = engine.ruleset("hansa-teutonica").parse_position(NEUTRAL)
    players = new_match("hansa-teutonica", 2).players
    view = make_view(state.ruleset, players)
    events: Sequence[Event] = ()
    for text in (
        "displace trader emden-osnabrueck.1",
        "pay trader",
        "relocate groningen-emden.3",
        "relocate kampen-osnabrueck.1",
        "neutral groningen-emden emden",
        "end-turn",
    ):
        yield from everything(view, state, events)
        events = state.apply(state.parse_action(text))
    yield from everything(view, state, events)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_neutral_traders_are_many_and_have_no_name(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their label is used in the list of a town's offices only."""
    use_language(language)
    monkeypatch.setitem(catalogue("hansa-teutonica", language), "neutral.who", "¤")
    said = set(told_of_neutral_traders())
    t = Translator("hansa-teutonica")
    for key, town in (("event.claim.neutral", "Groningen–Emden"), ("event.office.neutral", "Emden")):
        assert t(key, target=town) in said
    listed = t("about.town.offices", owners="").partition(":")[0]
    assert any("¤" in words for words in said)
    assert not [words for words in said if "¤" in words and not words.startswith(f"{listed}:")]


@pytest.mark.parametrize(
    ("language", "track", "said"),
    [
        ("en", "liber_sophiae", "Anna uses a marker to improve the Book of Lore."),
        ("de", "liber_sophiae", "Anna nutzt ein Plättchen, um das Buch des Wissens zu verbessern."),
        ("de", "bursa", "Anna nutzt ein Plättchen, um den Geldsäckel zu verbessern."),
        ("it", "liber_sophiae", "Anna usa un gettone per migliorare il Libro della sapienza."),
        ("it", "bursa", "Anna usa un gettone per migliorare la Borsa di monete."),
        ("pt", "liber_sophiae", "Anna usa uma ficha para melhorar o Livro da sabedoria."),
        ("pt", "bursa", "Anna usa uma ficha para melhorar os Sacos de dinheiro."),
    ],
)
def test_an_ability_has_its_article_in_a_sentence(language: str, track: str, said: str) -> None:
    use_language(language)
    match = new_match("hansa-teutonica", 3)
    view = make_view(match.ruleset, match.players)
    assert view.why(Reason("use-improve", {"track": track}), 0, match.state) == said


def test_many_new_goods_are_told_in_one_sentence() -> None:
    told = set()
    for match, state in positions("hansa", 3, 200):
        if not match.moves:
            continue
        events = match.moves[-1].events
        new = sum(event.kind == "restock" for event in events)
        view = make_view(match.ruleset, match.players)
        sentences = [words for words, _ in view.tell_events(events, state) if words]
        if new >= 3:
            name = match.players[match.moves[-1].seat].name
            assert f"{name} fills the warehouses: {new} new goods." in sentences
            assert not [words for words in sentences if words.startswith("New in")]
            told.add(new)
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seats", "options", "kinds"),
    [
        ("hansa", 3, {}, {"sail"}),
        ("hansa-teutonica", 4, {}, {"lift"}),
        ("hansa-teutonica", 2, {"two_players": "pawn"}, {"pawn"}),
    ],
)
def test_of_what_moves_it_is_said_from_where(
    game: str, seats: int, options: dict[str, str], kinds: set[str], language: str
) -> None:
    use_language(language)
    told = set()
    for match, state in positions(game, seats, 250, **options):
        view = make_view(match.ruleset, match.players)
        for event in match.moves[-1].events if match.moves else ():
            if event.kind in kinds and event.source not in ("box", "neutral"):
                place = view.label(event.source, state).split(" (")[0]
                name = Translator(game)(event.source) if game == "hansa" else place
                assert name in view.tell_event(event, state)
                told.add(event.kind)
    assert told == kinds


def test_italian_a_and_e_take_a_d_before_their_own_vowel() -> None:
    use_language("it")
    t, hansa = Translator("hansa-teutonica"), Translator("hansa")
    assert t("extra", town="Arnheim").endswith(" ad Arnheim")
    assert t("extra", town="Emden").endswith(" a Emden")
    assert t("and", first="Anna", last="Emma") == "Anna ed Emma"
    assert t("and", first="Anna", last="Ivo") == "Anna e Ivo"
    assert hansa("reason.ship-elsewhere", town="Aalborg", here="Aalborg").startswith("Ad Aalborg ")
    use_language("en")
    assert hansa("price", name="Anna").endswith(" to Anna")


def test_a_warehouse_says_buy_only_where_buying_is_possible() -> None:
    seen = set()
    for match, state in positions("hansa", 3, 80):
        view = make_view(match.ruleset, match.players)
        bought = {action.path for action in state.legal_actions()}
        for element in view.things(state):
            if element.startswith("warehouse."):
                words = view.label(element, state)
                assert "()" not in words
                assert words.startswith("Buy") == ((element,) in bought)
                seen.add(words.partition(" ")[0])
    assert seen == {"Buy", "Warehouse"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You displace Ben on Hamburg–Lübeck."),
        ("de", "Du verdrängst Ben von Hamburg–Lübeck."),
        ("it", "Scacci Ben da Hamburg–Lübeck."),
        ("pt", "Desalojar Ben de Hamburg–Lübeck."),
    ],
)
def test_advice_is_put_to_the_reader_in_the_second_person(language: str, said: str) -> None:
    """In Portuguese, which has no pronoun for it, in the infinitive, as actions are described."""
    use_language(language)
    match = new_match("hansa-teutonica", 3)
    view = make_view(match.ruleset, match.players)
    reason = Reason("displace-plain", {"route": "hamburg-luebeck", "rival": 1})
    assert view.why(reason, 0, match.state, yours=True) == said
    assert view.why(reason, 0, match.state).startswith("Anna ")


@pytest.mark.parametrize("game", engine.rulesets())
def test_every_reason_of_a_computer_can_be_given_as_advice(game: str) -> None:
    needs(game, "reasons")
    for language in LANGUAGES:
        known = catalogue(game, language)
        given = {key.removeprefix("bot."): entry for key, entry in known.items() if key.startswith("bot.")}
        advised = {key.removeprefix("you."): entry for key, entry in known.items() if key.startswith("you.")}
        assert given.keys() == advised.keys() != set()
        for reason, entry in given.items():
            assert fields(advised[reason]) == fields(entry) - {"name"}, reason


def test_who_has_no_free_step_left_is_only_asked_to_end_the_turn() -> None:
    use_language("en")
    match = new_match("hansa-teutonica", 2, two_players="pawn")
    view, said = make_view(match.ruleset, match.players), set[str]()
    rng = Random(4)
    for _ in range(400):
        state = match.state
        if state.decision is None:
            break
        if state.decision.id == "step":
            left = state.decision.facts["left"]
            words = view.prompt(state.decision, state)
            said.add(f"{left}")
            assert ("End the turn" in words) == (not left) and "(0 left" not in words
        match.play(rng.choice(state.legal_actions()))
    assert "0" in said and len(said) > 1


@pytest.mark.parametrize("division", PROVINCES)
def test_every_province_is_named_by_few_towns_that_no_other_has_around_it(division: str) -> None:
    for province in PROVINCES[division]:
        named = landmarks(division, province.id)
        assert [other.id for other in PROVINCES[division] if {*named} <= {*other.towns}] == [province.id]
        assert 2 <= len(named) <= 3
