"""A teaching game in a real page, on a phone in Portuguese: a turn is commented on, taken back, and
counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.bots.steps import finish
from game.bots.turn_evaluation import evaluate_decision
from game.client.words.clues import clue
from game.client.words.i18n import use_language
from game.engine.core import Reason
from game.engine.registry import ruleset
from game.match import COLOURS, Computer, Match, Person, PlayerInfo
from game.match.teaching import SURE, just_played
from tests.match.games import hurried

from .conftest import Visit
from .game_page import keep, kept_games, state, touch, touchable
from .guest import in_game, isolated
from .test_lessons import tap

pytestmark = pytest.mark.returning

WORDS = json.loads((Path(__file__).parents[2] / "assets/i18n/computers.pt.json").read_text(encoding="utf-8"))
PHONE = {"width": 390, "height": 844}
SPOKEN = """async () => {
    while (!document.querySelector("#mirror [data-id='teaching.on']") && kontor.state().waits !== "input") {
        await new Promise((go) => setTimeout(go, 10));
    }
    await kontor.idle();
    return Boolean(document.querySelector("#mirror [data-id='teaching.on']"));
}"""


PATIENT = in_game(
    "from game.client.learn import teaching\nteaching.EVALUATION_TIMEOUT = teaching.BEGINNING = 200",
)
"""Waits for the judgement even on a loaded machine."""


def wasted() -> tuple[Match, Reason | None]:
    """Return a game in which a person has just wasted most of a turn, and the reason of the better move."""
    players = [PlayerInfo(name, COLOURS[seat]) for seat, name in enumerate(("Anna", "Ben", "Cord"))]
    seats, rng = [Person(), Computer("easy", 1), Computer("easy", 2)], Random(4)
    match = Match.start("taught", ruleset("hansa-teutonica"), players, {}, 11, {"teaching": "small"}, seats)
    while match.state.actor is not None:
        legal = match.state.legal_actions()
        ends = [action for action in legal if action.text.startswith("end")]
        idle = match.state.turn_seat == 0 and len(match.moves) > 60 and ends
        match.play(ends[0] if idle else hurried(match.state, rng))
        for part in just_played(match)[:1] if idle else ():
            played = [action.text for action in part.played]
            found = finish(evaluate_decision(part.before, played, Random(0)))
            if found is not None and found.given_away > 0.05 and found.sure >= SURE:
                return match, found.reason
    raise AssertionError("no turn gave much away")


def test_a_turn_is_spoken_of_taken_back_and_counted(visit: Callable[..., Visit]) -> None:
    match, reason = wasted()
    one = visit(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="pt-PT")
    one.page.add_init_script(isolated(PATIENT))
    keep(one, {f"game/{match.id}": match.text()})
    page = one.open()
    tap(page, "continue")
    assert page.evaluate(SPOKEN), "nothing is said of the turn"
    use_language("pt")
    about = clue("hansa-teutonica", reason)
    use_language("en")
    assert about in str(page.evaluate("document.querySelector('[aria-live]').textContent"))
    assert WORDS["teaching.back"] in str(page.evaluate("document.getElementById('mirror').textContent"))
    actions = state(page)["actions"]
    assert actions == len(match.moves), "the computers wait"

    tap(page, "teaching.back")
    told = state(page)
    assert told["actions"] < actions and told["waits"] == "input" and told["actor"] == 0
    assert "teaching.back" not in touchable(page)
    (text,) = kept_games(page).values()
    assert "tag teaching small 1 0 0 0" in text

    touch(page, "menu")
    touch(page, "teaching")
    assert WORDS["teaching.offers"]["one"].format(n=1, taken=1, kept=0) in str(
        page.evaluate("document.getElementById('mirror').textContent")
    )
    touch(page, "teaching.off")
    (text,) = kept_games(page).values()
    assert "tag teaching off 1 0 0 0" in text
    assert one.errors == []
