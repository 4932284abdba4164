"""Typed trees as terms of the SMT solver z3, which is imported when the first term is made.

    terms      what terms are made with
    abstract   functions of which the solver is told little
    floats     the functions that read or make floats
    translate  whole trees
"""

from __future__ import annotations

from .floats import OPAQUE_PREFIX, is_stored_whole
from .terms import NoTerm, Term, available, number, z3
from .translate import terms

__all__ = ["OPAQUE_PREFIX", "NoTerm", "Term", "available", "is_stored_whole", "number", "terms",
           "z3"]
