"""The room server as seen by devices and pages: over real connections, in a separate process."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from game.rooms.protocol import MAX_COMMAND, MAX_PLAN, MAX_PRESENT
from game.server.address import local_address
from game.server.headers import HEADERS, WORKER_POLICY

from .devices import TIMEOUT, Device, Service, agreed, key_of, plan_text, post, table

Promise = Callable[[Service], Awaitable[None]]


def run(folder: Path, promise: Promise, *words: str) -> None:
    async def main() -> None:
        async with asyncio.timeout(2 * TIMEOUT), Service(folder / "rooms.sqlite", *words) as service:
            await promise(service)

    asyncio.run(main())


async def made(service: Service, *chairs: str, number: int = 1) -> str:
    return await asyncio.to_thread(post, service.port, plan_text(key_of(number), chairs or ("me", "open")))


def entering(room: str, number: int = 2) -> str:
    return json.dumps({"do": "enter", "v": 1, "room": room, "key": key_of(number), "name": "Ben", "since": 0})


async def answers(service: Service, *texts: str | bytes, **headers: str) -> list[dict[str, object]]:
    """Return what a device alone in a room receives: for each text, and a ping, one response, or a closed
    connection."""
    heard: list[dict[str, object]] = []
    uri = f"ws://127.0.0.1:{service.port}/rooms"
    async with connect(uri, additional_headers=headers) as line:
        with suppress(ConnectionClosed):  # earlier messages can still be read
            for text in [*texts, '{"do":"ping"}']:
                await line.send(text)
        try:
            while sum(one["is"] != "present" for one in heard) <= len(texts):
                heard.append(json.loads(await line.recv()))
        except ConnectionClosed as closed:
            heard.append({"is": "closed", "code": closed.rcvd and closed.rcvd.code})
    return heard


def refusals(heard: list[dict[str, object]]) -> list[object]:
    return [one["why"] for one in heard if one["is"] == "refused"]


def status(port: int, path: str = "/rooms", body: str | None = None, **headers: str) -> tuple[int, object]:
    """Return the status of a response, and its content."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(f"http://127.0.0.1:{port}{path}", None if body is None else body.encode(), named)
    try:
        with urlopen(request, timeout=TIMEOUT) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else text


