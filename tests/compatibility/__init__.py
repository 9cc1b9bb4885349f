"""Corpus of saved games, settings, links and rooms, made with commit 429bc39a, and tests that read it."""
