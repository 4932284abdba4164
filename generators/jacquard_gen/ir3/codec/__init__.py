"""Encoder, decoder, printer and semantics of words, made from the tables."""
