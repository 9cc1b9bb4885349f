"""How a draw is fixed before a game: a hash of its seed is published first, the seed at the end."""

from __future__ import annotations

from hashlib import sha256


def sealed(seed: int, salt: str) -> str:
    """The hash, 64 hexadecimal digits."""
    return sha256(f"{seed}:{salt}".encode()).hexdigest()


def seed_for_guests(seal: str) -> int:
    """A seed all devices share, which says nothing of the real one: it deals what nobody knows yet."""
    return int(seal[:32], 16)


def hashed(text: str) -> str:
    """So the service keeps the key of a member; 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def dice(salt: str, seat: int) -> int:
    """The seed of a computer player, which nobody can guess before the game is over."""
    return int(sealed(seat, salt)[:7], 16)
