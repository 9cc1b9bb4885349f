"""Serve a directory of static files as a web host should: correct types, precompressed variants, headers."""

from __future__ import annotations

import http.server
import sys
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, BinaryIO

from game.server.headers import ENCODINGS, TYPES, headers_for, without_fragment


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static file server. Browsers must revalidate each time, and get "not modified" for unchanged
    files."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"
    caching = "no-cache"

    def send_head(self) -> BinaryIO | None:
        """Send a precompressed variant if it exists and the browser accepts it."""
        self.path = without_fragment(self.path)
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.endswith("/"):
            path /= "index.html"
        accepted = self.headers.get("Accept-Encoding", "")
        for encoding, suffix in ENCODINGS.items():
            twin = path.with_name(path.name + suffix)
            if encoding in accepted and twin.is_file():
                return self._send_twin(twin, self.guess_type(str(path)), encoding)
        return super().send_head()

    def _send_twin(self, twin: Path, kind: str, encoding: str) -> BinaryIO:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", encoding)
        self.send_header("Content-Length", str(twin.stat().st_size))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return twin.open("rb")

    def end_headers(self) -> None:
        self.send_header("Cache-Control", self.caching)
        for name, value in headers_for(self.path).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the browser shows failed requests."""


class Server(http.server.ThreadingHTTPServer):
    """A server that tolerates browsers closing connections early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0, host: str = "127.0.0.1") -> Server:
    """Return a server for ``folder`` that is not yet running; port 0 takes any free port."""
    return Server((host, port), partial(Handler, directory=str(folder)))
