"""The room server behind nginx and Caddy (docs/hosting/rooms-on-the-web.md). Skipped without them.

With KONTOR_IDLE=90 in the environment a connection is idle for that number of seconds: longer than either
timeout.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, Request, build_opener

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from game.rooms.protocol import MAX_PLAN

from .devices import ROOT, TIMEOUT, Service, free_port, key_of, plan_text

IDLE = float(os.environ.get("KONTOR_IDLE", "0"))
MANUAL = (ROOT / "docs/hosting/rooms-on-the-web.md").read_text("utf-8")
PATHS = f"{os.environ.get('PATH', '')}:/usr/sbin"
PAGE = '<!doctype html><meta name="kontor-rooms" content="/">'
PLACES = {"nginx": ("", "kontor/"), "caddy": ("",), "caddy_in_a_folder": ("kontor/",)}
LIMITS = ("--trusted-proxies", "127.0.0.1", "--sockets-per-address", "2", "--rooms-per-hour", "3")


class Front(NamedTuple):
    """A proxy that terminates TLS, and the server behind it."""

    port: int
    service: Service
    trust: ssl.SSLContext

    def post(self, body: str, **headers: str) -> tuple[int, object]:
        """Request a new room. Return status and response."""
        url = f"https://localhost:{self.port}/rooms"
        asked = Request(
            url, body.encode(), {name.replace("_", "-"): words for name, words in headers.items()}
        )
        try:
            with build_opener(HTTPSHandler(context=self.trust)).open(asked, timeout=TIMEOUT) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            text = error.read()
            return error.code, json.loads(text) if text.startswith(b"{") else text

    def line(self, origin: str = "", host: str = "127.0.0.1", **headers: str) -> connect:
        """Return a connection from an address of this computer."""
        named = {name.replace("_", "-"): words for name, words in headers.items()}
        named |= {"Origin": origin or f"https://localhost:{self.port}"}
        return connect(
            f"wss://localhost:{self.port}/rooms",
            ssl=self.trust,
            host="127.0.0.1",
            local_addr=(host, 0),
            additional_headers=named,
        )


def block(begins: str) -> str:
    """Return the part of a configuration in the manual that begins like this."""
    found = re.search(rf"^    {re.escape(begins)}.*?^    }}$", MANUAL, re.MULTILINE | re.DOTALL)
    assert found, f"the manual shows no {begins}"
    return found[0]


def nginx(folder: Path, port: int, service: int) -> list[str]:
    """Return the command that runs nginx, with the manual's parts in a separate server."""
    places = (block(begins) for begins in ("location = /rooms {", "location / {", "location /kontor/ {"))
    place = "\n".join(places).replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    temporary = "\n".join(
        f"{one}_temp_path {folder}/{one};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    {temporary}
    server {{
        listen 127.0.0.1:{port} ssl; root {folder}/site;
        ssl_certificate {folder}/certificate; ssl_certificate_key {folder}/key;
{place}
    }}
}}""")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, service: int, begins: str = "reverse_proxy") -> list[str]:
    """Return the command that runs Caddy, with a site of the manual and our certificate."""
    site = block(f"example.org {{\n        {begins}").replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    named = f"https://localhost:{port} {{\n    tls {folder}/certificate {folder}/key"
    (folder / "Caddyfile").write_text(
        "{\n    admin off\n    auto_https disable_redirects\n}\n" + site.replace("example.org {", named)
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def caddy_in_a_folder(folder: Path, port: int, service: int) -> list[str]:
    """Return the command that runs Caddy with the manual's site in a sub-folder."""
    return caddy(folder, port, service, "redir")


FRONTS = {"nginx": nginx, "caddy": caddy, "caddy_in_a_folder": caddy_in_a_folder}


@contextmanager
def standing(name: str, folder: Path, port: int, service: int) -> Iterator[None]:
    """Run the proxy and wait until it answers."""
    words = FRONTS[name](folder, port, service)
    program = shutil.which(words[0], path=PATHS)
    assert program is not None
    environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen([program, *words[1:]], env=environment, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + TIMEOUT
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            assert process.poll() is None and time.monotonic() < deadline, (folder / "said").read_text()
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait()


def certified(folder: Path) -> ssl.SSLContext:
    """Create a certificate for this computer. Return a context that trusts it."""
    asked = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "key"), "-out", str(folder / "certificate")]
    subprocess.run([*asked.split(), *named, *files], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "certificate"))


