"""Sums, scans and clusters in groups of 1 to 300 lanes, in waves of 64 and of 128: what a launch
computes is what the definition of each says.

Usage: subgroup_sizes.py, with PYTHONPATH and JACQUARD_LIBRARY as in tests/bindings/python
"""

from __future__ import annotations

import array
import functools
import operator
import sys
from collections.abc import Callable

import jacquard
from subgroup_module import Combination, module

SIZES = range(1, 301)
WAVES = (64, 128)
PART = 740
WORD = (1 << 32) - 1
# Each combines two values, and begins a scan with a third.
MEANINGS: dict[str, tuple[Callable[[int, int], int], int]] = {
    "IAdd": (lambda a, b: a + b & WORD, 0), "UMax": (max, 0), "UMin": (min, WORD),
    "BitwiseXor": (operator.xor, 0), "FAdd": (operator.add, 0)}
COMBINED = [Combination("IAdd", "Reduce", "u32"), Combination("IAdd", "InclusiveScan", "u32"),
            Combination("IAdd", "ExclusiveScan", "u32"), Combination("FAdd", "Reduce", "f32"),
            Combination("BitwiseXor", "Cluster4", "u32"), Combination("UMin", "Cluster16", "u32"),
            Combination("IAdd", "Cluster64", "u32"), Combination("UMax", "ExclusiveScan", "u32")]


def meant(each: Combination, values: list[int]) -> list[int]:
    """The results of the lanes of a wave."""
    combine, first = MEANINGS[each.operation]
    if each.form == "Reduce":
        return [functools.reduce(combine, values)] * len(values)
    if each.form.startswith("Cluster"):
        size = int(each.form.removeprefix("Cluster"))
        return [result for begin in range(0, len(values), size)
                for result in [functools.reduce(combine, values[begin:begin + size])]
                * len(values[begin:begin + size])]
    sums = [first]
    for value in values:
        sums.append(combine(sums[-1], value))
    return sums[1:] if each.form == "InclusiveScan" else sums[:-1]


def main() -> int:
    wrong = 0
    for size in SIZES:
        text = module(COMBINED, size)
        given = array.array("I", [(i * 2654435761 + size) % 8191 for i in range(size)])
        for wave in WAVES:
            program = jacquard.compile(text, gpu=PART, wave_size=wave)
            found = array.array("I", [0] * (size * len(COMBINED)))
            jacquard.launch(program, size, bindings={0: given, 1: found})
            for number, each in enumerate(COMBINED):
                expected = [result for begin in range(0, size, wave)
                            for result in meant(each, list(given[begin:begin + wave]))]
                if list(found[number * size:(number + 1) * size]) != expected:
                    print(f"{each} of {size} lanes in waves of {wave} is wrong")
                    wrong += 1
    print(f"{len(SIZES) * len(WAVES) * len(COMBINED)} were compared, {wrong} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
