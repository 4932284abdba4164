"""Limits of the size of tables, so that no input makes a run endless."""

BYTES = 1 << 20
"""Of a table."""
TEXT = 20_000
"""Characters of one value, key or text of a table."""
DEPTH = 40
"""Lists and mappings within each other."""
ENTRIES = 2_000
"""Of a table, each member of a family counted."""
EXPANDED = 20_000_000
"""Characters of a table, its families expanded."""
FAMILY_VALUE = 1_000
"""Characters of a value of a family variable."""
