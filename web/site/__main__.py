"""The command line of the site: ``build`` it, ``serve`` it, with ``rooms`` too, or list its ``modules``."""

from __future__ import annotations

import sys
import threading
import time

from game.command import use
from web.cache import ROOT
from web.npm import PackageError
from web.wheel.__main__ import wheel
from web.wheel.toolchain import ToolchainError

from . import assemble, runtime
from .serve import server

PORT = 8000
HEADER = "# What the page can come to import; written by: python -m web.site modules"


def serve(port: int) -> None:
    """Serve the site until interrupted, rebuilding it whenever its sources have changed."""
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
        while True:
            time.sleep(1)
            if (now := assemble.sources_key()) != key:
                key = now
                try:
                    assemble.build()
                except (RuntimeError, ToolchainError, OSError) as error:
                    print(f"not built: {error}", file=sys.stderr, flush=True)


def rooms(words: list[str]) -> int:
    """The service of rooms, with a site that knows of it; the words go to the service."""
    if {"-h", "--help"} & set(words):
        return use("rooms", words)
    site = assemble.build(ROOT / "build/site-rooms", "/")
    return use("rooms", ["--site", str(site), *words])


def main() -> None:
    match sys.argv[1:]:
        case ["build"]:
            assemble.build()
        case ["modules"]:
            found = runtime.needed_modules(wheel())
            runtime.MODULES.write_text("\n".join([HEADER, *found, ""]), encoding="utf-8")
        case ["rooms", *words]:
            sys.exit(rooms(words))
        case ["serve"]:
            serve(PORT)
        case ["serve", port] if port.isdecimal():
            serve(int(port))
        case _:
            sys.exit("usage: python -m web.site build | serve [port] | rooms [port] | modules")


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, ToolchainError, PackageError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        print()
