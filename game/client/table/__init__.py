"""The scene of a match: decisions, hints, computer players, the log."""
