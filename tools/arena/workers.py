"""Workers that play the games, as `concurrent.futures` executors: local processes or a Dask cluster."""

from __future__ import annotations

import argparse
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
from game.command.ending import CommandError, adding, shortened
from game.command.numbers import whole

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

QUEUED_PER_WORKER = 4
"""Jobs submitted in advance per worker, so that no worker waits for its next one."""
LOOK = 0.2
"""Seconds between two checks for Ctrl-C while waiting for a game."""
LOST = 20
"""Number of retries of a Dask job whose worker is lost; a terminated worker takes all its jobs down with
it."""


@dataclass
class Workers:
    """An executor with its current number of workers and a test for Ctrl-C."""

    executor: Executor
    count: Callable[[], int]
    stopped: Callable[[], bool]

    def finished(
        self, play: Callable[[_Job], _Result], jobs: Iterable[_Job]
    ) -> Iterator[tuple[int, _Result]]:
        """Yield the number of each job with its result, in the order in which they finish.

        Raises any exception of a job, and KeyboardInterrupt after Ctrl-C.
        """
        todo = enumerate(jobs)
        waiting: dict[Future[_Result], int] = {}
        while True:
            for number, job in islice(todo, max(1, QUEUED_PER_WORKER * self.count() - len(waiting))):
                waiting[self.executor.submit(play, job)] = number
            if not waiting:
                return
            done, _ = wait(waiting, LOOK, FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
            if self.stopped():
                raise KeyboardInterrupt


MOST_PROCESSES = 61 if sys.platform == "win32" else 1000
"""Maximum number of worker processes; Windows cannot wait for more."""


def cores() -> int:
    """Return the number of cores that this process can use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, MOST_PROCESSES)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options that select the workers."""
    number, processes = whole(1, MOST_PROCESSES), "number of parallel games (default: number of cores)"
    parser.add_argument("--processes", type=number, default=cores(), metavar="N", help=processes)
    cluster = "address of a Dask scheduler whose cluster plays the games"
    parser.add_argument("--dask", metavar="ADDRESS", help=cluster)


def workers(processes: int, dask: str | None) -> AbstractContextManager[Workers]:
    """Return the workers: those of the Dask cluster at this address, or this number of local processes."""
    return on_dask(dask) if dask else on_processes(processes)


def _begin() -> None:
    """Prepare a worker process: Ctrl-C is left to the main process, and garbage collection made rare, as
    games create no cycles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Record Ctrl-C in place of raising KeyboardInterrupt. Yields a function that returns whether it was
    pressed.

    The flag is checked between results: an exception raised at an arbitrary point could be lost in a
    finalizer or split a result. A program that a script starts in the background also begins with the signal
    ignored.
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
    """Run this number of local worker processes. On an early exit (Ctrl-C, an error) they are killed."""
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
        # The pool must end before the interpreter: at exit it could otherwise be woken through a closed pipe.
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_dask(address: str) -> Iterator[Workers]:
    """Use the Dask cluster whose scheduler has this address ("tcp://host:8786"); workers can come and go."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        why = f"error: --dask needs {missing.name}, which is missing; install it with: {adding('cluster')}"
        raise CommandError(why) from missing

    try:
        connected = Client(address)
    except (OSError, ValueError) as refused:  # no answer, or not an address
        raise CommandError(f"error: the cluster {shortened(address)}: {refused}") from refused
    with connected as client:
        executor = client.get_executor(pure=False, retries=LOST)
        try:
            with _interrupts() as stopped:
                yield Workers(executor, lambda: sum(client.nthreads().values()), stopped)
        finally:
            executor.shutdown(wait=False)
