"""What the generator's commands tell of the ir3 tables."""
