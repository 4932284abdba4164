"""Adreno machine words and the constants of NIR, in plain Python.

    from jacquard_tables import decode, encode, fold

    instruction = decode(0x4730000a00002006, "a6xx")
    print(instruction)                            # bary.f r2.z, 6, r0.x
    instruction.operands["src0"].value = 7
    print(hex(encode(instruction)))
    fold("fadd", 32, [[0x3f800000], [0x40000000]])

What differs from instruction to instruction and from opcode to opcode is in `isa` and
`fold_tables`, which templates make; the rest is written by hand.
"""

from .decoder import decode
from .encoder import EncodeError, encode
from .fold import FoldError, fold
from .model import Instruction, Operand

__all__ = ["EncodeError", "FoldError", "Instruction", "Operand", "decode", "encode", "fold"]
