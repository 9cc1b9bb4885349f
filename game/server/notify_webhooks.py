"""Webhooks: a room's events are sent to a URL, signed as in the specification Standard Webhooks."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests

from game.rooms.protocol import Refused
from game.server.push import FAILED, LATER, SENT, TIMEOUT
from game.server.waiting import Facts, Wait

HOOK = "hook"
"""Name of the note with a room's webhook."""
MAX_URL = 500
SECRET_BYTES = 24


class Hook(NamedTuple):
    """The webhook of a room, and the secret of its signatures."""

    url: str
    secret: str

    @classmethod
    def read(cls, text: str) -> Hook:
        """Read the stored text."""
        return cls(*json.loads(text))

    def text(self) -> str:
        """Return the text to store."""
        return json.dumps(self)

    @property
    def origin(self) -> str:
        """Return the origin of the URL, "" for an invalid one."""
        try:
            at = urlsplit(self.url)
        except ValueError:
            return ""
        return f"{at.scheme}://{at.netloc}"


class Webhooks:
    """The webhooks of rooms.

    origins  origins that webhooks may have
    """

    id = "hook"

    def __init__(self, origins: Collection[str]) -> None:
        self.origins = frozenset(origins)

    def made(self, url: str) -> Hook:
        """Return a webhook with a new secret. Raises `Refused` if the host does not allow the URL."""
        key = base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
        hook = Hook(url, f"whsec_{key}")
        if hook.origin not in self.origins or len(url) > MAX_URL:
            raise Refused("broken", where="url")
        return hook

    def wants(self, room: str, notes: Mapping[str, str]) -> bool:
        """Return True if the room has a webhook that is still allowed."""
        return HOOK in notes and Hook.read(notes[HOOK]).origin in self.origins

    async def send(
        self, room: str, notes: Mapping[str, str], facts: Facts, who: int, wait: Wait, now: float
    ) -> str:
        """Send a message to the room's webhook."""
        hook = Hook.read(notes[HOOK])
        data = {"room": room, "game": facts.game, "entry": facts.n, "member": who}
        data |= {"name": facts.seated.get(who, ""), "since": wait.t}
        body = json.dumps({"type": f"table.{wait.kind}", "data": data}, separators=(",", ":"))
        # The same event has the same id, so that a receiver can recognise a repetition.
        id = hashlib.sha256(f"{room} {who} {wait.kind} {wait.at} {wait.t}".encode()).hexdigest()[:32]
        headers = signed(hook.secret, f"msg_{id}", int(now), body)
        return await asyncio.to_thread(_post, hook.url, body, headers)


def signed(secret: str, id: str, now: int, body: str) -> dict[str, str]:
    """Return the headers of a message, with its signature.

    >>> signed("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
    ...        '{"test": 2432232314}')["webhook-signature"]
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{id}.{now}.{body}".encode(), "sha256")
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"webhook-id": id, "webhook-timestamp": str(now), "webhook-signature": signature}


def _post(url: str, body: str, headers: Mapping[str, str]) -> str:
    try:
        with requests.Session() as session:
            told: dict[str, Any] = {"Content-Type": "application/json", **headers}
            answer = session.post(url, body.encode(), headers=told, timeout=TIMEOUT, allow_redirects=False)
    except requests.RequestException:
        return LATER
    if answer.status_code == 429 or answer.status_code >= 500:
        return LATER
    return SENT if answer.ok else FAILED
