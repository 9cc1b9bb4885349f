"""The guide warns of a poor turn before it ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from game import engine
from game.client.app.app import App
from game.client.learn.first_game import GuidedGame
from game.client.table.table import TableScene
from game.client.words.i18n import guide, t
from game.engine.core import Action
from game.match.analysis import END_TURN
from tests.client.conftest import Person
from tests.client.guided import Quick, opened, said, table_of, until_asked, until_its_turn
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


async def until_end(app: App, table: TableScene, coach: GuidedGame) -> Action:
    """Begin the person's turn until it can be ended, and return the action that ends it."""
    await until_its_turn(app, table, coach)
    while coach.has_card:
        coach.read_on()
    table.play(table.match.state.legal_actions()[0])
    while True:
        await until_asked(app, table)
        legal = table.match.state.legal_actions()
        for one in legal:
            if one.text == END_TURN:
                return one
        table.play(legal[0])


async def until_warned(app: App, coach: GuidedGame) -> None:
    """Wait until a poor turn has been evaluated."""
    for _ in range(100):
        app.step()
        if coach.warning.offer is not None:
            return
        await asyncio.sleep(0)
    raise AssertionError("no warning comes")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_as_poor_as_a_clear_mistake_is_warned_of_before_it_ends(app: App, game: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        platform = app.platform
        assert isinstance(platform, Quick)
        table, coach = table_of(app, game)
        end = await until_end(app, table, coach)
        platform.poor = ()
        platform.may_judge.clear()
        moves, seat = len(table.match.moves), table.match.state.actor
        table.play(end)
        app.step()
        assert len(table.match.moves) == moves and coach.seeking, "it is held back, and nothing is blocked"
        confirm = t("table.once", action="End turn")
        assert coach.status(confirm) == coach.heading(confirm) == guide("judging")
        assert confirm not in coach.prompt(confirm) + coach.whole_prompt(confirm), (
            "a tap confirms nothing yet"
        )
        platform.may_judge.set()
        await until_warned(app, coach)
        assert coach.status(confirm) == confirm
        assert len(table.match.moves) == moves and table.match.state.actor == seat
        assert coach.words().startswith("Wait: ") and said(app).count(coach.words()) == 1
        while not coach.last_page:
            Person(app).click("coach.next")
        Person(app).click("coach.back")
        assert table.match.state.actor == seat and not coach.warning.offer
        table.play(end)
        await until_warned(app, coach)
        while not coach.last_page:
            Person(app).click("coach.next")
        Person(app).click("coach.next")
        assert table.match.moves[-1].action == end or table.match.state.actor != seat

    asyncio.run(play())


async def poor_turn(app: App) -> tuple[TableScene, GuidedGame]:
    """Play up to the person's first turn, which is judged as poor whatever is played."""
    table, coach = table_of(app, "hansa-teutonica")
    await until_its_turn(app, table, coach)
    assert isinstance(app.platform, Quick)
    app.platform.poor = ()
    return table, coach


def test_a_turn_in_which_nothing_is_left_to_do_is_warned_of_without_being_ended(app: App) -> None:
    async def play() -> None:
        table, coach = await poor_turn(app)
        while len(table.match.state.legal_actions()) > 1:
            table.play(table.match.state.legal_actions()[0])
        await until_warned(app, coach)
        assert coach.words().startswith("Wait: ")
        (end,) = table.match.state.legal_actions()
        table.say(end)
        assert table.match.moves[-1].action == end, "whoever ends it all the same is not asked again"

    asyncio.run(play())


def test_a_turn_in_which_nothing_was_done_needs_no_evaluation(app: App) -> None:
    """The warning names the plan that the guide has suggested, and comes immediately."""

    async def play() -> None:
        table, coach = await poor_turn(app)
        assert isinstance(app.platform, Quick)
        end = table.match.state.parse_action(END_TURN)
        moves = len(table.match.moves)
        while coach.has_card:
            coach.read_on()
        app.step()
        Person(app).click("button.end-turn")
        assert len(table.match.moves) == moves and table.chooser.chosen
        assert coach.words().startswith("Wait: you have not done anything")
        assert coach._plan is not None and coach._plan.reason is not None
        assert "You could rather" in " ".join(words for words, _ in coach.pages)
        assert not [one for one in app.platform.asked if '"judge"' in one]
        while not coach.last_page:
            Person(app).click("coach.next")
        assert Person(app).widget("coach.back").label == "Back"
        Person(app).click("coach.back")
        assert len(table.match.moves) == moves and not table.chooser.chosen and not coach.has_card
        table.play(end)
        while not coach.last_page:
            Person(app).click("coach.next")
        Person(app).click("coach.next")
        assert table.match.moves[moves].action == end, "who ends it all the same is not asked again"

    asyncio.run(play())


def test_whoever_follows_the_advice_is_not_warned(app: App) -> None:
    async def play() -> None:
        table, coach = await poor_turn(app)
        assert coach._plan is not None
        for text in coach._plan.actions:
            for _ in range(100):  # displaced players decide first
                if table.choice.by_hand:
                    break
                app.step()
                await asyncio.sleep(0)
            before = len(table.match.moves)
            table.play(table.match.state.parse_action(text))
            assert len(table.match.moves) == before + 1
        assert isinstance(app.platform, Quick)
        assert not [one for one in app.platform.asked if '"judge"' in one]

    asyncio.run(play())
