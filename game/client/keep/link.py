"""A game in a link: its record, compressed, in the part of an address that browsers send to nobody.

    game=a<base64url of the raw deflate of the record's text>.<CRC-32 of that text, 8 hexadecimal digits>

The letter is the version of this format. The checksum tells a truncated or retyped link from a whole one,
and because it ends in a digit or letter, no mail program takes the end of the link for punctuation.
Outside input is only ever read as a record, never run, and never unpacked beyond a fixed size.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from enum import StrEnum

from game.client.keep.fragment import GAME, LONGEST, holds_link, restored
from game.client.words.trouble import Trouble, trouble_of
from game.engine.core import IllegalAction, ParseError
from game.engine.record import OtherVersion, Record, read, write
from game.match import Match
from game.match.loading import Loading, whole

VERSION = "a"
"""Raised when older programs could no longer read what is written."""
MAX_TEXT = 300_000
"""Bytes a link may unpack to. A long game of Hansa Teutonica has some 15 000."""
OWN_TAGS = ("actor", "date", "guide", "over", "room", "round", "teaching", "title", "totals")
"""Tags that concern only the person who keeps the game."""

_WHOLE = re.compile(r"a([A-Za-z0-9_-]+)\.([0-9a-f]{8})", re.ASCII)


class Fault(StrEnum):
    """What can be wrong with a game from outside."""

    BROKEN = "broken"
    LONG = "long"
    FILE = "file"
    """A file too long to be read."""
    VERSION = "version"


class LinkError(ParseError):
    """A link or text from outside that holds no game playable here."""

    def __init__(self, fault: Fault, reason: str, trouble: Trouble | None = None) -> None:
        """`trouble`: what is wrong in detail, if the fault does not say it all."""
        self.fault = fault
        self.trouble = trouble
        super().__init__(reason)


def outgoing(record: Record) -> Record:
    """The record without what concerns only its owner, nor computers' reasons.

    For other people take that of `Match.public`: the start of a record can hold secrets of a seat.
    """
    tags = {key: text for key, text in record.tags.items() if key not in OWN_TAGS}
    return replace(record, tags=tags, reasons={})


def encode(record: Record) -> str:
    """The fragment that holds the game, without the `#`; `LinkError` if it would be too long."""
    text = write(outgoing(record)).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text) + packer.flush()
    payload = urlsafe_b64encode(packed).decode().rstrip("=")
    fragment = f"{GAME}{VERSION}{payload}.{zlib.crc32(text):08x}"
    if len(fragment) > LONGEST or len(text) > MAX_TEXT:
        raise LinkError(Fault.LONG, f"{len(fragment)} characters; a link has at most {LONGEST}")
    return fragment


def decode(text: str) -> Record:
    """The record in a link, or in its fragment alone, with or without words and line breaks around it.

    Raises `LinkError`. Does not check that the actions are legal: `received` does.
    """
    return _record(unpacked(text))


def unpacked(text: str) -> str:
    """The text of the record in a link; `LinkError` if there is none."""
    if len(text) > 2 * LONGEST:
        raise LinkError(Fault.LONG, f"{len(text)} characters; a link has at most {LONGEST}")
    payload = _payload("".join(restored(text).split()))
    if len(payload) > LONGEST:
        raise LinkError(Fault.LONG, f"{len(payload)} characters; a link has at most {LONGEST}")
    if payload[:1].isascii() and payload[:1].isalnum() and payload[:1] != VERSION:
        raise LinkError(
            Fault.VERSION, f"format {payload[:1]!r} of the link is not known here, only {VERSION!r}"
        )
    whole = _WHOLE.match(payload)
    if not whole:
        raise LinkError(Fault.BROKEN, "the link is cut off or was changed on its way", Trouble("cut"))
    return _unpack(whole[1], int(whole[2], 16))


def received(text: str) -> Match:
    """A game from outside: a link, its fragment or the text of a record, replayed and found legal.

    It has no name yet, because it has not been saved. Raises `LinkError`.
    """
    return whole(receiving(text))


def receiving(text: str) -> Loading[Match]:
    """Do what `received` does in slices."""
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
