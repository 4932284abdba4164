#!/usr/bin/env python3
"""The job array that docs/batches.md shows, in a Slurm of one machine that is started for it.

The merged shards must be what the tool prints in one go. Usage: slurm_batch.py JACQUARD PAGE
EXAMPLES. Exit codes: 0 they are, 1 they are not, 77 there is no Slurm that can be started.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from killed_batch import Failure, same

PROGRAMS = ('munged', 'slurmctld', 'slurmd', 'sbatch', 'sinfo')
SECONDS = 120


class Missing(Exception):
    """Describes why there is no Slurm."""


def find(program: str) -> str:
    path = shutil.which(program, path=os.environ['PATH'] + ':/usr/sbin:/sbin')
    if path is None:
        raise Missing(f'{program} is not installed (Debian: slurm-wlm, munge)')
    return path


def free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind(('127.0.0.1', 0))
        other.bind(('127.0.0.1', 0))
        return one.getsockname()[1], other.getsockname()[1]


def configuration(folder: pathlib.Path) -> str:
    controller, daemon = free_ports()
    return f'''ClusterName=one
SlurmctldHost=localhost
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={controller}
SlurmdPort={daemon}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs={os.cpu_count()}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
'''


def control_groups() -> str:
    """Slurm wants to know of them even where it uses none."""
    if pathlib.Path('/sys/fs/cgroup/cgroup.controllers').exists():
        return 'CgroupPlugin=cgroup/v2\nIgnoreSystemd=yes\n'
    return 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n'


@contextlib.contextmanager
def slurm(folder: pathlib.Path) -> Iterator[dict[str, str]]:
    """A Slurm of this machine, and the environment in which its programs find it."""
    programs = {name: find(name) for name in PROGRAMS}
    if os.geteuid() != 0:
        raise Missing('only root can start it')
    for name in ('state', 'spool'):
        (folder / name).mkdir()
    (folder / 'munge.key').write_bytes(os.urandom(128))
    (folder / 'munge.key').chmod(0o600)
    (folder / 'slurm.conf').write_text(configuration(folder), encoding='utf-8')
    (folder / 'cgroup.conf').write_text(control_groups(), encoding='utf-8')
    environment = dict(os.environ, SLURM_CONF=str(folder / 'slurm.conf'))
    daemons = ([programs['munged'], '--foreground', '--force', f'--key-file={folder}/munge.key',
                f'--socket={folder}/munge.socket', f'--pid-file={folder}/munged.pid',
                f'--log-file={folder}/munged.log', f'--seed-file={folder}/munged.seed'],
               [programs['slurmctld'], '-D', '-i'], [programs['slurmd'], '-D', '-N', 'localhost'])
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in daemons:
            with (folder / f'{pathlib.Path(command[0]).name}.out').open('wb') as out:
                started.append(subprocess.Popen(command, env=environment, stdout=out, stderr=out))
            time.sleep(0.5)
        deadline = time.monotonic() + SECONDS
        while True:
            state = subprocess.run([programs['sinfo'], '-h', '-o', '%T'], env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   check=False).stdout.strip()
            if state == 'idle':
                break
            dead = [process for process in started if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                log = (folder / 'slurmd.out').read_text(errors='replace').strip().split('\n')[-1]
                raise Missing(f'it does not start: {log}')
            time.sleep(0.2)
        yield environment
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def run(tool: pathlib.Path, page: pathlib.Path, examples: pathlib.Path,
        folder: pathlib.Path) -> None:
    script = re.search(r'^```sh slurm\n(.*?)^```', page.read_text(encoding='utf-8'),
                       re.DOTALL | re.MULTILINE)
    if script is None:
        raise Failure(f'{page} shows no script')
    work = folder / 'work'
    shutil.copytree(examples, work / 'examples')
    names = sorted(path.name for path in examples.glob('*.tgsi')) * 20
    (work / 'examples' / 'list').write_text('\n'.join(names) + '\n', encoding='utf-8')
    (work / 'shards.sh').write_text(script.group(1), encoding='utf-8')
    with slurm(folder) as environment:
        environment['PATH'] = f'{tool.parent}:{environment["PATH"]}'
        done = subprocess.run(['sbatch', '--wait', 'shards.sh'], cwd=work, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=SECONDS, check=False)
        if done.returncode != 0:
            raise Failure(f'the jobs end with {done.returncode}: {done.stdout}')
    parts = sorted(str(path) for path in work.glob('part.*'))
    for out, words in (('whole', ['batch', 'examples/list', '--gpu', '630', '--json']),
                       ('merged', ['merge', *parts])):
        with (work / out).open('wb') as stream:
            subprocess.run([str(tool), *words], cwd=work, stdout=stream, check=True)
    same(work / 'whole', work / 'merged', f'{len(parts)} tasks of a job array, merged')


def main() -> int:
    tool, page, examples = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(tool, page, examples, pathlib.Path(folder))
        except Missing as reason:
            print(f'skipped: there is no Slurm: {reason}')
            return 77
        except Failure as failure:
            print(f'failed: {failure}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
