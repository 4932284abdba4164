"""Constants that other implementations computed."""

from __future__ import annotations

import unittest
from typing import List

from jacquard_tables import FoldError, fold
from jacquard_tables.fold import opcode_of
from jacquard_tables.numbers import type_of

from .rows import rows

_INFINITIES = {16: 0x7c00, 32: 0x7f800000, 64: 0x7ff0000000000000}
# Results of these are the bits of a float of 16 bits that is no float16.
_BRAIN_FLOATS = ("f2bf", "bfmul", "bffma", "bfdot2_bfadd")
# The largest double is finite, so that what is nearest to it in 16 bits is an infinity.
_WRONG = {("f2f16", 0x7fefffffffffffff): 0x7e00}


def is_nan(name: str, bits: int, width: int) -> bool:
    if name in _BRAIN_FLOATS:
        return bits & 0x7fff > 0x7f80
    result = type_of(opcode_of(name).result, width)
    return result.kind == "float" and \
        bits & (1 << (result.width - 1)) - 1 > _INFINITIES[result.width]


class Folds(unittest.TestCase):
    def test_each_row_is_what_it_says(self) -> None:
        """The opcode, the width, how many components, the sources, an arrow, the result, and UB
        where C leaves open what it is."""
        count = wrong = left_open = 0
        faults = []
        for row in rows("JACQUARD_FOLDS", "folds.tsv"):
            if row[-1] == "UB":
                left_open += 1
                continue
            count += 1
            name, width, arrow = row[0], int(row[1]), row.index("=>")
            sources = [[int(bits, 16) for bits in cell.split(",")] for cell in row[3:arrow]]
            computed = fold(name, width, sources, int(row[2]))
            for number, cell in enumerate(row[arrow + 1].split(",")):
                bits, expected = computed[number], int(cell, 16)
                if bits == expected or (is_nan(name, bits, width)
                                        and is_nan(name, expected, width)):
                    continue
                if _WRONG.get((name, sources[0][min(number, len(sources[0]) - 1)])) == expected:
                    wrong += 1
                    continue
                faults.append(f"{row}: {bits:x}")
        print(f"{count} rows, {left_open} left open, {wrong} known to be wrong, "
              f"{len(faults)} faults")
        self.assertEqual(faults[:20], [])
        self.assertGreater(count, 50)

    def test_operands_that_are_not_those_of_an_opcode_are_refused(self) -> None:
        def refused(name: str, width: int, sources: List[List[int]], components: int = 1) -> str:
            with self.assertRaises(FoldError) as raised:
                fold(name, width, sources, components)
            return str(raised.exception)

        self.assertEqual(refused("fad", 32, [[0]]), "there is no opcode 'fad'")
        self.assertEqual(refused("fadd", 32, [[0]]), "fadd has 2 sources, not 1")
        self.assertEqual(refused("fadd", 32, [[0], [0]], 2), "src0 of fadd has 2 components, not 1")
        self.assertEqual(refused("fdot3", 32, [[0, 0, 0], [0, 0]]),
                         "src1 of fdot3 has 3 components, not 2")
        self.assertEqual(refused("fadd", 8, [[0], [0]]), "fadd takes 16, 32 or 64 bits, not 8")


if __name__ == "__main__":
    unittest.main()
