"""Game links: a compressed record in the fragment of a URL, which browsers do not send to servers.

    game=a<base64url of the raw deflate of the record's text>.<CRC-32 of that text, 8 hexadecimal digits>

The letter is the version of this format. The checksum distinguishes a complete link from a truncated or
retyped one. It ends in a digit or letter, so that no mail program takes the end of the link for punctuation.
Untrusted input is only parsed as a record, never executed, and never unpacked beyond a fixed size.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from enum import StrEnum

from game.client.storage.fragment import GAME, MAX_FRAGMENT, holds_link, restored
from game.client.words.trouble import Trouble, trouble_of
from game.engine.core import IllegalAction, ParseError
from game.engine.record import OtherVersion, Record, read, write
from game.match import Match
from game.match.loading import Loading, whole

VERSION = "a"
"""Format version, changed when older programs cannot read new links."""
MAX_TEXT = 300_000
"""Maximum size of an unpacked link in bytes. A long game of Hansa Teutonica has about 15 000."""
OWN_TAGS = ("actor", "date", "guide", "moved", "over", "room", "round", "teaching", "title", "totals")
"""Tags that concern only the owner of the game."""

_WHOLE = re.compile(r"a([A-Za-z0-9_-]+)\.([0-9a-f]{8})", re.ASCII)


class Fault(StrEnum):
    """The kinds of errors in a game from outside."""

    BROKEN = "broken"
    LONG = "long"
    FILE = "file"
    """The file is too long."""
    VERSION = "version"


class LinkError(ParseError):
    """An error for a link or text that holds no playable game."""

    def __init__(self, fault: Fault, reason: str, trouble: Trouble | None = None) -> None:
        """Create the error.

        trouble: details, if there is more to say than `fault`
        """
        self.fault = fault
        self.trouble = trouble
        super().__init__(reason)


def outgoing(record: Record) -> Record:
    """Return the record without tags that concern only its owner and without notes on computer players.

    For other people, pass the record of `Match.public`: the start of a record can hold secrets of a seat.
    """
    tags = {key: text for key, text in record.tags.items() if key not in OWN_TAGS}
    return replace(record, tags=tags, reasons={}, computed=set())


def encode(record: Record) -> str:
    """Return the fragment of a game link, without the `#`. Raises `LinkError` if it would be too long."""
    text = write(outgoing(record)).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text) + packer.flush()
    payload = urlsafe_b64encode(packed).decode().rstrip("=")
    fragment = f"{GAME}{VERSION}{payload}.{zlib.crc32(text):08x}"
    if len(fragment) > MAX_FRAGMENT or len(text) > MAX_TEXT:
        raise LinkError(Fault.LONG, f"{len(fragment)} characters; a link has at most {MAX_FRAGMENT}")
    return fragment


def decode(text: str) -> Record:
    """Return the record in a link or its fragment, with or without surrounding text and line breaks.

    Raises `LinkError`. It does not check that the actions are legal: `received` does.
    """
    return _record(unpacked(text))


def unpacked(text: str) -> str:
    """Return the text of the record in a link. Raises `LinkError` if there is no valid link."""
    if len(text) > 2 * MAX_FRAGMENT:
        raise LinkError(Fault.LONG, f"{len(text)} characters; a link has at most {MAX_FRAGMENT}")
    payload = _payload("".join(restored(text).split()))
    if len(payload) > MAX_FRAGMENT:
        raise LinkError(Fault.LONG, f"{len(payload)} characters; a link has at most {MAX_FRAGMENT}")
    if payload[:1].isascii() and payload[:1].isalnum() and payload[:1] != VERSION:
        raise LinkError(
            Fault.VERSION, f"format {payload[:1]!r} of the link is not known here, only {VERSION!r}"
        )
    whole = _WHOLE.match(payload)
    if not whole:
        raise LinkError(Fault.BROKEN, "the link is cut off or was changed on its way", Trouble("cut"))
    return _unpack(whole[1], int(whole[2], 16))


def received(text: str) -> Match:
    """Replay and validate a game from outside: a link, its fragment or the text of a record.

    The game has no id until it is saved. Raises `LinkError`.
    """
    return whole(receiving(text))


def receiving(text: str) -> Loading[Match]:
    """Do the work of `received` in slices."""
    text = unpacked(text) if holds_link(text) else text.strip() + "\n"
    record = _record(text)
    try:
        return (yield from Match.loading("", outgoing(record)))
    except (IllegalAction, ParseError) as wrong:
        raise LinkError(Fault.BROKEN, str(wrong), trouble_of(wrong, text)) from None


def _payload(text: str) -> str:
    """Return the text after the first `game=` that begins a whole link, or else after the first one."""
    _, *found = text.split(GAME)
    return next((part for part in found if _WHOLE.match(part)), found[0] if found else "")


def _unpack(payload: str, checksum: int) -> str:
    try:
        packed = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacker.decompress(packed, MAX_TEXT + 1)
        if len(text) > MAX_TEXT:
            raise LinkError(Fault.LONG, f"the link unpacks to more than {MAX_TEXT} bytes")
        if not unpacker.eof or unpacker.unused_data or zlib.crc32(text) != checksum:
            reason = "the link was changed on its way: its checksum is wrong"
            raise LinkError(Fault.BROKEN, reason, Trouble("changed"))
        return text.decode()
    except (zlib.error, UnicodeDecodeError, ValueError) as broken:
        if isinstance(broken, LinkError):
            raise
        reason = f"the link was changed on its way: {broken}"
        raise LinkError(Fault.BROKEN, reason, Trouble("changed")) from None


def _record(text: str) -> Record:
    try:
        return read(text)
    except OtherVersion as other:
        raise LinkError(Fault.VERSION, str(other), trouble_of(other, text)) from None
    except ParseError as broken:
        raise LinkError(Fault.BROKEN, str(broken), trouble_of(broken, text)) from None
