"""Rollouts on demand: positions of a game played to its end by computers, again and again."""
