"""The guide suggests one plan per turn, the plan of the hint, and says what matters and where."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pygame
import pytest

from game import engine
from game.bots.brain import brain
from game.client.app import routes
from game.client.app.app import App
from game.client.learn.guide.texts import places
from game.engine.core import Reason
from game.games.hansa.rules.board import EMPTY, TOWN_IDS, TOWN_WAREHOUSES, WAREHOUSES
from game.games.hansa.rules.state import HansaState
from tests.bots.kit import played_positions
from tests.client.conftest import Person
from tests.client.guided import Quick, opened, said, table_of, until_its_turn, until_note
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_before_a_turn_it_is_said_what_matters_and_one_plan_and_where(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        table, coach = table_of(app, game)
        note = await until_its_turn(app, table, coach)
        matters, plan, *opening = coach.passages()
        assert all("%" in passage.words for passage in opening)
        assert note.facts["now"] is not None and coach.words() in matters.words
        assert plan.words.startswith("You could ") and "{" not in plan.words
        while coach.current is not None and coach.current[1] != plan:
            assert said(app).count(coach.words()) == 1
            Person(app).click("coach.next")
        assert said(app).count(coach.words()) == 1 and coach.on_card == note
        assert coach.pointed_out()
        for element in coach.pointed_out():
            assert table.view.shape(element, table.match.state) is not None

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_suggests_what_the_hint_says_and_both_are_worked_out_once(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, game)
        await until_its_turn(app, table, coach)
        asked = [one for one in app.platform.asked if '"hard"' in one]
        table.hint.toggle()
        while not table.hint.steps:
            await asyncio.sleep(0)
            app.step()
        assert coach._plan is not None and coach._plan.reason == table.hint.reason
        assert coach._plan.actions[: len(table.hint.steps)] == [one.action.text for one in table.hint.steps]
        assert [one for one in app.platform.asked if '"hard"' in one] == asked
        assert not coach.has_card, "one speaks at a time"
        table.hint.drop()
        assert coach.has_card

    asyncio.run(play())


def test_of_a_plan_it_is_said_who_is_in_the_way_and_how_much_more_it_takes(app: App) -> None:
    async def play() -> None:
        _, coach = table_of(app, "hansa-teutonica")
        words, state = coach._guide_words, coach.match.state
        names = [player.name for player in coach.match.players]
        facts = {"route": "goettingen-quedlinburg", "rival": 1, "n": 3, "track": "actiones"}

        def told(reason: str, **ahead: object) -> str:
            return words.plan(Reason(reason, facts), ahead, state) + words._more(ahead, state)

        assert f"displace {names[1]} and {names[2]} on" in told("fill-track", displaced=[1, 2])
        assert "displace" not in told("fill-track")
        later = told("displace-track", more=("missing.rivals", {"n": 2, "rivals": [1, 2]}))
        assert "still leaves 2 houses to fill in later turns" in later
        assert f"{names[1]} and {names[2]} must be displaced" in later
        assert "must be displaced" not in told("build-track", more=("missing", {"n": 1}))
        assert "in your next turn" in told("build-track", more=("full", {"n": 0}))

    asyncio.run(play())


def test_the_way_to_a_sale_is_drawn_on_the_map(app: App) -> None:
    async def play() -> None:
        table, coach = table_of(app, "hansa")
        await until_its_turn(app, table, coach)
        state = table.match.state
        assert isinstance(state, HansaState)
        town = state.ship_town
        ports = list[str]()
        while len(ports) < 2:
            ports.append(
                next(str(one).split()[1] for one in state.legal_actions() if str(one).startswith("sail"))
            )
            state = state.copy()
            state.apply(state.parse_action(f"sail {ports[-1]}"))
        plan = [f"sail {port}" for port in ports]
        facts = {"town": ports[-1]}
        told = coach._guide_words.suggestion("could", Reason("sail", facts), plan, table.match.state)
        assert told is not None and [str(step.action) for step in told.way] == plan
        ships = [step.before.ship_town for step in told.way if isinstance(step.before, HansaState)]
        assert ships == [town, ports[0]]
        assert table.view.in_words({"town": ports[0]}, state)["town"] in told.words
        coach.passages = lambda: (told,)  # type: ignore[method-assign]
        before = app.surface.copy()
        coach.draw_way(app.surface)
        window = pygame.Rect(table.stage.camera.seen)
        assert pygame.image.tobytes(before.subsurface(window), "RGB") != pygame.image.tobytes(
            app.surface.subsurface(window), "RGB"
        )

    asyncio.run(play())


def test_the_move_is_not_named(app: App) -> None:
    """A plan names place and purpose; house and piece are left to the player."""

    async def play() -> None:
        table, coach = table_of(app, "hansa-teutonica")
        await until_its_turn(app, table, coach)
        state = table.match.state
        moves = [table.view.tell_action(action, state) for action in state.legal_actions()]
        assert not [move for move in moves for told in coach.passages() if move in told.words]

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_can_think_it_is_said_what_matters_all_the_same(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, game)
        app.platform.adviser = False
        note = await until_its_turn(app, table, coach)
        assert note.facts["now"] is not None and coach.words() and len(coach.passages()) == 1

    asyncio.run(play())


def test_plans_that_come_late_are_not_read_out_after_the_table_was_left(app: App) -> None:
    async def play() -> None:
        assert isinstance(app.platform, Quick)
        table, coach = table_of(app, "hansa-teutonica")
        app.platform.may_advise.clear()
        await until_note(app, table, coach)
        app.home(routes.Title())
        said = list(app.platform.said)
        app.platform.may_advise.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert app.platform.said == said

    asyncio.run(play())


def test_a_suggestion_to_fill_the_warehouses_points_to_the_towns_with_room() -> None:
    needs("hansa", "bots")
    game = engine.ruleset("hansa").new_game(seats=3, seed=3)
    state = next(s for s in played_positions(game, 2) if s.decision and s.decision.id == "restock").copy()
    assert isinstance(state, HansaState)
    full = next(good for good in state.shelf if good != EMPTY)
    state.shelf[:] = [full] * len(WAREHOUSES)
    for name in ("reval", "riga"):
        state.shelf[TOWN_WAREHOUSES[TOWN_IDS.index(name)][0]] = EMPTY
    mind = brain("hansa")
    reason = mind.reason(state, (state.parse_action("restock"),), mind.context(state))
    assert reason is not None and set(places(reason.facts)) == {"town.reval", "town.riga"}
