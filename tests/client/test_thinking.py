"""Computer players on the desktop: in a separate process, or in slices if processes are unavailable."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import threading
from collections.abc import Callable, Coroutine, Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game import engine
from game.bots.worker import answer
from game.engine.core import State
from game.platform import ThinkError
from game.platform.desktop.platform import Desktop
from game.platform.thinking import NoThinker, Tell, Thoughts
from game.worker_messages import request

pytestmark = pytest.mark.usefixtures("unseen")


def position(game: str = "hansa-teutonica") -> State:
    return engine.ruleset(game).new_game(seats=3, seed=3)


def choosing(work: int, game: str = "hansa-teutonica") -> str:
    """Return a request whose answer takes that many playouts."""
    return request("choose", position(game), level="hard", seed=1, work=work)


ENDLESS = choosing(10**6)
"""A request that takes longer than a lifetime."""


def processes() -> list[Any]:
    return [child for child in multiprocessing.active_children() if child.name == "kontor-thinking"]


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    desktop = Desktop(tmp_path, (640, 480))
    desktop.open("test")
    pygame.event.clear()
    yield desktop
    desktop.close()


async def begun(desktop: Desktop, text: str) -> asyncio.Task[str]:
    """Return a task that waits for an answer, after the first progress report."""
    said = asyncio.Event()
    task = asyncio.create_task(desktop.think(text, lambda line: said.set()))
    await asyncio.wait({task, asyncio.create_task(said.wait())}, return_when=asyncio.FIRST_COMPLETED)
    assert not task.done(), "it was answered too fast"
    return task


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 120))


NO_ANSWERS = (
    "",
    "null",
    "[]",
    "7",
    '"plan"',
    "{",
    "NaN",
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"error": ["no"]}',
)


@pytest.mark.parametrize("text", NO_ANSWERS, ids=range(len(NO_ANSWERS)))
def test_what_is_no_answer_is_an_error_and_nothing_worse(desktop: Desktop, text: str) -> None:
    class Babbler:
        def prepare(self) -> None: ...
        def stop(self) -> None: ...
        def close(self) -> None: ...
        async def answer(self, _request: str, _tell: Tell) -> str:
            return text

    with pytest.raises(ThinkError):
        run(Thoughts(Babbler(), desktop.frame, desktop.wake).think(choosing(1), None))


@pytest.mark.parametrize("game", engine.rulesets())
def test_the_answer_is_the_one_thought_here(desktop: Desktop, game: str) -> None:
    text = choosing(2, game)
    assert run(desktop.think(text)) == answer(text)
    assert json.loads(answer(text))["plan"]


def test_progress_is_told(desktop: Desktop) -> None:
    said: list[str] = []
    run(desktop.think(choosing(20), said.append))
    assert said and all("/" in line for line in said)


def test_thinking_happens_in_a_process_that_is_kept(desktop: Desktop) -> None:
    async def two() -> None:
        await desktop.think(choosing(1))
        (first,) = processes()
        await desktop.think(choosing(1))
        assert processes() == [first]

    run(two())


def test_the_person_can_use_the_program_meanwhile(desktop: Desktop) -> None:
    async def meanwhile() -> None:
        task = await begun(desktop, ENDLESS)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
        seen: list[Any] = []
        while not seen:
            await desktop.input()
            seen = [one for one in desktop.events() if getattr(one, "type", None) == pygame.KEYDOWN]
        assert not task.done()
        task.cancel()

    run(meanwhile())


def test_an_answer_ends_the_wait_for_input(desktop: Desktop) -> None:
    async def waiting() -> None:
        task = asyncio.create_task(desktop.think(choosing(2)))
        while not task.done():
            await desktop.input()

    run(waiting())


def test_a_wait_for_input_ends_in_time_with_nothing_done(desktop: Desktop) -> None:
    async def waiting() -> None:
        await desktop.input(0.01)
        assert desktop.events() == []

    run(waiting())


def test_what_happens_keeps_its_order(desktop: Desktop) -> None:
    async def waiting() -> list[Any]:
        for key in (pygame.K_a, pygame.K_b):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        await desktop.input()
        events = [one for one in desktop.events() if isinstance(one, pygame.event.Event)]
        return [one.key for one in events if one.type == pygame.KEYDOWN]

    assert run(waiting()) == [pygame.K_a, pygame.K_b]


def test_a_cancelled_request_stops_the_thinking_and_the_next_is_answered(desktop: Desktop) -> None:
    async def cancelled() -> str:
        task = await begun(desktop, ENDLESS)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await desktop.think(choosing(1))

    assert run(cancelled()) == answer(choosing(1))


def test_a_process_is_started_and_awaited_outside_the_event_loop(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room server stops a computer's thinking when the last member leaves, and other rooms play on."""
    where: list[str] = []

    def noting(work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*words: Any) -> Any:
            where.append(threading.current_thread().name)
            return work(*words)

        return noted

    async def cancelled() -> None:
        for name in "start", "join":
            monkeypatch.setattr(SpawnProcess, name, noting(getattr(SpawnProcess, name)))
        task = await begun(desktop, ENDLESS)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await desktop.think(choosing(1))

    run(cancelled())
    assert len(where) >= 3 and all(name.startswith("kontor-thinking") for name in where)


