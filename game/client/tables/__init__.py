"""My tables: all rooms, games by mail and saved games of the device in one list; private notes on them."""
