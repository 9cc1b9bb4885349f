"""The command line of the site: ``build`` it, or build and ``serve`` it."""

from __future__ import annotations

import sys
import threading
import time

from web.cache import ROOT, key_of
from web.pyodide import PyodideError
from web.wheel.toolchain import ToolchainError

from . import assemble, game
from .serve import server

PORT = 8000


def sources_key() -> str:
    return key_of([ROOT / name for name in ("web", *game.SOURCES)])


def serve(port: int) -> None:
    """Serve the site until interrupted, building it again whenever its sources have changed."""
    key = sources_key()
    site = assemble.build()
    with server(site, port) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        print(f"\nKontor: http://localhost:{running.server_port}/   (Ctrl-C ends)", flush=True)
        while True:
            time.sleep(1)
            if (now := sources_key()) != key:
                key = now
                try:
                    assemble.build()
                except (RuntimeError, ToolchainError, OSError) as error:
                    print(f"not built: {error}", file=sys.stderr, flush=True)


def main() -> None:
    match sys.argv[1:]:
        case ["build"]:
            assemble.build()
        case ["serve"]:
            serve(PORT)
        case ["serve", port] if port.isdecimal():
            serve(int(port))
        case _:
            sys.exit("usage: python -m web.site build | serve [port]")


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, ToolchainError, PyodideError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        print()
