"""The other scenes: title, setting up, saved games, settings, rules."""
