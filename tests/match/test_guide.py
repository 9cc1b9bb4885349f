"""Guided games played to their end: the guide's statements are true, made once, and complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest

from game import engine
from game.bots import choose
from game.bots.players import player
from game.engine.core import Action, Event, Reason, State
from game.games import part
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import COLOURS, Computer, Match, Person, PlayerInfo
from game.match.guide import (
    GUIDE,
    LEVEL,
    OFF,
    TURNS,
    Guide,
    GuidedDecision,
    GuideMessage,
    foreseen,
    is_guided,
)
from game.match.log import Move
from tests.match.games import NAMES, hurried
from tests.needs import needs

from .guide_truth import ME, TRUTH, Seen, pieces_of

GAMES = engine.rulesets()
WORK = 1
"""Search budget of hints."""
SEEDS = {
    "hansa": (1, 2, 3, 4, 9, 10, 14, 15, 16, 18),
    "hansa-teutonica": (3, 7, 9, 10, 11, 12, 25, 57, 61, 72),
}
"""Ten seeds per game: in their games, with different kinds of players, every statement is made several
times."""


class Plan(NamedTuple):
    """A plan for a turn: its reason, and the person's own actions."""

    reason: Reason
    actions: Sequence[str]


class GuideOutput(NamedTuple):
    """A statement of the guide, and the knowledge of an observer at that time."""

    note: GuideMessage
    seen: Seen
    plan: Plan | None = None


LATE = (
    "hansa-teutonica seats=3 options=- start=2 number=50 turn=0 ask=turn actor=0 actions=3 ending=- "
    "houses=emden-osnabrueck:2t,2t,2t,2t+kampen-osnabrueck:2t,2t+arnheim-muenster:0t,0t,2t offices=g"
    "roningen:2t+hamburg:1t+kampen:2t+osnabrueck:2t+lueneburg:0m+perleberg:0t+arnheim:1t+muenster:0t"
    ",2m+minden:2t,0t+hannover:0t+brunswiek:2t+stendal:0t+duisburg:1t+dortmund:1m,0t+paderborn:1t+hi"
    "ldesheim:1t+goslar:1t extras=dortmund:1t table=.,.,.,. supply=2t,-,1t stock=5t,6t,- levels=0:cl"
    "avis_urbis:2+0:actiones:3+0:privilegium:2+1:clavis_urbis:2+1:actiones:2+2:actiones:2+2:privileg"
    "ium:2 neutral=- points=6,7,6 linked=- markers=0:extra_office*2 used=0:swap_offices+0:plus_4_act"
    "ions+0:improve_ability*2+1:extra_office+1:swap_offices+1:plus_3_actions+1:plus_4_actions+2:swap"
    "_offices+2:improve_ability+2:remove_3 taverns=emden-osnabrueck:extra_office+kampen-osnabrueck:p"
    "lus_3_actions+arnheim-muenster:remove_3 bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- orig"
    "ins=- allowance=0 route=- fresh=-"
)
"""Six towns are complete; games in which that happens before another end are rare."""


def guided(game: str, seed: int) -> Match:
    """Return a guided game for a person and two computers."""
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    seats = [Person(), Computer(LEVEL), Computer(LEVEL)]
    return Match.start(f"guided-{seed}", engine.ruleset(game), players, {}, seed, {GUIDE: "yes"}, seats)


def advised(state: State, seed: int) -> Plan:
    """Return the plan of a hint, found with little work."""
    choice = choose(state, "hard", Random(seed), work=WORK)
    assert choice.reason is not None
    return Plan(choice.reason, [action.text for action in choice.plan])


