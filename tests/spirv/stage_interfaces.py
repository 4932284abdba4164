#!/usr/bin/env python3
"""Interfaces between stages are those that another compiler finds in the same modules.

    stage_interfaces.py JACQUARD MODULES PIPELINES

PIPELINES has a JSON object a line: a module, a part, and what the other compiler's program takes
in and gives out. For fragment modules, each varying that the other program reads must be read by
ours, flat or not alike, and with each component; for modules of vertices, each varying that it
gives out must be given out by ours. The other compiler links: what the stage before leaves constant
it may read no more, and outputs that nothing reads it drops, so varyings that only our program has
are counted, not judged.

Exit codes: 0 all agree, 1 some do not, 77 there is no MODULES or PIPELINES.
"""

import collections
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
INPUT = re.compile(r'^in \S+ (VARYING_SLOT_VAR\d+) slot=\d+ cm=([0-9a-f]+) .*bary=1 flat=(\d)')
OUTPUT = re.compile(r'^out \S+ (VARYING_SLOT_VAR\d+) ')

# By the beginning of a module's hash: inputs of which the other program reads more, and why.
WIDER = {
    'e519c5': ('VARYING_SLOT_VAR1', 'its last read, of which nothing comes, is behind a vec2'),
}

Inputs = dict[str, tuple[int, int]]


def theirs(row: dict[str, object], pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
    facts = row['facts']
    assert isinstance(facts, list)
    return [found.groups() for fact in facts if (found := pattern.match(fact))]


def judge_inputs(ours: Inputs, their_inputs: Inputs, counts: collections.Counter[str]) -> list[str]:
    faults = []
    for name, (mask, flat) in their_inputs.items():
        counts['inputs'] += 1
        if name not in ours:
            faults.append(f'{name} is read by the other program alone')
        elif ours[name][1] != flat:
            faults.append(f'{name} is flat in one program alone')
        elif mask & ~ours[name][0]:
            faults.append(f'{name} is read as {ours[name][0]:x} and not as {mask:x}')
    counts['inputs that only our program reads'] += len(ours.keys() - their_inputs.keys())
    return faults


def judge(row: dict[str, object], header: dict[str, list[dict[str, object]]],
          counts: collections.Counter[str]) -> list[str]:
    if row['stage'] == 'fragment':
        ours = {str(given['name']): (int(str(given['compmask'])), int(str(given['flat'])))
                for given in header['inputs']
                if given['bary'] and str(given['name']).startswith('VARYING_SLOT_VAR')}
        other = {name: (int(mask, 16), int(flat)) for name, mask, flat in theirs(row, INPUT)}
        return judge_inputs(ours, other, counts)
    given_out = {str(output['name']) for output in header['outputs']}
    faults = []
    for (name,) in theirs(row, OUTPUT):
        counts['outputs'] += 1
        if name not in given_out:
            faults.append(f'{name} is given out by the other program alone')
    return faults


def main() -> int:
    jacquard, folder, pipelines = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    if not folder.is_dir() or not pipelines.exists():
        print('skipped: there are no modules or pipelines')
        return SKIPPED
    counts: collections.Counter[str] = collections.Counter()
    faults = []
    # Files of the same bytes have other names there.
    modules = {hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest(): path
               for path in folder.rglob('*.spv')}
    with tempfile.TemporaryDirectory() as scratch, \
            gzip.open(pipelines, 'rt', encoding='utf-8') as rows:
        for line in rows:
            row = json.loads(line)
            module = modules.get(row['sha1'])
            if row['stage'] not in ('vertex', 'fragment') or row['variant'] not in ('VS', 'FS') \
                    or module is None:
                counts['rows left out'] += 1
                continue
            header = pathlib.Path(scratch) / 'header.json'
            made = subprocess.run([jacquard, 'compile', module, '--gpu', row['gpu'],
                                   '-o', pathlib.Path(scratch) / 'words', '--header', header],
                                  capture_output=True, text=True, check=False)
            if made.returncode != 0:
                faults.append(f'{row["module"]}, {row["gpu"]}: {made.stderr}')
                continue
            counts['rows'] += 1
            wider = WIDER.get(str(row['module']).rsplit('-', 1)[1][:6], ('', ''))[0]
            for fault in judge(row, json.loads(header.read_text(encoding='utf-8')), counts):
                if wider and fault.startswith(wider + ' is read as'):
                    counts['known differences'] += 1
                else:
                    faults.append(f'{row["module"]}, {row["gpu"]}: {fault}')
    print(', '.join(f'{count} {what}' for what, count in counts.items()))
    print(*faults, sep='\n', end='\n' if faults else '')
    return 1 if faults or not counts['inputs'] or not counts['outputs'] else 0


if __name__ == '__main__':
    sys.exit(main())
