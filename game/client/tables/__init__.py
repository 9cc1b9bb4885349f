"""Private notes on games."""
