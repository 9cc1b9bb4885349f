"""The next decision of a match and its source: people here, computers, remote people, recordings."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from game import engine
from game.engine.core import Action
from game.engine.record import read
from game.match import (
    COLOURS,
    AwaitingAnswer,
    AwaitingInput,
    AwaitingSend,
    AwaitingTimer,
    Computer,
    Mail,
    Match,
    Person,
    PlayerFailure,
    PlayerInfo,
    Why,
)
from game.match.controller import Controller
from tests.match.games import NAMES, hurried, new_match, play_some
from tests.needs import at_least, needs

GAMES = engine.rulesets()


def seated(game: str, *controllers: Controller, seed: int = 7) -> Match:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(len(controllers))]
    return Match.start("game", engine.ruleset(game), players, {}, seed, controllers=controllers)


def plan(match: Match, steps: int, rng: random.Random) -> list[Action]:
    """Return actions that the actor could take in sequence."""
    state = match.state.copy()
    actions: list[Action] = []
    while len(actions) < steps and state.actor == match.state.actor:
        actions.append(rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    return actions


def answer(match: Match, actions: Sequence[Action | str]) -> bool:
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer)
    plan = [str(action) for action in actions]
    return match.answered(wait.version, json.dumps({"plan": plan, "firm": len(plan)}))


def let_computers_play(match: Match, rng: random.Random) -> None:
    """Let computers play until a person decides or the game is over."""
    while True:
        wait = match.waits()
        if isinstance(wait, AwaitingAnswer):
            assert match.answered(wait.version, json.dumps({"plan": [hurried(match.state, rng).text]}))
        elif isinstance(wait, AwaitingTimer):
            match.step()
        else:
            return


@pytest.mark.parametrize("game", GAMES)
def test_between_people_a_match_waits_for_a_touch(game: str) -> None:
    match = new_match(game, 3)
    assert match.waits() == AwaitingInput(match.state.actor or 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_computer_asks_with_the_public_position_alone(game: str) -> None:
    match = seated(game, Computer("hard", 5), Computer(), seed=123_454_321)
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer) and match.waits() == wait, (
        "the same question until something changes"
    )
    asked = json.loads(wait.request)
    assert asked["ask"] == "choose" and asked["ruleset"] == game
    assert asked["position"] == match.state.position()
    assert "123454321" not in wait.request, "the seed of the game tells what is hidden"
    assert not {"record", "actions"} & set(asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_is_played_action_by_action(game: str) -> None:
    needs(game, "turns of several actions")
    match, rng = seated(game, Computer(), Computer()), random.Random(3)
    actions: list[Action] = []
    while len(actions) < 2:
        actions = plan(match, 3, rng)
        if len(actions) < 2:
            match.play(actions[0])
    before = len(match.moves)
    match.rest(17.5)
    assert answer(match, actions)
    for number, action in enumerate(actions):
        assert match.waits() == AwaitingTimer(17.5)
        match.step()
        assert match.moves[before + number].action is action
    assert isinstance(match.waits(), AwaitingAnswer)


@pytest.mark.parametrize(("game", "unfit"), [("hansa", "done"), ("hansa-teutonica", "pay trader")])
def test_a_plan_that_no_longer_fits_is_asked_for_again(game: str, unfit: str) -> None:
    match = seated(game, Computer(), Computer())
    assert answer(match, [match.state.legal_actions()[0], unfit])
    match.step()
    assert isinstance(match.waits(), AwaitingAnswer)
    assert len(match.moves) == 1


def test_only_the_firm_part_of_a_plan_is_played_unasked() -> None:
    match, rng = seated("hansa-teutonica", Computer(), Computer(), Computer()), random.Random(3)
    actions: list[Action] = []
    while len(actions) < 3:
        actions = plan(match, 3, rng)
        if len(actions) < 3:
            match.play(actions[0])
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer)
    assert match.answered(wait.version, json.dumps({"plan": [str(action) for action in actions], "firm": 2}))
    match.step()
    match.step()
    assert isinstance(match.waits(), AwaitingAnswer)


def test_a_reason_is_told_once_in_a_turn_though_somebody_displaced_gives_one_in_between() -> None:
    match = seated("hansa-teutonica", Computer(), Computer(), Computer())
    first, house = match.state.actor, "kampen-osnabrueck.1"
    assert answer(match, [f"place trader {house}", "place trader kampen-arnheim.1", "end-turn"])
    while isinstance(match.waits(), AwaitingTimer):
        match.step()
    second, own, other = match.state.actor, ["build-home", {}], ["relocate", {}]
    for plan, reason in (
        ([f"displace trader {house}", "pay trader"], own),
        (["relocate emden-osnabrueck.1", "decline"], other),
        (["end-turn"], own),
    ):
        wait = match.waits()
        assert isinstance(wait, AwaitingAnswer)
        assert match.answered(wait.version, json.dumps({"plan": plan, "firm": len(plan), "reason": reason}))
        while isinstance(match.waits(), AwaitingTimer):
            match.step()
    told = [(entry.seat, entry.reason.id) for entry in match.log if isinstance(entry, Why)]
    assert told == [(second, "build-home"), (first, "relocate")]
    assert len(match.record.reasons) == 2


def test_a_computer_that_begins_to_act_without_a_reason_is_noted_in_the_record() -> None:
    match = seated("hansa-teutonica", Person(), Computer(), Computer())
    person = match.state.actor
    for text in ("place trader kampen-arnheim.1", "end-turn"):
        match.play(next(action for action in match.state.legal_actions() if action.text == text))
    assert answer(match, ["place trader emden-osnabrueck.1", "place trader emden-osnabrueck.2", "end-turn"])
    while isinstance(match.waits(), AwaitingTimer):
        match.step()
    assert [move.seat == person for move in match.moves] == [True, True, False, False, False]
    assert match.record.computed == {2} and read(match.text()).computed == {2}
    assert match.branch("", 3).record.computed == {2} and not match.branch("", 2).record.computed
    match.undo()
    assert not match.record.computed


@pytest.mark.failing_computers
@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", "{}", '{"plan": 3}', '{"plan": [], "firm": 0}', '{"plan": ["fly home"]}', None],
)
def test_without_a_usable_answer_a_legal_action_is_chosen_here(text: str | None) -> None:
    match = seated("hansa", Computer(), Computer())
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer)
    assert match.failed(wait.version) if text is None else match.answered(wait.version, text)
    assert isinstance(match.waits(), AwaitingTimer)
    match.step()
    assert len(match.moves) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_game_comes_to_its_end_even_if_nobody_ever_answers(game: str) -> None:
    match = seated(game, Computer(), Computer(), Computer())
    while (wait := match.waits()) is not None and len(match.moves) < 5000:
        if isinstance(wait, AwaitingAnswer):
            match.failed(wait.version)
        else:
            match.step()
    assert match.state.outcome is not None


@pytest.mark.failing_computers
def test_even_failing_bots_cost_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise RuntimeError(name)

    monkeypatch.setattr("game.bots.players.player", broken)
    match = seated("hansa", Computer(), Computer())
    for _ in range(20):
        wait = match.waits()
        assert isinstance(wait, AwaitingAnswer) and match.failed(wait.version)
        match.step()
    assert len(match.moves) == 20
    (failure,) = (entry for entry in match.log if isinstance(entry, PlayerFailure))
    assert "RuntimeError: quick" in failure.details, "it is said once, and why"


# ---- late answers -------------------------------------------------------------------------------


def test_an_answer_to_an_older_question_is_ignored() -> None:
    match = seated("hansa", Computer(), Computer())
    old = match.waits()
    assert isinstance(old, AwaitingAnswer)
    text = json.dumps({"plan": [match.state.legal_actions()[0].text]})
    match.set_controller(old.seat, Computer("hard"))
    assert not match.answered(old.version, text) and not match.failed(old.version)
    new = match.waits()
    assert isinstance(new, AwaitingAnswer) and json.loads(new.request)["level"] == "hard"
    assert match.answered(new.version, text) and not match.answered(new.version, text)


def test_an_answer_after_an_undo_is_ignored() -> None:
    match, rng = seated("hansa", Person(), Computer(), seed=2), random.Random(1)
    let_computers_play(match, rng)
    while not isinstance(match.waits(), AwaitingAnswer) or not match.can_undo:
        if isinstance(match.waits(), AwaitingInput):
            match.play(hurried(match.state, rng))
        else:
            let_computers_play(match, rng)
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer)
    match.undo()
    assert isinstance(match.waits(), AwaitingInput)
    assert not match.answered(wait.version, json.dumps({"plan": ["anything"]}))


def test_a_person_who_takes_over_decides_at_once() -> None:
    match = seated("hansa", Computer(), Computer())
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer)
    match.set_controller(wait.seat, Person())
    assert match.waits() == AwaitingInput(wait.seat)
    assert not match.answered(wait.version, '{"plan": []}')


# ---- undo ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_back_over_computers_to_the_persons_own_decision(game: str) -> None:
    match, rng = seated(game, Person(), Computer(), Computer()), random.Random(5)
    over_computers = 0
    while match.state.outcome is None and over_computers < 4:
        let_computers_play(match, rng)
        if match.state.outcome is not None:
            break
        before, number = match.state.position(), len(match.moves)
        action = hurried(match.state, rng)
        match.play(action)
        let_computers_play(match, rng)
        since = match.moves[number:]
        revealed = any(event.kind in match.ruleset.revealing for move in since for event in move.events)
        if revealed:
            assert not match.can_undo or match.moves[-1].seat == 0
            continue
        assert match.can_undo
        taken = match.undo()
        assert taken.moves == tuple(since) and match.state.position() == before
        over_computers += any(move.seat != 0 for move in since)
        match.play(action)
    assert over_computers == 4


def test_nobody_can_undo_in_a_game_between_computers() -> None:
    match, rng = seated("hansa", Computer(), Computer()), random.Random(5)
    for _ in range(20):
        answer(match, [hurried(match.state, rng)])
        match.step()
        assert not match.can_undo
    with pytest.raises(IndexError):
        match.undo()


def test_undo_never_passes_the_decision_of_somebody_who_has_become_a_person_elsewhere() -> None:
    match, rng = seated("hansa", Person(), Computer()), random.Random(5)
    while len({move.seat for move in match.moves}) < 2 or match.state.actor == match.moves[-1].seat:
        match.play(hurried(match.state, rng))
    taken_over = {key: tag for key, tag in match.record.tags.items() if key != "player.1"}
    match.take_tags(taken_over)
    last = match.moves[-1].seat
    own = next(number for number in reversed(range(len(match.moves))) if match.moves[number].seat != last) + 1
    while match.can_undo:
        match.undo()
    assert len(match.moves) >= own, "what the other decided stands"
    assert Match.resume("again", match.text()).can_undo == match.can_undo or len(match.moves) == own


# ---- players are saved with the game ------------------------------------------------------------


def test_who_decides_is_in_the_tags_and_comes_back() -> None:
    match = seated("hansa-teutonica", Person(), Computer("hard", 3), Computer("easy"))
    assert match.record.tags["player.1"] == "computer hard 3"
    assert "player.0" not in match.record.tags
    back = Match.resume("back", match.text())
    assert [type(controller) for controller in back.controllers] == [Person, Computer, Computer]
    second = back.controllers[1]
    assert isinstance(second, Computer) and (second.level, second.seed) == ("hard", 3)


@pytest.mark.parametrize("tag", ["", "person", "martian", "computer", "computer hard x", "mail", "recording"])
def test_any_tag_leads_to_a_game_that_can_go_on(tag: str) -> None:
    match = new_match("hansa", 2)
    match.record.tags.update({"player.0": tag, "player.1": tag})
    back = Match.resume("back", match.text())
    assert isinstance(back.waits(), (AwaitingInput, AwaitingAnswer))


def test_a_level_that_does_not_exist_is_medium_from_then_on() -> None:
    match = new_match("hansa", 2)
    match.record.tags["player.1"] = "computer grandmaster 3"
    back = Match.resume("back", match.text())
    (computer,) = [one for one in back.controllers if isinstance(one, Computer)]
    assert (computer.level, computer.tag()) == ("medium", "computer medium 3")


def test_an_old_record_without_such_tags_is_a_game_between_people() -> None:
    match = new_match("hansa", 3)
    assert all(type(controller) is Person for controller in match.controllers)
    match.record.tags["mail"] = "yes"
    assert all(type(c) is Mail for c in Match.resume("back", match.text()).controllers)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_reloaded_while_a_computer_thinks_asks_the_same_again(game: str) -> None:
    match, rng = seated(game, Computer(), Computer()), random.Random(2)
    for _ in range(7):
        answer(match, [hurried(match.state, rng)])
        match.step()
    wait, again = match.waits(), Match.resume("again", match.text()).waits()
    assert isinstance(wait, AwaitingAnswer) and isinstance(again, AwaitingAnswer)
    asked, anew = json.loads(wait.request), json.loads(again.request)
    assert anew.pop("seconds") >= asked.pop("seconds"), "nobody knows how long it thought before"
    assert asked == anew


def test_even_the_tenth_decision_of_a_turn_has_time() -> None:
    """An AI worker rejects a request without any, and a simple move would be played."""
    computer, state = Computer(), new_match("hansa", 3).state
    for number in range(10):
        assert json.loads(computer.request(state, number))["seconds"] > 0
        computer.answered(None, state, number)


def test_a_computer_may_finish_for_somebody_who_leaves() -> None:
    match, rng = new_match("hansa", 2), random.Random(2)
    for _ in range(9):
        match.play(hurried(match.state, rng))
    for seat in range(2):
        match.set_controller(seat, Computer("easy"))
    let_computers_play(match, rng)
    assert match.state.outcome is not None
    assert match.record.tags["player.1"] == "computer easy"
    match.set_controller(1, Person())
    assert "player.1" not in match.record.tags


# ---- by mail ------------------------------------------------------------------------------------


def test_by_mail_the_game_is_sent_when_somebody_else_decides() -> None:
    match, rng = new_match("hansa", 3), random.Random(2)
    match.set_by_mail(True)
    assert isinstance(match.waits(), AwaitingInput), "whoever opens the game may begin"
    actor = match.state.actor
    while match.state.actor == actor:
        match.play(hurried(match.state, rng))
    assert match.waits() == AwaitingSend(match.state.actor)
    match.posted()
    assert match.waits() == AwaitingInput(match.state.actor or 0)
    match.set_by_mail(False)
    assert match.record.tags["mail"] == "no"


def test_by_mail_computers_play_here_before_the_game_is_sent() -> None:
    match, rng = seated("hansa", Person(), Computer(), Person(), seed=3), random.Random(2)
    match.set_by_mail(True)
    sent: set[int | None] = set()
    for _ in range(60):
        wait = match.waits()
        if isinstance(wait, AwaitingSend):
            sent.add(wait.seat)
            match.posted()
        elif isinstance(wait, AwaitingInput):
            match.play(hurried(match.state, rng))
        else:
            let_computers_play(match, rng)
    assert sent == {0, 2}


# ---- recordings ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_recording_plays_itself_and_can_be_seen_at_any_step(game: str) -> None:
    match, rng = new_match(game, 3), random.Random(2)
    positions = [match.state.position()]
    while len(positions) <= 90 and play_some(match, rng, 1):
        positions.append(match.state.position())
    last = len(positions) - 1
    again = Match.watch(match.record)
    assert again.waits() is None, "it begins paused"
    again.paused = False
    for step in range(1, min(last, 30) + 1):
        assert again.waits() == AwaitingTimer(0.0)
        again.step()
        assert again.state.position() == positions[step]
    for step in (last - 1, last // 2, last // 2 + 1, 0, last, last // 4, 1):
        events = again.seek(step)
        assert again.state.position() == positions[step]
        assert [move.action for move in again.moves] == match.record.actions[:step]
        assert tuple(events) == (match.moves[step - 1].events if step else ())
    again.seek(last)
    assert again.waits() is None
    assert len(match.record.actions) == last >= at_least(game, 31, short=11), "the game itself is left alone"


@pytest.mark.parametrize("game", GAMES)
def test_another_game_may_branch_off_at_any_step(game: str) -> None:
    match, rng = new_match(game, 3), random.Random(4)
    played = play_some(match, rng, 60)
    step = played * 11 // 20
    branch = match.branch("other", step, [Person(), Computer("hard"), Computer("hard")])
    seen = Match.watch(match.record)
    seen.seek(step)
    assert branch.state.position() == seen.state.position()
    assert branch.record.tags["player.2"] == "computer hard"
    for _ in range(5):
        branch.play(branch.state.legal_actions()[-1])
    assert len(match.moves) == played >= at_least(game, 60, short=11) and len(branch.moves) == step + 5


def test_a_game_that_branches_off_from_one_by_mail_is_played_here() -> None:
    match, rng = seated("hansa", Person(), Person()), random.Random(4)
    match.set_by_mail(True)
    for _ in range(12):
        match.play(hurried(match.state, rng))
    branch = match.branch("other", 9, [Person(), Computer()])
    again = Match.resume("again", branch.text())
    assert not branch.by_mail and not again.by_mail
    assert [type(controller) for controller in again.controllers] == [Person, Computer]
    assert match.by_mail, "the game itself is left alone"
    assert match.branch("same", 9).by_mail, "and with the same players it is still sent"


def test_a_lesson_begins_in_a_position_and_goes_back_to_it() -> None:
    match, rng = new_match("hansa-teutonica", 3), random.Random(4)
    for _ in range(40):
        match.play(hurried(match.state, rng))
    start = match.ruleset.parse_position(match.state.position())
    lesson = Match("", new_match("hansa-teutonica", 3).record, [Person()] * 3, start=start)
    before = lesson.state.position()
    lesson.play(lesson.state.legal_actions()[0])
    if lesson.can_undo:
        lesson.undo()
    assert lesson.state.position() == before == start.position()
