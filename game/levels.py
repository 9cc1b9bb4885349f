"""Names of the levels of the built-in computer players."""

from __future__ import annotations

LEVELS = EASY, MEDIUM, HARD, MASTER = "easy", "medium", "hard", "master"
"""Weakest first. Their players are in game/bots/levels.py."""
