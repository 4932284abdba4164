#!/usr/bin/env python3
"""Random shaders on a Vulkan device and in both engines: `campaign.py --seed 1 --count 5000`.

Each shader is run on the device, once more with its floats and inexact results moved a little,
and then by `jacquard batch` in the interpreter and as machine code. A word may differ by what the
moved run tells that rounding does to it. Where a shader disagrees all the same, it is run with
other moves; each word that changes then hangs on rounding, and shaders of which no other word
differs are counted apart. Failures are kept.

Exit codes: 0 all agree, 1 findings, 77 there is no device or a tool is missing.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from typing import Any, Iterable, Optional

import reach
from nudged_results import merge
from random_glsl import Shader, make_shader
from reduce_glsl import reduce_source
from shader_case import CaseMaker, Json

RUNS = 2
# The nudged run moves floats by this (see Words.text), and others move those that disagree.
NUDGE = 1
OTHER_NUDGES = (-1, *range(2, 33))
JUDGED_NUDGES = (-1, 2, 4, 8, 16, 32)
MEMORY_BYTES = 6 << 30
SECONDS = 600
ENDLESS = ('takes more than', 'did not end within')
NO_VALID_MODULE = 'glslang makes no valid module'


@dataclasses.dataclass(frozen=True)
class Engine:
    name: str
    gpu: str

    def __str__(self) -> str:
        return self.name if self.name == 'nir' else f'{self.name} {self.gpu}'


@dataclasses.dataclass
class Tools:
    recorder: pathlib.Path
    jacquard: pathlib.Path
    glslang: str
    is_sanitized: bool


def is_sanitized(build: pathlib.Path) -> bool:
    """Returns true if its programs reserve more address space than any limit would leave them."""
    cache = (build / 'CMakeCache.txt').read_text()
    return re.search(r'^JACQUARD_SANITIZE:\w+=.', cache, re.MULTILINE) is not None


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def compile_source(tools: Tools, source: str, path: pathlib.Path, stage: str) -> Optional[str]:
    """Makes a module of a text. What glslang says when it does not take it."""
    text = path.with_suffix('.comp' if stage == 'compute' else '.frag')
    text = path.parent / 'glsl' / text.name
    text.parent.mkdir(exist_ok=True)
    text.write_text(source)
    run = subprocess.run([tools.glslang, '-V', '--target-env', 'vulkan1.1', '-o', str(path),
                          str(text)], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return run.stdout
    # glslang 12 places specialisation constants before what they are computed from where && or ||
    # of one is not constant.
    validator = shutil.which('spirv-val')
    if validator is None:
        return None
    run = subprocess.run([validator, '--target-env', 'vulkan1.1', str(path)], capture_output=True,
                         text=True, check=False)
    if run.returncode != 0:
        path.unlink()
        return NO_VALID_MODULE
    return None


def record(tools: Tools, folder: pathlib.Path, cases: Iterable[dict[str, Json]],
           is_nudged: bool) -> tuple[dict[tuple[str, int], dict[str, Any]], list[str]]:
    """Returns the device's results for the cases, by module and run, and its messages about
    others."""
    file = folder / 'given.jsonl'
    file.write_text(''.join(json.dumps(case) + '\n' for case in cases))
    run = subprocess.run([str(tools.recorder), str(file), *(['--nearest-planes'] * is_nudged)],
                         capture_output=True, text=True, check=False)
    found = {}
    for line in run.stdout.splitlines():
        case = json.loads(line)
        found[case['module'], case['run']] = case
    return found, [line for line in run.stderr.splitlines() if line.startswith('line ')]


def judge(tools: Tools, folder: pathlib.Path, cases: pathlib.Path,
          engine: Engine) -> dict[str, dict[str, Any]]:
    """Returns the answer of `jacquard batch` for each module below the folder."""
    listed = sorted(path.name for path in folder.glob('*.spv'))
    found: dict[str, dict[str, Any]] = {}
    while listed:
        names = folder / 'list.txt'
        names.write_text('\n'.join(listed) + '\n')
        try:
            run = subprocess.run(
                [str(tools.jacquard), 'batch', str(names), '--cases', str(cases), '--engine',
                 engine.name, '--gpu', engine.gpu, '--json', '--all', '--jobs', '1'],
                capture_output=True, text=True, check=False,
                preexec_fn=None if tools.is_sanitized else limit_memory,
                timeout=SECONDS)
            output, died = run.stdout, run.returncode not in (0, 1)
            reason = f'exit code {run.returncode}: {run.stderr[-200:].strip()}'
        except subprocess.TimeoutExpired as late:
            output = late.stdout.decode() if isinstance(late.stdout, bytes) else ''
            died, reason = True, 'it takes too long'
        for line in output.splitlines():
            answer = json.loads(line) if line.startswith('{"shader"') else {}
            if answer:
                found[answer['shader']] = answer
        listed = [name for name in listed if name not in found]
        if listed and died:
            # The first without an answer is what it was at.
            found[listed[0]] = {'status': 'failed', 'reason': reason, 'agreement': None}
        elif listed:
            raise RuntimeError(f'no answer for {listed[:3]}')
        listed = [name for name in listed if name not in found]
    return found


class Campaign:
    """Counts, and keeps what fails."""

    def __init__(self, tools: Tools, engines: list[Engine], keep: Optional[pathlib.Path]) -> None:
        self.tools = tools
        self.engines = engines
        self.keep = keep
        self.counts: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.findings: list[str] = []
        self.reach = reach.Reach()

    def run_seeds(self, seeds: list[tuple[int, str]], size: int) -> None:
        with tempfile.TemporaryDirectory() as name:
            self.run_shaders(pathlib.Path(name),
                             [make_shader(seed, stage, size) for seed, stage in seeds])

    def run_shaders(self, folder: pathlib.Path, shaders: list[Shader]) -> None:
        modules: dict[str, Shader] = {}
        for shader in shaders:
            module = f'{shader.stage}{shader.seed}.spv'
            self.counts['shaders'] += 1
            fault = compile_source(self.tools, shader.source, folder / module, shader.stage)
            if fault == NO_VALID_MODULE:
                self.counts[fault] += 1
            elif fault:
                self.found(shader, 'glslang', fault)
            else:
                modules[module] = shader
                self.reach.add((folder / module).read_bytes())
        self.record_all(folder, modules)
        for engine in self.engines:
            for module, answer in judge(self.tools, folder, folder / 'cases.jsonl',
                                        engine).items():
                self.take(engine, folder, modules[module], module, answer)

    def record_all(self, folder: pathlib.Path, modules: dict[str, Shader]) -> None:
        """Fills cases.jsonl; modules that the device does not run are left out, and counted."""
        given = [(module, CaseMaker(shader, run)) for module, shader in modules.items()
                 for run in range(RUNS)]
        base, faults = record(self.tools, folder,
                              (maker.make(module, 0) for module, maker in given), False)
        nudged, _ = record(self.tools, folder,
                           (maker.make(module, NUDGE) for module, maker in given), True)
        for fault in faults:
            self.counts['not run by the device'] += 1
            self.refusals['device: ' + fault.split(': ', 1)[1]] += 1
        with (folder / 'cases.jsonl').open('w') as file:
            for place, case in base.items():
                file.write(json.dumps(merge(case, nudged.get(place))) + '\n')
        self.counts['cases'] += len(base)

    def take(self, engine: Engine, folder: pathlib.Path, shader: Shader, module: str,
             answer: dict[str, Any]) -> None:
        status, agreement = answer['status'], answer['agreement']
        if status == 'refused':
            self.counts[f'{engine}: refused'] += 1
            self.refusals[f'{engine}: {answer["reason"]}'] += 1
        elif status != 'compiled':
            self.counts[f'{engine}: {status}'] += 1
            self.found(shader, str(engine), f'{status}: {answer["reason"]}', folder)
        elif agreement == 'disagree' and self.hangs_on_rounding(engine, folder, shader, module):
            self.counts[f'{engine}: hang on rounding'] += 1
        elif agreement is None and answer.get('first_difference'):
            self.counts[f'{engine}: not run'] += 1
            self.refusals[f'{engine}: {answer["first_difference"]}'] += 1
        else:
            self.counts[f'{engine}: {agreement or "no case"}'] += 1
            if agreement == 'disagree':
                self.found(shader, str(engine), str(answer['first_difference']), folder)

    def hangs_on_rounding(self, engine: Engine, folder: pathlib.Path, shader: Shader,
                          module: str) -> bool:
        """Returns true if each difference is within what some other small move of the floats
        does."""
        lines = [json.loads(line) for line in (folder / 'cases.jsonl').read_text().splitlines()]
        bases = {case['run']: case for case in lines if case['module'] == module}
        open_runs = dict(bases)
        with tempfile.TemporaryDirectory() as name:
            alone = pathlib.Path(name)
            shutil.copy(folder / module, alone / module)
            for nudge in OTHER_NUDGES:
                nudged, _ = record(self.tools, alone, (
                    CaseMaker(shader, run).make(module, nudge) for run in open_runs), True)
                for run, case in list(open_runs.items()):
                    open_runs[run] = merge(case, nudged.get((module, run)))
                    if nudge not in JUDGED_NUDGES:
                        continue
                    file = alone / 'cases.jsonl'
                    file.write_text(json.dumps(open_runs[run]) + '\n')
                    answer = judge(self.tools, alone, file, engine)[module]
                    if answer['agreement'] in ('exact', 'bound'):
                        del open_runs[run]
                if not open_runs:
                    return True
        return False

    def fail(self, shader: Shader, engine: Engine, sources: list[str]) -> list[bool]:
        """Returns which texts, all cut from a shader's, still disagree or break the compiler."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            modules = {}
            for number, source in enumerate(sources):
                module = f'reduced{number}.spv'
                if not compile_source(self.tools, source, folder / module, shader.stage):
                    modules[module] = dataclasses.replace(shader, source=source)
            Campaign(self.tools, [engine], None).record_all(folder, modules)
            answers = judge(self.tools, folder, folder / 'cases.jsonl', engine)
            return [f'reduced{number}.spv' in modules and self.is_failure(
                        engine, folder, shader, f'reduced{number}.spv', answers)
                    for number in range(len(sources))]

    def is_failure(self, engine: Engine, folder: pathlib.Path, shader: Shader, module: str,
                   answers: dict[str, dict[str, Any]]) -> bool:
        answer = answers[module]
        # A module that lost the end of a loop fails for another reason.
        is_endless = any(text in str(answer.get('first_difference')) for text in ENDLESS)
        return answer['status'] == 'failed' or answer['agreement'] == 'disagree' and \
            not is_endless and not self.hangs_on_rounding(engine, folder, shader, module)

    def found(self, shader: Shader, where: str, what: str,
              folder: Optional[pathlib.Path] = None) -> None:
        self.findings.append(f'{shader.stage} seed {shader.seed}: {where}: {what}')
        if self.keep is None:
            return
        stem = f'{shader.stage}{shader.seed}'
        self.keep.mkdir(parents=True, exist_ok=True)
        ending = 'comp' if shader.stage == 'compute' else 'frag'
        (self.keep / f'{stem}.{ending}').write_text(shader.source)
        with (self.keep / f'{stem}.txt').open('a') as file:
            file.write(f'{where}: {what}\n')
        if folder and (folder / 'cases.jsonl').exists():
            lines = [line for line in (folder / 'cases.jsonl').read_text().splitlines()
                     if f'"{stem}.spv"' in line]
            (self.keep / f'{stem}.jsonl').write_text('\n'.join(lines) + '\n')
            shutil.copy(folder / f'{stem}.spv', self.keep / f'{stem}.spv')

    def reduce(self, shader: Shader, engine: Engine) -> str:
        return reduce_source(shader.source,
                             lambda sources: self.fail(shader, engine, sources))

    def add(self, other: 'Campaign') -> None:
        self.counts += other.counts
        self.refusals += other.refusals
        self.findings += other.findings
        self.reach.merge(other.reach)

    def report(self) -> None:
        for name, count in sorted(self.counts.items()):
            print(f'{count:8} {name}')
        for reason, count in self.refusals.most_common():
            print(f'{count:8} {reason}')
        for finding in self.findings:
            print(finding)
        sys.stdout.flush()


