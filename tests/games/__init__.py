"""Tests of one game's package as a whole."""
