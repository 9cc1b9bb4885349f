"""The guide of a first game: its card, its texts, and its warning of poor turns."""
