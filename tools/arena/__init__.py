"""Matches between computer players, on as many cores and machines as there are (docs/arena.md)."""
