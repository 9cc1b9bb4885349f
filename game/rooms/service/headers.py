"""What a host should send with the files of the site; docs/hosting.md says why."""

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
"""With every file."""
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""A worker has no page to name a policy for it: without this header it has none."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""By the name a browser gives them, the best first: the ends of the names of the compressed twins."""


def headers_for(path: str) -> dict[str, str]:
    """The headers of the file at an address."""
    worker = path.endswith("worker.js")
    return HEADERS | ({"Content-Security-Policy": WORKER_POLICY} if worker else {})


_FRAGMENT = re.compile(r"(?:#|%(?:25)*23)(?:game|room).*", re.DOTALL)


def without_fragment(path: str) -> str:
    """An address without the fragment that a mail filter made part of it, by changing `#` into `%23`.

    `web/address.js` restores the link in the page.

    >>> without_fragment("/kontor/%23game=abc")
    '/kontor/'
    """
    return _FRAGMENT.sub("", path)
