"""Matches between computer players, run in parallel on one or several machines (docs/developing/arena.md)."""
