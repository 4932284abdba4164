"""Passes say by the tables what opcodes mean: this finds those that name an ALU opcode of their
own, as an enumerator or as a method of a builder, and holds them against a list with reasons.

Usage: opcode_names.py SOURCE_FOLDER, with PYTHONPATH naming the generator. Exit code 1 when a file
names opcodes and is not on the list, or is there and names none.
"""

from __future__ import annotations

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

from jacquard_gen.escape import identifier
from jacquard_gen.groups import Context
from jacquard_gen.nir import alu

FOLDER = Path("runtime") / "jacquard" / "passes"

ALLOWED = {
    "arithmetic/lower_int64/*": "64-bit integers from words, with carries from one to the next",
    "arithmetic/lower_doubles/*":
        "doubles from 64-bit integers: normalising, rounding, iterated quotients",
    "util/crossing_bits.h": "the bits that a shift of two halves moves from one to the other",
    "textures/*": "texture operations: coordinates, levels and colours around a lookup",
    "arithmetic/bytes_in_halves.cpp": "bytes cut off, and their signs spread",
    "memory/load_by_words.cpp": "places of narrow values in words",
    "arithmetic/lower_bit_size.cpp": "changes of width: narrow values in words and back",
    "arithmetic/lower_bool/*": "what a truth of another form is, where it meets one of 1 bit",
    "util/split_alu.h": "sums of half floats that must be exact are made in single precision",
    "util/memory/memory_derefs.cpp": "addresses and bounds",
    "memory/lower_io.cpp": "offsets of slots",
    "memory/lower_opaque_derefs.cpp": "numbers of the elements of arrays",
    "variables/lower_memcpy.cpp": "a loop over bytes",
    "memory/split_wide_accesses.cpp": "words of wide values",
    "memory/split_misaligned_accesses.cpp": "values from halves and bytes",
    "variables/split_wide_variables.cpp": "words of wide values",
    "util/memory/partial_access.cpp": "offsets of parts",
    "memory/lower_ubo_to_vec4.cpp": "offsets of vec4s and the parts of them that are read",
    "memory/vectorise_loads_stores.cpp": "offsets of joined accesses",
    "memory/lower_system_values.cpp": "numbers of invocations from those of their groups",
    "variables/variables_to_registers.cpp": "indices of register arrays",
    "variables/lower_array_derefs_of_vectors.cpp": "a component chosen by its index",
    "variables/lower_indirect_derefs.cpp": "a search for the index among constants",
    "control_flow/lower_indirect_registers.cpp": "a register chosen by its index",
    "control_flow/optimise_ifs.cpp": "conditions of nested ifs joined",
    "control_flow/optimise_loops.cpp": "conditions of exits joined",
    "memory/lower_io_to_scalar.cpp": "copies", "arithmetic/lower_phis_to_scalar.cpp": "copies",
    "arithmetic/shrink_vectors.cpp": "copies",
    "variants/*": "what state beside a shader makes of its colours",
}

_COMMENT = re.compile(r"//.*")
_USE = re.compile(r"\bOpcode::([a-z0-9_]+)|\b(?:b|b_|builder|builder_)\.([a-z0-9_]+)\(")


def named(text: str, opcodes: set[str]) -> set[str]:
    found = {enumerator or method for enumerator, method in _USE.findall(_COMMENT.sub("", text))}
    return found & opcodes


def main() -> int:
    root = Path(sys.argv[1])
    opcodes = {identifier(opcode.name) for opcode in alu.load(Context(root / "defs"))}
    unused = set(ALLOWED)
    faults = 0
    for path in sorted((root / FOLDER).rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        name = path.relative_to(root / FOLDER).as_posix()
        found = named(path.read_text(encoding="utf-8"), opcodes)
        allowed = [pattern for pattern in ALLOWED if fnmatch(name, pattern)]
        if found and not allowed:
            faults += 1
            print(f"{FOLDER.as_posix()}/{name}: names {', '.join(sorted(found))}: say it in "
                  "defs/nir/alu or give the reason in tests/lint/opcode_names.py")
        if found:
            unused -= set(allowed)
    for pattern in sorted(unused):
        faults += 1
        print(f"tests/lint/opcode_names.py: nothing in '{pattern}' names an opcode any more")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
