"""Kontor: the games, the client that plays them, and the machine it runs on."""

VERSION = "0.1.0"
"""The same as in pyproject.toml."""
