"""The base board: what is printed on its two sides, as data."""