async def heard(line: ClientConnection, kind: str) -> dict[str, object]:
    """Return the next message of that kind."""
    async for text in line:
        said: dict[str, object] = json.loads(text)
        if said["is"] == kind:
            return said
    raise AssertionError(f"no {kind}")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            one,
            marks=pytest.mark.skipif(
                not shutil.which(one.partition("_")[0], path=PATHS), reason=f"no {one.partition('_')[0]} here"
            ),
        )
        for one in FRONTS
    ],
)
def test_a_service_behind_it_hears_devices_and_tells_them_apart(name: str, tmp_path: Path) -> None:
    async def main() -> None:
        trust, port = certified(tmp_path), free_port()
        (tmp_path / "page").mkdir()
        (tmp_path / "page/index.html").write_text(PAGE)
        async with Service(tmp_path / "rooms.sqlite", *LIMITS, "--site", str(tmp_path / "page")) as service:
            with standing(name, tmp_path, port, service.port):
                front = Front(port, service, trust)
                await asyncio.to_thread(shows_the_page, front, PLACES[name])
                room = await makes_rooms(front)
                await lets_in(front, room)
                await counts_addresses(front)
                await stays(front, room)

    asyncio.run(main())


def shows_the_page(front: Front, places: Sequence[str]) -> None:
    """The page is where the manual says."""
    for place in places:
        with build_opener(HTTPSHandler(context=front.trust)).open(
            f"https://localhost:{front.port}/{place}", timeout=TIMEOUT
        ) as answer:
            assert answer.read().decode() == PAGE and answer.headers["Cache-Control"] == "no-cache"


async def makes_rooms(front: Front) -> str:
    """The largest game that can be imported gets through; a larger one is rejected by the server."""
    plan = json.loads(plan_text(key_of(1), ("me", "open")))
    status, told = await asyncio.to_thread(front.post, json.dumps(plan))
    assert status == 201 and isinstance(told, dict)
    padded = json.dumps(plan | {"passed over": ""})
    padded = padded.replace('over": "', 'over": "' + "x" * (MAX_PLAN - len(padded)))
    assert len(padded) == MAX_PLAN
    assert (await asyncio.to_thread(front.post, padded))[0] == 201
    refused = await asyncio.to_thread(front.post, padded + " ")
    assert refused == (413, {"refused": "too-big", "most": MAX_PLAN})
    # A forged forwarding header does not evade the limit of three.
    refused = await asyncio.to_thread(lambda: front.post(json.dumps(plan), X_Forwarded_For="192.0.2.7"))
    assert refused == (429, {"refused": "too-many"})
    return str(told["room"])


async def lets_in(front: Front, room: str) -> None:
    """The page's own origin, port included, and no other."""
    async with front.line() as line:
        await line.send(entering(room))
        assert (await heard(line, "room"))["room"] == room
    for origin in "https://elsewhere.example", "https://localhost":
        with pytest.raises(InvalidStatus) as refused:
            async with front.line(origin):
                pass
        assert refused.value.response.status_code == 403


async def counts_addresses(front: Front) -> None:
    """Each address has a limit of two connections, whatever its headers claim."""
    async with front.line(), front.line():
        async with front.line(X_Forwarded_For="192.0.2.7") as third:
            assert (await heard(third, "bye"))["why"] == "too-many"
        async with front.line(host="127.0.0.2") as other:
            await other.send('{"do":"ping"}')
            await heard(other, "pong")


async def stays(front: Front, room: str) -> None:
    """An idle connection stays open; after a restart of the server, clients can reconnect."""
    async with front.line() as line:
        await line.send(entering(room))
        await heard(line, "room")
        await asyncio.sleep(IDLE)
        await line.send('{"do":"ping"}')
        await heard(line, "pong")
        await front.service.end()
        with pytest.raises(ConnectionClosed):
            while True:
                await line.recv()
    await front.service.start()
    async with front.line() as line:
        await line.send(entering(room))
        assert (await heard(line, "room"))["room"] == room


def entering(room: str) -> str:
    return json.dumps({"do": "enter", "v": 1, "room": room, "key": key_of(2), "name": "Ben", "since": 0})
