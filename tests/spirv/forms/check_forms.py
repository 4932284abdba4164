#!/usr/bin/env python3
"""Compiles GLSL of every form for a part of each revision: `check_forms.py JACQUARD`.

The forms are what numeric_forms.py, texture_forms.py and stage_forms.py make: every operation of
GLSL on numbers of every type, every question to textures and images of every shape, the built-in
variables and interfaces of every stage. What a part refuses must stand
in refused.txt with the reason, and what stands there must be refused; nothing may fail otherwise.
A query of the level must be the same with and without layers.

Each form goes through glslang once, and what comes of it is compiled for every part: where glslang
is a program, each time would be a process.

Exit codes: 0 all is so, 1 it is not, 77 there is no glslang.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from numeric_forms import numeric_forms
from stage_forms import stage_forms
from texture_forms import texture_forms

SKIPPED = 77
PARTS = ('330', '420', '540', '630', '730')
LIST = pathlib.Path(__file__).with_name('refused.txt')
# The call is the one that the tool makes.
GLSLANG = ('glslangValidator', '-g', '--aml', '--amb', '-R', '--target-env', 'vulkan1.1')

# By part: patterns of reasons, each with one of names.
Refusals = dict[str, list[tuple[str, str]]]


def read_list(text: str) -> Refusals:
    """'330 420: REASON' begins a paragraph, of which further lines are patterns of names."""
    refusals: Refusals = collections.defaultdict(list)
    parts: list[str] = []
    reason = ''
    for line in text.splitlines():
        if line.startswith('    '):
            for part in parts:
                refusals[part] += [(reason, pattern) for pattern in line.split()]
        elif line and not line.startswith('#'):
            head, _, reason = line.partition(': ')
            parts = head.split()
    return refusals


def has_library(jacquard: str) -> bool:
    """Returns true if the tool has glslang built in, and starts no process for it."""
    run = subprocess.run([jacquard, 'doctor', '--json'], capture_output=True, text=True,
                         check=False)
    parts = [json.loads(line) for line in run.stdout.splitlines()]
    return any(part.get('part') == 'glslang' and part['where'] == 'built in' for part in parts)


def make_module(shader: pathlib.Path) -> str:
    """Makes the shader's module beside it, and removes the shader. What glslang says against it."""
    module = shader.with_name(f'{shader.name}.spv')
    run = subprocess.run([*GLSLANG, '-o', module, shader], capture_output=True, text=True,
                         check=False)
    shader.unlink()
    return '' if run.returncode == 0 else f'{shader.name}: {run.stdout.strip()}'


def compile_forms(jacquard: str, folder: pathlib.Path, part: str) -> list[dict[str, str]]:
    run = subprocess.run([jacquard, 'batch', folder, '--gpu', part, '--json'],
                         capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [{**answer, 'reason': answer['reason'] or '',
             'shader': answer['shader'].removesuffix('.spv')}
            for answer in answers if 'shader' in answer]


def check(part: str, answers: list[dict[str, str]], listed: list[tuple[str, str]]) -> list[str]:
    faults = []
    needed: set[tuple[str, str]] = set()
    for answer in answers:
        name, status, reason = answer['shader'], answer['status'], answer['reason']
        matching = {entry for entry in listed
                    if fnmatch.fnmatch(reason, entry[0]) and fnmatch.fnmatch(name, entry[1])}
        if status == 'refused' and not matching:
            faults.append(f'{part}: {name} is refused and not listed: {reason}')
        elif status not in ('compiled', 'refused'):
            faults.append(f'{part}: {name} is {status}: {reason}')
        needed |= matching
    faults += [f'{part}: {pattern} is listed and nothing is refused: {reason}'
               for reason, pattern in listed if (reason, pattern) not in needed]
    return faults


def words(jacquard: str, shader: pathlib.Path) -> str:
    module = shader.with_name(f'{shader.name}.spv')
    shader = module if module.exists() else shader
    run = subprocess.run([jacquard, 'compile', shader], capture_output=True, text=True, check=True)
    return run.stdout


def check_levels(jacquard: str, folder: pathlib.Path) -> list[str]:
    """The level that a lookup would take is asked with a coordinate that has no layer."""
    return [f'the level is asked otherwise where sampler{shape} has layers'
            for shape in ('1D', '2D', 'Cube')
            if words(jacquard, folder / f'sampler{shape}_textureQueryLod.frag') !=
            words(jacquard, folder / f'sampler{shape}Array_textureQueryLod.frag')]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('jacquard', metavar='JACQUARD')
    parser.add_argument('--keep', metavar='DIR', help='write the shaders there, and keep them')
    arguments = parser.parse_args()
    refusals = read_list(LIST.read_text())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(arguments.keep or scratch)
        folder.mkdir(exist_ok=True)
        forms = dict([*numeric_forms(), *stage_forms(), *texture_forms()])
        for name, text in forms.items():
            (folder / name).write_text(text)
        faults = []
        if not has_library(arguments.jacquard):
            if shutil.which(GLSLANG[0]) is None:
                print('skipped: there is no glslang (Debian: glslang-tools)')
                return SKIPPED
            with concurrent.futures.ThreadPoolExecutor() as pool:
                faults += filter(None, pool.map(make_module, [folder / name for name in forms]))
        for part in PARTS:
            answers = compile_forms(arguments.jacquard, folder, part)
            if len(answers) != len(forms):
                faults.append(f'{part}: {len(answers)} answers for {len(forms)} shaders')
            faults += check(part, answers, refusals[part])
            counts = collections.Counter(answer['status'] for answer in answers)
            print(f'{part}:', ', '.join(f'{count} {status}'
                                        for status, count in sorted(counts.items())))
        faults += check_levels(arguments.jacquard, folder)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
