"""Only changes are painted, and the screen always equals a complete repaint."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from copy import copy
from math import inf
from pathlib import Path

import pygame
import pytest

from game.client.app import app as app_module
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import canvas
from game.client.draw.canvas import Canvas, Screen, differing, paint, together
from game.client.draw.sprites import hurry, sprite
from game.client.pages.title import TitleScene
from game.client.stage import stage
from tests.client.conftest import Person, hurried, new_match

pytestmark = pytest.mark.usefixtures("screen")

SIZE = (300, 200)
WHOLE = pygame.Rect(0, 0, *SIZE)
CLIENT = Path(canvas.__file__).parent


def glass(size: tuple[int, int], colour: tuple[int, int, int, int]) -> pygame.Surface:
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.fill(colour)
    return image


GLASSES = [
    glass((30, 20), (200, 40, 40, 120)),
    glass((80, 10), (0, 90, 200, 255)),
    glass((7, 90), (0, 250, 0, 40)),
]


def scribble(target: pygame.Surface, dice: random.Random) -> None:
    """Draw random figures, as a scene may."""
    x, y = dice.randrange(-40, 300), dice.randrange(-40, 200)
    match dice.randrange(6):
        case 0:
            target.fill((dice.randrange(256), 9, 9), (x, y, dice.randrange(1, 90), dice.randrange(1, 60)))
        case 1:
            target.blit(dice.choice(GLASSES), (x, y))
        case 2:
            target.blit(dice.choice(GLASSES), (x + 0.7, y), (dice.randrange(-5, 20), 3, 20, 50))
        case 3:
            target.set_clip(None if dice.random() < 0.4 else pygame.Rect(x, y, 120, 90))
        case 4:
            canvas.polygon(target, (9, 200, 9), [(x, y), (x + 40.5, y + 9), (x + 3, y + 60)])
        case 5:
            end = x + dice.randrange(-60, 60), y + dice.randrange(-60, 60)
            canvas.line(target, (250, 250, 0), (x, y), end, dice.randrange(1, 7), smooth=dice.random() < 0.5)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("seed", range(12))
def test_noted_and_painted_is_the_same_as_drawn(seed: int) -> None:
    drawn, painted, noted = pygame.Surface(SIZE), pygame.Surface(SIZE), Canvas(SIZE)
    for target in (drawn, noted):
        dice = random.Random(seed)
        for _ in range(60):
            scribble(target, dice)
    paint(painted, noted.marks, WHOLE)
    assert pixels(drawn) == pixels(painted)


@pytest.mark.parametrize("seed", range(20))
def test_painting_what_differs_is_the_same_as_painting_everything(seed: int) -> None:
    dice, screen, shown = random.Random(seed), Screen(), pygame.Surface(SIZE)
    marks: list[canvas.Mark] = []
    for _ in range(15):
        now = Canvas(SIZE)
        now.fill((20, 30, 40))
        for _ in range(dice.randrange(5)):
            scribble(now, dice)
        kept = [mark for mark in marks if dice.random() < 0.8]
        dice.shuffle(kept[: dice.randrange(3)])
        if len(kept) > 3 and dice.random() < 0.3:
            kept[1], kept[2] = kept[2], kept[1]
        marks = [now.marks[0], *kept[1:], *now.marks[1:]]
        screen.show(shown, marks)
        whole = pygame.Surface(SIZE)
        paint(whole, marks, WHOLE)
        assert pixels(shown) == pixels(whole)


@pytest.mark.parametrize("seed", range(12))
def test_in_a_hurry_a_large_change_is_painted_strip_by_strip(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Whatever else changes meanwhile, areas without waiting strips are right, and finally the whole
    screen."""
    monkeypatch.setattr(canvas, "LARGE", 4000)
    dice, screen, shown = random.Random(seed), Screen(), pygame.Surface(SIZE)
    now, calls = Canvas(SIZE), 0
    for _ in range(12):
        if dice.random() < 0.5:
            now = Canvas(SIZE)
            now.fill((dice.randrange(256), 30, 40))
        scribble(now, dice)
        screen.show(shown, list(now.marks), until=-inf)
        whole = pygame.Surface(SIZE)
        paint(whole, now.marks, WHOLE)
        later, once = copy(screen), shown.copy()
        later._left = list(screen._left)
        later._on = (id(once), SIZE)
        later.show(once, list(now.marks))
        assert pixels(once) == pixels(whole)
    now.set_clip(None)
    now.fill((1, 2, 3))
    while calls == 0 or not screen.finished:
        screen.show(shown, list(now.marks), until=-inf)
        calls += 1
    assert 1 < calls <= canvas.STRIPS + 2
    assert shown.get_at((150, 100))[:3] == (1, 2, 3)


