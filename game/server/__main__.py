"""``kontor rooms``: serve rooms, and the site, on the local network or behind a web server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import platform
import signal
import socket
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

from game.command.ending import ended
from game.command.texts import say
from game.platform.desktop.system import data_folder
from game.server.address import local_address, picture
from game.server.app import ALONE, application, arrivals
from game.server.error_log import LOG, report_context
from game.server.http_connection import HttpConnection, ListeningSocket, Reception
from game.server.hub import Hub
from game.server.limits import Limits
from game.server.public_tables import PublicTables
from game.server.settings import settings
from game.server.site import Site, names_rooms
from game.server.store import Store, StoreError
from game.server.websocket import ServerWebSocket
from game.server.worker_pool import WorkerPool

if TYPE_CHECKING:
    from game.server.notify import Notifier

BACKLOG = 4096
"""Length of the queue of incoming connections. After a restart, all devices reconnect simultaneously."""
AT_ONCE = 16
"""Maximum number of connections accepted in one go, so that rooms are served in between."""
SEND_BUFFER = 1 << 18
"""Send buffer of a connection, in bytes. The system's default would hold megabytes for a stalled device."""
MAX_WAITING = 1000
"""Maximum number of HTTP connections that are not WebSockets."""
OWN_FILES = 64
"""Number of files reserved for the store, the computer players and the system."""
UNACKNOWLEDGED_TIMEOUT = 30_000
"""Milliseconds after which the system drops a connection whose other end acknowledges nothing."""


def open_store(where: str, days: int) -> Store:
    """Return the store at a URL, or in a file. Raises `StoreError` if the URL is invalid."""
    if where.partition(":")[0] in ("redis", "rediss", "unix", "valkey", "valkeys"):
        from game.server.redis import Redis  # not needed for a file

        return Redis(where.replace("valkey", "redis", 1), days)
    from game.server.sqlite import SQLite

    return SQLite(Path(where) if where else data_folder() / "rooms.sqlite", days)


def notifications(asked: argparse.Namespace, store: Store) -> Notifier | None:
    """Return what sends notifications, or None if the host has switched on no kind of them. Raises
    `StoreError` if an Apprise URL is invalid."""
    if not (asked.push_contact or asked.notify or asked.webhook_origin):
        return None
    # Not needed without notifications.
    from game.server.notify import Channel, Notifier
    from game.server.notify_webhooks import Webhooks
    from game.server.push import WebPush

    channels: list[Channel] = []
    if asked.notify:
        from game.server.notify_services import Services

        try:
            channels.append(Services(asked.notify, asked.page))
        except ValueError as error:
            raise StoreError("rooms.notify.url", url=str(error)) from None
    if asked.webhook_origin:
        channels.append(Webhooks(asked.webhook_origin))
    push = WebPush(asked.push_contact, asked.push_service) if asked.push_contact else None
    return Notifier(store, push, channels)


def bound(host: str, port: int) -> ListeningSocket:
    """Return a listening socket that drops stalled connections. Raises `OSError` if the port is
    unavailable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    line = ListeningSocket(family, socket.SOCK_STREAM)
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # inherited by connections
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_TIMEOUT)
        line.bind((host, port))
    except OSError:
        line.close()
        raise
    return line


def many_files() -> int:
    """Raise the limit of open files to the maximum, because each connection is a file. Returns the limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        if most != resource.RLIM_INFINITY:
            return most
    return 1 << 20


