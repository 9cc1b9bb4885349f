"""Training over several games: exercises from one's own mistakes, repeated, and counting the end."""
