"""The view of Hansa: every element that can be activated, moved or described has a place and a name."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot, inf
from pathlib import Path
from random import Random

import pygame
import pytest

from game.client.draw.sprites import Hurry
from game.client.views import make_view
from game.client.views.displayed import Displayed
from game.client.views.plane import Box, around, overlap, square
from game.client.words.i18n import LANGUAGES, Translator, catalogue, file_of, use_language
from game.engine.core import Event
from game.games.hansa.rules import board as facts
from game.games.hansa.rules.actions import BY_TEXT
from game.games.hansa.rules.ruleset import RULESET as RULES
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view import board_art, pieces
from game.games.hansa.view.layout import (
    BANNER,
    CARD,
    FRAME,
    HEIGHT,
    LINES,
    PANEL,
    PORTS,
    QUAY,
    SHIP,
    SLOT,
    STALL,
    WIDTH,
    bank_box,
    removed_box,
    stack,
)
from game.games.hansa.view.view import HansaView, last_turns
from game.games.hansa.view.words import Words
from game.match import PlayerInfo

pytestmark = pytest.mark.usefixtures("screen")

COLOURS = ("red", "blue", "green", "yellow")
BOARD = pygame.FRect(10, 10, 840, 600)
WINDOW = pygame.FRect(0, 0, 1280, 900)
NONE: frozenset[str] = frozenset()


def view_of(seats: int) -> HansaView:
    view = make_view(RULES, [PlayerInfo(f"Player {seat}", COLOURS[seat]) for seat in range(seats)])
    assert isinstance(view, HansaView)
    view.set_board(pygame.FRect(BOARD.x, BOARD.y, BOARD.width, BOARD.width / view.board_aspect))
    for seat in range(seats):
        height = view.desk_height(370, False, 19)
        view.set_desk(seat, pygame.FRect(880, seat * 200, 370, height), False, 19)
    return view


EAGER = {"buy": 9, "build": 3, "sell": 30, "restock": 6, "sail": 4, "end-turn": 1, "done": 2}


def moves(seats: int, seed: int, guard: str = "off") -> Iterator[tuple[HansaState, list[Event]]]:
    """Yield every state of a game between busy traders, with the events that led to it."""
    state = RULES.new_game(seats, {"stall_guard": guard}, seed)
    assert isinstance(state, HansaState)
    dice = Random(seed)
    yield state, []
    while state.actor is not None:
        legal = state.legal_actions()
        weights = [EAGER.get(action.text.split()[0], 1) for action in legal]
        yield state, state.apply(dice.choices(legal, weights)[0])


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_every_element_of_every_legal_action_has_a_shape_or_is_a_button(seats: int) -> None:
    view, buttons = view_of(seats), {"button", "amount", "markets", "colour"}
    for state, _ in moves(seats, 3):
        for element in {element for action in state.legal_actions() for element in action.path}:
            shape = view.shape(element, state)
            if shape is None:
                assert element.split(".")[0] in buttons, f"{element} has no shape"
                continue
            assert WINDOW.contains(shape.rect), f"{element} lies outside at {shape.rect}"
            assert shape.rect.width > 8 and shape.rect.height > 8, f"{element} is too small: {shape.rect}"
            assert view.on_board(element) == BOARD.colliderect(shape.rect)


@pytest.mark.parametrize("seats", (2, 4))
def test_every_place_of_every_event_has_an_anchor_in_sight(seats: int) -> None:
    view = view_of(seats)
    for state, events in moves(seats, 4):
        for event in events:
            for place in filter(None, (event.source, event.target)):
                assert WINDOW.collidepoint(view.anchor(place, state)), place
            if event.source and event.target:
                way = view.course(event, state)
                assert way[0] == view.anchor(event.source, state) and way[-1] == view.anchor(
                    event.target, state
                )
                assert view.flying(event).get_width() > 8
                assert view.flight_seconds(event) > 0, f"{event.kind} does not fly"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_asked_offered_and_told_is_in_words(language: str) -> None:
    use_language(language)
    key, view = re.compile(r"^[a-z-]+(\.[a-z0-9_-]+)+$"), view_of(4)
    texts: dict[str, str] = {}
    for state, events in moves(4, 5):
        for event in events:
            texts[f"event {event.kind} {event.target}"] = view.tell_event(event, state)
        decision = state.decision
        if decision is None:
            continue
        texts[f"decision {decision.id} {dict(decision.facts)}"] = view.prompt(decision, state)
        for action in state.legal_actions():
            texts[action.text] = view.tell_action(action, state)
            texts.update({element: view.label(element, state) for element in action.path})
        for element in ("town.riga", "warehouse.9a"):
            texts[element] = view.label(element, state)
    assert {text.split()[1] for text in texts if text.startswith("event ")} >= {
        "sell",
        "loss",
        "tax",
        "last-round",
    }
    for what, text in texts.items():
        assert "{" not in text and not key.match(text), f"{language}: {what} reads {text!r}"
        assert text or what.split()[:2] in (["event", "pay"], ["event", "turn-end"]), f"{language}: {what}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_not_offered_says_why(language: str) -> None:
    use_language(language)
    view, told = view_of(3), {}
    for state, _ in moves(3, 6):
        if state.decision is None:
            assert not any(view.why_not(element, state) for element in view.things(state))
            continue
        offered = {action.path[0] for action in state.legal_actions()}
        for element in view.things(state):
            assert view.shape(element, state) is not None, element
            if element not in offered:
                told[view.why_not(element, state)] = f"{element} in {state.decision.id}"
    for text, what in told.items():
        assert text.endswith(".") and "{" not in text and not text.startswith("reason."), f"{what}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_engine_is_in_words(language: str) -> None:
    use_language(language)
    words, found = Words([PlayerInfo(f"Player {seat}", COLOURS[seat]) for seat in range(3)]), {}
    for number, (state, _) in enumerate(moves(3, 6)):
        for action in list(BY_TEXT.values())[number % 7 :: 7]:
            reason = state.why_not(action)
            if reason is not None:
                found[words.refusal(reason, state)] = reason
    for text, reason in found.items():
        assert "{" not in text and not text.startswith("reason."), f"{reason} reads {text!r}"
    assert len({reason.id for reason in found.values()}) > 20


def test_no_reason_of_the_catalogue_is_forgotten_in_the_code() -> None:
    keys = catalogue("hansa", "en")
    folders = (Path("game/engine"), Path("game/games/hansa/rules"), Path("game/games/hansa/view"))
    code = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.py"))
    for key in keys:
        if key.startswith("reason."):
            reason = key.removeprefix("reason.").partition(".")[0]  # forms for the bank, and without a coin
            assert f'"{reason}"' in code, key


def test_a_good_that_is_sold_by_its_colour_says_so() -> None:
    view = view_of(2)
    sale = "ask=sell-more ship=riga markets=riga:1,- selling=red sold=red.1*2,- unsold=blue.1+blue.2+red.2,-"
    state = RULES.parse_position(f"hansa seats=2 {sale}")
    words = Translator("hansa")
    assert view.why_not("good.blue.1", state) == words("reason.sell-by-colour", ware=words("ware.blue"))
    assert view.why_not("good.red.2", state) == words("reason.colour-sold", ware=words("ware.red"))


def test_the_reason_names_the_rule_that_is_in_the_way() -> None:
    view, state = view_of(2), RULES.new_game(2, {"start_player": "1"}, 1)
    assert isinstance(state, HansaState)
    words = Translator("hansa")
    assert view.why_not("town.copenhagen", state) == words("reason.town-closed", town="Copenhagen")
    for town in ("riga", "reval", "danzig", "kalmar", "lubeck", "aalborg"):
        state.apply(state.parse_action(f"place {town}"))
        if town == "reval":
            assert view.why_not("town.riga", state) == words("reason.town-taken", town="Riga")
    assert view.why_not("town.copenhagen", state) == words("reason.ship-here", town="Copenhagen")
    assert view.why_not("town.riga", state) == words("reason.no-route", here="Copenhagen", town="Riga", n=3)
    away = words("reason.ship-elsewhere", town="Riga", here="Copenhagen")
    assert view.why_not("warehouse.9a", state) == away
    state.apply(state.parse_action("buy 4a"))
    assert view.why_not(f"good.{state.unsold(0)[0]}", state) == words("reason.visit-over", town="Copenhagen")
    assert view.why_not("warehouse.4a", state) == words("reason.warehouse-empty", town="Copenhagen")


def test_the_guard_against_a_standstill_is_told() -> None:
    view, state = view_of(2), RULES.new_game(2, {"stall_guard": "on"}, 1)
    dice, told = Random(1), []
    while state.actor is not None:
        legal = state.legal_actions()
        passing = [action for action in legal if action.text == "end-turn"]
        told += [view.tell_event(event, state) for event in state.apply((passing or [dice.choice(legal)])[0])]
    assert Translator("hansa")("event.stalled") in told
    assert state.outcome is not None and view.reason_text(state.outcome.reason).endswith("five rounds.")


def test_every_catalogue_has_the_same_texts_with_the_same_fields() -> None:
    def fields(entry: str | dict[str, str]) -> set[str]:
        return set(re.findall(r"{(\w+)}", entry if isinstance(entry, str) else entry["other"]))

    catalogues = {
        language: json.loads(file_of("hansa", language).read_text(encoding="utf-8")) for language in LANGUAGES
    }
    for language, entries in catalogues.items():
        assert entries.keys() == catalogues["en"].keys(), language
        for name, entry in entries.items():
            assert fields(entry) == fields(catalogues["en"][name]), f"{language}: {name}"


def test_every_option_has_a_name_a_sentence_and_its_values() -> None:
    words = Translator("hansa")
    for option in RULES.options:
        for key in (option.id, f"{option.id}.text", *(f"{option.id}.{value}" for value in option.values)):
            assert words.has(f"option.{key}"), key


def test_nothing_on_the_chart_lies_on_anything_else() -> None:
    boxes: dict[str, Box] = {"supply": PANEL}
    for town, port in PORTS.items():
        boxes[f"port of {town}"] = (port.quay[0], port.quay[1] - 20, port.quay[2], port.quay[3] + BANNER)
        boxes[f"ship at {town}"] = around(port.berth, SHIP * 0.8, SHIP * 0.6)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), f"{one} and {other}"
    inside = (FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
    for name, (left, top, right, bottom) in boxes.items():
        assert left >= inside[0] and top >= inside[1], name
        assert right <= inside[2] and bottom <= inside[3], name


def test_nothing_in_a_port_or_on_the_plank_lies_on_anything_else() -> None:
    for seats in (2, 3, 4):
        for port in PORTS.values():
            parts = [square(port.warehouse(name), SLOT) for name in port.town.warehouses]
            parts += [around(port.market(seat, seats), STALL[0], STALL[1]) for seat in range(seats)]
            assert all(overlap(port.quay, part) == pytest.approx(_area(part)) for part in parts)
            assert not any(overlap(a, b) > 0.01 for a, b in combinations(parts, 2))
    plank = [bank_box(), removed_box(), *(square(stack(n), 48) for n in range(1, facts.STACKS + 1))]
    assert all(overlap(PANEL, part) == pytest.approx(_area(part)) for part in plank)
    assert not any(overlap(a, b) for a, b in combinations(plank, 2))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def test_every_route_runs_from_its_town_to_its_goal_and_crosses_no_port_or_other_route() -> None:
    for route in facts.ROUTES:
        line = LINES[route.source, route.target]
        for town, end in ((route.source, line[0]), (route.target, line[-1])):
            left, top, right, bottom = PORTS[town].outline
            beside = hypot(max(left - end[0], 0, end[0] - right), max(top - end[1], 0, end[1] - bottom))
            assert beside < 60, f"{route} ends {beside:.0f} from {town}"
        for town, port in PORTS.items():
            assert not any(overlap(port.quay, square(xy, 4)) for xy in line), f"{route} runs through {town}"
    for (one, a), (other, b) in combinations(LINES.items(), 2):
        assert not any(_cross(*first, *second) for first in pairwise(a) for second in pairwise(b)), (
            one,
            other,
        )


def _cross(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_goods_differ_in_shape_where_they_differ_in_colour_or_barrels() -> None:
    """In greyscale: the light parts of a good are its ware and its barrels."""
    drawn = {kind: _light(pieces.good(kind, 60)) for kind in facts.GOODS}
    for one, other in combinations(drawn, 2):
        assert sum(a != b for a, b in zip(drawn[one], drawn[other], strict=True)) > 60, (
            f"{one} looks like {other}"
        )


def _light(image: pygame.Surface) -> list[bool]:
    return [
        min(image.get_at((x, y))[:3]) > 160
        for y in range(image.get_height())
        for x in range(image.get_width())
    ]


def test_a_place_where_something_is_about_to_land_still_shows_what_lay_there() -> None:
    shown = Displayed()
    assert shown.value("purse.0", 3, NONE) == 3
    assert shown.value("purse.0", 6, frozenset({"purse.0"})) == 3
    assert shown.value("purse.0", 6, NONE) == 6


def test_nobody_sees_the_barrels_of_goods_sold() -> None:
    pictures = []
    for sold in ((0, 0, 3), (2, 2, 5)):
        state = RULES.new_game(2, {}, 1)
        assert isinstance(state, HansaState)
        state.sold[1] = sold
        view, target = view_of(2), pygame.Surface((1280, 900))
        view.draw_desk(target, 1, state, NONE)
        pictures.append(pygame.image.tobytes(target, "RGB"))
    assert pictures[0] == pictures[1]


def test_the_last_round_shows_whose_turn_is_still_to_come() -> None:
    seen: list[frozenset[int]] = []
    for state, _ in moves(4, 3):
        left = last_turns(state)
        assert bool(left) == (state.last_round and state.outcome is None)
        if left and (not seen or seen[-1] != left):
            seen.append(left)
    assert (state.start - 1) % 4 in seen[-1], "the last turn is that of the player before the first one"
    assert [len(left) for left in seen] == list(range(len(seen[0]), 0, -1))


def test_prices_and_open_routes_are_on_the_chart_before_anything_is_chosen() -> None:
    view = view_of(3)
    state = next(s for s, _ in moves(3, 8) if s.decision and s.decision.id == "turn" and s.warehouse("9a"))
    seat = state.turn_seat
    assert seat is not None
    tag = view.geometry.at(PORTS["riga"].tag)
    start = state.ship_town
    half = LINES[start, state.destinations()[0]]
    coin = view.geometry.at(half[len(half) // 2])
    pictures = []
    for coins in (0, 5):
        state.coins[seat] = coins
        target = pygame.Surface((900, 640))
        view.prepare_ground(pygame.FRect(target.get_rect()), Hurry(inf))
        view.draw_ground(target, state)
        view.draw_pieces(target, state, NONE)
        pictures.append((_near(target, tag), _near(target, coin)))
    bare = pygame.Surface((900, 640))
    view.picture.show(bare, view.geometry.rect)
    assert pictures[0][0] != _near(bare, tag), "no price at Riga"
    assert pictures[0][1] != pictures[1][1], "the open route looks like a closed one"


def _near(image: pygame.Surface, xy: tuple[float, float]) -> bytes:
    around_it = pygame.Rect(0, 0, 16, 10)
    around_it.center = round(xy[0]), round(xy[1])
    return pygame.image.tobytes(image.subsurface(around_it), "RGB")


def test_the_chart_is_drawn_once_for_a_size_and_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    board_art.ground.cache_clear()
    view = view_of(3)
    state = RULES.new_game(3, {}, 2)
    deque(view.picture.in_advance(), maxlen=0)
    drawn: list[tuple[int, int]] = []
    draw = view.picture._draw

    def noted(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface | None]:
        drawn.append(size)
        return draw(part, size)

    monkeypatch.setattr(view.picture, "_draw", noted)
    target = pygame.Surface((900, 640))
    target.fill((255, 0, 255))
    for left in (10, 14, 18):
        view.set_board(pygame.FRect(left, 10, 840, 600))
        view.prepare_ground(pygame.FRect(target.get_rect()), Hurry(inf))
        view.draw_ground(target, state)
        view.draw_pieces(target, state, NONE)
    assert sum(width * height for width, height in drawn) == 840 * 600
    board = target.subsurface(pygame.Rect(18, 10, 840, 600))
    assert pygame.mask.from_threshold(board, (255, 0, 255), (1, 1, 1, 255)).count() == 0


def test_the_ship_looks_where_it_sails() -> None:
    view = view_of(2)
    east = view.flying(Event("sail", 0, "ship", "town.copenhagen", "town.danzig", 1))
    west = view.flying(Event("sail", 0, "ship", "town.kalmar", "town.copenhagen", 1))
    flipped = pygame.transform.flip(west, True, False)
    assert pygame.image.tobytes(east, "RGBA") == pygame.image.tobytes(flipped, "RGBA")
    assert pygame.image.tobytes(east, "RGBA") != pygame.image.tobytes(west, "RGBA")


def test_the_quays_are_as_high_as_their_markets_need() -> None:
    assert 2 * STALL[1] <= QUAY - 10 and SLOT <= QUAY - 10


CARDED = "seats=2 extra_card=on markets=riga:3+reval:1,danzig:2 sold=red.1*2,blue.3 unsold=-,green.1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_extra_card_says_what_it_brings_and_who_leads(language: str) -> None:
    use_language(language)
    view, state = view_of(2), RULES.parse_position(f"hansa {CARDED}")
    assert isinstance(state, HansaState)
    assert view.shape("card", state) is not None and "card" in view.about(state, 0)
    card = view.card("card", state)
    assert card is not None and len(card.lines) == 5
    stack, opener, most, single, _ = card.lines
    words = Translator("hansa")
    assert "2" in stack and words("card.now", owners=words("town.owner", name="Player 0", n=3)) in stack
    assert words("card.nobody") in opener and "Player 0 2" in most
    assert words("card.hidden") in single and "Player" not in single
    assert any(card.lines == chapter.lines for chapter in view.chapters(state))


def test_what_is_sold_with_one_barrel_counts_in_sight_only_at_the_end() -> None:
    view = view_of(2)
    state, over = (
        RULES.parse_position(f"hansa {CARDED} stacks=0,0,0,0,3 opener=1{end}") for end in ("", " ask=over")
    )
    assert isinstance(state, HansaState) and isinstance(over, HansaState)
    assert view.points(0, state) == f"{2 * 4 + 2 * 2 + 2 + 4}+"
    assert view.points(0, over) == str(2 * 4 + 2 * 2 + 2 + 4 + 5)
    card = view.card("card", over)
    assert card is not None and "Player 0" in card.lines[3] and "Player 1" in card.lines[1]


def test_a_game_without_the_extra_card_has_none_on_the_board() -> None:
    view, state = view_of(2), RULES.new_game(2, {}, 1)
    assert isinstance(state, HansaState) and "card" not in view.about(state, 0)


def test_the_extra_card_lies_on_nothing_else() -> None:
    for port in PORTS.values():
        left, top, right, bottom = port.outline
        assert not overlap(CARD, (left, top, right, bottom)), port.town.id
        assert not overlap(CARD, around(port.berth, SHIP * 0.8, SHIP * 0.6)), port.town.id
    assert not overlap(CARD, PANEL)