def shared_out(files: int, sockets: int) -> tuple[int, int]:
    """Return the maximum numbers of WebSockets and of other connections, so that the process never runs out
    of files.

    >>> shared_out(1 << 20, 10_000), shared_out(300, 10_000)
    ((10000, 1000), (177, 59))
    """
    files = max(OWN_FILES, files - OWN_FILES)
    waiting = min(MAX_WAITING, files // 4)
    return min(sockets, files - waiting), waiting


class Server(uvicorn.Server):
    """A uvicorn server with a longer queue of incoming connections. uvicorn itself uses one number for that
    queue and for the connections accepted in one go."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server and set the length of the queue."""
        await super().startup(sockets)
        for line in sockets or ():
            line.listen(BACKLOG)


async def serve(asked: argparse.Namespace, line: ListeningSocket) -> None:
    """Serve until the process receives a stop signal. Raises `StoreError` if the store cannot be opened."""
    sockets, waiting = shared_out(many_files(), asked.sockets)
    limits = Limits(asked.rooms_per_hour, asked.sockets_per_address, sockets, asked.rate)
    asyncio.get_running_loop().set_exception_handler(report_context)
    thinkers = None if asked.no_computers else WorkerPool(asked.thinkers)
    store = open_store(asked.store, asked.forget)
    tables = PublicTables(store) if asked.lobby else None
    hub = Hub(
        store, limits, thinkers, asked.forget, notifier=notifications(asked, store), public_tables=tables
    )
    await hub.open()
    if tables is not None:
        switch_by_signals(tables)
    address = found_at(asked, line.getsockname()[1])
    page = "" if asked.host in ALONE or asked.site is None else address
    app = application(
        *(hub, limits, Site(asked.site, asked.imprint) if asked.site else None),
        names=[name.lower() for name in asked.server_name] or (["*"] if asked.trusted_proxies else []),
        origins=asked.origin,
        page=page,
    )
    reception = Reception(waiting, limits.sockets, arrivals(limits), asked.trusted_proxies)
    line.reception = reception
    config = uvicorn.Config(
        app,
        ws=ServerWebSocket,  # type: ignore[arg-type]  # a buffered protocol also works
        http=partial(HttpConnection, reception=reception),  # type: ignore[arg-type]  # called as a class
        loop="asyncio",
        log_config=None,
        log_level="critical",  # errors are reported without the request's data (`app`)
        access_log=False,
        server_header=False,
        proxy_headers=bool(asked.trusted_proxies),
        forwarded_allow_ips=asked.trusted_proxies or None,
        timeout_graceful_shutdown=1,
        backlog=AT_ONCE,
        lifespan="on",
    )
    if not asked.quiet:
        announce(asked, address, store)
    server = Server(config)
    if asked.until_input_ends:
        Thread(target=end_with_input, args=(server,), name="kontor-rooms-input", daemon=True).start()
    LOG.info("started on port %d, with Python %s", line.getsockname()[1], platform.python_version())
    await server.serve(sockets=[line])
    LOG.info("stopped")


def switch_by_signals(tables: PublicTables) -> None:
    """Let the host close the list of public tables with the signal SIGUSR1, and open it with SIGUSR2."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(AttributeError, NotImplementedError):  # Windows has neither
        loop.add_signal_handler(signal.SIGUSR1, tables.switch, False)
        loop.add_signal_handler(signal.SIGUSR2, tables.switch, True)


def end_with_input(server: uvicorn.Server) -> None:
    """Stop the server when standard input closes, which also happens if the parent process is killed."""
    with contextlib.suppress(OSError, ValueError):
        while sys.stdin.buffer.read(1):
            pass
    server.should_exit = True  # checked ten times a second


def found_at(asked: argparse.Namespace, port: int) -> str:
    """Return the URL in the local network, or on this computer alone."""
    return f"http://{'localhost' if asked.host in ALONE else local_address()}:{port}/"


def announce(asked: argparse.Namespace, address: str, store: Store) -> None:
    """Print the URL and the durability of stored rooms."""
    where = "rooms.only" if asked.site is None else "rooms.alone" if asked.host in ALONE else "rooms.here"
    print(f"\n{say(where, address=address)}\n")
    if asked.site and asked.host not in ALONE:
        print(picture(address) + "\n")
    facts = store.about()
    print(say(facts.pop("key"), **facts))
    print(say("rooms.ends"), flush=True)


def main(argv: Sequence[str]) -> int:
    """Run `kontor rooms`. Returns the exit status: 0, or 1 if the server could not start."""
    asked = settings(argv)
    logging.basicConfig(format="%(message)s", level=logging.WARNING if asked.quiet else logging.INFO)
    if asked.site and not (asked.site / "index.html").is_file():
        print(say("rooms.no_site", path=str(asked.site)), file=sys.stderr)
        return 1
    if asked.site and not names_rooms(asked.site):
        print(say("rooms.site_without", path=str(asked.site)), file=sys.stderr)
    try:
        line = bound(asked.host, asked.port)
    except (OSError, ValueError) as error:  # ValueError: an invalid host
        why = str(getattr(error, "strerror", error))
        print(say("rooms.port", port=str(asked.port), why=why), file=sys.stderr)
        return 1
    try:
        with line:
            asyncio.run(serve(asked, line))
    except StoreError as error:
        print(say(error.key, **error.fields), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
