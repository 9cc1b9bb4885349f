"""Multiplayer rooms in the client: pages that create and join rooms, and the tables of their games
(docs/reference/room-protocol.md)."""
