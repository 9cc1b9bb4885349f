"""Multiplayer rooms: one table shared by many devices (docs/reference/room-protocol.md). A room is a
growing, numbered log of entries.

    protocol   reading of messages, limits and error codes
    commands   the table of the members' commands: fields, validation and effect of each
    plan       the setup of a new room
    entries    the log entries, with one JSON format for storage, transfer and replay
    state      the state known to every side: members, seats and progress
    room       server side: holds the log and decides what each member may see
    replica    client side: applies received entries and holds the match on show
    updates    changes that a client learns from a message

All of it is pure. `game.server` is the room server itself, which the web app does not contain.
"""
