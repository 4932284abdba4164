"""All tables for programs and templates of others; docs/export-the-tables.md describes it."""
