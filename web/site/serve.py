"""Serve a folder of static files as a web host would: right types, nothing cached blindly."""

from __future__ import annotations

import http.server
from functools import partial
from pathlib import Path

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".py": "text/x-python",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static file server. Browsers must ask again each time, and hear "not modified" if nothing changed."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: a request that fails is seen in the browser."""


def server(folder: Path, port: int = 0, host: str = "127.0.0.1") -> http.server.ThreadingHTTPServer:
    """A server for ``folder``, not yet running; port 0 takes any free port."""
    return http.server.ThreadingHTTPServer((host, port), partial(Handler, directory=str(folder)))
