"""The expansion “The Emperor’s Favour”: tiles with lasting advantages."""
