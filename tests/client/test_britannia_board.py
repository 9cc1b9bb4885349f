"""The boards of Britannia are readable, also for colour-blind players, and nothing overlaps."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.client.draw.svg import placed, raster
from game.client.views import make_view
from game.client.views.plane import Box, around, overlap, square
from game.client.views.view import Read
from game.client.words.i18n import LANGUAGES, use_language
from game.games.hansa_teutonica.expansions.britannia.map import at_sea
from game.games.hansa_teutonica.expansions.britannia.rules import Countries
from game.games.hansa_teutonica.expansions.britannia.view import LOOKS, permits, standings
from game.games.hansa_teutonica.rules.board import Board
from game.games.hansa_teutonica.rules.editions import PRESETS, printed
from game.games.hansa_teutonica.rules.ruleset import RULESET as RULES
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import board_art
from game.games.hansa_teutonica.view.layout import (
    BANNER,
    COUNTRY,
    HOUSE,
    MARKER,
    OFFICE,
    ROUNDEL,
    SCROLL,
    Layout,
    layout,
)
from game.games.hansa_teutonica.view.reading import usable_ships
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import PlayerInfo
from tests.engine.hansa_teutonica.ht_britannia import britannia

pytestmark = pytest.mark.usefixtures("screen")

BRITANNIA_3 = printed("britannia_3")
BRITANNIA_4_5 = printed("britannia_4_5")

OPTIONS = PRESETS["Britannia 2014"]
SIDES = pytest.mark.parametrize("side", [BRITANNIA_3, BRITANNIA_4_5], ids=lambda side: side.id)
SLACK = 40
"""Maximum overlap of two boxes in square units: corners of round things."""


def game(seats: int) -> tuple[HansaTeutonicaView, HansaTeutonicaState]:
    players = [
        PlayerInfo(f"Player {seat}", ("red", "blue", "green", "yellow", "purple")[seat])
        for seat in range(seats)
    ]
    view, state = make_view(RULES, players, OPTIONS), RULES.new_game(seats, OPTIONS, 1)
    assert isinstance(view, HansaTeutonicaView) and isinstance(state, HansaTeutonicaState)
    view.set_board(pygame.FRect(0, 0, 711, 1000))
    for seat in range(seats):
        view.set_desk(seat, pygame.FRect(900, 200 * seat, 370, 199), False, 19)
    return view, state


def boxes(plan: Layout) -> dict[str, Box]:
    """Return the boxes of everything printed on a board."""
    found = {name: square(xy, HOUSE - 2) for name, xy in plan.houses.items()}
    for name, town in plan.towns.items():
        arms = 17 * len(town.town.countries)
        x, y = town.label
        found[f"offices of {name}"] = around(town.centre, town.width, OFFICE)
        found[f"name of {name}"] = around((x + arms / 2, y), town.banner_width + arms, BANNER - 2)
    for route in plan.side.routes:
        if route.effect:
            found[f"marker of {route.id}"] = square(plan.markers[route.id], ROUNDEL - 6)
        elif route.tavern_xy:
            found[f"tavern of {route.id}"] = around(plan.markers[route.id], *MARKER)
    found |= {f"scroll {track}": around(xy, *SCROLL) for track, xy in plan.scrolls.items()}
    found |= {f"plate of {name}": around(xy, *COUNTRY) for name, xy in plan.countries.items()}
    (left, top), (right, _) = plan.table[0], plan.table[-1]
    found["table"] = (left - 30, top - 32, right + 30, top + 50)
    (left, top), (right, _) = plan.completed[0], plan.completed[-1]
    found["completed"] = (left - 20, top - 21, right + 20, top + 21)
    found["link"] = around(plan.east_west, 118, 38)
    return found


@SIDES
def test_nothing_printed_covers_anything_else_or_leaves_the_board(side: Board) -> None:
    plan = layout(side)
    left, top, right, bottom = plan.frame
    found = boxes(plan)
    for (one, box), (other, second) in combinations(found.items(), 2):
        assert overlap(box, second) <= SLACK, f"{one} covers {other}"
    for name, box in found.items():
        inside = left - 1 <= box[0] and box[2] <= right + 1 and top - 1 <= box[1] and box[3] <= bottom + 1
        assert inside, f"{name} leaves the board at {box}"


@SIDES
def test_a_bonus_marker_leaves_the_houses_in_sight(side: Board) -> None:
    plan = layout(side)
    for route in side.routes:
        marker = around(plan.markers[route.id], *MARKER)
        if route.country or route.effect:
            continue
        for name, xy in plan.houses.items():
            assert overlap(marker, square(xy, HOUSE)) < 0.35 * HOUSE * HOUSE, f"{route.id} covers {name}"


@SIDES
def test_ships_lie_at_sea_and_towns_on_land(side: Board) -> None:
    plan = layout(side)
    for route in side.routes:
        for number in route.ships:
            name = f"house.{route.id}.{number}"
            assert at_sea(*plan.houses[name]), name
    for town in plan.towns.values():
        assert not at_sea(*town.centre), town.town.id


Linear = tuple[float, float, float]
SIGHT: dict[str, tuple[Linear, Linear, Linear]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((0.2126, 0.7152, 0.0722),) * 3,
}  # fmt: skip
"""Machado, Oliveira and Fernandes (2009), full severity; last, achromatopsia."""


def light(colour: str, sight: str) -> float:
    """Return the relative luminance of a colour with a kind of sight."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in SIGHT[sight]]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


