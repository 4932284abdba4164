"""Machines beside ir3: tables of words, timing and selection in a folder of their own."""
