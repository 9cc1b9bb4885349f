"""A match on the table: whoever decides, advice, computers, the log."""
