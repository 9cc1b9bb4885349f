"""The clock of a room: its choice, its times, and what needs the consent of the table."""
