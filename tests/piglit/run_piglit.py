#!/usr/bin/env python3
"""Draws the shader tests of piglit with both engines: `run_piglit.py FOLDER [--gpu 630]...`.

A test passes when every pixel that it probes has its colour. Tests that need more of OpenGL than
shaders, uniforms, drawing and probing are left out, and so are those that glslang does not take as
GLSL 4.50; both are counted. Tests that are known not to pass stand in known_failures.txt with their
reasons: one that does not pass and does not stand there is a finding.

Exit codes: 0 no finding, 1 findings, 77 there is no such folder.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import fnmatch
import json
import pathlib
import subprocess
import sys
from typing import Any, Optional

from shader_test import Json, Unsupported, script_of

SKIPPED = 77
TESTS_A_PROCESS = 100
SECONDS_A_PROCESS = 900


@dataclasses.dataclass
class Part:
    """The outcome of some of the tests."""
    left_out: list[tuple[str, str]]  # names and reasons
    num_drawn: int
    answers: list[dict[str, Any]]  # one for each test and engine


def play(command: list[str], scripts: list[Json]) -> list[dict[str, Any]]:
    """Returns the program's answer for each script on each engine. A script that ends the
    program costs itself alone."""
    answers: list[dict[str, Any]] = []
    while scripts:
        text = ''.join(json.dumps(script) + '\n' for script in scripts)
        try:
            run = subprocess.run(command, input=text, capture_output=True, text=True, check=False,
                                 timeout=SECONDS_A_PROCESS)
            output, reason = run.stdout, f'exit code {run.returncode}: {run.stderr[-300:].strip()}'
        except subprocess.TimeoutExpired as late:
            output = late.stdout.decode() if isinstance(late.stdout, bytes) else ''
            reason = 'it takes too long'
        found = [json.loads(line) for line in output.splitlines() if line.endswith('}')]
        answers += found
        done = {answer['name'] for answer in found}
        scripts = [script for script in scripts if script['name'] not in done]
        if scripts:
            answers.append({'name': scripts[0]['name'], 'engine': 'all', 'verdict': 'fail',
                            'reason': reason})
            scripts = scripts[1:]
    return answers


def draw_part(folder: pathlib.Path, command: list[str], names: list[str]) -> Part:
    left_out = []
    scripts = []
    for name in names:
        try:
            scripts.append(script_of(name, (folder / name).read_text(errors='replace')))
        except Unsupported as reason:
            left_out.append((name, str(reason)))
    return Part(left_out, len(scripts), play(command, scripts))


class KnownFailures:
    """Engines, patterns of names and the reasons why such tests do not pass there."""

    def __init__(self, path: pathlib.Path) -> None:
        lines = [line for line in path.read_text().splitlines()
                 if line and not line.startswith('#')]
        self.rows = [(row[0].split(','), row[1], row[2])
                     for row in (line.split(' ', 2) for line in lines)]

    def reason(self, answer: dict[str, Any]) -> Optional[str]:
        engine = answer['engine'].removeprefix('ir3 ')
        return next((reason for engines, pattern, reason in self.rows
                     if (engine in engines or engines == ['*']) and
                     fnmatch.fnmatch(answer['name'], pattern)), None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=pathlib.Path,
                        help='where *.shader_test files lie, at any depth')
    parser.add_argument('--program', type=pathlib.Path,
                        default='build/release/tests/piglit/draw_scripts')
    parser.add_argument('--known', type=pathlib.Path,
                        default=pathlib.Path(__file__).with_name('known_failures.txt'),
                        help='the list of tests that do not pass')
    parser.add_argument('--gpu', action='append', help='parts to compile for; 630 by default')
    parser.add_argument('--only', default='*', help='a pattern of names, such as "*/glsl-1.10/*"')
    parser.add_argument('--every', type=int, default=1, help='only one test in so many')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--every-test-counts', action='store_true',
                        help='a test that is left out, or is no GLSL 4.50, is a finding')
    parser.add_argument('--show', action='store_true', help='list the tests that are left out, too')
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f'there is no folder {options.folder} (piglit: see docs/long-campaigns.md)')
        return SKIPPED

    names = sorted(str(path.relative_to(options.folder))
                   for path in options.folder.rglob('*.shader_test'))
    names = [name for name in names if fnmatch.fnmatch(name, options.only)][::options.every]
    command = [str(options.program), '--engine', 'nir']
    for gpu in options.gpu or ['630']:
        command += ['--gpu', gpu]

    known = KnownFailures(options.known)
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    expected: set[str] = set()
    num_drawn = findings = 0
    parts = [names[i:i + TESTS_A_PROCESS] for i in range(0, len(names), TESTS_A_PROCESS)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for part in pool.map(lambda part: draw_part(options.folder, command, part), parts):
            num_drawn += part.num_drawn
            for name, why in part.left_out:
                reasons[why] += 1
                findings += options.every_test_counts
                if options.show or options.every_test_counts:
                    print(f'left out {name}: {why}')
            for answer in part.answers:
                counts[answer['engine'], answer['verdict']] += 1
                reason = known.reason(answer)
                told = (f'{answer["verdict"]} {answer["engine"]} {answer["name"]}: '
                        f'{answer["reason"]}')
                if answer['verdict'] == 'not glsl' and not options.every_test_counts:
                    if options.show:
                        print(told)
                elif answer['verdict'] != 'pass' and reason is None:
                    findings += 1
                    print(told, flush=True)
                elif answer['verdict'] != 'pass':
                    expected.add(answer['name'])

    print(f'tests {len(names)}  drawn {num_drawn}  left out {len(names) - num_drawn}')
    for why, count in reasons.most_common(12):
        print(f'  {count:6} {why}')
    for (engine, verdict), count in sorted(counts.items()):
        print(f'{engine}: {verdict} {count}')
    print(f'known failures {len(expected)}  findings {findings}')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main())
