"""Commitment to a game's seed: its hash is published before the game, the seed itself afterwards."""

from __future__ import annotations

from hashlib import sha256


def commitment_of(seed: int, salt: str) -> str:
    """Return the commitment, a hash of 64 hexadecimal digits."""
    return sha256(f"{seed}:{salt}".encode()).hexdigest()


def replica_seed(seal: str) -> int:
    """Return a seed shared by all devices, unrelated to the real one, for placeholders of hidden
    information."""
    return int(seal[:32], 16)


def hashed(text: str) -> str:
    """Return a hash of 64 hexadecimal digits. It is the stored form of a member's key."""
    return sha256(text.encode()).hexdigest()


def dice(salt: str, seat: int) -> int:
    """Return the seed of a computer player. It cannot be predicted before the game is over."""
    return int(commitment_of(seat, salt)[:7], 16)
