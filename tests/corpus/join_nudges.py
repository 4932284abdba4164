#!/usr/bin/env python3
"""Puts what nudged runs made beside the answers: `join_nudges.py ANSWERS NUDGED NUDGED`.

Prints the lines of ANSWERS that all three have, each with the results of the nudged run that lies
further away: what `jacquard batch` takes for the effect of rounding.
"""

import json
import pathlib
import sys
from typing import Any, Iterator

Case = dict[str, Any]
RESULTS = ('outputs', 'discarded', 'images_after', 'storage_buffers_after')
WORD = 8


def cases(path: str) -> dict[tuple[str, int], Case]:
    lines = pathlib.Path(path).read_text(encoding='utf-8').splitlines()
    return {(case['module'], case['run']): case for case in map(json.loads, lines)}


def words(case: Case) -> Iterator[int]:
    for section in RESULTS:
        for value in (case.get(section) or {}).values() if section != 'discarded' else ():
            for text in [value] if isinstance(value, (str, dict)) else value:
                text = text['texels'] if isinstance(text, dict) else text
                yield from (int(text[at:at + WORD], 16) for at in range(0, len(text), WORD))


def distance(one: Case, other: Case) -> int:
    return sum(abs(a - b) for a, b in zip(words(one), words(other)))


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__)
        return 2
    answers, *nudged = map(cases, sys.argv[1:])
    for key, case in answers.items():
        if all(key in each for each in nudged):
            far = max((each[key] for each in nudged), key=lambda other: distance(case, other))
            moved = {f'{name}_nudged': far[name] for name in RESULTS if name in far}
            print(json.dumps({**case, **moved}, separators=(',', ':')))
    return 0


if __name__ == '__main__':
    sys.exit(main())
