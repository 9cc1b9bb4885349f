"""A hint: shown and announced on request, retained while it is followed, dropped otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game import engine
from game.bots import choose
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint
from game.client.table import hint
from game.client.table.hint import CLOSE, MAX_DRAWN_ACTIONS, preferred, up_to_end
from game.client.table.table import TableScene
from game.client.touch import plan_preview
from game.client.touch.plan_preview import NUMBER, number_place, number_width, steps_of, touched
from game.client.views.view import Shape
from game.engine.core import Reason, State
from game.match.analysis import END_TURN
from game.worker_messages import Alternative, Choice
from tests.client.conftest import Person, hurried, new_match, until
from tests.client.thinker import Thinker
from tests.needs import HAS, needs

GAMES = engine.rulesets()


class Adviser(Thinker):
    """Advises the turn of a fast player."""

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        return {"plan": plan(state), "reason": ["wait", {}]}


def plan(state: State) -> list[str]:
    """Return the turn of a medium-strength player."""
    return [action.text for action in choose(state, "medium", Random(1)).plan]


@pytest.fixture
def app(tmp_path: Path) -> App:
    app = App(Adviser(tmp_path))
    pygame.event.clear()
    app.settings.speed = app.settings.look = app.settings.handover = "off"
    app.home(routes.Title())
    return app


def adviser(app: App) -> Adviser:
    assert isinstance(app.platform, Adviser)
    return app.platform


def table_of(app: App, game: str, least: int = 2) -> TableScene:
    """Return a table where the advised plan has at least this many steps."""
    match, rng = new_match(game, 3), Random(4)
    least = least if HAS["turns of several actions"](game) else 1
    while match.state.turn_number < 4 or len(steps_of(match.state, plan(match.state))) < least:
        match.play(hurried(match.state, rng))
        if match.state.actor is None:
            needs(game, "bots")
    app.open(routes.Table(match))
    app.step()
    assert isinstance(app.scene, TableScene)
    return app.scene


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_and_said_and_plays_nothing(app: App, game: str) -> None:
    async def play() -> None:
        table = table_of(app, game)
        before, moves = table.match.state.position(), len(table.match.moves)
        Person(app).click("hint")
        await until(app, lambda: table.hint.steps)
        assert table.match.state.position() == before and len(table.match.moves) == moves
        first = table.view.tell_action(table.hint.steps[0].action, table.match.state)
        assert first in table.hint.sentence() and first in adviser(app).said[-1]
        places = [
            shape.rect for step in table.hint.steps[:MAX_DRAWN_ACTIONS] for shape in touched(table.view, step)
        ]
        assert all(place in table.hint.shown() for place in places), "the note knows where the plan is drawn"
        person = Person(app)
        person.click("hint")
        assert not table.hint.steps and not table.hint.sentence()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_taken_step_by_step(app: App, game: str) -> None:
    async def play() -> None:
        table = table_of(app, game)
        Person(app).key(pygame.K_h)
        await until(app, lambda: table.hint.steps)
        wanted, moves = [step.action for step in table.hint.steps], len(table.match.moves)
        for number in range(len(wanted)):
            if table.hint.action is None:
                break
            while len(table.match.moves) == moves + number:
                Person(app).click("take")
        played = [move.action for move in table.match.moves[moves:]]
        assert played == wanted[: len(played)] and len(played) >= min(2, len(wanted))

    asyncio.run(play())


@pytest.mark.parametrize(
    ("less", "said"),
    [(0.004, "Almost as good: you stand"), (0.05, " Worse: you stand"), (0.3, "Clearly worse: you stand")],
)
def test_a_hint_says_how_much_worse_the_next_best_plan_for_something_else_is(
    app: App, monkeypatch: pytest.MonkeyPatch, less: float, said: str
) -> None:
    """In words, since a number would look too certain, and after the plan's name, since "Better than this:"
    could be read as naming the better one."""
    full = {"route": "stade-hamburg", "track": "privilegium", "also": "full"}
    other = {"route": "bremen-hamburg", "rival": 1, "also": "wants-end"}
    answer = {"reason": ["build-track", full], "chances": [0.6, 0.2, 0.2]}
    odds = [0.6 - less, 0.2 + less, 0.2]

    async def play() -> None:
        table = table_of(app, "hansa-teutonica")
        seat = table.match.state.actor or 0

        def turned(chances: list[float]) -> list[float]:
            return chances[-seat:] + chances[:-seat]

        same = {"plan": [], "chances": turned(odds), "reason": ["build-track", {**full, "also": ""}]}
        there = {**same, "reason": ["block", {**other, "route": "stade-hamburg"}]}
        others = [same, *([there] if less < CLOSE else []), {**same, "reason": ["block", other]}]
        answer.update(chances=turned([0.6, 0.2, 0.2]), alternatives=others)
        monkeypatch.setattr(Adviser, "answer", lambda self, state, seed: {"plan": plan(state), **answer})
        Person(app).click("hint")
        await until(app, lambda: table.hint.steps)
        told = table.hint.sentence()
        assert "to improve" not in told and said not in told, "one sentence first: what to do"
        Person(app).click("why")
        sentence = table.hint.sentence()
        assert sentence != told and adviser(app).said[-1] == sentence
        assert "to improve" in sentence and "1 action claims it" in sentence
        assert said in sentence and "could end the game" not in sentence and "%" not in sentence
        assert "Hamburg–Bremen" in sentence or "Bremen–Hamburg" in sentence, (
            "what is as good there is no word"
        )
        Person(app).click("why")
        assert table.hint.sentence() == told
        table.play(table.hint.steps[0].action)
        assert said not in table.hint.sentence(), "once is enough"

    asyncio.run(play())


def test_a_plan_played_by_hand_is_followed_and_any_other_way_forgets_it(app: App) -> None:
    async def play() -> None:
        table = table_of(app, "hansa-teutonica", 3)
        table.hint.toggle()
        await until(app, lambda: table.hint.steps)
        _, second, *_ = table.hint.steps
        table.play(table.hint.steps[0].action)
        assert table.hint.steps[0] == second
        other = next(a for a in table.match.state.legal_actions() if a != second.action)
        table.play(other)
        assert table.hint.action is None and not table.hint.sentence()
        table.undo()
        assert table.hint.action is None

    asyncio.run(play())


def test_undo_forgets_the_hint(app: App) -> None:
    async def play() -> None:
        table = table_of(app, "hansa-teutonica", 3)
        table.play(table.match.state.legal_actions()[0])
        while not table.choice.by_hand or not table.match.can_undo:
            table.play(table.match.state.legal_actions()[0])
        table.hint.toggle()
        await until(app, lambda: table.hint.steps)
        table.undo()
        assert table.hint.action is None

    asyncio.run(play())


def test_where_nobody_can_think_the_hint_says_so(app: App) -> None:
    async def play() -> None:
        adviser(app).broken = True
        table = table_of(app, "hansa")
        table.hint.toggle()
        asked = table.hint.sentence()
        await until(app, lambda: table.hint.sentence() != asked)
        assert table.hint.sentence() and not table.hint.steps and table.hint.action is None

    asyncio.run(play())


@pytest.mark.parametrize("way", ["again", "leave", "play"])
def test_a_hint_nobody_waits_for_is_not_thought_about_any_more(app: App, way: str) -> None:
    async def play() -> None:
        adviser(app).may_answer.clear()
        table = table_of(app, "hansa")
        table.hint.toggle()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if way == "again":
            table.hint.toggle()
        elif way == "leave":
            app.home(routes.Title())
        else:
            table.play(table.match.state.legal_actions()[0])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert adviser(app).cancelled == 1

    asyncio.run(play())


def test_a_plan_foresees_nothing_that_is_hidden() -> None:
    """Filling the warehouses turns goods face up: the step is shown, the goods it reveals are not."""
    match, rng = new_match("hansa", 2), Random(3)
    while not any(action.text == "restock" for action in match.state.legal_actions()):
        match.play(hurried(match.state, rng))
    steps = steps_of(match.state, ["restock", "end-turn"])
    assert [step.action.text for step in steps] == ["restock"] and steps[0].events == ()


def test_a_plan_that_is_not_legal_ends_where_it_is_not() -> None:
    match = new_match("hansa-teutonica", 2)
    assert steps_of(match.state, ["what is this"]) == ()
    first = match.state.legal_actions()[0]
    assert len(steps_of(match.state, [first.text, "claim nowhere"])) == 1


def test_whoever_must_relocate_a_displaced_piece_gets_a_hint_too(app: App) -> None:
    async def play() -> None:
        match, rng = new_match("hansa-teutonica", 3), Random(4)
        while match.state.decision is None or match.state.decision.id != "relocate":
            displacing = [a for a in match.state.legal_actions() if a.text.startswith("displace")]
            match.play(displacing[0] if displacing else hurried(match.state, rng))
        app.open(routes.Table(match))
        app.step()
        table = app.scene
        assert isinstance(table, TableScene) and table.match.state.actor != table.match.state.turn_seat
        Person(app).click("hint")
        await until(app, lambda: table.hint.steps)
        assert table.hint.steps[0].action in table.match.state.legal_actions()

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_taken_by_keyboard(app: App, game: str) -> None:
    needs(game, "turns of several actions")

    async def play() -> None:
        table, person = table_of(app, game, least=3), Person(app)
        person.key(pygame.K_h)
        await until(app, lambda: table.hint.steps)
        first, second = (step.action for step in table.hint.steps[:2])
        person.key(pygame.K_RETURN)
        assert table.match.moves[-1].action == first
        person.key(pygame.K_TAB)
        assert app.focus == "take", "the keyboard's first stop while a hint is shown"
        person.key(pygame.K_RETURN)
        assert table.match.moves[-1].action == second

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_enter_takes_a_hint_wherever_the_keyboard_was(app: App, game: str) -> None:
    """Rather than activating the control that had the focus when the hint was requested."""

    async def play() -> None:
        table, person = table_of(app, game, least=2), Person(app)
        for _ in range(3):
            person.key(pygame.K_TAB)
        assert app.show_focus and app.focus != "take"
        person.key(pygame.K_h)
        await until(app, lambda: table.hint.steps)
        assert app.focus == "take"
        first, moves = table.hint.action, len(table.match.moves)
        person.key(pygame.K_RETURN)
        assert [move.action for move in table.match.moves[moves:]] == [first]

    asyncio.run(play())


def test_a_hint_does_not_show_the_keyboard_to_somebody_with_a_mouse(app: App) -> None:
    async def play() -> None:
        table = table_of(app, "hansa")
        Person(app).click("hint")
        await until(app, lambda: table.hint.steps)
        assert not app.show_focus

    asyncio.run(play())


def test_what_a_hint_begins_with_shines_on_the_desk_too(app: App) -> None:
    """In Hansa a good for building is there, and nothing on the board is activated."""

    async def play() -> None:
        table = table_of(app, "hansa")
        rng = Random(4)
        while not any(action.text.startswith("build ") for action in table.match.state.legal_actions()):
            table.match.play(hurried(table.match.state, rng))
        table.choice.ask()
        app.refresh()
        while table.unfinished:
            app.step()
        state = table.match.state
        build = next(action for action in state.legal_actions() if action.text.startswith("build "))
        shape = table.view.shape(build.path[0], state)
        assert shape is not None and not table.view.on_board(build.path[0])
        at = pygame.Rect(shape.rect).inflate(8, 8)

        def desk() -> bytes:
            app.refresh()
            app.step()
            while table.unfinished:  # a loaded machine needs several frames
                app.step()
            return pygame.image.tobytes(app.surface.subsurface(at), "RGB")

        plain = desk()
        table.hint.steps = steps_of(state, [build.text])
        assert desk() != plain
        table.desks.peeked = (table.shown_seat + 1) % 3
        other = desk()
        table.hint.steps = ()
        assert desk() == other

    asyncio.run(play())


def test_the_badges_of_a_hint_say_of_how_many_steps_they_are_and_go_on_counting(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plain 1 on house 3 could be taken for the number of that house."""
    app = open_app()
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    state, said = table.match.state, list[str]()
    write = paint.blit_text

    def noted(target: pygame.Surface, words: str, *rest: Any) -> Any:
        said.append(words)
        return write(target, words, *rest)

    monkeypatch.setattr(paint, "blit_text", noted)
    plan = [action.text for action in state.legal_actions() if action.text.startswith("place trader")][:2]
    window = table.stage.camera.window
    plan_preview.draw_plan(app.surface, table.view, steps_of(state, plan), window, 20)
    assert sorted(said) == ["1/2", "2/2"]
    said.clear()
    plan_preview.draw_plan(app.surface, table.view, steps_of(state, plan[1:]), window, 20, done=1)
    assert said == ["2/2"]