def test_what_is_changing_all_the_time_is_painted_everywhere() -> None:
    """Waiting strips are painted before others, even if everything changes in every frame."""
    screen, shown = Screen(), pygame.Surface((1000, 1000))
    for number in range(20):
        now = Canvas((1000, 1000))
        now.fill((number, 0, 0))
        screen.show(shown, now.marks, until=-inf)
        ages = [number - shown.get_at((500, y))[0] for y in range(0, 1000, 100)]
        assert number < 8 or max(ages) <= 2 * canvas.STRIPS


@pytest.mark.parametrize("haste", [False, True])
def test_a_table_is_painted_in_strips_but_not_while_all_of_it_moves(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, haste: bool
) -> None:
    monkeypatch.setattr(canvas, "LARGE", 20_000)
    app = open_app((900, 600))
    person = Person(app)
    app.home(routes.Table(new_match("hansa-teutonica", 3)))
    for _ in range(60):
        app.step()
    monkeypatch.setattr(app_module, "PAINTING", -inf if haste else inf)
    match = app.scene.match
    assert match is not None
    app.scene.play(hurried(match.state, random.Random(5)))  # type: ignore[attr-defined]
    app.refresh()
    app.step()
    assert app._screen.finished is not haste
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0))
    person.move_to(200, 200)
    assert app._screen.finished
    person.key(pygame.K_m)
    app.step()
    assert app.scene.name == "menu"
    assert app._screen.finished


def test_nothing_is_painted_where_nothing_changed() -> None:
    screen, shown, noted = Screen(), pygame.Surface(SIZE), Canvas(SIZE)
    noted.blit(GLASSES[0], (10, 10))
    assert screen.show(shown, noted.marks) == [WHOLE]
    assert screen.show(shown, list(noted.marks)) == []
    noted.blit(GLASSES[1], (200, 150))
    assert screen.show(shown, list(noted.marks)) == [pygame.Rect(200, 150, 80, 10)]
    assert screen.show(shown, list(noted.marks), everything=True) == [WHOLE]
    assert screen.show(pygame.Surface((10, 10)), list(noted.marks)) == [pygame.Rect(0, 0, 10, 10)]


def test_a_window_of_another_size_is_painted_whole() -> None:
    """SDL resizes the window's surface within one object."""
    screen, small = Screen(), pygame.display.set_mode((64, 64))
    screen.show(small, [])
    large = pygame.display.set_mode((96, 80))
    assert screen.show(large, []) == [pygame.Rect(0, 0, 96, 80)]


def test_the_same_mark_made_twice_or_in_another_order_differs() -> None:
    noted = Canvas(SIZE)
    noted.blit(GLASSES[0], (10, 10))
    noted.blit(GLASSES[1], (10, 10))
    one, two = noted.marks
    assert differing([one, two], [one, two]) == []
    assert differing([one], [one, one]) == [one[1]]
    assert set(differing([one, two], [two, one])) == {one[1], two[1]}


