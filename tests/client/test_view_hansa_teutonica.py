"""The view of Hansa Teutonica: every element that can be activated, moved or described has a place and a
name."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from math import inf
from random import Random

import pygame
import pytest

from game.client.draw.canvas import Canvas
from game.client.draw.sprites import Hurry
from game.client.views import make_view
from game.client.views.picture import TILE, Picture
from game.client.views.plane import contains, overlap, square
from game.client.words.i18n import LANGUAGES, Translator, file_of, use_language
from game.engine.core import Action, Event
from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.expansions.pawn.regions import regions
from game.games.hansa_teutonica.rules.board import MARKERS, Board
from game.games.hansa_teutonica.rules.editions import EDITIONS, PRESETS, printed
from game.games.hansa_teutonica.rules.position import Pieces
from game.games.hansa_teutonica.rules.ruleset import RULESET as RULES
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import board_art
from game.games.hansa_teutonica.view.desk import Holdings
from game.games.hansa_teutonica.view.layout import HOUSE, OFFICE, layout
from game.games.hansa_teutonica.view.reading import claimable
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import PlayerInfo

pytestmark = pytest.mark.usefixtures("screen")

BACK = printed("back")
BRITANNIA_3 = printed("britannia_3")
FRONT = printed("front")
SIDES = tuple({row.board.id: row.board.read() for row in EDITIONS}.values())
"""Every printed board."""

COLOURS = ("red", "blue", "green", "yellow", "purple")
SETUPS: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {"two_players": "pawn"}),
    (2, {"two_players": "pawn", "provinces": "A", "pawn_walk": "any"}),
    (2, {"two_players": "neutral-it"}),
    (2, {"two_players": "neutral-pt"}),
    (3, {}),
    (4, {"swap": "own"}),
    (5, {}),
    (3, {**PRESETS["East 2010"], "green_swap": "any"}),
    (4, PRESETS["East 2010"]),
    (3, PRESETS["Britannia 2014"]),
    (5, PRESETS["Britannia 2014"]),
)
BOARD = pygame.FRect(10, 10, 880, 620)
WINDOW = pygame.FRect(0, 0, 1280, 1000)


def view_of(seats: int, options: Mapping[str, str] | None = None) -> HansaTeutonicaView:
    players = [PlayerInfo(f"Player {seat}", COLOURS[seat]) for seat in range(seats)]
    view = make_view(RULES, players, options)
    assert isinstance(view, HansaTeutonicaView)
    width = min(BOARD.width, (WINDOW.height - 2 * BOARD.y) * view.board_aspect)
    view.set_board(pygame.FRect(BOARD.x, BOARD.y, width, width / view.board_aspect))
    top = 0.0
    for seat in range(seats):
        height = view.desk_height(370, False, 19)
        view.set_desk(seat, pygame.FRect(900, top, 370, min(height, 199)), False, 19)
        top += 200
    return view


EAGER = {
    "claim": 50, "office": 9, "extra-office": 9, "improve": 9, "table": 9, "no-benefit": 0.1, "use": 2,
    "place": 6, "income": 3, "displace": 1.5, "lift": 0.3, "set": 2, "end-turn": 0.3, "walk": 0.5,
    "step": 0.5, "decline": 0.3,
}  # fmt: skip


def moves(
    seats: int, options: Mapping[str, str], seed: int
) -> Iterator[tuple[HansaTeutonicaState, list[Event]]]:
    """Yield every state of a game between players who fill and claim routes, with the events that led to
    it."""
    state = RULES.new_game(seats, options, seed)
    assert isinstance(state, HansaTeutonicaState)
    dice = Random(seed)
    yield state, []
    for _ in range(1500):
        if state.actor is None:
            return
        by_verb: dict[str, list[Action]] = {}
        for action in state.legal_actions():
            by_verb.setdefault(action.text.split()[0], []).append(action)
        verb = dice.choices(list(by_verb), [EAGER.get(verb, 1) for verb in by_verb])[0]
        choices = by_verb[verb]
        if verb in ("place", "set", "relocate"):
            routes = [action.path[-1].split(".")[1] for action in choices]
            filled = {route: own_pieces(state, route) for route in set(routes)}
            wishes = [(filled[route], dice.random()) for route in routes]
            choices = [choices[wishes.index(max(wishes))]]
        yield state, state.apply(dice.choice(choices))


def own_pieces(state: HansaTeutonicaState, route: str) -> int:
    """Return the number of the actor's pieces on the route less the others' there."""
    pieces = [piece for piece in state.route_pieces(route) if piece is not None]
    return sum(1 if piece.seat == state.actor else -2 for piece in pieces)


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_element_of_every_legal_action_has_a_shape_or_is_a_button(
    seats: int, options: Mapping[str, str]
) -> None:
    view = view_of(seats, options)
    shown = {"button", "amount", "piece"}
    for number, (state, _) in enumerate(moves(seats, options, 3)):
        if number % 4:
            continue
        for element in {element for action in state.legal_actions() for element in action.path}:
            shape = view.shape(element, state)
            if shape is None:
                assert element.split(".")[0] in shown, f"{element} has no shape"
            else:
                assert WINDOW.contains(shape.rect), f"{element} lies outside at {shape.rect}"
                assert shape.rect.width > 3 and shape.rect.height > 3


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_place_of_every_event_has_an_anchor_in_sight(seats: int, options: Mapping[str, str]) -> None:
    view = view_of(seats, options)
    for state, events in moves(seats, options, 4):
        for event in events:
            for place in (event.source, event.target):
                if place:
                    assert WINDOW.collidepoint(view.anchor(place, state)), place
            if event.piece:
                assert view.piece(event.piece, event.seat).get_width() > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_asked_offered_and_told_is_in_words(language: str) -> None:
    use_language(language)
    key = re.compile(r"^[a-z-]+(\.[a-z0-9_-]+)+$")
    for seats, options in SETUPS:
        view = view_of(seats, options)
        texts: dict[str, str] = {}
        for number, (state, events) in enumerate(moves(seats, options, 5)):
            for event in events:
                texts[f"event {event.kind}"] = view.tell_event(event, state)
            decision = state.decision
            if decision is None or number % 6:
                continue
            texts[f"decision {decision.id} {dict(decision.facts)}"] = view.prompt(decision, state)
            for action in state.legal_actions():
                if action.text not in texts:
                    texts[action.text] = view.tell_action(action, state)
                    texts.update({element: view.label(element, state) for element in action.path})
        for what, text in texts.items():
            assert "{" not in text and not key.match(text), f"{language}: {what} reads {text!r}"
            assert text or what.startswith("event "), f"{language}: {what} has no words"


def test_all_languages_have_the_same_texts_with_the_same_fields() -> None:
    def entries(language: str) -> dict[str, set[str]]:
        path = file_of("hansa-teutonica", language)
        return {
            key: set(re.findall(r"{(\w+)}", json.dumps(entry)))
            for key, entry in json.loads(path.read_text(encoding="utf-8")).items()
        }

    english = entries("en")
    for language in LANGUAGES:
        assert entries(language) == english, language


def test_every_option_score_row_and_end_reason_is_explained() -> None:
    words = Translator("hansa-teutonica")
    for option in RULES.options:
        for key in (option.id, f"{option.id}.text", *(f"{option.id}.{value}" for value in option.values)):
            assert words.has(f"option.{key}"), key
    for preset in RULES.presets:
        assert words.has(f"preset.{preset}")
    state = RULES.new_game(3, {}, 1)
    view = view_of(3)
    for line in state.scores():
        assert not view.score_label(line.id).startswith("score.")
    for reason in ("points", "markers", "completed"):
        assert not view.reason_text(reason).startswith("reason.")


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.id)
def test_no_house_or_office_covers_another(side: Board) -> None:
    plan = layout(side)
    targets = {name: square(xy, HOUSE - 4) for name, xy in plan.houses.items()}
    for town in plan.towns.values():
        for number, xy in enumerate(town.offices, 1):
            targets[f"office.{town.town.id}.{number}"] = square(xy, OFFICE)
    names = list(targets)
    for index, one in enumerate(names):
        for other in names[:index]:
            assert not overlap(targets[one], targets[other]), f"{one} covers {other}"
    assert all(
        plan.frame[0] <= box[0]
        and box[2] <= plan.frame[2]
        and plan.frame[1] <= box[1]
        and box[3] <= plan.frame[3]
        for box in targets.values()
    )


def test_the_prestige_track_has_a_hundred_cells_with_its_corners_where_they_are_printed() -> None:
    plan = layout(FRONT)
    assert len(plan.score) == 100
    assert plan.score[0][2] == plan.width and plan.score[0][1] == 0
    assert plan.score[20][2] == plan.width and plan.score[20][3] == 1000
    assert plan.score[50][0] == 0 and plan.score[50][3] == 1000
    assert plan.score[70][0] == 0 and plan.score[70][1] == 0
    plan = layout(BRITANNIA_3)
    assert len(plan.score) == 100 and plan.width == 1000
    assert plan.score[0][0] == 0 and plan.score[0][1] == 0
    assert plan.score[20][2] == plan.width and plan.score[20][1] == 0
    assert plan.score[50][2] == plan.width and plan.score[50][3] == plan.height
    assert plan.score[70][0] == 0 and plan.score[70][3] == plan.height


@pytest.mark.parametrize("preset", PROVINCES)
def test_the_pawn_stands_inside_its_province(preset: str) -> None:
    areas = regions(layout(BACK), preset)
    assert set(areas) == {province.id for province in PROVINCES[preset]}
    for area in areas.values():
        assert contains(area.outline, *area.middle), area.id
        inner = [other for other in areas.values() if other.id.startswith("I") and other.id != area.id]
        assert not any(contains(other.outline, *area.middle) for other in inner), area.id


def test_a_piece_in_flight_is_left_out_of_the_board() -> None:
    view = view_of(3)
    state = RULES.new_game(3, {"start_player": "1"}, 1)
    picture = pygame.Surface((900, 660))
    place = "house.emden-osnabrueck.2"
    x, y = (round(v) for v in view.anchor(place, state))
    view.prepare_ground(pygame.FRect(picture.get_rect()), Hurry(inf))
    view.draw_ground(picture, state)
    view.draw_pieces(picture, state, frozenset())
    empty = picture.get_at((x, y + 2))
    state.apply(state.parse_action("place trader emden-osnabrueck.2"))
    view.draw_ground(picture, state)
    view.draw_pieces(picture, state, frozenset({place}))
    assert picture.get_at((x, y + 2)) == empty
    view.draw_ground(picture, state)
    view.draw_pieces(picture, state, frozenset())
    assert picture.get_at((x, y + 2)) != empty


def test_the_pawn_is_spoken_of_only_where_there_is_one() -> None:
    for seats, options in SETUPS:
        prompts = [
            view_of(seats, options).prompt(state.decision, state)
            for state, _ in moves(seats, options, 3)
            if state.decision is not None and state.turn_number < 6
        ]
        with_pawn = seats == 2 and "neutral" not in options.get("two_players", "pawn")
        assert any("pawn" in prompt for prompt in prompts) == with_pawn, (seats, options)


def test_what_flies_to_a_desk_is_not_on_it_before_it_lands() -> None:
    view, last = view_of(3), dict[int, bytes]()

    def header(seat: int, state: HansaTeutonicaState, hidden: frozenset[str]) -> bytes:
        picture = pygame.Surface(WINDOW.size)
        view.draw_desk(picture, seat, state, hidden)
        return pygame.image.tobytes(picture.subsurface((910, 200 * seat + 8, 350, 20)), "RGB")

    for state, events in moves(3, {}, 5):
        for event in events:
            if event.kind == "displaced" and event.seat is not None:
                flying = header(event.seat, state, frozenset([event.target]))
                assert flying == last[event.seat] != header(event.seat, state, frozenset())
                return
        last = {seat: header(seat, state, frozenset()) for seat in range(3)}
    raise AssertionError("nobody was displaced")


def test_the_ground_is_drawn_once_for_each_size_and_never_for_a_move() -> None:
    drawn: list[tuple[int, int]] = []

    def draw(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface | None]:
        drawn.append(size)
        yield None
        yield pygame.Surface(size)

    picture = Picture(1415.6, 1000, draw)
    window = pygame.FRect(0, 0, 300, 200)
    for rect in ((0, 0, 283, 200), (0, 0, 283, 200), (-100, -80, 424.7, 300), (-90, -70, 424.7, 300)):
        assert picture.prepare(window, pygame.FRect(rect), Hurry(inf))
    whole = [(TILE, TILE), (283 - TILE, TILE), (TILE, 200 - TILE), (283 - TILE, 200 - TILE)]
    assert sorted(drawn[:4]) == sorted(whole) and len(drawn) == 4 + 6, "four tiles, then two rows of three"


def test_the_ground_in_tiles_is_what_would_be_drawn_at_once() -> None:
    rect, window = pygame.FRect(-900, -700, 2852.4, 2000), pygame.Rect(0, 0, 640, 400)
    view, state = view_of(4), RULES.new_game(4, {}, 1)
    target = pygame.Surface(window.size)
    view.set_board(rect)
    assert not view.prepare_ground(pygame.FRect(window), Hurry(0.0)), "more than one tile"
    assert view.prepare_ground(pygame.FRect(window), Hurry(inf)), "and an end"
    view.draw_ground(target, state)
    part = pygame.FRect(450, 350, 320, 200)
    *_, whole = board_art.picture(layout(FRONT), "", part, window.size)
    assert whole is not None
    pairs = zip(pygame.image.tobytes(target, "RGB"), pygame.image.tobytes(whole, "RGB"), strict=True)
    assert sum(abs(one - other) > 24 for one, other in pairs) < 40, "but for single pixels of smooth edges"


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.id)
def test_the_longest_row_of_offices_is_whole_wherever_a_tile_ends(side: Board) -> None:
    """In particular London's, next to whose middle a tile ends."""
    plan = layout(side)
    box = max(plan.towns.values(), key=lambda town: town.width)
    x, y = box.centre
    wide, high = round(box.width / 2) * 2, 40
    row = pygame.Rect(round(x) - wide // 2, round(y) - high // 2, wide, high)
    *_, whole = board_art.picture(plan, "", pygame.FRect(row), row.size)
    for end in (pygame.Rect(row.topleft, (4, high)), pygame.Rect(row.right - 4, row.top, 4, high)):
        *_, tile = board_art.picture(plan, "", pygame.FRect(end), end.size)
        assert whole is not None and tile is not None
        part = whole.subsurface(end.move(-row.x, -row.y))
        pairs = zip(pygame.image.tobytes(tile, "RGB"), pygame.image.tobytes(part, "RGB"), strict=True)
        assert sum(abs(one - other) > 40 for one, other in pairs) < 40, box.town.id


def test_ground_not_drawn_yet_is_stretched_from_the_whole_board_at_another_size() -> None:
    def draw(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface]:
        tile = pygame.Surface(size)
        tile.fill((round(part.centerx / 1400 * 255), round(part.centery / 1000 * 255), 0))
        yield tile

    picture, window = Picture(1400, 1000, draw), pygame.FRect(0, 0, 1400, 1000)
    near, target = pygame.FRect(-1000, -1000, 4200, 3000), pygame.Surface((1400, 1000))
    assert not picture.ready, "nothing is known of the board"
    assert picture.prepare(window, pygame.FRect(window), Hurry(inf))
    deque(picture.show_below(target, near, pygame.Rect(0, 0, 0, 0), smoothly=False), maxlen=0)
    red, green, blue, _ = target.get_at((700, 500))
    assert abs(red - 1700 / 4200 * 255) < 25 and abs(green - 1500 / 3000 * 255) < 25 and blue == 0


def test_on_a_slow_phone_no_part_of_the_board_is_missing_for_long() -> None:
    """The whole of it is soon there, with lower resolution at first."""

    def draw(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface]:
        tile = pygame.Surface(size)
        tile.fill((255, 0, 0))
        yield tile

    picture, place = Picture(1400, 1000, draw), pygame.FRect(0, 0, 1400, 1000)
    for _ in range(12):
        assert not picture.prepare(place, place, Hurry(0)), "one tile at a time"
    target = pygame.Surface((1400, 1000))
    deque(picture.show_below(target, place, pygame.Rect(0, 0, 0, 0), smoothly=False), maxlen=0)
    assert all(target.get_at((x, y))[0] == 255 for x in (5, 700, 1390) for y in (5, 500, 990))
    assert any(picture.prepare(place, place, Hurry(0)) for _ in range(60)), "in the end it is sharp"


def test_desks_show_what_a_seat_holds() -> None:
    view = view_of(3)
    state = RULES.new_game(3, {"start_player": "1"}, 1)
    image = pygame.Surface((1280, 700))
    view.draw_desk(image, 0, state, frozenset())
    before = pygame.image.tobytes(image, "RGB")
    state.apply(state.parse_action("place trader emden-osnabrueck.2"))
    view.draw_desk(image, 0, state, frozenset())
    assert pygame.image.tobytes(image, "RGB") != before


def test_the_frame_of_a_track_takes_in_its_last_level() -> None:
    """The Actions have the most: a highlight around them hides no number."""
    view = view_of(3)
    state = RULES.new_game(3, {"start_player": "1"}, 1)
    view.set_desk(0, pygame.FRect(0, 0, 380, 230), False, 16)
    row, pile = view.shape("track.actiones", state), view.shape("supply.trader", state)
    assert row is not None and pile is not None
    first, last = (view.anchor(f"desk.0.actiones.{level}", state)[0] for level in (5, 6))
    assert row.rect.right >= last + (last - first) / 2, "half a level beyond the middle of the last"
    assert not row.rect.colliderect(pile.rect)


@pytest.mark.parametrize(("width", "strip"), [(390, True), (320, True), (300, False)])
@pytest.mark.parametrize("unused", [1, 3, 6])
@pytest.mark.parametrize("plate", [(), ("swap_offices", "")])
def test_many_bonus_markers_stay_within_their_row(
    width: int, strip: bool, unused: int, plate: tuple[str, ...]
) -> None:
    view, canvas = view_of(3), Canvas((800, 800))
    view.set_desk(0, pygame.FRect(0, 0, width, 64 if strip else 200), compact=False, unit=14, strip=strip)
    desk, kinds = view.desks[0], [kind for kind in MARKERS if kind]
    held = {kind: 2 for kind in kinds[:unused]}
    spent = {kind: 1 for kind in kinds[: 7 - unused]}
    row, none = desk.markers(), Pieces(0, 0)
    desk._draw_row(canvas, Holdings(none, none, (), held, spent, plate))
    drawn = [pygame.Rect(mark[1]) for mark in canvas.marks]
    assert len(drawn) >= 7
    assert min(box.left for box in drawn) >= row.left - 1 and max(box.right for box in drawn) <= row.right + 1


def test_everything_on_the_board_of_the_east_has_a_card() -> None:
    view = view_of(3, PRESETS["East 2010"])
    state = RULES.new_game(3, PRESETS["East 2010"], 1)
    assert isinstance(state, HansaTeutonicaState)
    for element in view.about(state, 0):
        card = view.card(element, state)
        assert card is not None and card.title and all(card.lines), element
        assert "{" not in card.title + "".join(card.lines), element
    ship = view.card("house.danzig-malmoe.4", state)
    assert ship is not None and "merchants only" in ship.lines[0]
    printed = view.card("effect.malmoe-visby", state)
    assert printed is not None and "Belgard, Waren, Dresden" in printed.lines[0]
    link = view.card("east-west", state)
    assert link is not None and "Lübeck and Danzig" in link.lines[0]
    said = "\n".join("\n".join(chapter.lines) for chapter in view.chapters(state))
    assert "Königsberg table" in said and "A green town." in said


def test_a_route_with_ships_can_be_claimed_only_with_merchants_for_them() -> None:
    state = RULES.new_game(3, PRESETS["East 2010"], 1)
    assert isinstance(state, HansaTeutonicaState) and state.actor is not None
    state.actions_left = 5
    routes = [route for route, _ in claimable(state, state.actor)]
    assert "danzig-malmoe" in routes, "one ship, one merchant"
    assert "wismar-stralsund" not in routes, "two ships"


def test_two_who_draw_a_picture_in_turn_at_different_sizes_both_finish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A list draws its small images while the whole board is prepared, on a device that draws one step a
    frame."""
    monkeypatch.setattr("game.client.views.picture.STEP", -1.0)

    def draw(part: pygame.FRect, size: tuple[int, int]) -> Iterator[pygame.Surface | None]:
        for _ in range(5):
            yield None
        yield pygame.Surface(size)

    picture, place = Picture(1400, 1000, draw), pygame.FRect(0, 0, 140, 100)
    in_advance, steps, listed = picture.in_advance(), 0, False
    while steps < 1000 and (next(in_advance, 7) != 7 or not listed):
        steps += 1
        listed = listed or picture.prepare(place, place, Hurry(0.0))
    assert listed and next(in_advance, 7) == 7
