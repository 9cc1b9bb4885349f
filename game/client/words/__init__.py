"""Texts for users: message catalogues and the formatting of games, rooms and errors."""
