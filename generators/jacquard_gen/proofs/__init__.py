"""Proofs that two ways to compute a value compute the same: both sides of a rewrite rule, an opcode
and its lowering.

    statement      what is to hold, over any domain of values
    values         bit patterns in Python, and terms of a solver
    of_rules       statements of rules and lowerings
    of_claims      statements of what opcodes claim of themselves
    of_selections  statements of instruction selection
    trial          tries a statement on every value, or on edge and random ones
    solver         proves a statement for all values
    keys           what a statement depends on, as a hash
    cache          what was proven before, by that hash: the files of defs/proofs
    campaign       all statements, and how many were dealt with how
    command        `jacquard_gen prove`, and what `check` does of it; `arguments` has what it takes
"""
