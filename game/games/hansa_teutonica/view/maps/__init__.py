"""The maps under the boards: data, and how they are drawn."""
