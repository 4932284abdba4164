#!/usr/bin/env python3
"""Tests `jacquard batch` as a process: workers that crash, signals, closed pipes, full disks.

Usage: batch_processes.py JACQUARD. Exit code 1 when anything is not as it should be.
"""

from __future__ import annotations

import os
import pathlib
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time
from typing import Callable

from killed_batch import children_of

SHADER = 'FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {1.0, 0.5, 0.25, 1.0}\n' \
         '  0: MOV OUT[0], IMM[0]\n  1: END\n'

faults = 0


def expect(what: str, found: object, wanted: object) -> None:
    global faults
    if found != wanted:
        faults += 1
        print(f'{what}: {found!r} instead of {wanted!r}')


def expect_in(what: str, part: str, text: str) -> None:
    global faults
    if part not in text:
        faults += 1
        print(f'{what}: {part!r} is not in {text!r}')


class Folder:
    """Some shaders, in whose middle there is a FIFO that is opened and into which nobody writes."""

    def __init__(self, path: pathlib.Path, tool: str) -> None:
        self.tool = tool
        self.path = path
        names = [f'{number}.tgsi' for number in range(20)]
        for name in names:
            (path / name).write_text(SHADER, encoding='utf-8')
        os.mkfifo(path / 'stuck.tgsi')
        self.writer = -1
        (path / 'plain').write_text('\n'.join(names) + '\n', encoding='utf-8')
        names.insert(10, 'stuck.tgsi')
        (path / 'stuck').write_text('\n'.join(names) + '\n', encoding='utf-8')

    def start(self, listed: str, *options: str,
              limit: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen([self.tool, 'batch', str(self.path / listed), '--json', *options],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                preexec_fn=limit, restore_signals=limit is None)

    def worker_at_fifo(self, process: subprocess.Popen[str]) -> int:
        """The worker that reads the FIFO, which then has a writer, so that it waits forever."""
        self.writer = os.open(self.path / 'stuck.tgsi', os.O_RDWR)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            for worker in children_of(process.pid):
                descriptors = pathlib.Path(f'/proc/{worker}/fd')
                try:
                    if any(os.readlink(entry) == str(self.path / 'stuck.tgsi')
                           for entry in descriptors.iterdir()):
                        return worker
                except OSError:
                    pass
            time.sleep(0.01)
        raise TimeoutError('no worker reads the FIFO')


def wait_for_results(journal: pathlib.Path, count: int) -> None:
    deadline = time.monotonic() + 20
    # The journal begins with a line about the work.
    while not journal.exists() or journal.read_text().count('\n') <= count:
        if time.monotonic() > deadline:
            raise TimeoutError(f'the journal does not have {count} results')
        time.sleep(0.01)


def statuses(out: str) -> list[str]:
    """The names of the shaders that failed, and the totals."""
    lines = out.splitlines()
    failed = [line for line in lines if '"status": "failed"' in line]
    return failed + lines[-1:]


def crashed_worker(folder: Folder) -> None:
    for number, name in ((signal.SIGSEGV, 'Segmentation fault'), (signal.SIGABRT, 'Aborted')):
        process = folder.start('stuck', '--jobs', '2')
        os.kill(folder.worker_at_fifo(process), number)
        out, err = process.communicate()
        os.close(folder.writer)
        failed = statuses(out)
        expect('failed shaders', len(failed), 2)
        expect_in('the shader', '"shader": "stuck.tgsi"', failed[0])
        expect_in('the reason', f'its process was ended by signal {int(number)} ({name})',
                  failed[0])
        expect_in('totals', '"shaders": 21, "compiled": 20, "refused": 0, "malformed": 0, '
                  '"failed": 1,', out)
        expect('exit code', process.returncode, 1)
        expect('errors', err, '')


def killed_worker(folder: Folder) -> None:
    """One that is killed as if by the system for want of memory is tried once more."""
    process = folder.start('stuck', '--jobs', '1')
    first = folder.worker_at_fifo(process)
    os.kill(first, signal.SIGKILL)
    second = folder.worker_at_fifo(process)
    while second == first:
        second = folder.worker_at_fifo(process)
    os.kill(second, signal.SIGKILL)
    out, _ = process.communicate()
    expect_in('totals', '"compiled": 20, "refused": 0, "malformed": 0, "failed": 1,', out)
    expect_in('the reason', 'signal 9 (Killed)', out)


def interrupted(folder: Folder) -> None:
    plain, _ = folder.start('stuck', '--max-seconds', '2').communicate()
    for number in (signal.SIGINT, signal.SIGTERM):
        journal = folder.path / f'journal{number}'
        options = ('--resume', str(journal), '--max-seconds', '2')
        process = folder.start('stuck', *options)
        folder.worker_at_fifo(process)
        wait_for_results(journal, 10)
        process.send_signal(number)
        out, err = process.communicate()
        os.close(folder.writer)
        expect('a run that is interrupted', process.returncode, -number)
        expect('errors', err, 'jacquard: interrupted after 10 shaders; run the same command to '
               'continue from there\n')
        expect('results', out.count('"status": "compiled"'), 10)
        expect('totals', out.count('totals'), 0)
        out, err = folder.start('stuck', *options).communicate()
        expect('the resumed run', out, plain)
        expect('its errors', err, '')


def closed_pipe(folder: Folder) -> None:
    process = folder.start('plain')
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    # All of it may have been written before nobody read any more.
    if process.wait() != 0:
        expect('exit code', process.returncode, -signal.SIGPIPE)
        expect('errors', err, '')
    if os.path.exists('/dev/full'):
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([folder.tool, 'batch', str(folder.path / 'plain'), '--json'],
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        expect('exit code', done.returncode, 2)
        expect_in('errors', 'cannot write the answer: No space left on device', done.stderr)


def full_disk(folder: Folder) -> None:
    """No file may grow beyond some bytes."""
    plain, _ = folder.start('plain').communicate()
    journal = folder.path / 'journal'

    def limit(most: int) -> Callable[[], None]:
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    process = folder.start('plain', '--resume', str(journal), limit=limit(3000))
    out, err = process.communicate()
    expect('exit code', process.returncode, 2)
    expect('errors', err, f"jacquard: cannot write '{journal}': File too large\n")
    expect_in('results', '"shader": "0.tgsi"', out)
    expect('totals', out.count('totals'), 0)
    expect('the journal', journal.read_bytes()[-1:], b'\n')
    out, err = folder.start('plain', '--resume', str(journal)).communicate()
    expect('the resumed run', out, plain)
    expect('its errors', err, '')
    # A cache that cannot be written costs time alone.
    out, err = folder.start('plain', '--cache', str(folder.path / 'cache'),
                            limit=limit(50)).communicate()
    expect('a run whose cache is full', out, plain)
    expect('its errors', err, '')
    left = [path for path in (folder.path / 'cache').rglob('*') if path.is_file()]
    expect('files left over', left, [])


def terminal(folder: Folder) -> None:
    """Progress is shown on a terminal, also in lines between results."""
    plain, _ = folder.start('plain').communicate()
    try:
        controller, terminal_end = pty.openpty()
    except OSError as fault:
        print(f'skipped: there is no terminal: {fault.strerror}')
        return
    done = subprocess.run([folder.tool, 'batch', str(folder.path / 'plain'), '--json'],
                          stdout=subprocess.PIPE, stderr=terminal_end, text=True, check=False)
    os.close(terminal_end)
    seen = os.read(controller, 1 << 16).decode()
    os.close(controller)
    expect('results', done.stdout, plain)
    expect_in('the line', ' of 20', seen)
    expect_in('the line', 'batch [', seen)
    expect('its end', seen[-4:], '\r\x1b[K')


def main() -> int:
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(pathlib.Path(path), sys.argv[1])
        for test in (crashed_worker, killed_worker, interrupted, closed_pipe, full_disk, terminal):
            print(test.__name__, flush=True)
            test(folder)
    print(f'{faults} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
