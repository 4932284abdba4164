"""The behaviour of intrinsics: kinds of behaviour, memory spaces, atomic operations.

Each intrinsic has one key that says what it does (`records`). From these come the analysis of
memory accesses, the interpreter, what passes know of sources, and the flags that optimisation goes
by.
"""
