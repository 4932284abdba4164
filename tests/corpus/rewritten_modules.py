#!/usr/bin/env python3
"""Modules that spirv-opt rewrote give the answers they gave before.

    rewritten_modules.py JACQUARD MODULES CASES [--gpu PART] [--only RECIPE]... [--keep DIR]

MODULES is a folder, and CASES are recorded runs of its modules, as `jacquard batch` takes them.
Each recipe below is a list of transformations of spirv-opt, which change what the front end and
the passes see and not what a module computes: other phis, other loops, functions inlined,
variables in place of values and the reverse. For each recipe all modules are rewritten, compiled,
and run. The interpreter's answers are held to the last bit where nothing says otherwise, so what
changes the order of sums and products runs as machine code only, and what changes the width of
floats is compiled only. Modules that spirv-val no longer accepts are counted and left out: some
transformations make such.

Exit codes: 0 all is as with the modules themselves, 1 it is not, 77 there is no spirv-opt or no
MODULES.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
EXACT = ('nir', 'ir3')
ROUNDED = ('ir3',)
COMPILED = ('compiled',)
INLINED = ('--wrap-opkill', '--merge-return', '--inline-entry-points-exhaustive',
           '--private-to-local', '--scalar-replacement', '--ssa-rewrite')


@dataclasses.dataclass(frozen=True)
class Recipe:
    name: str
    options: tuple[str, ...]
    judged_by: tuple[str, ...] = EXACT


# Not among them: --loop-invariant-code-motion, which moves loads over stores, and
# --graphics-robust-access, which decides what the recorded runs leave open.
RECIPES = (
    Recipe('performance', ('-O',), ROUNDED),
    Recipe('size', ('-Os',), ROUNDED),
    Recipe('inlined', ('--wrap-opkill', '--inline-entry-points-exhaustive',
                       '--eliminate-dead-functions')),
    Recipe('values', ('--merge-return', '--private-to-local', '--ssa-rewrite',
                      '--scalar-replacement=0', '--eliminate-local-multi-store', '--ccp',
                      '--if-conversion', '--simplify-instructions'), ROUNDED),
    Recipe('peeled', (*INLINED, '--loop-peeling')),
    Recipe('unswitched', (*INLINED, '--loop-unswitch')),
    Recipe('split loops', (*INLINED, '--loop-fission=5')),
    Recipe('unrolled', (*INLINED, '--loop-unroll', '--eliminate-dead-branches', '--cfg-cleanup')),
    Recipe('partly unrolled', (*INLINED, '--loop-unroll-partial=3')),
    Recipe('composites', ('--combine-access-chains', '--convert-local-access-chains',
                          '--copy-propagate-arrays', '--local-redundancy-elimination',
                          '--redundancy-elimination', '--strength-reduction', '--vector-dce',
                          '--reduce-load-size=0', '--merge-blocks', '--eliminate-dead-inserts',
                          '--flatten-decorations', '--unify-const',
                          '--fold-spec-const-op-composite')),
    Recipe('hlsl', ('--legalize-hlsl',), ROUNDED),
    Recipe('memory model', ('--upgrade-memory-model',)),
    Recipe('half', ('--relax-float-ops', '--convert-relaxed-to-half', '--simplify-instructions',
                    '--redundancy-elimination', '--eliminate-dead-code-aggressive'), COMPILED),
)

# By the name of the module: how it was compiled, and whether a run disagrees.
Outcomes = dict[str, tuple[str, bool]]


def rewrite(recipe: Recipe, module: pathlib.Path, target: pathlib.Path) -> bool:
    """Returns true if there is a valid module at `target` now."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = subprocess.run(['spirv-opt', *recipe.options, module, '-o', target],
                          capture_output=True, check=False)
    if made.returncode != 0:
        return False
    valid = subprocess.run(['spirv-val', target], capture_output=True, check=False).returncode == 0
    if not valid:
        target.unlink()
    return valid


def rewrite_all(recipe: Recipe, modules: pathlib.Path, target: pathlib.Path) -> int:
    """Returns how many modules there are no more."""
    names = [path.relative_to(modules) for path in sorted(modules.rglob('*.spv'))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        there = pool.map(lambda name: rewrite(recipe, modules / name, target / name), names)
        return list(there).count(False)


def batch(jacquard: str, modules: pathlib.Path, part: str, cases: list[str]) -> Outcomes:
    run = subprocess.run([jacquard, 'batch', modules, '--gpu', part, '--json', *cases],
                         capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return {answer['shader']: (answer['status'], bool(answer['first_difference']))
            for answer in answers if 'shader' in answer}


def new_faults(what: str, before: Outcomes, after: Outcomes) -> list[str]:
    faults = []
    for name, (status, disagrees) in after.items():
        status_before, disagreed = before[name]
        if status != status_before:
            faults.append(f'{what}: {name}: {status}, and {status_before} before')
        elif disagrees and not disagreed:
            faults.append(f'{what}: {name}: disagrees, and did not before')
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('jacquard', metavar='JACQUARD')
    parser.add_argument('modules', metavar='MODULES', type=pathlib.Path)
    parser.add_argument('cases', metavar='CASES', type=pathlib.Path)
    parser.add_argument('--gpu', metavar='PART', default='630')
    parser.add_argument('--only', metavar='RECIPE', action='append',
                        choices=[recipe.name for recipe in RECIPES])
    parser.add_argument('--keep', metavar='DIR', type=pathlib.Path,
                        help='write the modules there, and keep them')
    arguments = parser.parse_args()
    if shutil.which('spirv-opt') is None or shutil.which('spirv-val') is None:
        print('skipped: there is no spirv-opt (Debian: spirv-tools)')
        return SKIPPED
    if not arguments.modules.is_dir():
        print(f'skipped: there is no {arguments.modules}')
        return SKIPPED
    how: dict[str, list[str]] = {
        engine: ['--cases', str(arguments.cases), '--engine', engine] for engine in EXACT}
    how['compiled'] = []
    chosen = [recipe for recipe in RECIPES if not arguments.only or recipe.name in arguments.only]
    before = {name: batch(arguments.jacquard, arguments.modules, arguments.gpu, options)
              for name, options in how.items()
              if any(name in recipe.judged_by for recipe in chosen)}
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        for recipe in chosen:
            # Recorded runs find their modules by the folder's name and place.
            folder = (arguments.keep or pathlib.Path(scratch)) / recipe.name.replace(' ', '_')
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(arguments.cases, folder)
            invalid = rewrite_all(recipe, arguments.modules, folder / 'modules')
            new: list[str] = []
            for name in recipe.judged_by:
                options = [str(folder / arguments.cases.name) if option == str(arguments.cases)
                           else option for option in how[name]]
                after = batch(arguments.jacquard, folder / 'modules', arguments.gpu, options)
                new += new_faults(f'{recipe.name}, {name}', before[name], after)
            print(f'{recipe.name}: {len(after)} modules, {invalid} no longer valid, '
                  f'{len(new)} faults', flush=True)
            faults += new
    print(*faults, sep='\n', end='\n' if faults else '')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
