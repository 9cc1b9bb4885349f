"""On a phone that shows the whole board, seats are distinguished without colour: by outline and by mark."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pygame
import pytest

from game.client.app.app import App
from game.client.draw import theme
from game.client.table.table import TableScene
from game.match import COLOURS

from .conftest import Person, new_match

SEATS = 5
RATIO = 3


Pieces = dict[str, dict[str, pygame.Surface]]


@pytest.fixture
def pieces(open_app: Callable[..., App]) -> Pieces:
    """A trader and a merchant of each seat and a neutral one, as on the whole board on an upright phone."""
    table = shown(open_app, "hansa-teutonica", SEATS)
    owners = {**{COLOURS[seat]: seat for seat in range(SEATS)}, "neutral": None}
    drawn = {
        kind: {colour: table.view.piece(kind, seat) for colour, seat in owners.items()}
        for kind in ("trader", "merchant")
    }
    assert drawn["trader"]["red"].get_width() < 12 * RATIO, "the board is enlarged"
    return drawn


def shown(open_app: Callable[..., App], game: str, seats: int) -> TableScene:
    """Return the table on an upright phone, with the whole board visible."""
    app = open_app((390 * RATIO, 844 * RATIO), RATIO)
    table = TableScene(app, new_match(game, seats))
    app.push(table)
    app.step()
    if not table.stage.at_home:
        Person(app).click("whole")
    assert table.stage.at_home
    return table


def marks(piece: pygame.Surface, colour: str) -> pygame.mask.Mask:
    """Return the mask where a grey image of the piece is nearer to its mark's grey than to its ground's."""
    seat = theme.SEAT_COLOURS[colour]
    grey = [sum(tone) / 3 for tone in (seat.ink, seat.fill)]
    found = pygame.mask.Mask(piece.get_size())
    for x in range(piece.get_width()):
        for y in range(piece.get_height()):
            pixel = piece.get_at((x, y))
            shade = sum(pixel[:3]) / 3
            if pixel.a > 127 and abs(shade - grey[0]) < abs(shade - grey[1]):
                found.set_at((x, y))
    return found


def apart(one: pygame.mask.Mask, other: pygame.mask.Mask) -> int:
    """Return the number of pixels in which they differ."""
    return one.count() + other.count() - 2 * one.overlap_area(other, (0, 0))


@pytest.mark.parametrize("kind", ["trader", "merchant"])
def test_outlines_of_different_seats_differ(pieces: Pieces, kind: str) -> None:
    outlines = {colour: pygame.mask.from_surface(piece) for colour, piece in pieces[kind].items()}
    del outlines["neutral"]  # belongs to no seat
    for one, other in combinations(outlines, 2):
        assert apart(outlines[one], outlines[other]) > outlines[one].count() * 0.05, (one, other)


def assert_marks_differ(pieces: dict[str, pygame.Surface]) -> None:
    found = {colour: marks(piece, colour) for colour, piece in pieces.items()}
    for one, other in combinations(found, 2):
        area = pygame.mask.from_surface(pieces[one]).count()
        assert apart(found[one], found[other]) > area * 0.06, (one, other)


@pytest.mark.parametrize("kind", ["trader", "merchant"])
def test_marks_of_different_seats_differ_in_grey(pieces: Pieces, kind: str) -> None:
    assert_marks_differ(pieces[kind])


def test_marks_on_markets_of_different_seats_differ_in_grey(open_app: Callable[..., App]) -> None:
    table = shown(open_app, "hansa", 4)
    assert_marks_differ({colour: table.view.piece("market", seat) for seat, colour in enumerate(COLOURS[:4])})


def test_a_trader_is_still_no_merchant(pieces: Pieces) -> None:
    for colour, trader in pieces["trader"].items():
        cube, disc = (pygame.mask.from_surface(piece) for piece in (trader, pieces["merchant"][colour]))
        assert apart(cube, disc) > cube.count() * 0.1, colour
