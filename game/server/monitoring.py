"""Health and metrics of the server for monitoring programs: `/healthz`, `/readyz` and `/metrics`.

Every client may know whether the server works. Details are for the computer itself and private networks, and
contain no names of people and no addresses.
"""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from game.server.health import StoreHealth
from game.server.metrics import CONTENT_TYPE_LATEST, generate_latest

FRESH = {"Cache-Control": "no-store"}


def monitoring(health: StoreHealth) -> list[Route]:
    """Return the routes."""

    async def alive(request: Request) -> Response:
        """Answer 200 as long as the process answers at all, with the store's failures of the last hour."""
        details = {"failures": health.failures()} if is_private(request) else {}
        return JSONResponse({"status": "ok" if health.works else "failing", **details}, headers=FRESH)

    async def ready(request: Request) -> Response:
        """Answer 200 if devices can play, 503 while the store fails."""
        return JSONResponse({"ready": health.works}, 200 if health.works else 503, FRESH)

    async def metrics(request: Request) -> Response:
        if not is_private(request):
            return Response(status_code=404)
        return Response(generate_latest(), headers=FRESH, media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)]


def is_private(request: Request) -> bool:
    """Return True if the request comes from this computer or a private network."""
    try:
        return request.client is not None and ip_address(request.client.host).is_private
    except ValueError:
        return False
