"""The generator's commands that report on the ir3 tables."""
