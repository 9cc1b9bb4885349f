"""Who plays the games: processes of this machine or a Dask cluster, as `concurrent.futures` executors."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

AHEAD = 4
"""Jobs handed out per worker: enough that nobody waits for the next."""


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """An executor on so many processes. Left early, by Ctrl-C or an error, it ends them at once."""
    pool = ProcessPoolExecutor(count, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    before = multiprocessing.active_children()
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child not in before:
                child.terminate()
        raise
    finally:
        pool.shutdown()


@contextmanager
def dask(address: str) -> Iterator[Executor]:
    """An executor on the Dask cluster whose scheduler has this address ("tcp://host:8786")."""
    from distributed import Client

    with Client(address) as client:
        yield client.get_executor(pure=False, retries=10)


def finished(
    executor: Executor, play: Callable[[_Job], _Result], jobs: Iterable[_Job], ahead: int
) -> Iterator[tuple[int, _Result]]:
    """The number of each job with its result, in the order in which they end.

    `ahead` jobs are handed out at a time. What a job raises is raised here.
    """
    todo = enumerate(jobs)
    waiting: dict[Future[_Result], int] = {}
    while True:
        for number, job in islice(todo, ahead - len(waiting)):
            waiting[executor.submit(play, job)] = number
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
