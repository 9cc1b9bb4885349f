"""Puzzles: positions of recorded games in which one plan is clearly best (`python -m tools.puzzles`)."""
