"""The command line of the site: ``build`` it, ``serve`` it, serve it with ``rooms``, or list its
``modules``."""

from __future__ import annotations

import sys
import threading
import time

from game.command import use
from game.command.ending import MISUSED, CommandError, ended
from web.cache import ROOT
from web.npm import PackageError
from web.wheel.__main__ import wheel
from web.wheel.toolchain import ToolchainError

from . import assemble, runtime
from .serve import server

PORT = 8000
HEADER = "# What the page can come to import; written by: python -m web.site modules"


def serve(port: int) -> None:
    """Serve the site until interrupted; rebuild it when its sources have changed."""
    key = assemble.sources_key()
    site = assemble.build()
    try:
        running = server(site, port)
    except OSError as error:
        sys.exit(
            f"error: port {port} cannot be used ({error.strerror}); take another: ./build.sh serve {port + 1}"
        )
    with running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        print(f"\nKontor: http://localhost:{running.server_port}/   (Ctrl-C ends)", flush=True)
        while not interrupted(1):
            if (now := assemble.sources_key()) != key:
                key = now
                try:
                    assemble.build()
                except (RuntimeError, ToolchainError, OSError) as error:
                    print(f"not built: {error}", file=sys.stderr, flush=True)


def interrupted(seconds: float) -> bool:
    """Wait. Return whether Ctrl-C was pressed."""
    try:
        time.sleep(seconds)
    except KeyboardInterrupt:
        print()
        return True
    return False


def rooms(words: list[str]) -> int:
    """Run the room server with a site that uses it; the arguments are passed to the server."""
    if {"-h", "--help"} & set(words):
        return use("rooms", words)
    site = assemble.build(ROOT / "build/site-rooms", "/")
    return use("rooms", ["--site", str(site), *words])


def main() -> int:
    """Run the command. Return the exit status."""
    try:
        return run(sys.argv[1:])
    except (RuntimeError, ToolchainError, PackageError) as error:
        raise CommandError(f"error: {error}") from error


def run(words: list[str]) -> int:
    """Run a command; raise an exception if it fails."""
    match words:
        case ["build"]:
            assemble.build()
        case ["modules"]:
            found = runtime.needed_modules(wheel())
            runtime.MODULES.write_text("\n".join([HEADER, *found, ""]), encoding="utf-8")
        case ["rooms", *given]:
            return rooms(given)
        case ["serve"]:
            serve(PORT)
        case ["serve", port] if port.isascii() and port.isdecimal() and int(port[:6]) < 65536:
            serve(int(port))
        case _:
            usage = "usage: python -m web.site build | serve [port] | rooms [port] | modules"
            raise CommandError(usage, MISUSED)
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
