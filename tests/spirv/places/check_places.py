#!/usr/bin/env python3
"""Pointers into buffers and shared memory that are values (VariablePointers) lead where the module
says, in the interpreter and as machine code of several parts.

    check_places.py JACQUARD

Each module of this folder has a function here that says what its buffers hold before and
afterwards; nothing of the compiler is used for that. Exit codes: 0 all are as said, 1 some are not.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable

FOLDER = pathlib.Path(__file__).parent
PARTS = ('630', '702', '730', '740', '830')
LANES = 64
OWN_WORDS = 8

Case = dict[str, object]


def written(words: Iterable[int]) -> str:
    return ''.join(f'{word & 0xffffffff:08x}' for word in words)


def case_of(name: str, lanes: int, before: dict[str, list[int]], after: dict[str, list[int]],
            uniforms: dict[str, list[int]]) -> Case:
    return {'module': f'{FOLDER.name}/{name}.spvasm', 'stage': 'compute', 'run': 0,
            'local_size': [lanes, 1, 1],
            'uniform_buffers': {key: written(words) for key, words in uniforms.items()},
            'storage_buffers': {key: written(words) for key, words in before.items()},
            'storage_buffers_after': {key: written(words) for key, words in after.items()}}


def one_buffer() -> Case:
    """Odd invocations add 1 to their own word, even ones to the word 64 behind it."""
    before = [i * 9 + 4 for i in range(96)]
    after = list(before)
    for i in range(32):
        after[i if i % 2 else i + 64] += 1
    return case_of('one_buffer', 32, {'0.0': before}, {'0.0': after}, {})


def two_buffers() -> Case:
    """Each invocation changes a word of either buffer; what it finds goes to words of its own."""
    step = 5
    before_first = [i * 3 + 1 for i in range(300)]
    before_second = [i * 5 + 2 for i in range(LANES)] + [0] * OWN_WORDS * LANES
    first, second = list(before_first), list(before_second)
    for i in range(LANES):
        odd = i % 2 == 1
        chosen = first if odd else second
        chosen[i] += step
        walked = sum(before_first[LANES + 2 * k if odd or k == 0 else 264] for k in range(i % 4))
        handed_over = (second if odd else first)[i]
        comparisons = 1 + 2 + 8 if odd else 0
        differences = 7 - 7 * 5
        # The odd one adds its number, and so does the even one that is as far from the end.
        shared = i + (LANES - 1 - i) if odd else 0
        own = [chosen[i], walked, handed_over, comparisons, differences, shared, 1, 0]
        second[LANES + i * OWN_WORDS:LANES + (i + 1) * OWN_WORDS] = own
    return case_of('two_buffers', LANES, {'0.0': before_first, '0.2': before_second},
                   {'0.0': first, '0.2': second}, {'0.1': [step, 0, 0, 0]})


def beside_an_array() -> Case:
    """Odd invocations add to the second buffer, even ones to the first; each adds 1 in the buffer
    of the array that has the number of its lowest bit."""
    step = 7
    keys = ('0.0', '0.2', '0.3[0]', '0.3[1]')
    before = {key: [i * 5 + 100 * number for i in range(32)] for number, key in enumerate(keys)}
    after = {key: list(words) for key, words in before.items()}
    for i in range(32):
        after[keys[i % 2]][i] += step
        after[keys[2 + i % 2]][i] += 1
    return case_of('beside_an_array', 32, before, after, {'0.1': [step, 0, 0, 0]})


def main() -> int:
    cases = [one_buffer(), two_buffers(), beside_an_array()]
    modules = {path.stem for path in FOLDER.glob('*.spvasm')}
    judged = {pathlib.Path(str(case['module'])).stem for case in cases}
    if modules != judged:
        print(f'modules without a case, or cases without one: {sorted(modules ^ judged)}')
        return 1
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER, pathlib.Path(folder) / FOLDER.name)  # cases stand beside it
        list_of_cases = pathlib.Path(folder) / 'cases.jsonl'
        list_of_cases.write_text(''.join(json.dumps(case) + '\n' for case in cases))
        for engine in (['--engine', 'nir'], *(['--gpu', part] for part in PARTS)):
            run = subprocess.run([sys.argv[1], 'batch', FOLDER.name, *engine,
                                  '--cases', str(list_of_cases)],
                                 capture_output=True, text=True, cwd=folder, check=False)
            good = re.search(rf'^cases +{len(cases)}  exact {len(cases)} ', run.stdout,
                             re.MULTILINE)
            if run.returncode != 0 or good is None:
                bad += 1
                print(' '.join(engine), run.stdout, run.stderr, sep='\n')
    print(f'{len(cases)} modules, interpreter and {len(PARTS)} parts, {bad} differ')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
