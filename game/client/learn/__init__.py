"""Lessons, puzzles and exercises: tables with a coach."""
