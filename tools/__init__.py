"""Tools for developers and researchers: tournaments, training, puzzle search, fuzzing, native compilation."""
