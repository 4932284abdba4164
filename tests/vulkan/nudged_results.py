#!/usr/bin/env python3
"""Puts what nudged runs made beside the answers: `nudged_results.py ANSWERS NUDGED...`.

Prints the lines of ANSWERS that all files have, each with the words of those nudged runs that lie
furthest away: what `jacquard batch` takes for the effect of rounding.
"""

import json
import math
import pathlib
import sys
from typing import Any, Optional

from shader_case import float_of

Case = dict[str, Any]
RESULTS = ('outputs', 'discarded', 'images_after', 'storage_buffers_after')
WORD = 8


def distance(word: str, other: str) -> float:
    """Returns how far two words are from one another as floats, of which integers need only the
    order."""
    if word == other:
        return -1.0
    far = abs(float_of(int(word, 16)) - float_of(int(other, 16)))
    return math.inf if math.isnan(far) else far


def widest(base: Any, one: Any, other: Any) -> Any:
    """Each word as that of two moved runs which is further from the base."""
    if isinstance(base, dict):
        return {key: widest(base[key], one[key], other[key]) for key in base}
    if isinstance(base, list):
        return [widest(*three) for three in zip(base, one, other)]
    if not isinstance(base, str):
        return base
    words = [[text[i:i + WORD] for i in range(0, len(text), WORD)] for text in (base, one, other)]
    return ''.join(max(moved, key=lambda word: distance(at, word))
                   for at, *moved in zip(*words))


def widest_discards(base: list[int], one: list[int], other: list[int]) -> list[int]:
    """Lanes that either run discards otherwise than the base are discarded otherwise."""
    return sorted(set(base) ^ ((set(base) ^ set(one)) | (set(base) ^ set(other))))


def merge(base: Case, nudged: Optional[Case]) -> Case:
    """The case with the results of the moved run beside its own, and beside those of moved runs
    that it has already where they are further off."""
    case = dict(base)
    for name in RESULTS:
        if nudged and nudged.get(name) is not None:
            moved = f'{name}_nudged'
            join = widest_discards if name == 'discarded' else widest
            case[moved] = join(base[name], base[moved], nudged[name]) if moved in base \
                else nudged[name]
    return case


def cases(path: str) -> dict[tuple[str, int], Case]:
    lines = pathlib.Path(path).read_text(encoding='utf-8').splitlines()
    return {(case['module'], case['run']): case for case in map(json.loads, lines)}


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    answers, *runs = map(cases, sys.argv[1:])
    for key, case in answers.items():
        if all(key in nudged for nudged in runs):
            for nudged in runs:
                case = merge(case, nudged[key])
            print(json.dumps(case, separators=(',', ':')))
    return 0


if __name__ == '__main__':
    sys.exit(main())
