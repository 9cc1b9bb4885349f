"""The promo markers: exchange, tribute and block."""
