"""Room server as an ASGI application: the files of the site, `POST /rooms` and the WebSocket at `/rooms`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from game.rooms.protocol import MAX_COMMAND, MAX_PLAN, VERSION, Refused, parsed
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.limits import Bucket, Hourly, Limits, Places, household
from game.server.site import Site
from game.server.store import StoreError
from game.server.websocket import HERE, ServerWebSocket

PATH = "/rooms"
ENTER_TIMEOUT = 10.0
"""Seconds within which a device must enter a room after connecting."""
LOOKS = 20
"""Number of rooms that a client address can look up for each room that it can create."""
STATUS = {"too-many": 429, "too-big": 413, "stopping": 503}
ALONE = ("127.0.0.1", "localhost", "::1")
"""Host names that refer to each device itself."""
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class Service(NamedTuple):
    """Shared data of the request handlers.

    origins  allowed origins of the web app, in addition to the server's own host
    page     URL of the web app in the local network; "" if others cannot reach it there
    """

    hub: Hub
    limits: Limits
    site: Site | None
    origins: frozenset[str]
    rooms: Hourly
    looks: Hourly
    places: Places
    page: str


def application(
    hub: Hub, limits: Limits, site: Site | None, origins: Collection[str] = (), page: str = ""
) -> ASGIApp:
    """Return the ASGI application. It is called once for each WebSocket (`ServerWebSocket`), to accept or
    reject it."""
    service = Service(
        hub,
        limits,
        site,
        frozenset(origins),
        Hourly(limits.rooms),
        Hourly(limits.rooms * LOOKS),
        Places(limits.sockets, limits.all_sockets),
        page,
    )

    @asynccontextmanager
    async def alive(app: Starlette) -> AsyncIterator[None]:
        yield
        await hub.close()

    async def rooms(request: Request) -> Response:
        return await _post(service, request)

    routes = [Route(PATH, rooms, methods=["POST", "OPTIONS"])]
    if site is not None:
        routes.append(Route("/{path:path}", site.answer, methods=["GET", "HEAD"]))
    pages = Starlette(routes=routes, lifespan=alive)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            _begin(service, HTTPConnection(scope), scope["extensions"][HERE])
        else:
            await pages(scope, receive, send)

    return application


# ---- allowed origins --------------------------------------------------------------------------------


def may_ask(origins: Collection[str], request: HTTPConnection) -> bool:
    """Return True if the request comes from an allowed origin. Clients other than browsers send no origin and
    could forge one, so a missing origin is accepted."""
    origin = request.headers.get("Origin")
    return origin is None or origin in origins or _place(origin) == _place(f"//{request.headers.get('Host')}")


def _place(address: str) -> tuple[str | None, int | None]:
    """Return host and port of a URL. Default ports count as missing, because a proxy may speak HTTPS for the
    server."""
    try:
        parts = urlsplit(address)
        port = None if parts.port in (80, 443, PORTS.get(parts.scheme)) else parts.port
    except ValueError:
        return None, -1
    return (parts.hostname, port) if parts.hostname else (None, -1)


def _address(request: HTTPConnection) -> str:
    return household(request.client.host if request.client else "")


# ---- creating and looking up rooms -------------------------------------------------------------------


async def _post(service: Service, request: Request) -> Response:
    origin = request.headers.get("Origin")
    shared = (
        {"Access-Control-Allow-Origin": origin or "", "Vary": "Origin"} if origin in service.origins else {}
    )
    if request.method == "OPTIONS":
        allowed = {"Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type"}
        return Response(status_code=204, headers={**shared, **(allowed if shared else {})})
    if not may_ask(service.origins, request):
        return Response(status_code=403)
    try:
        if request.url.query == "look":
            return _said(200, {"v": VERSION, **await _look(service, request)}, shared)
        name = await _make(service, request)
    except Refused as refused:
        status = STATUS.get(refused.code, 400)
        return _said(status, {"refused": refused.code, **refused.facts}, shared)
    except StoreError:
        return _said(503, {"refused": "stopping"}, shared)
    return _said(201, {"v": VERSION, "room": name}, shared)


async def _make(service: Service, request: Request) -> str:
    if not service.rooms.take(_address(request)):
        raise Refused("too-many")
    return await service.hub.create(await _body(request, MAX_PLAN))


async def _look(service: Service, request: Request) -> dict[str, Any]:
    if not service.looks.take(_address(request)):
        raise Refused("too-many")
    fields = parsed(await _body(request, MAX_COMMAND), MAX_COMMAND)
    fields.version()
    return await service.hub.look(fields.token("room"))


async def _body(request: Request, most: int) -> bytes:
    body = bytearray()
    with suppress(ClientDisconnect):
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Refused("too-big", most=most)
    return bytes(body)


def _said(status: int, what: dict[str, object], headers: dict[str, str]) -> Response:
    kept = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(json.dumps(what), status, {**headers, **kept}, "application/json")


# ---- WebSockets -------------------------------------------------------------------------------------


class DeviceSession:
    """A device's session with the hub, for the lifetime of its connection."""

    __slots__ = ("_address", "_connection", "_service")

    def __init__(self, service: Service, connection: Connection, address: str) -> None:
        """Start the session. `address` is the client address whose connection count includes it, or ""."""
        self._service, self._connection, self._address = service, connection, address

    async def hear(self, text: bytes) -> None:
        """Pass a message to the hub."""
        await self._service.hub.receive(self._connection, text)

    def flow(self) -> None:
        """Continue sending queued messages."""
        self._connection.flow()

    async def ended(self) -> None:
        """Free the client address's place and tell the hub."""
        if self._address:
            self._service.places.give_back(self._address)
        await self._service.hub.gone(self._connection)


def _begin(service: Service, asked: HTTPConnection, line: ServerWebSocket) -> None:
    """Accept or reject the WebSocket request of a device."""
    if asked.url.path != PATH or not may_ask(service.origins, asked):
        line.refuse(403)
        return
    address = _address(asked) or "?"
    connection = Connection(Bucket(service.limits, time.monotonic()), line, address)
    if _place(f"//{asked.headers.get('Host')}")[0] in ALONE:
        connection.page = service.page
    placed = service.places.take(address)
    line.accept(DeviceSession(service, connection, address if placed else ""))
    if placed:
        asyncio.get_running_loop().call_later(ENTER_TIMEOUT, _hurry, connection)
    else:
        connection.bye("too-many")


def _hurry(connection: Connection) -> None:
    if not connection.who:
        connection.bye("not-entered")
