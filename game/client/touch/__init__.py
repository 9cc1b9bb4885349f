"""From a touch to an action: what was meant, what it would do, what can be said about it."""
