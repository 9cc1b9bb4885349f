"""Multiplayer rooms: one table shared by many devices (docs/rooms.md). A room is a growing, numbered log of
entries.

    protocol   commands of the devices, limits and error codes
    plan       the setup of a new room
    entries    the log entries, with one JSON format for storage, transfer and replay
    state      the state known to every side: members, seats and progress
    room       server side: validates commands and decides what each member may see
    replica      client side: applies received entries and holds the match on show
    news       changes that a client learns from a message

All of it is pure. `game.server` is the room server itself, which the web app does not contain.
"""
