"""Static files of the site, with content types, precompressed versions and headers."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

from game.platform.desktop.connection import META
from game.server.headers import ENCODINGS, TYPES, headers_for, without_fragment

FRESH = ("index.html", "service-worker.js")
"""Files that are revalidated on every request. All others are in directories whose names change with the
content."""


class Site:
    """A directory of static files. A server without one serves a web app hosted elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        """Return the file at the requested path."""
        path = self._find(without_fragment(request.url.path))
        headers = headers_for(path.name) | {"Cache-Control": _caching(path.name), "Vary": "Accept-Encoding"}
        twin, encoding = _twin(path, request.headers.get("Accept-Encoding", ""))
        if encoding:
            headers["Content-Encoding"] = encoding
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        response = FileResponse(twin, headers=headers, media_type=kind, stat_result=twin.stat())
        if request.headers.get("If-None-Match") == response.headers["ETag"]:
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
        if hidden or not path.is_file() or not path.resolve().is_relative_to(self._folder):
            raise HTTPException(404)
        return path


def names_rooms(folder: Path) -> bool:
    """Return True if the site was built for rooms. Otherwise its page contacts no room server."""
    return META.search((folder / "index.html").read_text(encoding="utf-8", errors="replace")) is not None


def _twin(path: Path, accepted: str) -> tuple[Path, str]:
    for encoding, suffix in ENCODINGS.items():
        twin = path.with_name(path.name + suffix)
        if encoding in accepted and twin.is_file():
            return twin, encoding
    return path, ""


def _caching(name: str) -> str:
    return "no-cache" if name in FRESH else "public, max-age=31536000, immutable"
