"""Input at the table: which item was meant, what activating it does, and what there is to say about it."""
