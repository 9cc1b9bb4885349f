"""Kontor: the rules of the games, their computer players, the client and the platforms it runs on."""

VERSION = "1.0.0"
"""The version of the program and of its packages. pyproject.toml and the release read it here."""