@pytest.mark.parametrize("sight", SIGHT)
def test_the_routes_of_the_countries_are_told_apart_without_colours(sight: str) -> None:
    looks = (board_art.HOME, *LOOKS.values())
    for one, other in combinations(looks, 2):
        light_one, light_other = sorted((light(one.colour, sight), light(other.colour, sight)))
        assert (light_other + 0.05) / (light_one + 0.05) > 1.8, (one.name, other.name)
    assert len({look.dashes for look in looks}) == 3, "patterns differ besides"
    for look in looks:
        dark, bright = sorted((light(look.colour, sight), light(look.pattern, sight)))
        assert (bright + 0.05) / (dark + 0.05) > 1.8, f"the pattern of {look.name or 'home'} is seen"


def test_a_ship_differs_from_a_house_in_a_third_of_what_is_seen() -> None:
    size = (64, 64)
    ship, house = (raster(placed(name, 0, 0), (-32, -34, 64, 64), size) for name in ("shipplot", "houseplot"))
    differs = sum(
        max(abs(a - b) for a, b in zip(ship.get_at((x, y)), house.get_at((x, y)), strict=True)) > 60
        for x in range(64)
        for y in range(64)
    )
    assert differs > 64 * 64 / 3


@pytest.mark.parametrize("seats", [3, 4])
def test_everything_on_the_boards_has_a_card_that_says_what_is_particular(seats: int) -> None:
    view, state = game(seats)
    for element in view.about(state, 0):
        card = view.card(element, state)
        assert card is not None and card.title and all(card.lines), element
        assert "{" not in card.title + "".join(card.lines), element

    def told(element: str) -> str:
        card = view.card(element, state)
        assert card is not None
        return " ".join(card.lines)

    assert "permission from Cardiff or London" in told("house.conway-chester.1")
    assert "has none now" in told("house.conway-chester.1")
    assert "merchants only" in told("house.conway-isle_of_man.1")
    assert "permission" not in told("house.nottingham-york.1")
    assert "Wales" in told("town.cardiff") and "once per turn" in told("town.cardiff")
    assert "country.wales" in view.about(state, 0), "its plate has a card"
    assert "Pembroke" in told("country.wales") and "7 points" in told("country.wales")
    assert "2 prestige points" in told("office.ipswich.1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_permissions_leaders_and_ships_are_drawn_and_told(language: str) -> None:
    use_language(language)
    view, _ = game(4)
    supply = "3t2m,5t,5t,5t"
    state, took = britannia(4, supply=supply), britannia(4, supply=supply, offices="cardiff:0t")
    seat = state.active
    assert {"permits", "lead", "ships"} <= set(view.readable)
    parts = frozenset({"permits", "lead", "ships"})
    before = " ".join(view.reading(state, Read(seat, parts)))
    countries = state.edition.part["countries"]
    assert isinstance(countries, Countries)
    assert not list(permits(countries, state)) and "{" not in before
    (permit,) = permits(countries, took)
    assert (permit.town, permit.seat, permit.used) == ("cardiff", seat, False)
    (row,) = standings(countries, took, 0)
    assert (row.seat, row.towns, row.offices, row.points) == (seat, 1, 1, 7)
    free = set(usable_ships(took, seat, view._parts)) - set(usable_ships(state, seat, view._parts))
    assert free == {"conway-isle_of_man.1", "conway-isle_of_man.2"}, "Wales has opened"
    after = " ".join(view.reading(took, Read(seat, parts)))
    assert after != before and "Cardiff" in after and "{" not in after
    pictures = []
    for one in (state, took):
        canvas = pygame.Surface((711, 1000))
        view.draw_reading(canvas, one, Read(seat, parts))
        pictures.append(pygame.image.tobytes(canvas, "RGB"))
    assert pictures[0] != pictures[1]


def test_boards_without_countries_and_ships_read_as_before() -> None:
    view = make_view(RULES, [PlayerInfo("A", "red"), PlayerInfo("B", "blue"), PlayerInfo("C", "green")], {})
    assert tuple(view.readable) == ("control", "network", "chain", "claims", "open")