def chunk_of(tools: Tools, engines: list[Engine], keep: Optional[pathlib.Path],
             seeds: list[tuple[int, str]], size: int) -> Campaign:
    campaign = Campaign(tools, engines, keep)
    campaign.run_seeds(seeds, size)
    return campaign


def has_device(tools: Tools) -> bool:
    run = subprocess.run([str(tools.recorder), '/dev/null'], capture_output=True, check=False)
    return run.returncode != 77


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description='random shaders on a Vulkan device and in both engines')
    parser.add_argument('--seed', type=int, default=1, help='the first')
    parser.add_argument('--count', type=int, default=100, help='shaders of each stage')
    parser.add_argument('--size', type=int, default=12, help='statements of main')
    parser.add_argument('--stage', choices=('compute', 'fragment'), help='one alone')
    parser.add_argument('--gpu', default='630,730', help='parts for machine code')
    parser.add_argument('--build', type=pathlib.Path, default=pathlib.Path('build/release'))
    parser.add_argument('--keep', type=pathlib.Path, help='a folder for what fails')
    parser.add_argument('--reduce', metavar='ENGINE',
                        help='reduce the shader of --seed for nir, or ir3 on a part (630)')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--chunk', type=int, default=50, help='shaders of one batch')
    parser.add_argument('--reach', action='store_true',
                        help='list the opcodes that no shader reached')
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    glslang = shutil.which('glslangValidator')
    tools = Tools(options.build / 'tests/vulkan/record_runs',
                  options.build / 'backend/driver/jacquard', glslang or '',
                  is_sanitized(options.build))
    needed = {str(tools.recorder): 'libvulkan-dev spirv-headers mesa-vulkan-drivers',
              str(tools.jacquard): '', glslang or 'glslangValidator': 'glslang-tools'}
    for missing, packages in needed.items():
        if not pathlib.Path(missing).exists():
            wish = f' (Debian: {packages})' if packages else ''
            print(f'skipped: there is no {missing}{wish}')
            return 77
    if not has_device(tools):
        print('skipped: there is no Vulkan device (Debian: mesa-vulkan-drivers)')
        return 77
    stages = [options.stage] if options.stage else ['compute', 'fragment']
    if options.reduce:
        engine = Engine('nir', '630') if options.reduce == 'nir' else Engine('ir3', options.reduce)
        shader = make_shader(options.seed, stages[0], options.size)
        print(Campaign(tools, [engine], None).reduce(shader, engine))
        return 0
    engines = [Engine('nir', '630')] + [Engine('ir3', gpu) for gpu in options.gpu.split(',')]
    seeds = [(seed, stage) for seed in range(options.seed, options.seed + options.count)
             for stage in stages]
    chunks = [seeds[i:i + options.chunk] for i in range(0, len(seeds), options.chunk)]
    total = Campaign(tools, engines, options.keep)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(chunk_of, tools, engines, options.keep, chunk, options.size)
                for chunk in chunks]
        for run in runs:
            part = run.result()
            total.add(part)
            for finding in part.findings:
                print(finding, flush=True)
    print('totals')
    total.report()
    total.reach.report(options.reach)
    return 1 if total.findings else 0


if __name__ == '__main__':
    sys.exit(main())