def test_no_more_than_three_steps_are_drawn_and_their_numbers_do_not_hide_each_other(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan of eleven steps would cover the board of a phone."""
    app = open_app()
    table = TableScene(app, new_match("hansa", 3))
    app.push(table)
    state, drawn = table.match.state, list[int]()

    def noted(*given: Any, **more: Any) -> None:
        drawn.extend((len(given[2]), more["total"]))

    monkeypatch.setattr(hint, "draw_plan", noted)
    (step,) = steps_of(state, ["place riga"])
    table.hint.steps = (step,) * 11
    table.hint.draw(app.surface, table.stage.camera.window, 20, True)
    assert drawn == [3, 11] and len(table.hint.shown()) == 3
    window, shape = pygame.FRect(0, 0, 390, 300), Shape(pygame.FRect(100, 100, 60, 40))
    badges = list[pygame.FRect]()
    for _ in range(4):
        badges.append(number_place(shape, window, 20, badges))
    assert not any(one.collidelist(badges[:index]) >= 0 for index, one in enumerate(badges))


def test_the_number_of_a_step_at_the_edge_of_the_board_is_not_cut() -> None:
    window = pygame.FRect(0, 100, 390, 300)
    corner = Shape(pygame.FRect(330, 105, 58, 40))
    assert window.contains(number_place(corner, window, 20))
    inside, away = corner.rect.move(-150, 100), corner.rect.move(400, 0)
    assert number_place(Shape(inside), window, 20).center == (inside.right + 6, inside.top - 6)
    assert not number_place(Shape(away), window, 20).colliderect(window), (
        "what is out of sight has none there"
    )


@pytest.mark.parametrize("total", [9, 12])
def test_the_number_of_a_step_of_a_long_plan_is_not_cut(total: int) -> None:
    words, unit = f"{total}/{total}", 20
    assert paint.fit(words, "bold", round(unit * NUMBER), int(number_width(total, unit))) == words


def test_a_plan_nearly_as_good_replaces_what_opponents_undo_at_once() -> None:
    state = engine.ruleset("hansa-teutonica").new_game(3)
    one, other, third = state.legal_actions()[:3]

    def choice(loss: float) -> Choice:
        near = Alternative((other,), (0.5 - loss, 0.3, 0.2 + loss), Reason("build-office", {}))
        far = Alternative((third,), (0.3, 0.4, 0.3), Reason("fill-office", {}))
        return Choice(
            (one,), chances=(0.5, 0.3, 0.2), alternatives=(near, far), reason=Reason("displace-town", {})
        )

    found = preferred(choice(0.02), 0, {"displace"})
    assert found.plan == (other,) and found.reason == Reason("build-office", {})
    assert [each.plan for each in found.alternatives] == [(one,), (third,)]
    assert preferred(choice(0.06), 0, {"displace"}).plan == (one,), "too much would be lost"
    assert preferred(choice(0.02), 0, ()).plan == (one,)


def test_a_hint_ends_with_the_turn() -> None:
    """After a plan to buy, the advice to give the good up looked like a mistake."""
    state = engine.ruleset("hansa-teutonica").new_game(3)
    first = state.legal_actions()[0]
    end = next(one for one in state.legal_actions() if one.text == END_TURN)
    assert up_to_end((first, end, first)) == (first, end)
    assert up_to_end((first, first)) == (first, first)
