"""The plain view of rules that declare nothing: a list of the position, elements as buttons."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game import engine
from game.client.views.plain import PlainView
from game.match import players_of
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
        for action in state.legal_actions()[:20]:
            assert view.tell_action(action, state) and all(view.label(each, state) for each in action.path)
        assert all(chapter.title and any(chapter.lines) for chapter in view.chapters(state))
        for event in match.play(hurried(state, rng)):
            assert view.tell_event(event, match.state) or event.kind == "turn-end"
            for place in filter(None, (event.source, event.target)):
                assert view.anchor(place, match.state)
