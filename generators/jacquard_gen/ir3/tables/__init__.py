"""The ir3 tables, read and resolved for each revision."""
