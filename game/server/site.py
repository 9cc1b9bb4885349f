"""Static files of the site, with content types, precompressed versions and headers."""

from __future__ import annotations

import mimetypes
from contextlib import suppress
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

from game.notices import IMPRINT, LICENCES
from game.platform.desktop.connection import META
from game.server.headers import ENCODINGS, TYPES, headers_for, without_fragment

FRESH = ("index.html", "service-worker.js", LICENCES, IMPRINT)
"""Files that are revalidated on every request. All others are in directories whose names change with the
content."""


class Site:
    """A directory of static files. A server without one serves a web app hosted elsewhere.

    imprint  text of the host's imprint, which replaces that of the directory; "" for none
    """

    def __init__(self, folder: Path, imprint: str = "") -> None:
        self._folder = folder.resolve()
        self._imprint = imprint

    async def answer(self, request: Request) -> Response:
        """Return the file at the requested path."""
        if self._imprint and request.url.path == f"/{IMPRINT}":
            return Response(self._imprint, media_type="text/plain", headers={"Cache-Control": "no-cache"})
        path = self._find(without_fragment(request.url.path))
        headers = headers_for(path.name) | {"Cache-Control": _caching(path.name), "Vary": "Accept-Encoding"}
        twin, encoding = _twin(path, request.headers.get("Accept-Encoding", ""))
        if encoding:
            headers["Content-Encoding"] = encoding
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        response = FileResponse(twin, headers=headers, media_type=kind, stat_result=twin.stat())
        if _matches(request.headers.get("If-None-Match", ""), response.headers["ETag"]):
            return NotModifiedResponse(Headers(raw=response.raw_headers))
        return response

    def _find(self, address: str) -> Path:
        """Return the file at a path. Raises a 404 error for paths outside the directory and for
        hidden files."""
        parts = [part for part in address.split("/") if part]
        path = self._folder.joinpath(*parts)
        if address.endswith("/"):
            path /= "index.html"
        hidden = any(part.startswith(".") or "\\" in part or "\0" in part or ":" in part for part in parts)
        with suppress(OSError):  # a name too long for the file system
            if not hidden and path.is_file() and path.resolve().is_relative_to(self._folder):
                return path
        raise HTTPException(404)


def names_rooms(folder: Path) -> bool:
    """Return True if the site was built for rooms. Otherwise its page contacts no room server."""
    return META.search((folder / "index.html").read_text(encoding="utf-8", errors="replace")) is not None


def _twin(path: Path, accepted: str) -> tuple[Path, str]:
    weights = _weights(accepted)
    for encoding, suffix in ENCODINGS.items():
        twin = path.with_name(path.name + suffix)
        if weights.get(encoding, weights.get("*", 0)) > 0 and twin.is_file():
            return twin, encoding
    return path, ""


def _weights(accepted: str) -> dict[str, float]:
    """Return the weights of an `Accept-Encoding` header; 0 means not acceptable.

    >>> _weights("gzip, br;q=0, *;q=0.5, zstd;q=x")
    {'gzip': 1.0, 'br': 0.0, '*': 0.5, 'zstd': 0.0}
    """
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, parameter = part.partition(";")
        try:
            weights[name.strip()] = float(parameter.partition("=")[2] or 1)
        except ValueError:
            weights[name.strip()] = 0.0
    return weights


def _matches(listed: str, etag: str) -> bool:
    """Return True if an `If-None-Match` header names this version, among others or as a weak one, which a
    proxy makes of it when it compresses.

    >>> _matches('"a", W/"b"', '"b"'), _matches("*", '"b"'), _matches('"c"', '"b"')
    (True, True, False)
    """
    tags = [tag.strip().removeprefix("W/") for tag in listed.split(",")]
    return etag.removeprefix("W/") in tags or "*" in tags


def _caching(name: str) -> str:
    return "no-cache" if name in FRESH else "public, max-age=31536000, immutable"
