"""Health and metrics of the room server, and what its log says."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from .devices import TIMEOUT, Device, Service, key_of, plan_text, post, table
from .stores import RedisServer, needs_redis


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def fetched(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of a response."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=named), timeout=TIMEOUT) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def figures(port: int) -> dict[str, float]:
    """Return the metrics by name and labels."""
    status, text = fetched(port, "/metrics")
    assert status == 200
    return {
        "/".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_count_rooms_connections_commands_and_refusals(tmp_path: Path) -> None:
    async def main() -> None:
        async with Service(tmp_path / "rooms.sqlite") as service, table([service.port], 2) as devices:
            while not any([await device.play_one() for device in devices]):
                pass
            await devices[1].say('{"do":"start","id":"refused"}')
            await devices[1].say(devices[1].replica.rename("B"))
            await devices[1].until(lambda: not devices[1].replica.pending)
            found = await asyncio.to_thread(figures, service.port)
            assert found["kontor_rooms"] == 1 and found["kontor_connections"] == 2
            assert found["kontor_commands_total/play"] >= 1 and found["kontor_commands_total/enter"] == 2
            assert found["kontor_refusals_total/owner-only"] == 1
            assert found["kontor_store_seconds_count"] >= 6 and found["kontor_store_works"] == 1
            assert not any("Guest" in name or "127.0.0.1" in name for name in found)

    asyncio.run(main())


def test_metrics_and_details_are_for_private_networks(tmp_path: Path) -> None:
    def visit(port: int) -> None:
        for path, own, others in (
            ("/metrics", 200, 404),
            ("/healthz", 200, 200),
            ("/readyz", 200, 200),
        ):
            assert fetched(port, path)[0] == own
            assert fetched(port, path, X_Forwarded_For="10.1.2.3")[0] == own
            assert fetched(port, path, X_Forwarded_For="198.51.100.7, 8.8.8.8")[0] == others
        assert "failures" in fetched(port, "/healthz")[1]
        assert "failures" not in fetched(port, "/healthz", X_Forwarded_For="8.8.8.8")[1]

    async def main() -> None:
        async with Service(tmp_path / "rooms.sqlite", "--trusted-proxies", "127.0.0.1") as service:
            await asyncio.to_thread(visit, service.port)

    asyncio.run(main())


@needs_redis
def test_a_redis_that_comes_back_without_its_log_takes_no_rooms(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        folder = tmp_path / "redis"
        async with RedisServer(folder) as redis, Service(redis.address) as service:
            room = await asyncio.to_thread(post, service.port, plan_text(key_of(1), ["me", "open"]))
            device = Device([service.port], room, 1)
            await device.until(lambda: device.connected)
            await redis.end(signal.SIGKILL)
            forgetful = RedisServer(folder, appendonly="no", port=str(redis.port))
            forgetful.port = redis.port
            async with forgetful:
                async with asyncio.timeout(TIMEOUT):
                    while (await asyncio.to_thread(fetched, service.port, "/readyz"))[0] != 503:
                        await asyncio.sleep(0.1)
                with pytest.raises(HTTPError, match="503"):
                    await asyncio.to_thread(post, service.port, plan_text(key_of(2), ["me", "open"]))
            async with redis:
                async with asyncio.timeout(TIMEOUT):
                    while (await asyncio.to_thread(fetched, service.port, "/readyz"))[0] != 200:
                        await asyncio.sleep(0.1)
                await asyncio.to_thread(post, service.port, plan_text(key_of(2), ["me", "open"]))
            await device.close()

    asyncio.run(main())
    assert capfd.readouterr().err.count("keeps no log") == 1
