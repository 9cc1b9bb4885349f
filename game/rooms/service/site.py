"""The files of the site as a web host should send them: types, precompressed twins, headers."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

from game.rooms.service.headers import ENCODINGS, TYPES, headers_for, without_fragment

FRESH = ("index.html", "service-worker.js")
"""Asked for again each time; all other files lie in folders whose names change with their content."""


class Site:
    """A folder of files. Without one, the service is for pages that come from elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
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
        """The file at an address; none that is outside of the folder, or in a hidden one."""
        parts = [part for part in address.split("/") if part]
        path = self._folder.joinpath(*parts)
        if address.endswith("/"):
            path /= "index.html"
        hidden = any(part.startswith(".") or "\\" in part or "\0" in part or ":" in part for part in parts)
        if hidden or not path.is_file() or not path.resolve().is_relative_to(self._folder):
            raise HTTPException(404)
        return path


def _twin(path: Path, accepted: str) -> tuple[Path, str]:
    for encoding, suffix in ENCODINGS.items():
        twin = path.with_name(path.name + suffix)
        if encoding in accepted and twin.is_file():
            return twin, encoding
    return path, ""


def _caching(name: str) -> str:
    return "no-cache" if name in FRESH else "public, max-age=31536000, immutable"