def test_many_changes_are_painted_in_few_parts_that_cover_them() -> None:
    dice = random.Random(3)
    for count in (1, 5, 40, 400):
        boxes = [(dice.randrange(280), dice.randrange(180), 20, 20) for _ in range(count)]
        parts = together(boxes, WHOLE)
        assert len(parts) <= canvas.MAX_PARTS
        assert all(any(part.contains(box) for part in parts) for box in boxes)


def test_a_sprite_is_drawn_once_and_only_while_there_is_time() -> None:
    drawn: list[int] = []

    @sprite(3)
    def disc(size: int) -> pygame.Surface:
        drawn.append(size)
        return pygame.Surface((size, size))

    with hurry(time.perf_counter() - 1) as late:
        assert [disc(size).get_width() for size in (10, 20, 30)] == [10, 1, 1], "one in any case"
    assert late.left_out == 2
    with hurry(inf) as early:
        assert [disc(size).get_width() for size in (10, 20, 30)] == [10, 20, 30]
    assert early.left_out == 0 and drawn == [10, 20, 30]
    disc(40)
    disc(10)
    assert drawn[3:] == [40, 10], "the oldest of four was forgotten"


def test_what_a_sprite_is_made_of_is_drawn_with_it() -> None:
    @sprite(3)
    def inner(size: int) -> pygame.Surface:
        return pygame.Surface((size, size))

    @sprite(3)
    def outer(size: int) -> pygame.Surface:
        return inner(size).copy()

    with hurry(time.perf_counter() - 1):
        assert outer(9).get_width() == 9


def test_scenes_draw_through_the_canvas_alone() -> None:
    """pygame.draw would paint the canvas's own pixel, which is never shown."""
    for path in set(CLIENT.rglob("*.py")) - {CLIENT / "draw/canvas.py"}:
        found = re.findall(r"pygame\.(?:draw|gfxdraw)\.\w+\(target", path.read_text(encoding="utf-8"))
        assert not found, f"{path.name}: {found}; use canvas.polygon, canvas.line or target.fill"


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_the_screen_shows_what_the_scenes_draw_throughout_a_game(
    open_app: Callable[..., App], game: str
) -> None:
    app = open_app((900, 600))
    person, dice = Person(app), random.Random(5)
    app.home(routes.Table(new_match(game, 3)))
    for number in range(12):
        app.step()
        if number % 3 == 0:
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((1, -1)), precise_y=1.0)
            )
        match = app.scene.match
        assert match is not None
        if number % 2 and app.scene.name == "table" and match.state.actor is not None:
            app.scene.play(hurried(match.state, dice))  # type: ignore[attr-defined]
            app.refresh()
        if number == 7:
            person.key(pygame.K_m)
        app.step()
        shown = pixels(app.surface)
        whole = pygame.Surface(app.surface.get_size())
        paint(whole, app._screen._marks, whole.get_rect())
        assert pixels(whole) == shown, f"after step {number}"


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_a_picture_drawn_in_haste_ends_as_one_there_was_time_for(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """With no time at all, one player board, sprite or tile is drawn per frame."""
    app, match, shown = open_app((811, 477)), new_match(game, 3, seed=4), []
    for share in (-1.0, 60.0):
        monkeypatch.setattr(stage, "SHARE", share)
        monkeypatch.setattr(stage, "FIRST_SHARE", share)
        app.home(routes.Table(match))
        app.step()
        frames = 0
        while app.scene.unfinished:
            app.step()
            frames += 1
        shown.append((frames, pixels(app.surface)))
    assert shown[0][0] > 5 >= shown[1][0]
    assert shown[0][1] == shown[1][1]


def test_what_took_long_to_work_out_is_drawn_by_the_next_frame_at_the_latest(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, drawn = open_app(), list[bool]()
    app.push(TitleScene(app))
    app.step()
    monkeypatch.setattr(app_module, "HANDLING", -1.0)
    monkeypatch.setattr(app, "_draw", lambda: drawn.append(True))
    for number in range(4):
        app.refresh()
        app.step()
        assert len(drawn) == (number + 1) // 2, "every other one"
