"""A thousand rooms with four players each: ``./build.sh bench rooms``.

In each room there is one action per second. The latency is the time from the moment an action was due until
each of the other three devices has received it. All devices are in this process (`crowd.py`), whose own CPU
usage is printed.

KONTOR_TABLES=1000 and KONTOR_SECONDS=20 set the number of rooms and the duration; KONTOR_STORES=sqlite,redis
selects the stores.

``./build.sh bench rooms --attack pings`` measures fifty rooms while another server of the computer is
attacked, and while theirs is, from another address and with the default limits; ``--attack all`` runs each
attack of `tests/server/attacks.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import select
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from tests.bench.crowd import DEAF, PLAYERS, Table, Wire
from tests.server.attacks import NAMES, attacked
from tests.server.devices import Service, key_of, plan_text, post
from tests.server.stores import SERVER, RedisServer

TABLES = int(os.environ.get("KONTOR_TABLES", "1000"))
SECONDS = int(os.environ.get("KONTOR_SECONDS", "20"))
BESIDE = SECONDS // 2
"""Seconds for which some devices read nothing."""
AT_ONCE = 8
"""Number of rooms created in parallel."""
WITH_DEAF = 10
"""Number of rooms in which one device finally stops reading."""
NEARLY = 0.8
"""Fraction of the queue limit that a device which reads nothing is filled to."""
AFTER = 2.0
"""Seconds to wait for late messages."""
MANY = "1000000"
LIMITS = ("--rooms-per-hour", MANY, "--sockets-per-address", MANY, "--sockets", MANY, "--rate", MANY)
UNHARMED = 50
"""Number of rooms that play during an attack."""
ROUNDS = 4
"""Number of times that either server is attacked, in turns, because machines vary."""
MAX_SLOWER = 2.0
"""Maximum slowdown factor of the 99th percentile under an attack."""
LEAST = 0.01
"""Latencies below this number of seconds are as good as none."""
MAX_GROWTH = 64 << 20
"""Maximum growth of the server's memory under an attack, in bytes."""
MEMORY = Path("/dev/shm")
"""Directory of the store during an attack. Delays of a disk would hide those of the server."""
DEFAULTS = ("--rooms-per-hour", MANY, "--sockets-per-address", "100", "--rate", "10")
"""Limits during an attack: the server's own, but for the rooms that this process creates."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Used(NamedTuple):
    """CPU time in seconds: of the servers, their store, this process, and in total."""

    services: float
    store: float
    crowd: float
    all: float
    clock: float

    def since(self, before: Used) -> str:
        """Return the average number of cores that each has used since."""
        services, store, crowd, all, clock = (now - then for now, then in zip(self, before, strict=True))
        parts = {"service": services, "redis": store, "the devices": crowd}
        others = all - sum(parts.values())
        shown = [f"{name} {one / clock:.2f}" for name, one in (parts | {"others": others}).items() if one]
        return ", ".join(shown)

    def services_since(self, before: Used) -> float:
        """Return the average number of cores that the servers have used since."""
        return (self.services - before.services) / (self.clock - before.clock)


class Machine(NamedTuple):
    """The measured processes: servers, and their store if it has one."""

    services: Sequence[int]
    store: Sequence[int] = ()

    def used(self) -> Used:
        total = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        busy = sum(total) - total[3] - total[4]  # all except idle and I/O wait
        times = (sum(_ticks(one) for one in ones) / TICKS for ones in self)
        services, store = times
        return Used(services, store, time.process_time(), busy / TICKS, time.perf_counter())

    def memory(self) -> int:
        """Return the memory of the servers in bytes."""
        pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in self.services)
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def _ticks(process: int) -> int:
    facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(facts[11]) + int(facts[12])


class Clock:
    """A scheduler that triggers actions when they are due and collects the results.

    late  maximum delay of this process itself, in seconds
    lost  number of connections that the server closed
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = tables
        self._lines: dict[int, Wire] = {}
        self._poll = select.epoll()
        self.late = 0.0
        self.lost = 0

    def attend(self, table: Table) -> None:
        """Start reading the messages of its devices, and those sent meanwhile."""
        for wire in table.wires:
            self._lines[wire.socket.fileno()] = wire
            self._poll.register(wire.socket, select.EPOLLIN)
        self.hear(0)

    def deafen(self, wire: Wire) -> None:
        self._poll.unregister(wire.socket)

    def run(self, seconds: int) -> None:
        """Trigger an action in each room once per second, at times spread over the second."""
        begun, count, rooms = time.perf_counter() + 0.5, 0, len(self._tables)
        end = begun + seconds + AFTER
        self.late = 0.0
        while (now := time.perf_counter()) < end:
            while count < seconds * rooms and (due := begun + count / rooms) <= now:
                self.late = max(self.late, now - due)
                self._tables[count % rooms].act(due)
                count += 1
            soon = begun + count / rooms if count < seconds * rooms else end
            self.hear(max(0.0, soon - time.perf_counter()))

    def hear(self, wait: float) -> None:
        for number, _ in self._poll.poll(wait):
            wire, now = self._lines[number], time.perf_counter()
            try:
                for text in wire.texts():
                    wire.table.heard(wire.seat, text, now)
            except OSError:
                self.lost += 1
                self._poll.unregister(wire.socket)


