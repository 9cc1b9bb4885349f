"""Replay, results, game analysis, win forecast, and statistics over all games."""
