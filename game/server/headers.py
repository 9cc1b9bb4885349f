"""HTTP headers for the files of the site, explained in docs/hosting/static-site.md."""

from __future__ import annotations

import re

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".py": "text/x-python",
}
HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Headers of every file."""
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""Content Security Policy of workers. A worker does not inherit the policy of the page, so it needs this
header."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""File name suffixes of the precompressed versions, by content encoding, best first."""


def headers_for(path: str) -> dict[str, str]:
    """Return the headers of the file at a path."""
    worker = path.endswith("worker.js")
    return HEADERS | ({"Content-Security-Policy": WORKER_POLICY} if worker else {})


_FRAGMENT = re.compile(r"(?:#|%(?:25)*23)(?:game|room).*", re.DOTALL)


def without_fragment(path: str) -> str:
    """Return a path without the fragment that a mail filter merged into it by changing `#` to `%23`.

    `web/address.js` restores the link in the web app.

    >>> without_fragment("/kontor/%23game=abc")
    '/kontor/'
    """
    return _FRAGMENT.sub("", path)
