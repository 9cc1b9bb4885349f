"""Learning the weights of a player by letting it play against itself (docs/learning.md)."""
