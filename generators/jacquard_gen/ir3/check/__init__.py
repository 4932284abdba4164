"""Checks of the ir3 tables against each other."""
