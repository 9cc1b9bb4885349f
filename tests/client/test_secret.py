"""Mission cards at the table: visible only while their owner holds the player board's shield, or the key."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pygame
import pytest

from game import engine
from game.client.app.accessibility import elements
from game.client.app.app import App
from game.client.app.gestures import HOLD_SECONDS
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.record import write
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import COLOURS, Computer, Match, Person, PlayerInfo

Opened = Callable[..., App]
NAMES = ("Anna", "Ben", "Carla")


def match_of(*computers: int) -> Match:
    players = [PlayerInfo(name, colour) for name, colour in zip(NAMES, COLOURS, strict=False)]
    controllers = [Computer("easy", 1) if seat in computers else Person() for seat in range(3)]
    options = {"missions": "on", "start_player": "1"}
    rules = engine.ruleset("hansa-teutonica")
    return Match.start("m" * 8, rules, players, options, 3, controllers=controllers)


def laid(app: App, match: Match) -> TableScene:
    table = TableScene(app, match)
    app.push(table)
    app.step()
    app.step()
    return table


def towns_of(table: TableScene, seat: int) -> list[str]:
    """Return the names of the towns on a seat's card."""
    state = table.match.state
    assert isinstance(state, HansaTeutonicaState)
    card = table.view.secret(seat, state)
    assert card is not None
    return [line.partition(":")[0] for line in card.lines[:3]]


def shield(table: TableScene, seat: int) -> tuple[int, int]:
    x, y = table.view.about(table.match.state, seat)[f"seat.{seat}"].rect.center
    return round(x), round(y)


def press(app: App, at: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the button down long enough."""
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    app.step()
    later = time.monotonic() + HOLD_SECONDS + 1
    with monkeypatch.context() as clock:
        clock.setattr(time, "monotonic", lambda: later)
        app.step()


def release(app: App, at: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    app.step()


def key(app: App, kind: int, name: int = pygame.K_c) -> None:
    pygame.event.post(pygame.event.Event(kind, key=name, mod=0, unicode=""))
    app.step()


def listed(table: TableScene, towns: Sequence[str]) -> bool:
    """Return whether the accessibility list has the card."""
    return any(all(town in element.label for town in towns) for element in elements(table))


@pytest.mark.parametrize(("size", "ratio"), [((1280, 720), 1), ((1170, 2532), 3)])
def test_the_card_is_seen_while_the_own_shield_is_held_and_no_longer(
    open_app: Opened, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = laid(app, match_of(1, 2))
    towns, at = towns_of(table, 0), shield(table, 0)
    assert table.secret.card is None and not listed(table, towns)
    press(app, at, monkeypatch)
    assert table.secret.card is not None and listed(table, towns)
    release(app, at)
    assert table.secret.card is None and not listed(table, towns)


def test_the_card_is_seen_while_the_key_is_held_and_no_longer(open_app: Opened) -> None:
    app = open_app()
    table = laid(app, match_of(1, 2))
    key(app, pygame.KEYDOWN)
    assert listed(table, towns_of(table, 0))
    key(app, pygame.KEYUP)
    assert table.secret.card is None and not listed(table, towns_of(table, 0))
    key(app, pygame.KEYDOWN)
    key(app, pygame.KEYDOWN, pygame.K_b)
    assert table.secret.card is None, "another key"


def test_pointing_and_touching_show_nothing_of_it(open_app: Opened) -> None:
    app = open_app()
    table = laid(app, match_of(1, 2))
    towns, (x, y) = towns_of(table, 0), shield(table, 0)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        fields = {"pos": (x, y), "touch": False}
        fields |= {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, fields))
        app.step()
        assert table.secret.card is None and not listed(table, towns)
    card = table.view.card("seat.0", table.match.state)
    assert card is not None and not any(town in card.spoken for town in towns)


def test_of_several_people_at_one_screen_only_who_is_to_decide_can_look(
    open_app: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table = laid(app, match_of())
    assert table.match.state.actor == 0 and table.secret.owner == 0
    table.desks.peeked = 1
    table.layout(table.app.metrics)
    press(app, shield(table, 1), monkeypatch)
    assert table.secret.card is None
    release(app, shield(table, 1))
    key(app, pygame.KEYDOWN)
    assert listed(table, towns_of(table, 0)) and not listed(table, towns_of(table, 1))


def test_while_the_table_is_handed_on_nobody_can_look(
    open_app: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(handover="on")
    table = laid(app, match_of())
    monkeypatch.setattr(table.secret, "_handover", SimpleNamespace(up=True))
    key(app, pygame.KEYDOWN)
    assert table.secret.owner is None and table.secret.card is None


def test_the_card_of_somebody_elsewhere_is_not_shown_even_if_it_could_be_guessed(open_app: Opened) -> None:
    match = match_of(1, 2)
    seen = engine.ruleset("hansa-teutonica").parse_position(match.state.position(0))
    table = laid(open_app(), match)
    assert table.view.secret(0, seen) is not None
    assert table.view.secret(1, seen) is None and table.view.secret(2, seen) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_at_the_table_tells_a_mission_before_the_end(open_app: Opened, language: str) -> None:
    """Chapters, cards, events, reports and saves do not contain it."""
    use_language(language)
    app = open_app()
    table = laid(app, match_of(1, 2))
    state, view = table.match.state, table.view
    told = [line for chapter in view.chapters(state) for line in (chapter.title, *chapter.lines)]
    told += [view.points(seat, state) for seat in range(3)] + [app.report(), write(table.match.record)]
    told += [card.spoken for seat in range(3) if (card := view.card(f"seat.{seat}", state)) is not None]
    for seat in range(3):
        assert not any(all(town in text for town in towns_of(table, seat)) for text in told)
    assert not any("missions" in line.id for line in state.scores())
    assert view.score_label("missions") != "score.missions"
