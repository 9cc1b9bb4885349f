"""Web Push: subscriptions of devices, the server's key, and encrypted messages to push services.

A browser subscribes at the push service of its vendor and gives the server a URL and two keys. The server
sends messages to that URL, encrypted for the browser (RFC 8291) and signed with its own key (VAPID, RFC
8292).
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from pywebpush import WebPushException, webpush

from game.rooms.protocol import Fields, Refused
from game.server.error_log import LOG, report
from game.server.store import Store

SERVICES = ("fcm.googleapis.com", "jmt17.google.com")
VENDORS = (".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""Push services of browsers: hosts and domains. The server contacts no others that a device names, because
they could be computers in the network of the host."""
VISIBLE_ONLY = ".push.apple.com"
"""Domain of the service whose browsers withdraw the permission if a message shows nothing."""
MAX_ENDPOINT = 1000
"""Maximum length of a subscription's URL, in characters."""
TIMEOUT = 10.0
TTL = 7 * 86400
"""Seconds for which a push service stores a message for a device that is switched off."""
SENDERS = 4
"""Number of messages sent at a time."""
KEY = "vapid"
"""Name of the note with the server's private key."""

SENT, LATER, GONE, FAILED = "sent", "later", "gone", "failed"
"""Results of sending a message: the service has accepted it, it may accept it later, the subscription has
ended, or the service rejects the message."""


class Subscription(NamedTuple):
    """A device's subscription: the URL and the keys for its messages."""

    endpoint: str
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        """Return a short hash of the URL, which identifies the device."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:16]

    @property
    def host(self) -> str:
        """Return the host of the push service."""
        return urlsplit(self.endpoint).hostname or ""

    @property
    def silent(self) -> bool:
        """Return True if a message may close a notification without showing another one."""
        return not self.host.endswith(VISIBLE_ONLY)


def subscription(fields: Fields, services: Collection[str]) -> Subscription:
    """Return the subscription in a message of a device. Raises `Refused` if it is invalid, or belongs to an
    unknown push service.

    services  origins of further push services
    """
    keys = Fields(fields.data.get("keys"), "keys")
    found = Subscription(
        fields.text("endpoint", MAX_ENDPOINT), _key(keys, "p256dh", 65), _key(keys, "auth", 16)
    )
    if not known_service(found.endpoint, services):
        raise Refused("broken", where="endpoint")
    return found


def known_service(endpoint: str, services: Collection[str] = ()) -> bool:
    """Return True if a URL belongs to a push service of a browser, or to one of the origins `services`.

    >>> known_service("https://fcm.googleapis.com/x"), known_service("http://fcm.googleapis.com/x")
    (True, False)
    >>> known_service("https://192.168.0.1/"), known_service("https://[::1]/", ["https://[::1]"])
    (False, True)
    """
    try:
        at = urlsplit(endpoint)
        plain = at.port is None and at.username is None
    except ValueError:
        return False
    if f"{at.scheme}://{at.netloc}" in services:
        return True
    host = at.hostname or ""
    return at.scheme == "https" and plain and (host in SERVICES or host.endswith(VENDORS))


def _key(fields: Fields, name: str, length: int) -> str:
    """Return a key in base64url that has the given number of bytes."""
    text = fields.text(name, 2 * length).rstrip("=")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != length:
        raise Refused("broken", where=name)
    return text


class WebPush:
    """The sender of messages to push services.

    contact   URL by which a push service can reach the host: "mailto:…" or "https://…"
    services  origins of push services besides those of browsers
    public    public key of the server, which browsers need for a subscription
    """

    def __init__(self, contact: str, services: Collection[str] = ()) -> None:
        self.contact = contact
        self.services = frozenset(services)
        self.public = ""
        self._vapid: Vapid | None = None
        self._senders = ThreadPoolExecutor(SENDERS, "kontor-rooms-push")

    async def open(self, store: Store) -> None:
        """Read the server's key from the store. The first server generates it."""
        if KEY not in (notes := await store.notes("")):
            new = Vapid()
            new.generate_keys()
            await store.note("", KEY, new.private_pem().decode(), new=True)
            notes = await store.notes("")  # another process may have been first
        self._vapid = Vapid.from_pem(notes[KEY].encode())
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).decode().rstrip("=")

    def close(self) -> None:
        """Stop sending."""
        self._senders.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: Subscription, text: str, topic: str, urgency: str) -> str:
        """Send a message and return the result (`SENT` …).

        topic    a message that the service has not delivered yet is replaced by the next of its topic. It is
                 sent as a hash, because the service could read it
        urgency  "high" wakes the device; "normal" or "low"
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._senders, self._send, to, text, topic, urgency)

    def _send(self, to: Subscription, text: str, topic: str, urgency: str) -> str:
        hidden = hashlib.sha256(f"{topic} {to.endpoint}".encode()).digest()[:24]
        headers = {"Topic": base64.urlsafe_b64encode(hidden).decode(), "Urgency": urgency}
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        try:
            with requests.Session() as session:
                session.max_redirects = 0  # a service must not lead elsewhere
                webpush(
                    {"endpoint": to.endpoint, "keys": keys},
                    text,
                    vapid_private_key=self._vapid,
                    vapid_claims={"sub": self.contact},
                    headers=dict(headers),
                    ttl=TTL,
                    timeout=TIMEOUT,
                    requests_session=session,
                )
        except WebPushException as error:
            return _result(error.status_code or 0, to.host)
        except requests.RequestException:
            return LATER
        except ValueError as error:  # the device's key is no point of the curve
            report(error)
            return GONE
        return SENT


def _result(status: int, host: str) -> str:
    """Return what the status of an answer means (RFC 8030)."""
    if status in (404, 410):
        return GONE
    if status == 429 or status >= 500 or not status:
        return LATER
    LOG.warning("The push service %s rejects messages with status %d", host, status)
    return FAILED
