"""Computer players in the page: in a worker, or in slices if workers are unavailable."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from game import engine
from game.bots.worker import answer
from game.worker_messages import request
from tests.bench.trace import traced
from web.cache import ROOT

from .conftest import Host, Visit
from .game_page import until_so
from .guest import WATCHED, isolated
from .test_offline import settle

Open = Callable[..., Visit]
LONG = 50  # milliseconds

NO_WORKER = """
    globalThis.Worker = class {
        constructor() { throw new Error("blocked"); }
    };
"""
IMPATIENT = """
    const plain = setTimeout;
    globalThis.setTimeout = (work, delay, ...given) => plain(work, delay === 20_000 ? 2000 : delay, ...given);
"""
FRAMES = """
    globalThis.gaps = [];
    globalThis.watch = async (until) => {
        let done = false;
        until.then(() => { done = true; }, () => { done = true; });
        for (let last = performance.now(); !done; ) {
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            gaps.push(Math.round(now - last));
            last = now;
        }
    };
"""


def choosing(work: int, game: str = "hansa-teutonica") -> str:
    """Return a request whose answer takes that many playouts."""
    state = engine.ruleset(game).new_game(seats=3, seed=3)
    return request("choose", state, level="hard", seed=1, work=work)


ENDLESS = choosing(10**6)


def opened(visit: Open, *scripts: str) -> tuple[Visit, Page]:
    one = visit()
    for script in (WATCHED, *scripts):
        one.page.add_init_script(isolated(script))
    return one, one.open()


@pytest.fixture
def page(guest: Visit) -> Page:
    """A page whose computer players have not been used."""
    guest.page.evaluate("() => { workers.length = 0; kontor.stopThinking(); }")
    return guest.page


def test_a_worker_answers_as_native_python_does_tells_its_progress_and_reports_errors(page: Page) -> None:
    for text in (choosing(20, game) for game in engine.rulesets()):
        assert page.evaluate("(text) => begin(text, undefined)", text) == answer(text)
    said = "const said = []; await begin(text, (line) => said.push(line)); return said;"
    lines = page.evaluate(f"async (text) => {{ {said} }}", choosing(20))
    assert lines and all("/" in line for line in lines)
    said = page.evaluate(
        "(text) => begin(text, undefined).then(String, String)", choosing(1).replace("choose", "guess")
    )
    assert "ThinkError: ask: one of choose, judge, roll out, threats expected" in said
    assert page.evaluate("workers.length") == 1


def test_a_cancelled_request_ends_its_worker_and_the_next_is_answered(page: Page) -> None:
    said = page.evaluate(
        """async ([endless, text]) => {
            const { task } = await begun(endless);
            task.cancel();
            return [await task.then(String, String), await begin(text, undefined)];
        }""",
        [ENDLESS, choosing(2)],
    )
    assert "CancelledError" in said[0]
    assert said[1] == answer(choosing(2))
    assert page.evaluate("workers.length") == 2


@pytest.mark.parametrize("thinks", [True, False])
def test_a_worker_that_is_ended_is_replaced(page: Page, thinks: bool) -> None:
    text = choosing(20)
    if thinks:
        ended = "const { task } = await begun(text); workers[0].terminate();"
    else:
        ended = "await begin(text, undefined); workers[0].terminate(); const task = begin(text, undefined);"
    assert page.evaluate(f"async (text) => {{ {ended} return task; }}", text) == answer(text)
    assert page.evaluate("workers.length") == 2


def test_a_request_that_ends_two_workers_is_given_up(page: Page) -> None:
    said = page.evaluate(
        """(text) => {
            const task = begin(text, () => workers.at(-1).terminate());
            return task.then(String, String);
        }""",
        ENDLESS,
    )
    assert "died twice" in said
    assert page.evaluate("(text) => begin(text, undefined)", choosing(1)) == answer(choosing(1))


@pytest.mark.returning
@pytest.mark.parametrize("where", ["worker", "slices"])
def test_no_frame_waits_for_thinking(visit: Open, where: str) -> None:
    """Frames continue, and no task in the page takes more than 50 ms of CPU time.

    Wall time would include other programs.
    """
    one, page = opened(visit, FRAMES, *([NO_WORKER] if where == "slices" else []))
    until_so(page, "kontor.state().prepared")  # scenes and boards, prepared while the title waits
    text = choosing(20)
    page.evaluate("(text) => begin(text, undefined)", text)  # one-time initialisation

    def think() -> None:
        said = page.evaluate(
            "async (text) => { const it = begin(text, undefined); await watch(it); return it; }", text
        )
        assert said == answer(text)

    for _ in range(3):
        page.evaluate("gaps.length = 0")
        spent = traced(page, think)
        assert page.evaluate("gaps.length") > 5
        assert len(spent.frames) > 5 and max(spent.tasks) < LONG
    assert one.errors == []


@pytest.mark.returning
@pytest.mark.parametrize("stalled", ["page-*/python.js", "game-*/game.pack"])
def test_a_network_that_stalls_keeps_nobody_thinking_for_ever(visit: Open, stalled: str) -> None:
    _, page = opened(visit, IMPATIENT)
    held: list[Route] = []
    page.context.route(f"**/{stalled}", lambda route: held.append(route))
    text = choosing(1)
    assert page.evaluate("(text) => begin(text, undefined)", text) == answer(text)
    assert held and page.evaluate("workers.length") == 1, "it was asked, and then done without"


@pytest.mark.settled
def test_thinking_needs_no_network(visit: Open, host: Host) -> None:
    one, page = opened(visit)
    settle(page)
    host.stop()
    page.reload()
    one.ready()
    text = choosing(2)
    assert page.evaluate("(text) => begin(text, undefined)", text) == answer(text)
    assert page.evaluate("workers.length") == 1


def test_a_worker_knows_only_the_rules_and_the_players_and_can_answer_with_them(tmp_path: Path) -> None:
    worker = (ROOT / "web/thinking-worker.js").read_text(encoding="utf-8")
    needed = re.search(r"NEEDED = /(.*)/;", worker)
    assert needed
    for path in (path for top in ("game", "assets") for path in (ROOT / top).rglob("*") if path.is_file()):
        name = path.relative_to(ROOT)
        if "__pycache__" not in name.parts and re.match(needed[1], name.as_posix()):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, tmp_path / name)
    assert {path.name for path in (tmp_path / "game").iterdir() if path.is_dir()} == {
        "bots",
        "engine",
        "games",
    }
    assert not list(tmp_path.rglob("view/*"))
    for game in engine.rulesets():
        text = request("choose", engine.ruleset(game).new_game(3, seed=3), level="hard", seed=1, work=2)
        command = [sys.executable, "-c", f"from game.bots.worker import answer; print(answer({text!r}))"]
        said = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        assert said == answer(text) + "\n"
