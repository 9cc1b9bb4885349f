"""After any failure every confirmed action is stored, all devices agree, and all reconnect.

With KONTOR_BREAKS=50 in the environment each failure happens fifty times; with -s pytest then shows the time
until all were reconnected.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from .devices import TIMEOUT, Device, Service, agreed, table
from .proxy import Proxy
from .stores import RedisServer, needs_redis

TIMES = int(os.environ.get("KONTOR_BREAKS", "2"))
BACK = 5.0
"""Maximum seconds until all devices are reconnected."""
Break = Callable[[], Awaitable[None]]
RULES = "hansa-teutonica"  # the longer game


async def survives(ports: Sequence[int], breaks: Break, rng: Random, times: int = TIMES) -> None:
    """Let three devices play through a failure at a random moment; each time in a new room."""
    longest = 0.0
    for _ in range(times):
        async with asyncio.timeout(2 * TIMEOUT), table(ports, 3, RULES) as devices:
            playing = [asyncio.create_task(device.play()) for device in devices]
            wanted = devices[0].replica.state.n + rng.randrange(40)
            await devices[0].until(lambda n=wanted: devices[0].replica.state.n >= n)  # type: ignore[misc]
            await asyncio.sleep(rng.random() * 0.02)  # not always just after an entry
            await breaks()
            began, known = time.monotonic(), devices[0].replica.state.n
            for device in devices:
                await device.until(lambda d=device, n=known: d.connected and d.replica.state.n > n)  # type: ignore[misc]
            longest = max(longest, time.monotonic() - began)
            for device in devices:
                await device.rest()
            await asyncio.gather(*playing)
            assert sum(len(device.confirmed) for device in devices) > 0
            await agreed(devices)
    print(f"  {times} times: everybody was back after {longest:.1f} s at most")
    if times > 10:
        assert longest < BACK


def test_the_service_is_killed(tmp_path: Path) -> None:
    async def main() -> None:
        async with Service(tmp_path / "rooms.sqlite", "--rooms-per-hour", "1000") as service:

            async def breaks() -> None:
                await service.end(signal.SIGKILL)
                await service.start()

            await survives([service.port], breaks, Random())

    asyncio.run(main())


@pytest.mark.parametrize("how", ["cut", "held", "slowed"])
def test_the_network_is(how: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            Service(tmp_path / "rooms.sqlite", "--rooms-per-hour", "1000") as service,
            Proxy(service.port) as proxy,
        ):

            async def breaks() -> None:
                proxy.delay = 0.04 if how == "slowed" else 0
                if how == "cut":
                    proxy.cut()
                elif how == "held":
                    proxy.hold()
                    await asyncio.sleep(3)  # the ping timeout of a device
                    proxy.let_go()

            # Stalling or slowing takes some seconds each time.
            await survives([proxy.port], breaks, Random(), 1 if how != "cut" and TIMES == 2 else TIMES)

    asyncio.run(main())


@needs_redis
@pytest.mark.parametrize("what", ["redis", "one of two services", "the line to redis"])
def test_with_two_services_is_killed(what: str, tmp_path: Path) -> None:
    async def main() -> None:
        words = ("--rooms-per-hour", "1000")
        async with (
            RedisServer(tmp_path / "redis") as redis,
            Proxy(redis.port) as proxy,
            Service(f"redis://127.0.0.1:{proxy.port}", *words) as one,
            Service(f"redis://127.0.0.1:{proxy.port}", *words) as two,
        ):

            async def breaks() -> None:
                if what == "redis":
                    await redis.end(signal.SIGKILL)
                    await redis.start()
                elif what == "the line to redis":
                    proxy.cut()
                else:
                    await one.end(signal.SIGKILL)
                    await one.start()

            await survives([one.port, two.port], breaks, Random())

    asyncio.run(main())


@needs_redis
def test_two_services_that_race_make_one_record(tmp_path: Path) -> None:
    """All send at the same time, and one player acts on two devices at the same time, through two servers."""

    async def main() -> None:
        async with (
            RedisServer(tmp_path / "redis") as redis,
            Service(redis.address) as one,
            Service(redis.address) as two,
            table([one.port, two.port], 4, RULES) as devices,
        ):
            room = devices[0].replica.name
            twins = [Device([two.port, one.port][seat % 2 :], room, seat + 1, "twin") for seat in range(4)]
            for twin in twins:
                await twin.until(lambda d=twin: d.replica.match)  # type: ignore[misc]
            everybody = [*devices, *twins]
            said = [device.say(device.replica.rename(f"N{n}")) for device in everybody for n in range(20)]
            playing = [asyncio.create_task(device.play()) for device in everybody]
            await asyncio.gather(*said)
            await devices[0].until(lambda: devices[0].replica.state.n > 300)
            for device in everybody:
                await device.rest()
            await asyncio.gather(*playing)
            for device in everybody:
                await device.until(lambda d=device: not d.replica.pending)  # type: ignore[misc]
            await agreed(everybody)
            assert devices[0].entries["rename"] == 20 * len(everybody)
            for twin in twins:
                await twin.close()

    asyncio.run(main())
