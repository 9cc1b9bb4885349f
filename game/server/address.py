"""URL of this computer in the local network, and its QR code for the terminal."""

from __future__ import annotations

import io
import socket

import segno

ELSEWHERE = ("10.255.255.255", 9)
"""An address in a private network. No data is sent to it; it only makes the system choose a network
interface."""


def local_address() -> str:
    """Return this computer's IP address in its network, or the loopback address without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(ELSEWHERE)
            return str(line.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def picture(address: str) -> str:
    """Return a QR code drawn in half blocks, to be scanned from the terminal."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
