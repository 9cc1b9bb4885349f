"""Kontor: the rules of the games, their computer players, the client and the platforms it runs on."""

VERSION = "0.1.0"
"""The version of the program, equal to the one in pyproject.toml."""
