"""Who plays the games: processes of this machine or a Dask cluster, as `concurrent.futures` executors."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from game.bots.worker import SELDOM
from game.ending import Failure, shortened

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

AHEAD = 4
"""So many jobs per worker are handed out in advance, so that none has to wait for its next one."""
LOOK = 0.2
"""Waiting for a game is interrupted after so many seconds to see whether somebody has pressed Ctrl-C."""
LOST = 20
"""How often a Dask job is tried again when its worker is lost; a killed worker takes down what it had."""


@dataclass
class Workers:
    """An executor, how many it can keep busy at the moment, and whether Ctrl-C has been pressed."""

    executor: Executor
    count: Callable[[], int]
    stopped: Callable[[], bool]

    def finished(
        self, play: Callable[[_Job], _Result], jobs: Iterable[_Job]
    ) -> Iterator[tuple[int, _Result]]:
        """The number of each job with its result, in the order they finish.

        What a job raises is raised here; so is KeyboardInterrupt after Ctrl-C.
        """
        todo = enumerate(jobs)
        waiting: dict[Future[_Result], int] = {}
        while True:
            for number, job in islice(todo, max(1, AHEAD * self.count() - len(waiting))):
                waiting[self.executor.submit(play, job)] = number
            if not waiting:
                return
            done, _ = wait(waiting, LOOK, FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
            if self.stopped():
                raise KeyboardInterrupt


MOST_PROCESSES = 61 if sys.platform == "win32" else 1000
"""Windows waits for no more at a time."""


def cores() -> int:
    """How many cores this process may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, MOST_PROCESSES)


def workers(processes: int, dask: str | None) -> AbstractContextManager[Workers]:
    """On the Dask cluster at this address, or in this many processes."""
    return on_dask(dask) if dask else on_processes(processes)


def _begin() -> None:
    """A worker leaves Ctrl-C to the main process, and seldom looks for cycles: games make none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C has been pressed since.

    It is noted and looked at between results: an exception raised wherever the program happens to be may be
    lost (in a finalizer) or come between the two halves of a result. And a program that a script has started
    in the background begins with the signal ignored.
    """
    pressed = list[int]()
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # only the main thread may handle signals
        return
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def on_processes(count: int) -> Iterator[Workers]:
    """This many processes on this machine. On an early exit (Ctrl-C, an error) they are killed at once."""
    before = multiprocessing.active_children()
    pool = ProcessPoolExecutor(count, initializer=_begin)
    try:
        with _interrupts() as stopped:
            yield Workers(pool, lambda: count, stopped)
    except BaseException:
        for child in multiprocessing.active_children():
            if child not in before:
                child.terminate()
        raise
    finally:
        # It must have ended before Python does, which otherwise may wake it when it has just closed its pipe.
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_dask(address: str) -> Iterator[Workers]:
    """The Dask cluster whose scheduler has this address ("tcp://host:8786"); workers may come and go."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        why = f"error: --dask needs {missing.name}, which is missing; install kontor[cluster]"
        raise Failure(why) from missing

    try:
        connected = Client(address)
    except (OSError, ValueError) as refused:  # no answer, or not an address
        raise Failure(f"error: the cluster {shortened(address)}: {refused}") from refused
    with connected as client:
        executor = client.get_executor(pure=False, retries=LOST)
        try:
            with _interrupts() as stopped:
                yield Workers(executor, lambda: sum(client.nthreads().values()), stopped)
        finally:
            executor.shutdown(wait=False)
