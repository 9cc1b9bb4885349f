"""Lessons and puzzles: a table with a coach."""