def played(game: str, seed: int) -> Iterator[GuideOutput]:
    """Play a guided game to its end. The person reads everything, and plays like a computer or fast."""
    match = guided(game, seed)
    guide, rng = Guide(match), Random(seed)
    minds = [player(("easy", "quick")[seed % 4 // 2]), player(LEVEL), player(LEVEL)]
    before: State | None = None
    since: list[tuple[int, Event]] = []
    while match.state.actor is not None:
        seat = match.state.actor
        while seat == ME and (due := guide.due()):
            seen = Seen(match.state.copy(), before, tuple(since))
            yield GuideOutput(due[0], seen, advised(match.state, seed) if due[0].is_turn else None)
            guide.tell(due[0])
        hasty = seat == ME and seed % 2 == 1
        action = hurried(match.state, rng) if hasty else minds[seat].choose(match.state, rng).action
        events = match.play(action)
        if seat == ME:
            before, since = match.state.copy(), []
        since += [(seat, event) for event in events]


def notes(told: Sequence[GuideOutput]) -> list[str]:
    """Return the ids of the statements in a game, including those on what matters in a turn."""
    found = [one.note for one in told]
    return [note.id for note in (*found, *(note.facts["now"] for note in found if note.is_turn)) if note]


@pytest.mark.parametrize("game", GAMES)
def test_in_twenty_guided_games_all_is_told_once_and_true_and_the_plans_can_be_played(game: str) -> None:
    """One test, because playing the games takes the time."""
    needs(game, "guide")
    games = [tuple(played(game, seed)) for seed in SEEDS[game]]
    assert_true(game, games)
    assert_all_told_once(game, games)
    assert_plans_are_playable([one for told in games for one in told if one.note.is_turn])


def assert_true(game: str, games: Sequence[Sequence[GuideOutput]]) -> None:
    for seed, told in enumerate(games):
        for one in told:
            said = [one.note.facts["now"]] if one.note.is_turn else [one.note]
            for note in filter(None, said):
                assert TRUTH[game][note.id](one.seen, note.facts), f"game {seed}: {note}"
            if one.note.is_turn:
                number = int(one.note.id.rpartition(".")[2])
                assert one.seen.state.turn_number in range(3 * number - 2, 3 * number + 1)
                assert one.seen.state.turn_seat == ME


def assert_all_told_once(game: str, games: Sequence[Sequence[GuideOutput]]) -> None:
    counts = [Counter(notes(told)) for told in games]
    assert all(count == 1 for found in counts for count in found.values())
    told = part(game, "guide")
    whole = {*told.NOTICES, *(f"now.{name}" for name in told.THEMES), "hello", "goodbye"}
    whole |= {f"turn.{number}" for number in range(1, TURNS + 1)}
    assert set(TRUTH[game]) == {name for name in whole if not name.startswith("turn.")}
    never = whole - set().union(*counts)
    assert never <= {"towns", "removed", "swapped"}, "for these see below"


def assert_plans_are_playable(turns: Sequence[GuideOutput]) -> None:
    assert len(turns) == TURNS * len(SEEDS["hansa"])
    for one in turns:
        assert one.plan is not None
        assert_played(one.seen.state, one.plan)
        if isinstance(one.seen.state, HansaTeutonicaState):
            assert_foreseen(one.seen.state, one.plan)
        else:
            assert_first_said(one.seen.state, one.plan)


def assert_played(state: State, plan: Plan) -> None:
    """Play a plan until another player decides or something hidden is revealed. The aim must be on the plan's
    path, possibly later."""
    after, places = state.copy(), [text.split()[-1].partition(".")[0] for text in plan.actions]
    for text in plan.actions:
        action = after.parse_action(text)
        places += [element.split(".")[1] for element in action.path if "." in element]
        places.append(after.ship_town if isinstance(after, HansaState) else "")
        if any(event.kind in state.ruleset.revealing for event in after.apply(action)) or after.actor != ME:
            break
        places.append(after.ship_town if isinstance(after, HansaState) else "")
    for kind in ("route", "town"):
        where = plan.reason.facts.get(kind, "")
        on_the_way = where in places or any(where in place.split("-") for place in places)
        assert not where or on_the_way, f"{plan}"


def assert_foreseen(state: HansaTeutonicaState, plan: Plan) -> None:
    """Check the displaced players and the remaining actions of a plan against the actions' texts."""
    deed, _, _ = plan.reason.id.partition("-")
    ahead, route = foreseen(state, *plan), plan.reason.facts.get("route")
    key, found = ahead.get("more", ("", {}))
    income = plan.actions[0].startswith("income") and deed != "income"
    assert (key == "first.income") == income
    if route is None:
        assert key in ("", "first.income") and not {"displaced", "office"} & ahead.keys()
        return
    owners = {f"{route}.{number}": seat for number, seat in enumerate(pieces_of(state, route), 1)}
    touched = {text.split()[-1]: text.split()[0] for text in plan.actions if text.split()[-1] in owners}
    if deed == "fill" and not any(text.startswith("use") for text in plan.actions):
        others = {seat for seat in owners.values() if seat not in (None, ME)}
        assert set(ahead.get("displaced", ())) == others
    if deed in ("build", "displace") and not income:
        held = {house for house, seat in owners.items() if seat == ME and touched.get(house) != "lift"}
        held |= {house for house, verb in touched.items() if verb in ("place", "set", "displace")}
        left = [seat for house, seat in owners.items() if house not in held]
        assert key.startswith("missing" if left else "full") and found["n"] == len(left)
        assert set(found.get("rivals", ())) == set(left) - {None}
    else:
        assert key in ("", "first.income")


def assert_first_said(state: HansaState, plan: Plan) -> None:
    """Check that the sentence is about what comes before the main action, with the coins needed up to it, and
    that the way ends with the main action."""
    ahead, after = foreseen(state, *plan), state.copy()
    deed = {"break": "build"}.get(plan.reason.id.split("-")[0], plan.reason.id.split("-")[0])
    town = plan.reason.facts.get("town", "")
    coins, way = 0, list[str]()
    for text in plan.actions:
        events = after.apply(after.parse_action(text))
        coins += sum(event.kind == "pay" and event.seat == ME for event in events)
        way.append(text)
        if text.split()[0] == deed and (deed == "restock" or after.ship_town == town):
            break
        if text == "restock":
            assert ahead == {"more": ("first.restock", {})}, "what comes into the warehouses is not known"
            return
    else:
        assert not ahead, "a plan without a main action, such as waiting"
        return
    assert ahead["way"] == way
    key, told = ahead.get("more", ("", {}))
    verbs, ports = [one.split()[0] for one in way[:-1]], [one.split()[1] for one in way if one[:4] == "sail"]
    first = next((verb for verb in verbs if verb != "sail"), "")
    if first:
        assert key == f"first.{first}" and told["n"] == coins
    elif verbs:
        assert (key, told) == (
            ("way", {"towns": ports[:-1], "n": coins}) if ports[:-1] else ("sail", {"n": coins})
        )
    elif deed == "buy":
        assert key in ("free", "pay", "pay.bank") and (key == "free") == (coins == 0)
        assert key != "pay" or told["rival"] == state.leader(town)
    elif deed == "build":
        assert key == "give" and text.split()[1] == told["good"]
    else:
        assert (key, told) == (("cost", {"n": coins}) if coins else ("", {}))


def affects_me(state: HansaTeutonicaState, action: Action) -> bool:
    """Return whether an action does something to a piece of the guided person."""
    return any(event.seat == ME for event in state.copy().apply(action))


@pytest.mark.parametrize(("marker", "notice"), [("remove_3", "removed"), ("swap_offices", "swapped")])
def test_what_others_do_to_the_persons_pieces_is_explained(marker: str, notice: str) -> None:
    rival = 2
    text = LATE.replace("actor=0", f"actor={rival}").replace("turn=0", f"turn={rival}")
    text = text.replace("number=50", "number=52").replace(
        "markers=0:extra_office*2", f"markers={rival}:{marker}"
    )
    text = text.replace(f"+{rival}:{marker}", "", 1)  # it is not used yet
    state = engine.ruleset("hansa-teutonica").parse_position(text)
    assert isinstance(state, HansaTeutonicaState) and state.actor == rival
    before, moves = state.copy(), list[Move]()
    while legal := [
        one
        for one in state.legal_actions()
        if affects_me(state, one) and (moves or one.text.startswith("use"))
    ]:
        moves.append(Move(rival, legal[0], tuple(state.apply(legal[0]))))
    found = part("hansa-teutonica", "guide").NOTICES[notice](GuidedDecision(ME, state, moves, True))
    assert found is not None and found["rival"] == rival
    seen = Seen(state, before, [(move.seat, event) for move in moves for event in move.events])
    assert TRUTH["hansa-teutonica"][notice](seen, found)


def test_when_many_towns_are_complete_it_is_said_how_many_end_the_game() -> None:
    state = engine.ruleset("hansa-teutonica").parse_position(LATE)
    assert isinstance(state, HansaTeutonicaState) and state.actor == state.turn_seat
    towns = part("hansa-teutonica", "guide").NOTICES["towns"]
    assert towns(GuidedDecision(state.actor or 0, state, (), True)) == {"n": state.completed, "limit": 10}
    assert towns(GuidedDecision(state.actor or 0, state, (), False)) is None


def test_the_guide_speaks_to_one_person_alone() -> None:
    match = guided("hansa", 1)
    guide = Guide(match)
    while match.state.actor != ME:
        match.play(match.state.legal_actions()[0])
    assert guide.due()
    match.set_controller(1, Person())
    assert not guide.due()


def test_what_was_told_is_remembered_in_the_record_and_strange_words_there_do_no_harm() -> None:
    match = guided("hansa", 2)
    while match.state.actor != ME:
        match.play(match.state.legal_actions()[0])
    guide = Guide(match)
    first = guide.due()[0]
    guide.tell(first)
    match.record.tags[GUIDE] += " dragons -1 ?"
    again = Match.resume("again", match.text())
    assert is_guided(again.record)
    assert first.id not in [note.id for note in Guide(again).due()] and Guide(again).due()
    Guide(again).switch(False)
    assert OFF in again.record.tags[GUIDE].split() and not Guide(again).due()
    Guide(again).switch(True)
    assert first.id not in [note.id for note in Guide(again).due()] and Guide(again).due()


@pytest.mark.parametrize("game", GAMES)
def test_the_tag_has_room_for_all_that_can_be_told(game: str) -> None:
    needs(game, "guide")
    match = guided(game, 3)
    guide = Guide(match)
    for name in TRUTH[game]:
        guide.tell(GuideMessage(name))
    for number in range(1, TURNS + 1):
        guide.tell(GuideMessage(f"turn.{number}", {"now": None}))
    guide.switch(False)
    assert len(match.record.tags[GUIDE]) <= 500
    assert Match.resume("again", match.text()).record.tags[GUIDE] == match.record.tags[GUIDE]


@pytest.mark.parametrize("game", GAMES)
def test_only_the_welcome_comes_before_the_persons_first_decision(game: str) -> None:
    needs(game, "guide")
    match = next(one for seed in range(1, 20) if (one := guided(game, seed)).state.actor != ME)
    guide = Guide(match)
    assert [note.id for note in guide.due()] == ["hello"]
    guide.tell(guide.due()[0])
    assert not guide.due()
    match.play(match.state.legal_actions()[0])
    while match.state.actor != ME:
        assert not guide.due()
        match.play(match.state.legal_actions()[0])
    assert guide.due() and "hello" not in [note.id for note in guide.due()]