def share(values: Sequence[float], part: float) -> float:
    """Return the value in milliseconds below which this fraction of the values is."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def times(tables: Sequence[Table]) -> str:
    taken = [one for table in tables for one in table.taken]
    return " ".join(
        [f"p50 {share(taken, 0.5):.1f}", f"p99 {share(taken, 0.99):.1f}", f"most {share(taken, 1):.0f} ms"]
    )


def measure(name: str, ports: Sequence[int], machine: Machine) -> None:
    """Measure one store: create rooms, play, then let some devices stop reading."""
    empty, begun = machine.memory(), time.perf_counter()
    tables, clock = opened(ports)
    took, full, before = time.perf_counter() - begun, machine.memory(), machine.used()
    clock.run(SECONDS)
    after, played = machine.used(), sum(table.played for table in tables)
    print(f"{name}: {TABLES} rooms of {PLAYERS}, opened in {took:.0f} s")
    print(f"  to the others, from when an action was due: {times(tables)}")
    missing = played * (PLAYERS - 1) - sum(len(table.taken) for table in tables)
    refused = sum(table.refused for table in tables)
    lost = f"{missing} not heard, {refused} refused, {clock.lost} lines lost"
    print(f"  {played} actions in {SECONDS} s; {lost}")
    print(f"  processors: {after.since(before)}; the devices were late by {clock.late * 1000:.0f} ms at most")
    kept = ((one - empty) / TABLES / 1000 for one in (full, machine.memory()))
    print("  memory: {:.0f} kB a room, {:.0f} after the actions".format(*kept), flush=True)
    deafen(tables, clock)
    for table in tables:
        for wire in table.wires:
            wire.socket.close()


def opened(ports: Sequence[int], rooms: int = TABLES, host: str = "127.0.0.1") -> tuple[list[Table], Clock]:
    """Create the rooms, some in parallel; existing ones answer pings meanwhile. In `host`, `{}` is the number
    of the room, whose devices have that address."""
    tables: list[Table] = []
    clock = Clock(tables)

    def made(number: int) -> Table:
        actions = SECONDS + ROUNDS * BESIDE
        return Table(number, ports, actions, host.format(number + 1), deaf=number < WITH_DEAF)

    with ThreadPoolExecutor(AT_ONCE) as makers:
        for table in makers.map(made, range(rooms)):
            tables.append(table)
            clock.attend(table)
    return tables, clock


def deafen(tables: Sequence[Table], clock: Clock) -> None:
    """In some rooms one device stops reading: its system buffers fill up, then the server's queue. The other
    devices there should not be affected."""
    concerned = tables[:WITH_DEAF]
    for table in concerned:
        clock.deafen(table.wires[DEAF])
    most = concerned[0].clog(1 << 20)
    for table in concerned[1:]:
        table.clog(int(NEARLY * most))
        clock.hear(0)
        table.deaf = True
    for table in tables:
        del table.taken[:]
    clock.run(BESIDE)
    still = sum(not table.gone for table in concerned)
    print(f"  a device that reads nothing is let go after {most} answers; {still} are not yet")
    print(f"  beside them: {times(concerned)}; elsewhere: {times(tables[WITH_DEAF:])}", flush=True)


def beside_an_attack(name: str, port: int, other: int, machine: Machine) -> bool:
    """Measure rooms while another server is attacked, and while theirs is. Return whether that harms them.

    The computer is equally busy in both cases, so that the difference is the server's.
    """
    tables, clock = opened([port], UNHARMED, "127.0.1.{}")
    plan = plan_text(key_of(1), ["me", *["open"] * (PLAYERS - 1)])
    targets = [(attacked_port, post(attacked_port, plan)) for attacked_port in (other, port)]
    before = most = machine.memory()
    latencies: tuple[list[float], list[float]] = [], []
    cores: tuple[list[float], list[float]] = [], []
    for turn in range(2 * ROUNDS):
        with attacked(name, *targets[turn % 2]):
            begun = machine.used()
            clock.run(BESIDE // 2)
            cores[turn % 2].append(machine.used().services_since(begun))
            most = max(most, machine.memory())
        latencies[turn % 2].extend(taken(tables))
    calm, busy = latencies
    for table in tables:
        for wire in table.wires:
            wire.socket.close()
    slower = max(LEAST * 1000, share(busy, 0.99)) / max(LEAST * 1000, share(calm, 0.99))
    harmed = slower > MAX_SLOWER or most - before > MAX_GROWTH or clock.lost > 0
    facts = [
        *(f"p50 {share(some, 0.5):.1f}, p99 {share(some, 0.99):.1f} ms" for some in (calm, busy)),
        f"{slower:.1f} times",
        f"server {mean(cores[0]):.2f} and {mean(cores[1]):.2f} cores",
        f"memory +{(most - before) / (1 << 20):.0f} MB",
        f"{clock.lost} connections of others lost",
    ]
    print(f"  {name}: {'; '.join(facts)}: {'NOT OK' if harmed else 'ok'}", flush=True)
    return harmed


def taken(tables: Sequence[Table]) -> list[float]:
    """Return the measurements since the previous call."""
    found = [one for table in tables for one in table.taken]
    for table in tables:
        del table.taken[:]
    return found


@asynccontextmanager
async def on_sqlite(folder: Path) -> AsyncIterator[tuple[list[int], Machine]]:
    async with Service(folder / "rooms.sqlite", *LIMITS) as service:
        yield [service.port], Machine([service.pid])


@asynccontextmanager
async def on_redis(folder: Path) -> AsyncIterator[tuple[list[int], Machine]]:
    async with (
        RedisServer(folder / "redis", appendfsync="everysec") as redis,
        Service(redis.address, *LIMITS) as one,
        Service(redis.address, *LIMITS) as two,
    ):
        yield [one.port, two.port], Machine([one.pid, two.pid], [redis.pid])


async def run() -> None:
    """Measure the stores."""
    wanted = os.environ.get("KONTOR_STORES", "sqlite,redis")
    with tempfile.TemporaryDirectory() as folder:
        if "sqlite" in wanted:
            async with on_sqlite(Path(folder)) as (ports, machine):
                measure("SQLite, one process", ports, machine)
        if "redis" in wanted and SERVER is None:
            print("no redis-server here")
        elif "redis" in wanted:
            async with on_redis(Path(folder)) as (ports, machine):
                measure("Redis (everysec), two processes", ports, machine)


async def attack(names: Sequence[str]) -> int:
    """Measure the effect of attacks. Return the number of those that harm other rooms."""
    harmful = 0
    print(f"{UNHARMED} rooms of {PLAYERS} during an attack on another server, and on theirs")
    for name in names:
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            async with (
                Service(Path(folder) / "rooms.sqlite", *DEFAULTS) as service,
                Service(Path(folder) / "other.sqlite", *DEFAULTS) as other,
            ):
                harmful += beside_an_attack(name, service.port, other.port, Machine([service.pid]))
    return harmful


def main(words: Sequence[str] = ()) -> None:
    """Measure the stores, which takes some minutes, or attacks."""
    parser = argparse.ArgumentParser("bench rooms")
    parser.add_argument("--attack", choices=[*NAMES, "all"], metavar="NAME", help=", ".join([*NAMES, "all"]))
    asked = parser.parse_args(list(words)).attack
    if asked is None:
        asyncio.run(run())
    elif asyncio.run(attack(NAMES if asked == "all" else [asked])):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
