"""Jacquard from Python."""
