"""What the ir3 tables must hold together."""
