"""One table, many devices (docs/rooms.md): a room is a numbered list of entries that grows.

    protocol   what devices say, the limits, and why something is refused
    plan       what a room is made from
    entries    the entries: stored, sent and folded as the same lines
    state      who is there, who sits where, how far it has come: what all sides know of a room
    room       the service's side: judges commands and says who is sent what
    guest      a device's side: folds what it is sent, and has a match to show
    news       what a device learns from a message

All of it is pure. `game.rooms.service` is the service itself; pages do without it.
"""
