"""The plain view of rules that declare nothing: a list of the position, elements as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from game import engine
from game.client.views.plain import PlainView
from game.engine.core import Event, ScoreLine
from game.engine.declared import (
    DeclaredRules,
    DeclaredState,
    Network,
    Placed,
    action,
    by_seat,
    number,
    one_of,
    pieces,
)
from game.match import PlayerInfo, players_of
from tests.client.conftest import hurried, new_match


@pytest.mark.parametrize("game", engine.rulesets())
def test_any_rules_can_be_shown_and_read_without_a_view(game: str) -> None:
    pygame.display.init()
    pygame.display.set_mode((640, 360))
    pygame.font.init()
    match, rng = new_match(game, 3), Random(6)
    view = PlainView(match.ruleset, players_of(match.record), match.state.options)
    board = pygame.FRect(0, 0, 400, 400 / view.board_aspect)
    view.set_board(board)
    for seat in range(3):
        view.set_desk(seat, pygame.FRect(400, 100 * seat, 240, 90), compact=False, unit=12)
    for _ in range(40):
        state = match.state
        if state.decision is None:
            break
        target = pygame.Surface((640, 360))
        view.draw_ground(target, state)
        view.draw_pieces(target, state, frozenset())
        for seat in range(3):
            view.draw_desk(target, seat, state, frozenset())
        assert len({tuple(target.get_at((x, y))) for x in range(0, 640, 8) for y in range(0, 360, 8)}) > 3
        assert match.players[state.actor or 0].name in view.prompt(state.decision, state)
        for legal in state.legal_actions()[:20]:
            assert view.tell_action(legal, state) and all(view.label(each, state) for each in legal.path)
        assert all(chapter.title and any(chapter.lines) for chapter in view.chapters(state))
        for event in match.play(hurried(state, rng)):
            assert view.tell_event(event, match.state) or event.kind == "turn-end"
            for place in filter(None, (event.source, event.target)):
                assert view.anchor(place, match.state)


SUITS = ("cups", "coins")
TRIANGLE = Network(
    towns={"one": (0, 0), "two": (900, 0), "three": (450, 700)},
    routes={("one", "two"): 0, ("two", "three"): 0},
)


class Trumps(DeclaredState):
    """A game with a map whose state has more than pieces and numbers of players."""

    board = TRIANGLE
    taken: list[int] = by_seat(range(9))
    trump: str = one_of(SUITS, start="coins")
    bank: int = number(range(99), start=17)
    guards: Placed = pieces("town", TRIANGLE.towns, "guard")

    @action("take")
    def take(self) -> Iterator[Event]:
        """Take a card."""
        yield from self.next_turn()

    def scores(self) -> tuple[ScoreLine, ...]:
        return (ScoreLine("taken", tuple(self.taken)),)


@pytest.fixture
def trumps() -> PlainView:
    rules = DeclaredRules("trumps", Trumps, seats=range(2, 4))
    view = PlainView(rules, [PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue")], {})
    view.set_board(pygame.FRect(0, 0, 400 * view.board_aspect, 400))
    return view


def test_a_map_also_shows_what_belongs_to_no_place_and_no_player(trumps: PlainView) -> None:
    state = trumps.ruleset.new_game(2)
    told = [line for chapter in trumps.chapters(state) for line in chapter.lines]
    assert "Trump: coins." in told and "Bank: 17." in told
    assert not [line for line in told if line.startswith(("Turn", "Over", "Taken"))]
    pygame.font.init()
    before, after = (pygame.Surface((600, 400)) for _ in range(2))
    trumps.draw_pieces(before, state, frozenset())
    state.trump = "cups"  # type: ignore[attr-defined]
    trumps.draw_pieces(after, state, frozenset())
    top = min(trumps.geometry.at(xy)[1] for xy in trumps.geometry.places.values())
    rows = {y for y in range(400) for x in range(0, 600, 2) if before.get_at((x, y)) != after.get_at((x, y))}
    assert rows and max(rows) < top, "above the places"


def test_a_route_is_activated_between_its_towns(trumps: PlainView) -> None:
    state = trumps.ruleset.new_game(2)
    for element in trumps.geometry.lines:
        route = trumps.shape(element, state)
        assert route is not None
        for town in trumps.around(element, state):
            place = trumps.shape(town, state)
            assert place is not None
            far = min((pygame.Vector2(end) - place.rect.center).length() for end in route.points)
            assert far > place.rect.width / 2
