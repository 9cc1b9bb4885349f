"""Single-player games in the page: quick start, hints, undo over computers' moves, seats handed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from game.client.storage.link import encode
from game.engine.record import read
from game.engine.registry import ruleset
from game.match import COLOURS, Computer, Match, Person, PlayerInfo

from .conftest import Visit
from .game_page import TOOLS, keep, opened_link, scene, state, touchable, until_so
from .guest import HABITS

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

WORKERS = """
    // Once `deadly`, every worker ends when it is asked, a new one at once, and nobody waits for them.
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            if (globalThis.deadly && String(given[0]).includes("thinking")) this.terminate();
        }
        postMessage(...given) {
            super.postMessage(...given);
            if (globalThis.deadly) this.terminate();
        }
    };
    const plain = setTimeout;
    globalThis.setTimeout = (work, delay, ...given) =>
        plain(work, globalThis.deadly && delay === 20_000 ? 200 : delay, ...given);
"""
ASKED = """() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given) {
        Worker.prototype.postMessage = postMessage;
        WHAT
    };
}"""
ENDED_WHEN_ASKED = ASKED.replace("WHAT", "postMessage.apply(this, given); this.terminate();")
"""The worker is terminated while it answers its next request."""
NEVER_ANSWERS = ASKED.replace("WHAT", "")
"""The next request is lost."""
LONG = """() => {
    globalThis.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => Math.round(one.duration))))
        .observe({ type: "longtask" });
}"""
TAKEN_IN = """async ([id, played]) => {
    document.querySelector(`#mirror [data-id='${id}']`)?.click();
    let rests = false;
    kontor.idle().then(() => { rests = true; });
    while (!rests && kontor.state().actions === played) await new Promise((go) => setTimeout(go, 5));
}"""
"""Activate an element of the list, and wait until the game is at rest or an action was played."""
UNTIL = """async (waits) => {
    while (kontor.state().waits !== waits) await new Promise((go) => setTimeout(go, 5));
}"""


def until(page: Page, waits: str) -> None:
    """Wait until the game waits for a kind of input: "input", "answer" ..."""
    page.evaluate(UNTIL, waits)


def persons_turn(page: Page) -> None:
    until(page, "input")
    page.evaluate("kontor.idle()")


def decide(page: Page) -> None:
    """Play the person's first legal action; computers may follow immediately."""
    before = state(page)["actions"]
    for _ in range(20):
        offered = [one for one in touchable(page) if one not in TOOLS and not one.startswith("desk.")]
        page.evaluate(TAKEN_IN, [offered[0], before])
        if state(page)["actions"] > before:
            return
    raise AssertionError("no action could be played")


def choose(page: Page, element: str) -> None:
    """Activate an element as soon as it is in the list, without waiting for the computers that follow."""
    listed = f"document.querySelector(`#mirror [data-id='{element}']`)"
    until_so(page, listed)
    page.evaluate(f"{listed}.click()")
    page.evaluate("() => new Promise((go) => setTimeout(() => requestAnimationFrame(go), 50))")


def seats(page: Page) -> list[int]:
    """Return the seat of each action."""
    return [move.seat for move in Match.resume("", state(page)["record"]).moves]


AT_ONCE = {"settings": HABITS}


def link_to_game(game: str, level: str) -> str:
    """Return a link to a new game of a person, who begins, against two computers."""
    players = [
        PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben", "Cord"), COLOURS, strict=False)
    ]
    rivals = [Person(), Computer(level, 1), Computer(level, 2)]
    options = {"start_player": "1"}
    return encode(Match.start("", ruleset(game), players, options, 5, controllers=rivals).record)


def alone(guest: Visit, game: str, level: str = "easy") -> Page:
    """Return the shared page with such a game on its table."""
    page = opened_link(guest.page, link_to_game(game, level))
    persons_turn(page)
    return page


def alone_in_own_page(visit: Open, game: str, script: str = "", looking: bool = False) -> tuple[Visit, Page]:
    """Return such a game in a separate page, in which a script runs first; `looking` shows computers'
    moves."""
    one = visit(reduced_motion="no-preference" if looking else "reduce")
    one.page.add_init_script(f"(() => {{ {script} }})();")
    if not looking:
        keep(one, AT_ONCE)
    page = one.open("#" + link_to_game(game, "easy"))
    choose(page, "continue")
    assert scene(page) == "table"
    persons_turn(page)
    return one, page