def test_three_devices_play_a_game_to_its_proven_end(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        async with table([service.port], 3) as devices:
            await asyncio.gather(*(device.play() for device in devices))
            await agreed(devices)
            assert all(device.replica.proven for device in devices)

    run(tmp_path, promise)


def test_a_link_says_whose_table_it_leads_to_and_nobody_has_come_in_by_that(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        async def look(body: str) -> tuple[int, object]:
            return await asyncio.to_thread(status, service.port, "/rooms?look", body)

        room = await made(service)
        code, told = await look(json.dumps({"v": 1, "room": room}))
        assert code == 200 and isinstance(told, dict)
        assert {"v", "game", "host", "seats", "open", "started", "options", "chairs", "watching"} == set(told)
        assert await look(json.dumps({"v": 1, "room": "x" * 22})) == (400, {"refused": "unknown-room"})
        assert (await look("{}"))[0] == (await look('{"v":1,"room":7}'))[0] == 400
        (welcome,) = [one for one in await answers(service, entering(room)) if one["is"] == "room"]
        assert welcome["n"] == 2, "the room has heard of the second device only"

    run(tmp_path, promise)


def test_computers_think_at_the_service_and_only_there(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        chairs = ("me", "computer easy", "computer easy")
        room = await made(service, *chairs)
        device = Device([service.port], room, 1)
        await device.until(lambda: device.connected)
        await device.say(device.replica.start())
        await device.until(lambda: device.replica.match)

        def acted() -> bool:
            match = device.replica.match
            return match is not None and {move.seat for move in match.moves} == {0, 1, 2}

        while not acted():
            if not await device.play_one():
                await device.until(lambda: acted() or device.choice)
        await agreed([device])
        await device.close()

    run(tmp_path, promise)


def test_a_service_without_computers_says_so(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        plan = plan_text(key_of(1), ("me", "computer easy"))
        assert await asyncio.to_thread(status, service.port, body=plan) == (400, {"refused": "no-computers"})
        room = await made(service)
        seat = {"do": "seat", "id": "a", "seat": 1, "who": None, "computer": "easy", "colour": None}
        heard = await answers(service, entering(room, 1), json.dumps(seat))
        assert [one for one in heard if one["is"] == "refused"] == [
            {"is": "refused", "id": "a", "why": "no-computers"}
        ]

    run(tmp_path, promise, "--no-computers")


def test_who_is_there_and_who_looks_elsewhere_is_told(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        room = await made(service)
        anna, ben = Device([service.port], room, 1), Device([service.port], room, 2)
        await ben.until(lambda: ben.replica.me)
        await anna.until(lambda: anna.replica.present == {1: "here", 2: "here"})
        await ben.say(ben.replica.here(False))
        await anna.until(lambda: anna.replica.present == {1: "here", 2: "away"})
        await ben.say(ben.replica.here(True))
        await anna.until(lambda: anna.replica.present == {1: "here", 2: "here"})
        await ben.close()
        await anna.until(lambda: anna.replica.present == {1: "here", 2: "gone"})
        await anna.close()

    run(tmp_path, promise)


def test_what_a_device_sent_before_it_closed_its_connection_counts(tmp_path: Path) -> None:
    """A page sends the last command and is closed, for example by "Play again, at a new table"."""

    async def promise(service: Service) -> None:
        room = await made(service)
        anna = Device([service.port], room, 1)
        await anna.until(lambda: anna.replica.me)
        for number in range(2, 10):
            async with connect(f"ws://127.0.0.1:{service.port}/rooms") as line:
                await line.send(entering(room, number))
                await line.send(json.dumps({"do": "rename", "id": "d.1", "name": f"Guest {number}"}))
        names = {f"Guest {number}" for number in range(2, 10)}
        await anna.until(lambda: names <= {member.name for member in anna.replica.state.members.values()})
        await anna.close()

    run(tmp_path, promise)


def test_a_room_is_as_it_was_when_everybody_comes_back(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        async with table([service.port], 2) as devices:
            for _ in range(10):
                for device in devices:
                    while await device.play_one():
                        pass
            n, position = await agreed(devices), devices[0].position()
            room = devices[0].replica.name
        await service.end()
        await service.start()
        again = Device([service.port], room, 1)
        await again.until(lambda: again.replica.state.n == n)
        assert again.position() == position and again.replica.mine == [0]
        await again.close()

    run(tmp_path, promise)


def test_a_page_from_elsewhere_is_refused_before_it_is_heard(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        own = f"http://127.0.0.1:{service.port}"
        plan, room = plan_text(key_of(1), ("me", "open")), await made(service)
        for foreign in "http://127.0.0.1:1", "https://example.org", "null", "file://", "http://[":
            with pytest.raises(InvalidStatus, match="403"):
                await answers(service, entering(room), Origin=foreign)
            code, _ = await asyncio.to_thread(status, service.port, body=plan, Origin=foreign)
            assert code == 403, foreign
        for known in own, "https://play.example":
            assert (await answers(service, entering(room), Origin=known))[0]["is"] == "room"
            code, _ = await asyncio.to_thread(status, service.port, body=plan, Origin=known)
            assert code == 201, known

    run(tmp_path, promise, "--origin", "https://play.example")


def test_whoever_finds_the_page_at_this_computer_alone_is_told_where_others_find_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("plain")

    async def promise(service: Service) -> None:
        room = await made(service)
        heard = await answers(service, entering(room))
        assert heard[0]["page"] == f"http://{local_address()}:{service.port}/"
        async with connect("ws://192.0.2.7:8000/rooms", host="127.0.0.1", port=service.port) as line:
            await line.send(entering(room))
            assert "page" not in json.loads(await line.recv())

    run(tmp_path, promise, "--host", "0.0.0.0", "--site", str(tmp_path))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "broken"),
        ("[]", "broken"),
        ("{", "broken"),
        ('{"do":"play","id":"a","at":1,"action":"x"}', "not-entered"),
        ('{"do":"fly"}', "broken"),
        ('{"do":"enter","v":3}', "version"),
        (entering("x" * 22), "unknown-room"),
        ("[" * 4000, "broken"),
        (b"\xff\xfe\x00", "broken"),
    ],
)
def test_what_is_not_of_the_protocol_is_refused_by_name_and_the_line_closed(
    tmp_path: Path, text: str | bytes, why: str
) -> None:
    async def promise(service: Service) -> None:
        heard = await answers(service, text)
        assert [(one["is"], one["why"]) for one in heard] == [("refused", why), ("bye", why)]

    run(tmp_path, promise)


def test_too_much_is_refused_each_by_its_name(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        room = await made(service)
        last = (await answers(service, "x" * (MAX_COMMAND + 1)))[-1]
        # Data in transit to a closed connection can discard the closing code.
        assert last["is"] == "closed" and last["code"] in (1009, None)
        said = '{"do":"say","id":"a","phrase":"hello"}'
        heard = await answers(service, entering(room), *[said] * 60)
        assert set(refusals(heard)) == {"too-fast"} and heard[-1]["is"] == "refused"
        heard = await answers(service, entering(room), *[said] * 300)
        assert {"is": "bye", "why": "too-fast"} in heard
        code, told = await asyncio.to_thread(status, service.port, body="x" * (MAX_PLAN + 1))
        assert (code, told) == (413, {"refused": "too-big", "most": MAX_PLAN})
        codes = [await asyncio.to_thread(status, service.port, body="{}") for _ in range(9)]
        assert codes[-1] == (429, {"refused": "too-many"})

    run(tmp_path, promise, "--rate", "10", "--rooms-per-hour", "8")


def test_a_room_takes_in_so_many(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        room = await made(service)
        crowd = [Device([service.port], room, number) for number in range(1, MAX_PRESENT + 1)]
        for one in crowd:
            await one.until(lambda one=one: one.replica.me)  # type: ignore[misc]
        assert refusals(await answers(service, entering(room, 99))) == ["full"]
        for one in crowd:
            await one.close()

    run(tmp_path, promise)


def test_an_address_has_so_many_lines(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        lines = [await connect(f"ws://127.0.0.1:{service.port}/rooms") for _ in range(4)]
        assert await answers(service) == [{"is": "bye", "why": "too-many"}]
        for line in lines:
            await line.close()

    run(tmp_path, promise, "--sockets-per-address", "4")


def test_the_site_is_sent_as_a_host_should_send_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "page-1").mkdir(parents=True)
    for name in "index.html", "service-worker.js", "page-1/a.mjs", "page-1/b.wasm", ".hidden":
        (site / name).write_text("plain")
    (site / "page-1/a.mjs.br").write_text("small")
    (tmp_path / "secret").write_text("secret")
    (site / "page-1/link").symlink_to(tmp_path / "secret")

    def get(service: Service, path: str, **headers: str) -> tuple[dict[str, str], str]:
        with urlopen(Request(f"http://127.0.0.1:{service.port}{path}", headers=headers)) as answer:
            return {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()

    def visit(service: Service) -> None:
        headers, text = get(service, "/")
        assert (headers["content-type"], text) == ("text/html; charset=utf-8", "plain")
        assert headers["cache-control"] == "no-cache"
        assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
        assert get(service, "/service-worker.js")[0]["content-security-policy"] == WORKER_POLICY
        headers, text = get(service, "/page-1/a.mjs", **{"Accept-Encoding": "gzip, br"})
        assert (headers["content-encoding"], text) == ("br", "small")
        assert headers["content-type"].startswith("text/javascript")
        assert "immutable" in headers["cache-control"]
        assert get(service, "/page-1/b.wasm")[0]["content-type"] == "application/wasm"
        for changed in "/%23game=abc", "/%2523room%3Dabc":
            assert get(service, changed)[1] == "plain", (
                "a link that a mail filter has changed leads to the page"
            )
        again = {"If-None-Match": get(service, "/")[0]["etag"]}
        assert status(service.port, "/", **again)[0] == 304
        outside = "/%2e%2e/secret", "/..%2fsecret", "/page-1/link"
        for nothing in "/nothing", "/.hidden", "/page-1/", *outside:
            assert status(service.port, nothing)[0] == 404, nothing

    async def promise(service: Service) -> None:
        await asyncio.to_thread(visit, service)

    run(tmp_path, promise, "--site", str(site))


def raw(port: int, *lines: str) -> bytes:
    """Send a request as it is. Return the whole answer until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while piece := line.recv(4096):
            answer += piece
        return answer


def test_encodings_and_versions_are_negotiated(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name, text in ("index.html", "plain"), ("a.js", "plain"), ("a.js.br", "small"):
        (site / name).write_text(text)

    def encoding(port: int, accepted: str) -> str | None:
        request = Request(f"http://127.0.0.1:{port}/a.js", headers={"Accept-Encoding": accepted})
        with urlopen(request, timeout=TIMEOUT) as answer:
            found = answer.headers["Content-Encoding"]
            return None if found is None else str(found)

    def visit(port: int) -> None:
        for refusing in "br;q=0", "br; q=0, gzip", "vibrant", "gzip, *;q=0", "":
            assert encoding(port, refusing) is None, refusing
        for accepting in "br", "gzip;q=0, BR;q=0.1", "*":
            assert encoding(port, accepting) == "br", accepting
        with urlopen(f"http://127.0.0.1:{port}/a.js") as answer:
            etag = answer.headers["ETag"]
        other = Request(f"http://127.0.0.1:{port}/a.js", headers={"If-None-Match": '"other"'})
        with urlopen(other, timeout=TIMEOUT) as answer:
            assert answer.read() == b"plain"
        for known in etag, f"W/{etag}", f'"other", {etag}', f'"other",W/{etag}', "*":
            assert status(port, "/a.js", If_None_Match=known)[0] == 304, known

    run(tmp_path, lambda service: asyncio.to_thread(visit, service.port), "--site", str(site))


def test_errors_have_the_headers_of_the_site_and_log_no_path(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("plain")
    long = "/secret" + "x" * 300

    def visit(port: int) -> None:
        for method, path, wanted in (
            ("GET", "/missing", 404),
            ("GET", long, 404),
            ("PUT", "/", 405),
            ("GET", "/rooms", 404),
        ):
            answer = raw(port, f"{method} {path} HTTP/1.1", "Host: a", "Connection: close").decode()
            assert answer.startswith(f"HTTP/1.1 {wanted}"), (path, answer)
            for name, value in HEADERS.items():
                assert f"{name}: {value}".lower() in answer.lower(), (path, name)

    run(tmp_path, lambda service: asyncio.to_thread(visit, service.port), "--site", str(site))
    logged = capfd.readouterr().err
    assert not any(word in logged for word in ("secret", "missing", "Traceback", "Error"))


def test_a_request_with_two_lengths_is_refused_and_ends_its_connection(tmp_path: Path) -> None:
    both = "Content-Length: 5", "Transfer-Encoding: chunked"

    def visit(port: int) -> None:
        answer = raw(port, "POST /rooms HTTP/1.1", "Host: a", *both, "", "0", "", "GET / HTTP/1.1", "Host: a")
        assert answer.startswith(b"HTTP/1.1 400") and answer.count(b"HTTP/1.1") == 1

    run(tmp_path, lambda service: asyncio.to_thread(visit, service.port))


def test_a_name_that_a_stranger_could_own_is_no_name_of_the_server(tmp_path: Path) -> None:
    """A page of evil.example can let that name point to this computer (DNS rebinding)."""

    async def promise(service: Service) -> None:
        plan, port = plan_text(key_of(1), ("me", "open")), service.port
        for name, wanted in {
            **{"evil.example": 403, "127.0.0.1.evil.example": 403, "": 403},
            **{"192.0.2.7": 201, "[2001:db8::1]": 201, "pi": 201, "pi.local": 201, "Play.example": 201},
        }.items():
            host = f"{name}:{port}"
            named = {"Host": host, "Origin": f"http://{host}"}
            assert (await asyncio.to_thread(status, port, "/rooms", plan, **named))[0] == wanted, name
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(
                f"ws://evil.example:{port}/rooms",
                host="127.0.0.1",
                origin=Origin(f"http://evil.example:{port}"),
            ):
                pass

    run(tmp_path, promise, "--server-name", "play.example")


def test_an_unreadable_address_from_a_proxy_is_no_address_of_its_own(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        codes = []
        for name in "nonsense", "other nonsense", "more", "and more":
            answer = await asyncio.to_thread(status, service.port, body="{}", X_Forwarded_For=name)
            codes.append(answer[0])
        assert codes == [400, 400, 429, 429]

    run(tmp_path, promise, "--trusted-proxies", "127.0.0.1", "--rooms-per-hour", "2")


def test_it_ends_quickly_and_its_devices_come_back(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        room = await made(service)
        device = Device([service.port], room, 1)
        await device.until(lambda: device.connected)
        began = time.monotonic()
        await service.end(signal.SIGTERM)
        assert time.monotonic() - began < TIMEOUT / 4
        lines = device.lines
        await service.start()
        await device.until(lambda: device.connected and device.lines > lines)
        await device.close()

    run(tmp_path, promise)


def test_what_it_writes_down_names_nobody(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Not even after an internal error: here in a line of the store."""

    async def promise(service: Service) -> None:
        room = await made(service)
        await answers(service, entering(room))
        await service.end()
        with sqlite3.connect(tmp_path / "rooms.sqlite") as file:
            file.execute('UPDATE entries SET line = \'{"n":2,"do":"Ben"}\' WHERE n = 2')
        await service.start()
        heard = await answers(service, entering(room))
        assert heard[0]["is"] in ("bye", "closed")
        told = capfd.readouterr().err
        assert "KeyError" in told and not any(word in told for word in (room, "Ben", "Anna", "127.0.0.1"))

    run(tmp_path, promise)
