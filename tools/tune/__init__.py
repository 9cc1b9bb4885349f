"""Training of a player's weights by self-play (docs/developing/learning.md)."""
