#!/usr/bin/env python3
"""`python3 -m jacquard.batch` prints what `jacquard batch --json` prints.

On this machine's cores; and on a Dask cluster of a scheduler and two workers, one of which is
killed in the middle. Usage: python_batch.py JACQUARD PACKAGES here|cluster FOLDER...

Exit codes: 0 all is equal, 1 it is not, 77 Dask is not installed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from killed_batch import Failure, make_shaders, same

COUNT = 4000


class Module:
    """The module, run as a program."""

    def __init__(self, tool: str, packages: str, folder: pathlib.Path) -> None:
        self.tool = tool
        self.folder = folder
        self.environment = dict(os.environ, PYTHONPATH=packages, JACQUARD=tool)

    def start(self, out: str, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, '-m', 'jacquard.batch', '-o',
                                 str(self.folder / out), *words], env=self.environment,
                                stderr=subprocess.PIPE, text=True)

    def run(self, out: str, *words: str) -> tuple[int, str]:
        process = self.start(out, *words)
        _, err = process.communicate()
        return process.returncode, err

    def plain(self, out: str, *words: str) -> int:
        with (self.folder / out).open('wb') as stream:
            return subprocess.run([self.tool, 'batch', '--json', *words], stdout=stream,
                                  check=False).returncode


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Failure(f'{what}: {found!r} instead of {wanted!r}')


def here(module: Module, listed: pathlib.Path) -> None:
    folder = module.folder
    code = module.plain('plain', str(listed), '--gpu', '730')
    expect('a list', module.run('out', str(listed), '--chunk', '37', '--', '--gpu', '730'),
           (code, ''))
    same(folder / 'plain', folder / 'out', 'a list')

    (folder / 'm.jsonl').write_text(
        '{"shader": "0000/0000000.lit_texture.frag.tgsi", "name": "one"}\n\n'
        '{"shader": "absent.tgsi"}\n', encoding='utf-8')
    code = module.plain('plain', str(folder / 'm.jsonl'))
    expect('a manifest', module.run('out', str(folder / 'm.jsonl')), (code, ''))
    same(folder / 'plain', folder / 'out', 'a manifest')

    below = str(folder / '0001')
    code = module.plain('plain', below)
    expect('a folder', module.run('out', below, '--chunk', '100', '--jobs', '3'), (code, ''))
    same(folder / 'plain', folder / 'out', 'a folder')

    expect('no list', module.run('out', '/nonexistent/list'),
           (2, "jacquard.batch: cannot read '/nonexistent/list': No such file or directory\n"))
    expect('no tool', module.run('out', str(listed), '--tool', '/nonexistent/tool'),
           (2, "jacquard.batch: there is no program '/nonexistent/tool'\n"))
    (folder / 'empty').write_text('\n# nothing\n', encoding='utf-8')
    expect('an empty list', module.run('out', str(folder / 'empty')),
           (2, f"jacquard.batch: '{folder}/empty' names no shaders\n"))
    code, err = module.run('out', str(listed), '--', '--gpu', '999')
    expect('a wrong option', (code, '999' in err), (2, True))
    closed_pipe(module, folder / 'm.jsonl')


@contextlib.contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Dask program, which is ended in the end."""
    process = subprocess.Popen([sys.executable, '-m', *words], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def address_of(path: pathlib.Path) -> str:
    """The address in a scheduler's file, as soon as it is there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError, KeyError):
            return str(json.loads(path.read_text(encoding='utf-8'))['address'])
        time.sleep(0.05)
    raise Failure('the scheduler does not start')


def closed_pipe(module: Module, listed: pathlib.Path) -> None:
    """A reader that goes ends it as it ends other tools."""
    command = [sys.executable, '-m', 'jacquard.batch', str(listed)]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, env=module.environment, stdout=writing, stderr=subprocess.PIPE,
                          text=True, check=False)
    os.close(writing)
    expect('exit code', done.returncode, -signal.SIGPIPE)
    expect('its errors', done.stderr, '')


def cluster(module: Module, listed: pathlib.Path) -> None:
    folder = module.folder
    code = module.plain('plain', str(listed))
    scheduler_file = folder / 'scheduler.json'
    worker = ('distributed.cli.dask_worker', '--no-nanny', '--nthreads', '1', '--no-dashboard',
              '--local-directory', str(folder))
    with started('distributed.cli.dask_scheduler', '--host', '127.0.0.1', '--port', '0',
                 '--no-dashboard', '--scheduler-file', str(scheduler_file)):
        address = address_of(scheduler_file)
        with started(*worker, address) as first, started(*worker, address):
            process = module.start('out', str(listed), '--scheduler', address, '--chunk', '20')
            # In the middle of it.
            out = folder / 'out'
            quarter = (folder / 'plain').stat().st_size // 4
            while not out.exists() or out.stat().st_size < quarter:
                if process.poll() is not None:
                    raise Failure(f'it ends early: {process.communicate()[1]}')
                time.sleep(0.005)
            first.kill()
            written = out.stat().st_size
            _, err = process.communicate(timeout=300)
            print(f'a worker was killed when {written} bytes of {out.stat().st_size} were written')
            expect('exit code', process.returncode, code)
            if written >= out.stat().st_size:
                raise Failure('the worker was killed too late')
    same(folder / 'plain', folder / 'out', 'a cluster that loses a worker')


def main() -> int:
    tool, packages, where = sys.argv[1:4]
    if where == 'cluster' and importlib.util.find_spec('distributed') is None:
        print('skipped: Dask is not installed (Debian: python3-distributed)')
        return 77
    sources = sorted(path for given in sys.argv[4:] for path in pathlib.Path(given).rglob('*.tgsi'))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        module = Module(tool, packages, folder)
        listed = make_shaders(folder, sources, COUNT)
        try:
            here(module, listed) if where == 'here' else cluster(module, listed)
        except Failure as failure:
            print(f'failed: {failure}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
