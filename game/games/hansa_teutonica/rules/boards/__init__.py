"""What is printed on each board, as data."""