def end_turn(page: Page) -> None:
    """Play until it is a computer's turn."""
    for _ in range(60):
        if state(page)["waits"] != "input":
            return
        decide(page)
    raise AssertionError("the person's turn never ends")


def test_one_touch_on_the_title_begins_a_game_and_computers_play_whole_turns(visit: Open) -> None:
    """On a phone, and with a mouse: touch is covered by test_lessons.py."""
    one = visit(viewport={"width": 390, "height": 844})
    keep(one, AT_ONCE)
    page = one.open()
    place = next(e for e in page.evaluate("kontor.elements()") if e["id"] == "play")
    page.mouse.click(place["x"] + place["w"] / 2, place["y"] + place["h"] / 2)
    until_so(page, "kontor.state().scene === 'table'")
    record = read(state(page)["record"])
    assert [record.tags.get(f"player.{seat}", "").split()[:2] for seat in range(3)] == [
        [],
        ["computer", "easy"],
        ["computer", "easy"],
    ]
    persons_turn(page)
    end_turn(page)
    persons_turn(page)
    assert set(seats(page)) == {0, 1, 2}
    assert one.errors == []


def test_a_hint_is_taken(guest: Visit) -> None:
    """By keyboard, in the other game: test_looking_back.py."""
    page = alone(guest, "hansa")
    before = state(page)["actions"]
    choose(page, "hint")
    page.wait_for_selector("#mirror [data-id='take']", state="attached")
    assert state(page)["actions"] == before
    choose(page, "take")
    assert seats(page)[before] == 0


def test_a_seat_is_handed_to_a_computer_and_taken_back(guest: Visit) -> None:
    page = alone(guest, "hansa")
    before = state(page)["actions"]
    for element in ("menu", "seats", "who.0.easy", "back"):
        choose(page, element)
    until_so(page, f"kontor.state().actions > {before + 6}")
    for element in ("menu", "seats", "who.0.person", "back"):
        choose(page, element)
    persons_turn(page)
    assert state(page)["actor"] == 0
    decide(page)


def test_undo_goes_back_over_what_computers_did(guest: Visit) -> None:
    page = alone(guest, "hansa-teutonica")
    end_turn(page)
    own = max(number for number, seat in enumerate(seats(page)) if seat == 0)
    persons_turn(page)
    assert {1, 2} <= set(seats(page)[own:])
    choose(page, "undo")
    assert state(page)["actions"] == own and state(page)["actor"] == 0
    assert state(page)["waits"] == "input"


def test_a_game_reloaded_in_the_midst_of_thinking_goes_on(visit: Open) -> None:
    one, page = alone_in_own_page(visit, "hansa-teutonica")
    page.evaluate(NEVER_ANSWERS)
    end_turn(page)
    until(page, "answer")
    before = state(page)["actions"]
    page.reload()
    one.ready()
    choose(page, "continue")
    persons_turn(page)
    assert state(page)["actions"] > before and state(page)["actor"] == 0


def test_a_worker_that_is_killed_is_replaced(guest: Visit) -> None:
    page = alone(guest, "hansa-teutonica")
    page.evaluate("workers.length = 0")
    page.evaluate(ENDED_WHEN_ASKED)
    end_turn(page)
    persons_turn(page)
    assert {1, 2} <= set(seats(page))
    assert page.evaluate("workers.length") >= 1, "another one"
    assert guest.errors == []


def test_if_every_worker_dies_the_moves_come_from_the_fallback(visit: Open) -> None:
    _, page = alone_in_own_page(visit, "hansa-teutonica", script=WORKERS)
    page.evaluate("globalThis.deadly = true")
    before = state(page)["actions"]
    end_turn(page)
    persons_turn(page)
    moved = seats(page)[before:]
    assert {1, 2} <= set(moved)


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_no_frame_waits_while_a_computer_thinks(guest: Visit, game: str) -> None:
    """At least one of several waits has no main-thread task of more than 50 ms: the load of the machine
    varies, but a task of ours would always be there."""
    page = alone(guest, game, "hard")
    page.evaluate(LONG)
    waits: list[list[int]] = []
    for _ in range(4):
        end_turn(page)
        if state(page)["waits"] == "answer":
            page.evaluate("long.length = 0")
            page.evaluate("""async () => {
                const { actions } = kontor.state();
                while (kontor.state().waits === "answer" && kontor.state().actions === actions)
                    await new Promise((go) => setTimeout(go, 40));
            }""")
            waits.append(page.evaluate("long"))
            if [] in waits:
                break
        persons_turn(page)
    assert waits and [] in waits, waits
