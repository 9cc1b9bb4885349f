"""The Emperor's Favour at the table: tiles are on the board, show effect and cost, and are bought."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app.accessibility import elements
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, use_language
from game.games.hansa_teutonica.expansions.favour.rules import TILES
from game.match import COLOURS, Match, PlayerInfo
from game.match import Person as Human
from tests.client.conftest import Person

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Elsa")
RULES = engine.ruleset("hansa-teutonica")
BUYING = "markers=0:swap_offices+0:plus_3_actions+0:improve_ability"
OPEN = "tiles=plus_1_action+town_4+ability_7"


def at_table(app: App, fields: str) -> TableScene:
    """Return the table of three persons in a position."""
    players = [PlayerInfo(name, colour) for name, colour in zip(NAMES[:3], COLOURS, strict=False)]
    options = {"favour": "on", "start_player": "1"}
    controllers = [Human(), Human(), Human()]
    match = Match.start("f" * 8, RULES, players, options, 3, controllers=controllers)
    table = TableScene(app, match)
    app.push(table)
    chosen = "options=favour:on+start_player:1"
    match.state = RULES.parse_position(f"hansa-teutonica seats=3 {chosen} {fields}")
    table.choice.ask()
    app.refresh()
    app.step()
    return table


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_tile_tells_its_price_first_and_is_bought_with_the_markers_one_chooses(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    table, person = at_table(app, f"{OPEN} {BUYING}"), Person(app)
    person.click("favour.town_4")
    assert table.match.record.actions == [], "the first touch only tells"
    person.click("favour.town_4")
    assert table.match.state.decision is not None and table.match.state.decision.id == "favour-price"
    assert "choose 2 bonus markers" in table.prompt()
    person.click("marker.improve_ability")
    person.click("marker.swap_offices")
    assert [str(action) for action in table.match.record.actions] == [
        "favour town_4",
        "spend improve_ability",
        "spend swap_offices",
    ]
    assert table.match.state.turn_number == 2
    said = " ".join(element.label for element in elements(table))
    assert "4 points a town (Anna)" in said


def test_a_tile_that_cannot_be_bought_says_why_and_what_it_does(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = at_table(app, f"{OPEN} markers=0:swap_offices")
    card = table.view.card("favour.plus_1_action", table.match.state)
    assert card is not None and "one action more in every turn" in card.lines[0] and "two" in card.lines[1]
    assert "costs 2 unused bonus markers, and you have 1" in table.view.why_not(
        "favour.plus_1_action", table.match.state
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_16_3_a_the_owner_of_the_tile_is_not_told_to_stay_nearby(
    open_app: Callable[..., App], language: str
) -> None:
    use_language(language)
    plain = "tiles=plus_1_action+town_4+ability_7 houses=stade-hamburg:1t"
    tile = "tiles=town_4+ability_7 held=-,displaced_anywhere,- used=1:swap_offices+1:extra_office"
    told = []
    for fields in (plain, f"{tile} houses=stade-hamburg:1t"):
        table = at_table(open_app(), fields)
        prompts = []
        for word in ("displace", "pay", "relocate stade" if fields != plain else "relocate"):
            offered = map(str, table.match.state.legal_actions())
            text = next(text for text in offered if text.startswith(word) and "merchant" not in text)
            table.play(table.match.state.parse_action(text))
            prompts.append(table.prompt())
        told.append(prompts[1:])
    assert all(one != other for one, other in zip(*told, strict=True))
    assert all("1" in prompt for prompts in told for prompt in prompts)


def test_the_one_with_the_tile_is_asked_when_another_takes_income(open_app: Callable[..., App]) -> None:
    app = open_app()
    held = "tiles=town_4+ability_7 held=-,income_with_others,- used=1:swap_offices+1:extra_office"
    table, person = at_table(app, held), Person(app)
    table.play(table.match.state.parse_action("income 3t"))
    app.step()
    assert table.match.state.actor == 1 and table.prompt().startswith("Ben: your favour")
    person.click("stock.trader")
    assert str(table.match.record.actions[-1]) == "along trader" and table.match.state.actor == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_tile_has_its_place_on_the_board_and_its_words(seats: int, language: str) -> None:
    use_language(language)
    players = [PlayerInfo(name, colour) for name, colour in zip(NAMES[:seats], COLOURS, strict=False)]
    seen = set()
    for seed in range(12):
        state = RULES.new_game(seats, {"favour": "on"}, seed)
        view = make_view(RULES, players, state.options)
        view.set_board(pygame.FRect(0, 0, 1426, 1000))
        shapes = view.about(state, 0)
        tiles = [name for name in shapes if name.startswith("favour.")]
        assert len(tiles) == seats
        around = [shape.rect for name, shape in shapes.items() if not name.startswith(("favour.", "route."))]
        around = [rect for rect in around if rect.width < 300]
        for tile in tiles:
            inner = shapes[tile].rect.inflate(-6, -6)
            assert not [rect for rect in around if rect.colliderect(inner)], tile
            card = view.card(tile, state)
            assert card is not None and "favour" not in f"{card.title} {card.lines}".split(".")[0]
        seen |= set(tiles)
    assert len(seen) == len(TILES)
