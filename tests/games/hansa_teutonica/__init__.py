"""Tests of the package of Hansa Teutonica as a whole."""
