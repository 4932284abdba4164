"""What the ir3 tables say, read and resolved for each revision."""
