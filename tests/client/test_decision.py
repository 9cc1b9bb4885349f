"""A decision returns the actions to play and plays nothing itself: the way of a tap has one direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.client.app.app import App
from game.client.stage.notice_layout import HandOver
from game.client.table.decision_prompt import DecisionPrompt
from game.client.table.table_mode import TableMode
from game.client.touch.chooser import Chooser
from game.client.views import make_view
from game.client.views.view import ActionVariant
from game.engine.core import Action
from game.match import Match

from .conftest import new_match

HOUSE = "house.bremen-hamburg.1"


def opened(open_app: Callable[..., App], placing: str) -> App:
    """Return an app with this setting for placing pieces."""
    app = open_app()
    app.settings.placing = placing
    return app


class Free(TableMode):
    """A table mode in which every legal action can be chosen."""

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return Chooser(actions)


def decision(app: App, match: Match) -> DecisionPrompt:
    """Return the decision of a match that is on no table."""
    view = make_view(match.ruleset, match.players)
    handover = HandOver(app, match, view, usual=False)
    prompt = DecisionPrompt(app, match, view, Free(app, match), handover)
    prompt.ask()
    return prompt


def legal(match: Match, text: str) -> Action:
    """Return the legal action with this text."""
    return next(action for action in match.state.legal_actions() if action.text == text)


def test_a_tap_returns_the_action_and_leaves_the_match_alone(open_app: Callable[..., App]) -> None:
    app, match = opened(open_app, "one"), new_match("hansa-teutonica", 3)
    prompt = decision(app, match)
    action = prompt.touch(HOUSE)
    assert action is not None and action.text == "place trader bremen-hamburg.1"
    assert not match.moves and prompt.following() is None


def test_a_tap_on_one_of_several_elements_returns_nothing_yet(open_app: Callable[..., App]) -> None:
    prompt = decision(opened(open_app, "ask"), new_match("hansa-teutonica", 3))
    assert prompt.touch(HOUSE) is None and prompt.chooser.chosen == (HOUSE,)
    assert prompt.response("Anna: choose a piece") == "Anna: choose a piece"
    played = prompt.touch("supply.merchant")
    assert played is not None and played.text == "place merchant bremen-hamburg.1"


def test_what_follows_is_returned_only_once_the_action_before_was_played(
    open_app: Callable[..., App],
) -> None:
    app, match = opened(open_app, "one"), new_match("hansa-teutonica", 3)
    prompt = decision(app, match)
    two = [legal(match, f"place trader bremen-hamburg.{house}") for house in (1, 2)]
    assert prompt.begin(ActionVariant(tuple(two))) is two[0]
    assert prompt.following() is None, "it was sent to a room and has not come back"
    match.play(two[0])
    prompt.follow(match, 0.0)
    following = prompt.following()
    assert following is not None and following.text == two[1].text
    match.play(following)
    prompt.follow(match, 0.0)
    assert prompt.following() is None


def test_what_follows_is_dropped_if_another_action_was_played(open_app: Callable[..., App]) -> None:
    app, match = opened(open_app, "one"), new_match("hansa-teutonica", 3)
    prompt = decision(app, match)
    two = [legal(match, f"place trader bremen-hamburg.{house}") for house in (1, 2)]
    prompt.begin(ActionVariant(tuple(two)))
    match.play(legal(match, "place trader bremen-hamburg.3"))
    prompt.follow(match, 0.0)
    assert prompt.following() is None and not prompt.others


def test_only_a_complete_activation_can_be_replaced_by_its_other_meanings(
    open_app: Callable[..., App],
) -> None:
    app, match = opened(open_app, "one"), new_match("hansa-teutonica", 3)
    prompt = decision(app, match)
    action = prompt.touch(HOUSE)
    assert action is not None
    match.play(action)
    prompt.follow(match, 0.0)
    assert not prompt.others
    prompt.following()
    assert [way.actions[0].text for way in prompt.others] == ["place merchant bremen-hamburg.1"]
    prompt.ask()
    assert not prompt.others
