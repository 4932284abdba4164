"""A language server for tables, `jacquard_gen lsp`: `messages` cuts the input into messages,
`documents` holds what editors have open, `quick_faults` finds the faults of one table at once,
`checker` those of all tables in a process of its own, `answers` and `edits` answer requests, and
`server` ties them together."""
