"""Room server as an ASGI application: the files of the site, `POST /rooms` and the WebSocket at `/rooms`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from game.rooms.protocol import MAX_COMMAND, MAX_PLAN, VERSION, Fields, Refused, parsed
from game.rooms.state import RoomState
from game.server import metrics
from game.server.connection import Connection
from game.server.error_log import report
from game.server.headers import HEADERS
from game.server.hub import Hub
from game.server.limits import HOUR, Bucket, Buckets, Limits, Places, household
from game.server.monitoring import monitoring
from game.server.site import Site
from game.server.store import StoreError
from game.server.websocket import SOCKET, ServerWebSocket

PATH = "/rooms"
MAX_SUBSCRIPTION = 16_384
"""Maximum size of a request about notifications, in bytes."""
MAX_ROOMS = 50
"""Maximum number of rooms in such a request."""
HOURS = (0, 12, 24, 48, 72, 168)
"""Hours after which a table can remind its players; 0: never."""
ENTER_TIMEOUT = 10.0
"""Seconds within which a device must enter a room after connecting."""
LOOKS = 20
"""Number of rooms that a client address can look up for each room that it can create."""
SHARE = 10
"""Multiple of a connection's rate limit that all connections of an address have together."""
BODIES = 4, 64
"""Maximum number of request bodies received at a time: of an address, and in all."""
SLOWED = 0.1
"""Seconds between two attempts of a request over the rate limit of its address."""
STATUS = {"too-many": 429, "too-big": 413, "stopping": 503}
ALONE = ("127.0.0.1", "localhost", "::1")
"""Host names that refer to each device itself."""
LOCAL_DOMAINS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost", ".localdomain")
"""Domains in which no stranger can register a name."""
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class Service:
    """Shared data of the request handlers.

    names  names and addresses by which devices may call this server; see `known_name`
    page   URL of the web app in the local network; "" if others cannot reach it there
    """

    def __init__(
        self, hub: Hub, limits: Limits, names: Collection[str], origins: Collection[str], page: str
    ) -> None:
        self.hub = hub
        self.limits = limits
        self.names = names
        self.origins = frozenset(origins)
        self.page = page
        self.rooms = Buckets(limits.rooms / HOUR, limits.rooms)
        self.looks = Buckets(LOOKS * limits.rooms / HOUR, LOOKS * limits.rooms)
        self.messages = Buckets(SHARE * limits.rate, SHARE * limits.burst)
        self.requests = Buckets(limits.sockets / 2, 2 * limits.sockets)
        self.handshakes = arrivals(limits)
        self.sockets = Places(limits.sockets, limits.all_sockets)
        self.bodies = Places(*BODIES)


def arrivals(limits: Limits) -> Buckets:
    """Return the limit of new connections of each address: twice the number it may have and a few more at
    once, and a tenth of that number per second."""
    return Buckets(1 + limits.sockets / 10, 50 + 2 * limits.sockets)


def application(
    hub: Hub,
    limits: Limits,
    site: Site | None,
    *,
    names: Collection[str] = (),
    origins: Collection[str] = (),
    page: str = "",
) -> ASGIApp:
    """Return the ASGI application. It is called once for each WebSocket (`ServerWebSocket`), to accept or
    reject it."""
    service = Service(hub, limits, names, origins, page)

    @asynccontextmanager
    async def alive(app: Starlette) -> AsyncIterator[None]:
        yield
        await hub.close()

    async def rooms(request: Request) -> Response:
        return await _post(service, request)

    routes = [Route(PATH, rooms, methods=["POST", "OPTIONS"]), *monitoring(hub.health)]
    if site is not None:
        routes.append(Route("/{path:path}", site.answer, methods=["GET", "HEAD"]))
    pages = Starlette(routes=routes, lifespan=alive)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            _begin(service, HTTPConnection(scope), scope["extensions"][SOCKET])
        elif scope["type"] == "http":
            await _answer(service, pages, scope, receive, send)
        else:
            await pages(scope, receive, send)

    return application