def test_a_request_cancelled_before_its_turn_disturbs_nobody(desktop: Desktop) -> None:
    async def cancelled() -> str:
        first = await begun(desktop, choosing(20))
        waiting = asyncio.create_task(desktop.think(ENDLESS))
        await asyncio.sleep(0)
        waiting.cancel()
        return await first

    assert run(cancelled()) == answer(choosing(20))


def test_a_process_that_dies_while_idle_is_replaced(desktop: Desktop) -> None:
    async def killed() -> str:
        await desktop.think(choosing(1))
        (process,) = processes()
        process.kill()
        process.join()
        return await desktop.think(choosing(1))

    assert run(killed()) == answer(choosing(1))


def test_a_process_that_dies_while_thinking_is_replaced_and_the_request_answered(desktop: Desktop) -> None:
    async def killed() -> str:
        task = await begun(desktop, choosing(20))
        (process,) = processes()
        process.kill()
        return await task

    assert run(killed()) == answer(choosing(20))


def test_a_request_that_kills_two_processes_is_given_up(desktop: Desktop) -> None:
    async def killed() -> None:
        lines: asyncio.Queue[str] = asyncio.Queue()
        task = asyncio.create_task(desktop.think(ENDLESS, lines.put_nowait))
        dead: set[int] = set()
        while not task.done():
            await asyncio.wait({task, asyncio.create_task(lines.get())}, return_when=asyncio.FIRST_COMPLETED)
            for process in processes():
                if process.pid not in dead:
                    dead.add(process.pid)
                    process.kill()
        with pytest.raises(ThinkError, match="died twice"):
            await task
        assert len(dead) == 2
        assert await desktop.think(choosing(1)) == answer(choosing(1))

    run(killed())


@pytest.mark.parametrize("where", ["process", "here"])
def test_an_error_comes_back_as_an_error(desktop: Desktop, where: str) -> None:
    think = desktop.think if where == "process" else slices(desktop).think
    text = choosing(1).replace('"work": 1', '"work": "x"')
    with pytest.raises(ThinkError, match="work: integer expected, got 'x'"):
        run(think(text, None))


def test_closing_while_thinking_leaves_no_process_and_no_thread(desktop: Desktop) -> None:
    async def closed() -> None:
        task = await begun(desktop, ENDLESS)
        desktop.close()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(closed())
    assert not processes()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kontor-thinking")]


class Nobody:
    """An unavailable AI worker."""

    def prepare(self) -> None: ...

    async def answer(self, request: str, tell: Tell) -> str:
        raise NoThinker

    def stop(self) -> None: ...

    def close(self) -> None: ...


def slices(desktop: Desktop, frames: Callable[[], None] = lambda: None) -> Thoughts:
    async def frame() -> None:
        frames()
        await asyncio.sleep(0)

    return Thoughts(Nobody(), frame, desktop.wake)


def test_without_a_process_thinking_is_done_in_slices_between_frames(desktop: Desktop) -> None:
    shown: list[int] = []
    said: list[str] = []
    text = choosing(20)
    thoughts = slices(desktop, lambda: shown.append(len(said)))
    assert run(thoughts.think(text, said.append)) == answer(text)
    assert len(shown) > 1
    assert said


def test_thinking_in_slices_can_be_cancelled(desktop: Desktop) -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(slices(desktop).think(ENDLESS, None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancelled())


def test_the_random_generator_of_a_game_is_not_asked_for_a_request() -> None:
    state = position()
    other = state.determinize(Random(5))
    assert request("choose", state, level="easy") == request("choose", other, level="easy")
