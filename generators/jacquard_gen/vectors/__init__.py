"""Vectors for tests of others: words that cover what instructions may say, constants at the edges,
and what given vectors cover; docs/export-the-tables.md describes it."""
