#!/usr/bin/env python3
"""A large batch that is killed again and again, and one that is not, print the same.

Makes COUNT shaders, those of the given folders repeated with changes, and runs them with
`jacquard batch`: once undisturbed; once killed by SIGKILL several times at random and resumed; and
in shards that share a cache, one of which is killed, too, and that are merged. Tells shaders a
second and memory. The memory of the undisturbed run must not be more than that of a tenth of it,
some slack aside.

Exit codes: 0 all is equal, 1 it is not.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

# The memory may vary by this much, whatever the number of shaders.
SLACK_KILOBYTES = 8 << 10


def changed(text: str, copy: int) -> str:
    """A shader with one more constant, which makes it another one for each copy."""
    lines = text.split('\n')
    constants = sum(line.startswith('IMM[') for line in lines)
    for number, line in enumerate(lines):
        if line.lstrip().startswith('0:'):
            lines.insert(number, f'IMM[{constants}] FLT32 {{{copy}.5, 1.0, 2.0, 3.0}}')
            break
    return '\n'.join(lines)


def make_shaders(folder: pathlib.Path, sources: list[pathlib.Path], count: int) -> pathlib.Path:
    """Writes the shaders and the list of them."""
    texts = [(path.name, path.read_text(encoding='utf-8', errors='replace')) for path in sources]
    names = []
    for number in range(count):
        name, text = texts[number % len(texts)]
        path = folder / f'{number // 1000:04}' / f'{number:07}.{name}'
        path.parent.mkdir(exist_ok=True)
        path.write_text(changed(text, number // len(texts)), encoding='utf-8')
        names.append(str(path.relative_to(folder)))
    listed = folder / 'list'
    listed.write_text('\n'.join(names) + '\n', encoding='utf-8')
    return listed


def children_of(process: int) -> list[int]:
    text = pathlib.Path(f'/proc/{process}/task/{process}/children').read_text(encoding='utf-8')
    return [int(word) for word in text.split()]


def kilobytes(process: int) -> int:
    """The most memory that a process had so far."""
    for line in pathlib.Path(f'/proc/{process}/status').read_text(encoding='utf-8').splitlines():
        if line.startswith('VmHWM:'):
            return int(line.split()[1])
    return 0


class Failure(Exception):
    """A fault of the batch."""


class Batch:
    """Runs of one list with one tool."""

    def __init__(self, tool: str, jobs: int, folder: pathlib.Path) -> None:
        self.tool = tool
        self.jobs = jobs
        self.folder = folder

    def start(self, listed: pathlib.Path, out: pathlib.Path,
              *options: str) -> subprocess.Popen[bytes]:
        with out.open('wb') as stream:
            return subprocess.Popen([self.tool, 'batch', str(listed), '--json', '--jobs',
                                     str(self.jobs), *options], stdout=stream)

    def measure(self, listed: pathlib.Path, out: pathlib.Path) -> tuple[float, float, int]:
        """Seconds, processor seconds, and kilobytes of the process that hands out the work."""
        begin, used = time.monotonic(), os.times()
        process = self.start(listed, out)
        most = 0
        while process.poll() is None:
            try:
                most = max(most, kilobytes(process.pid))
            except OSError:
                pass
            time.sleep(0.02)
        if process.returncode not in (0, 1):
            raise Failure(f'an undisturbed run ends with {process.returncode}')
        now = os.times()
        processor = (now.children_user + now.children_system - used.children_user -
                     used.children_system)
        return time.monotonic() - begin, processor, most

    def kill(self, listed: pathlib.Path, out: pathlib.Path, journal: pathlib.Path, done: int,
             *options: str) -> None:
        """Kills a run as soon as the journal has grown by so many bytes."""
        before = journal.stat().st_size if journal.exists() else 0
        process = self.start(listed, out, '--resume', str(journal), *options)
        workers: list[int] = []
        while not journal.exists() or journal.stat().st_size < before + done:
            if process.poll() is not None:
                raise Failure(f'a run ends with {process.returncode} before it is killed')
            workers = children_of(process.pid) or workers
            time.sleep(0.001)
        process.kill()
        if process.wait() != -signal.SIGKILL:
            raise Failure('a run that is killed ends by itself')
        deadline = time.monotonic() + 20
        while any(pathlib.Path(f'/proc/{worker}/exe').exists() for worker in workers):
            if time.monotonic() > deadline:
                raise Failure('workers outlive the process that gave them work')
            time.sleep(0.01)

    def finish(self, listed: pathlib.Path, out: pathlib.Path, *options: str) -> None:
        code = self.start(listed, out, *options).wait()
        if code not in (0, 1):
            raise Failure(f'a resumed run ends with {code}')


def same(one: pathlib.Path, other: pathlib.Path, what: str) -> None:
    if one.read_bytes() != other.read_bytes():
        raise Failure(f'{what} prints something else; see {one} and {other}')
    print(f'{what}: the same', flush=True)


def killed_and_resumed(batch: Batch, listed: pathlib.Path, plain: pathlib.Path, kills: int,
                       rng: random.Random) -> None:
    """The journal holds somewhat less than the output; kills are spread over it."""
    folder = batch.folder
    journal = folder / 'journal'
    step = plain.stat().st_size // (kills + 2)
    for _ in range(kills):
        batch.kill(listed, folder / 'killed', journal, rng.randrange(step // 2, step))
        print(f'killed when {journal.stat().st_size} bytes were written', flush=True)
    before = journal.read_bytes()
    batch.finish(listed, folder / 'killed', '--resume', str(journal))
    # Up to its last whole line, what was done before was not done again.
    whole = before[:before.rfind(b'\n') + 1]
    if not journal.read_bytes().startswith(whole):
        raise Failure('a resumed run changes what was written')
    same(plain, folder / 'killed', f'a batch that is killed {kills} times')


def sharded(batch: Batch, listed: pathlib.Path, plain: pathlib.Path, rng: random.Random) -> None:
    """Three shards with one cache, at the same time; the second is killed once."""
    folder = batch.folder
    cache = ('--cache', str(folder / 'cache'))
    outs = [folder / f'shard{number}' for number in range(3)]
    first = batch.start(listed, outs[0], '--shard', '0/3', *cache)
    step = plain.stat().st_size // 12
    batch.kill(listed, outs[1], folder / 'journal1', rng.randrange(step // 2, step), '--shard',
               '1/3', *cache)
    last = batch.start(listed, outs[2], '--shard', '2/3', *cache)
    batch.finish(listed, outs[1], '--resume', str(folder / 'journal1'), '--shard', '1/3', *cache)
    if first.wait() not in (0, 1) or last.wait() not in (0, 1):
        raise Failure('a shard fails')
    merged = folder / 'merged'
    with merged.open('wb') as stream:
        subprocess.run([batch.tool, 'merge', *map(str, outs)], stdout=stream, check=False)
    same(plain, merged, 'merged shards')
    begin = time.monotonic()
    batch.finish(listed, folder / 'cached', *cache)
    same(plain, folder / 'cached', f'a batch from the cache, in {time.monotonic() - begin:.1f} s,')


def run(options: argparse.Namespace, folder: pathlib.Path) -> None:
    sources = sorted(path for given in options.folder for path in given.rglob('*.tgsi'))
    if not sources:
        raise Failure('there are no .tgsi files to make shaders of')
    listed = make_shaders(folder, sources, options.count)
    few = folder / 'few'
    few.write_text(''.join(listed.read_text(encoding='utf-8').splitlines(True)
                           [:options.count // 10]), encoding='utf-8')
    batch = Batch(options.jacquard, options.jobs, folder)
    plain = folder / 'plain'
    _, _, memory_of_few = batch.measure(few, plain)
    seconds, processor, memory = batch.measure(listed, plain)
    print(f'{options.count} shaders made of {len(sources)}, {options.jobs} jobs: {seconds:.1f} s, '
          f'{options.count / seconds:.0f} a second, {options.count / processor:.0f} a second of '
          f'processor time; {memory} KB, a tenth of them {memory_of_few} KB', flush=True)
    if memory > memory_of_few + SLACK_KILOBYTES:
        raise Failure('memory grows with the number of shaders')
    rng = random.Random(options.seed)
    killed_and_resumed(batch, listed, plain, options.kills, rng)
    sharded(batch, listed, plain, rng)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('jacquard', help='the tool')
    parser.add_argument('folder', nargs='+', type=pathlib.Path, help='where .tgsi files are')
    parser.add_argument('--count', type=int, default=100_000)
    parser.add_argument('--kills', type=int, default=3)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 1)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(options, pathlib.Path(folder))
        except Failure as failure:
            print(f'failed: {failure}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
