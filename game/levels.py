"""Names of the levels of the built-in computer players."""

from __future__ import annotations

EASY, MEDIUM, HARD, MASTER = "easy", "medium", "hard", "master"
LEVELS = (EASY, MEDIUM, HARD, MASTER)
"""Weakest first. Their players are in game/bots/levels.py."""