async def _answer(service: Service, pages: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an HTTP request within the limits of its address. All responses have the headers of the site,
    also errors, which are reported without the request's path."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    request = HTTPConnection(scope)
    if "content-length" in request.headers and "transfer-encoding" in request.headers:
        # Another server on the way may have read another end of the request: RFC 9112, 6.1.
        await Response(status_code=400, headers={"Connection": "close"})(scope, receive, send_with_headers)
        return
    requests = service.requests.of(_address(request))
    while not requests.take():
        await asyncio.sleep(SLOWED)  # a page loads its files slowly, and does not miss one
    try:
        await pages(scope, receive, send_with_headers)
    except Exception as error:  # Starlette has answered with status 500
        report(error)


# ---- allowed names and origins ----------------------------------------------------------------------


def known_name(host: str, names: Collection[str]) -> bool:
    """Return True if a page of this host may use the server as its own.

    A hostile page can let its own domain name point to an address in the local network (DNS rebinding), and
    browsers then take the server for the page's own host. Addresses, names without a dot and those of local
    networks cannot be registered by strangers. All others must be among `names`, unless it contains `*`.

    >>> known_name("192.168.1.7", []), known_name("evil.example", []), known_name("pi.local", [])
    (True, False, True)
    """
    name = host.lower().rstrip(".")
    if "*" in names or name in names or "." not in name or name.endswith(LOCAL_DOMAINS):
        return True
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


def may_ask(service: Service, request: HTTPConnection) -> bool:
    """Return True if the request comes from an allowed origin. Clients other than browsers send no origin and
    could forge one, so a missing origin is accepted."""
    origin = request.headers.get("Origin")
    if origin is None or origin in service.origins:
        return True
    name, port = _place(f"//{request.headers.get('Host', '')}")
    return name is not None and _place(origin) == (name, port) and known_name(name, service.names)


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
    if not may_ask(service, request):
        return Response(status_code=403)
    try:
        if (asked := _ASKED.get(request.url.query)) is not None:
            return _said(200, {"v": VERSION, **await asked(service, request)}, shared)
        name = await _make(service, request)
    except Refused as refused:
        metrics.REFUSALS.labels(refused.code).inc()
        status = STATUS.get(refused.code, 400)
        return _said(status, {"refused": refused.code, **refused.facts}, shared)
    except StoreError:
        return _said(503, {"refused": "stopping"}, shared)
    return _said(201, {"v": VERSION, "room": name}, shared)


async def _make(service: Service, request: Request) -> str:
    if not service.rooms.take(_address(request)):
        raise Refused("too-many")
    return await service.hub.create(await _body(service, request, MAX_PLAN))


async def _look(service: Service, request: Request) -> dict[str, Any]:
    fields = await _asked(service, request, MAX_COMMAND)
    return await service.hub.look(fields.token("room"), fields.text_or_empty("invite"))


async def _push(service: Service, request: Request) -> dict[str, Any]:
    """Subscribe a device to notifications, end its subscription, or set the reminder of a room. Returns the
    server's key for subscriptions, which is "" if it sends no notifications."""
    fields = await _asked(service, request, MAX_SUBSCRIPTION)
    notifier = service.hub.notifier
    if notifier is None or not notifier.key:
        return {"key": ""}
    if "remind" in fields.data:
        hours, room = fields.number("remind"), fields.token("room")
        if hours not in HOURS:
            raise Refused("broken", where="remind")
        await _owned(service, fields)
        await notifier.remind(room, hours)
    elif fields.data.get("end") is not None:
        await notifier.end(fields.text("end", MAX_SUBSCRIPTION))
    elif "subscription" in fields.data:
        return {"key": notifier.key, "rooms": await notifier.register(fields, await _places(service, fields))}
    return {"key": notifier.key}


async def _places(service: Service, fields: Fields) -> dict[str, tuple[RoomState, int]]:
    """Return the state of each room in a registration, and the member who names its key. Rooms that are gone
    are left out."""
    listed, found = fields.data.get("rooms"), {}
    if not isinstance(listed, list) or len(listed) > MAX_ROOMS:
        raise Refused("broken", where="rooms")
    keys = {each.token("room"): each.token("key") for each in map(Fields, listed)}
    for room, key in keys.items():
        with suppress(Refused):
            found[room] = await service.hub.standing(room, key)
    return found


async def _webhook(service: Service, request: Request) -> dict[str, Any]:
    """Set or remove the webhook of a room, for its owner. Returns the secret of its signatures."""
    fields = await _asked(service, request, MAX_COMMAND)
    notifier, room = service.hub.notifier, fields.token("room")
    url = None if fields.data.get("url") is None else fields.text("url", MAX_COMMAND)
    await _owned(service, fields)
    if notifier is None:
        raise Refused("broken", where="url")
    return {"secret": await notifier.set_webhook(room, url)}


async def _lobby(service: Service, request: Request) -> dict[str, Any]:
    """Return the public tables, list a room for its owner or take it off the list, or report one."""
    fields = await _asked(service, request, MAX_COMMAND)
    tables, lists = service.hub.public_tables, "listed" in fields.data
    if tables is None:
        if lists or "report" in fields.data:
            raise Refused("no-lobby")
        return {"open": False, "tables": []}
    return await tables.answer(fields, _address(request), await _owned(service, fields) if lists else None)


async def _owned(service: Service, fields: Fields) -> RoomState:
    """Return the state of a room. Raises `Refused` unless the message has the key of its owner."""
    state, who = await service.hub.standing(fields.token("room"), fields.token("key"))
    if state.owner != who:
        raise Refused("owner-only")
    return state


async def _asked(service: Service, request: Request, most: int) -> Fields:
    """Return the message of a request. Raises `Refused` if it is invalid, or requests arrive too fast."""
    if not service.looks.take(_address(request)):
        raise Refused("too-many")
    fields = parsed(await _body(service, request, most), most)
    fields.version()
    return fields


_ASKED = {"look": _look, "push": _push, "webhook": _webhook, "lobby": _lobby}
"""Requests by the query of the URL. Without one, a room is created."""


async def _body(service: Service, request: Request, most: int) -> bytes:
    address, body = _address(request), bytearray()
    if not service.bodies.take(address):
        raise Refused("too-many")
    try:
        with suppress(ClientDisconnect):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("too-big", most=most)
    finally:
        service.bodies.give_back(address)
    return bytes(body)


def _said(status: int, what: dict[str, object], headers: dict[str, str]) -> Response:
    kept = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(json.dumps(what), status, {**headers, **kept}, "application/json")


# ---- WebSockets -------------------------------------------------------------------------------------


def _begin(service: Service, asked: HTTPConnection, socket: ServerWebSocket) -> None:
    """Accept or reject the WebSocket request of a device."""
    if asked.url.path != PATH or not may_ask(service, asked):
        socket.refuse(403)
        return
    address = _address(asked)
    if not service.handshakes.take(address):
        metrics.REJECTED.labels("handshakes").inc()
        socket.refuse(429)
        return
    bucket = Bucket(service.limits.rate, service.limits.burst, service.messages.of(address))
    connection = Connection(bucket, socket, address)
    if _place(f"//{asked.headers.get('Host')}")[0] in ALONE:
        connection.page = service.page
    placed = service.sockets.take(address)
    if placed:
        metrics.CONNECTIONS.inc()
        socket.on_lost = partial(_ended, service, address)
        asyncio.get_running_loop().call_later(ENTER_TIMEOUT, _hurry, connection)
    socket.accept(service.hub, connection)
    if not placed:
        metrics.REJECTED.labels("sockets").inc()
        connection.bye("too-many")


def _ended(service: Service, address: str) -> None:
    metrics.CONNECTIONS.dec()
    service.sockets.give_back(address)


def _hurry(connection: Connection) -> None:
    if not connection.who:
        connection.bye("not-entered")
