"""The common part of scripts that make random modules: their options, and the runs of modules."""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Callable
from typing import NamedTuple

# Makes the modules and cases of a seed in two folders.
Make = Callable[[int, pathlib.Path, pathlib.Path], None]


class Outcome(NamedTuple):
    modules: int
    disagree: int  # or do not run


def parser(wrong: str, doc: str) -> argparse.ArgumentParser:
    """The options of such a script. `wrong` is the one that makes what it expects wrong."""
    made = argparse.ArgumentParser()
    made.add_argument('jacquard')
    made.add_argument('--count', type=int, default=100)
    made.add_argument('--seed', type=int, default=1)
    made.add_argument('--gpus', default='630,730,830')
    made.add_argument('--keep', type=pathlib.Path, help='a folder that keeps what was made')
    made.add_argument(wrong, dest='wrong', action='store_true', help=doc)
    return made


def run(given: argparse.Namespace, make: Make) -> Outcome:
    """Makes the modules of all seeds and runs them on both engines, the machine's on each part.
    Prints what disagrees, unless it is to."""
    with tempfile.TemporaryDirectory() as made:
        folder = given.keep or pathlib.Path(made)
        shaders, cases = folder / 'shaders', folder / 'cases'
        shaders.mkdir(parents=True, exist_ok=True)
        cases.mkdir(exist_ok=True)
        for seed in range(given.seed, given.seed + given.count):
            make(seed, shaders, cases)
        count = len(list(shaders.iterdir()))
        modules = disagree = 0
        for engine, gpu in [('nir', '630'), *(('ir3', gpu) for gpu in given.gpus.split(','))]:
            ran = subprocess.run(
                [given.jacquard, 'batch', shaders, '--cases', cases, '--engine', engine, '--gpu',
                 gpu], check=False, capture_output=True, text=True)
            totals = re.search(r'cases +\d+ +exact (\d+)', ran.stdout)
            bad = count - int(totals[1]) if totals is not None else count
            modules += count
            disagree += bad
            print(f'{engine} {gpu}: {count} modules, {bad} disagree or do not run')
            if bad and not given.wrong:
                print(ran.stdout[-3000:], ran.stderr[-2000:])
    return Outcome(modules, disagree)
