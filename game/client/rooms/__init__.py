"""Playing together, each at their own device: rooms made and entered, and their tables (docs/rooms.md)."""
