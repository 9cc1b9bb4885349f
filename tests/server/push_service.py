"""A push service on this computer, which checks and decrypts every message like a vendor's service and its
browser."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECRET = b"0123456789abcdef"
"""Authentication secret of all devices."""


def coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Pushed(NamedTuple):
    """A message that has arrived: the device, its headers, its decrypted content and the sender's claims."""

    device: str
    headers: dict[str, str]
    content: dict[str, Any]
    claims: dict[str, Any]


class Inbox:
    """An HTTP server that records requests: path, headers with names in lower case, and body."""

    def __init__(self) -> None:
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.origin = ""
        self._new = asyncio.Condition()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Self]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()

    async def until(self, number: int) -> None:
        """Wait for a number of requests."""
        async with self._new:
            await self._new.wait_for(lambda: len(self.received) >= number)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {
            name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        path = head[0].split()[1]
        status = self.status(path, headers, body)
        async with self._new:
            self.received.append((path, headers, body))
            self._new.notify_all()
        writer.write(f"HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        writer.close()

    def status(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Return the status of the response."""
        return 200


class PushService(Inbox):
    """The service, and the browsers of its devices.

    key       public key of the server that may send, as its subscriptions say
    pushed    messages that have arrived
    statuses  status with which a device's messages are rejected
    """

    def __init__(self) -> None:
        super().__init__()
        self.key = ""
        self.pushed: list[Pushed] = []
        self.statuses: dict[str, int] = {}
        self._keys: dict[str, ec.EllipticCurvePrivateKey] = {}

    def subscribe(self, device: str) -> dict[str, Any]:
        """Return a subscription of a device, as its browser does."""
        key = self._keys.setdefault(device, ec.generate_private_key(ec.SECP256R1()))
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": coded(point), "auth": coded(SECRET)}
        return {"endpoint": f"{self.origin}/{device}", "expirationTime": None, "keys": keys}

    def status(self, path: str, headers: dict[str, str], body: bytes) -> int:
        device = path.strip("/")
        if device in self.statuses:
            return self.statuses[device]
        self.pushed.append(Pushed(device, headers, self._read(device, body), self._claims(headers)))
        return 201

    def _read(self, device: str, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self._keys[device], auth_secret=SECRET, version="aes128gcm")
        content: dict[str, Any] = json.loads(text)
        return content

    def _claims(self, headers: dict[str, str]) -> dict[str, Any]:
        """Return the claims of the sender, whose signature must fit the key of the subscription."""
        assert headers["content-encoding"] == "aes128gcm"
        kind, _, told = headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in told.split(","))
        assert kind == "vapid" and fields["k"] == self.key, "a sender other than the subscription names"
        signed, _, signature = fields["t"].rpartition(".")
        raw = decoded(signature)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(self.key))
        der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        point.verify(der, signed.encode(), ec.ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
        assert claims["aud"] == self.origin
        return claims
