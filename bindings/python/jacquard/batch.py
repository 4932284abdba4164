"""Compiles many shaders on the cores of this machine or on a Dask cluster.

    python3 -m jacquard.batch DIR|LIST [--scheduler ADDRESS] [-o FILE] [-- OPTIONS]

takes the shaders that `jacquard batch DIR|LIST` does and prints what `jacquard batch --json` does:
a value a line for each shader, in the order of the list, then the totals. The shaders are dealt out
in chunks, each of which is one run of the tool with the OPTIONS behind `--`. Without a scheduler as
many run at a time as there are cores. With one they run on the workers of the cluster, which see
shaders and tool under the same paths as this machine; what a worker that dies was at is done by
another one. No more chunks are in flight than keep all workers busy, so the list may be of any
length.

Exit codes: 0 fine, 1 a shader failed or disagrees, 2 wrong usage or a run that could not be made.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

from . import _arguments
from ._tool import ToolMissingError, tool_path

__all__ = ["BatchError", "Totals", "run"]

Totals = dict[str, int]

# Chunks in flight for each one that is worked on: the others wait for a worker.
AHEAD = 3
DEFAULT_CHUNK = 200
# Dask tries a chunk this often if its worker was lost or its run could not be made.
RETRIES = 5


class BatchError(Exception):
    """Describes why the batch could not be made."""


# One run of the tool: its exit code, what it printed, and its messages. Plain, since Dask sends it.
Ran = tuple[int, str, str]


class Pending(Protocol):
    """A run that is on its way."""

    def result(self) -> Ran: ...


Submit = Callable[[list[str], str, str], Pending]


def run_tool(command: list[str], folder: str, names: str) -> Ran:
    """Runs the tool in a folder, with a list on its standard input; on any machine."""
    done = subprocess.run(command, cwd=folder, input=names, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape",
                          check=False)
    if done.returncode < 0:  # a signal ended it, so it may work elsewhere
        raise ChildProcessError(f"{command[0]} was ended by signal {-done.returncode}")
    return done.returncode, done.stdout, done.stderr


def lines_of(listed: str, tool: str) -> tuple[Iterator[str], str]:
    """The lines that name shaders, without their ends, and the folder that they are relative to."""
    path = Path(listed)
    if path.is_dir():
        return names_below(listed, tool), listed
    if path.suffix == ".foz":
        return lines_of_database(path, tool), os.path.dirname(listed)
    try:
        stream = path.open(encoding="utf-8", errors="surrogateescape", newline="\n")
    except OSError as fault:
        raise BatchError(f"cannot read '{listed}': {fault.strerror}") from fault
    return lines_of_file(stream), os.path.dirname(listed)


def lines_of_file(stream: IO[str]) -> Iterator[str]:
    with stream:
        for line in stream:
            line = line.rstrip("\r\n")
            if line and not line.startswith("#") and not line.isspace():
                yield line


def lines_of_database(path: Path, tool: str) -> Iterator[str]:
    for name in names_below(str(path), tool):
        yield json.dumps({"shader": f"{path.name}/{name}", "name": name})


def names_below(folder: str, tool: str) -> Iterator[str]:
    """The tool knows which files are shaders."""
    with subprocess.Popen([tool, "batch", folder, "--names"], stdout=subprocess.PIPE,
                          encoding="utf-8", errors="surrogateescape") as listing:
        assert listing.stdout is not None
        for line in listing.stdout:
            yield line.rstrip("\n")
    if listing.returncode != 0:
        raise BatchError(f"'{folder}' cannot be listed")


def chunks_of(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    rest = iter(lines)
    while chunk := list(itertools.islice(rest, size)):
        yield chunk


def results_of(ran: Ran, chunk: list[str]) -> tuple[list[str], Totals]:
    """The lines of a run's shaders, and its totals."""
    code, out, err = ran
    lines = out.split("\n")
    if code not in (0, 1) or len(lines) != len(chunk) + 2 or lines[-1]:
        raise BatchError(f"a run of '{chunk[0]}' and those after it ended with exit code "
                         f"{code}: {err.strip() or 'it printed too little'}")
    totals = json.loads(lines[-2])["totals"]
    return lines[:-2], {str(name): int(number) for name, number in totals.items()}


class Progress:
    """Describes how far the batch is, in a line of a terminal that is written again and again."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream if stream.isatty() else None
        self._start = time.monotonic()
        self._last = 0.0

    def show(self, done: int) -> None:
        now = time.monotonic()
        if self._stream is not None and now - self._last >= 0.1:
            rate = done / max(now - self._start, 1e-9)
            self._stream.write(f"\rbatch {done} done, {rate:.0f}/s\x1b[K")
            self._stream.flush()
            self._last = now

    def clear(self) -> None:
        if self._stream is not None and self._last:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def spread(chunks: Iterable[list[str]], command: list[str], submit: Submit,
           in_flight: int, out: IO[str]) -> Totals:
    """Has all chunks done, at most so many at a time, and writes their results in order."""
    totals: Totals = {}
    pending: collections.deque[tuple[list[str], Pending]] = collections.deque()
    progress = Progress(sys.stderr)
    rest = iter(chunks)
    while True:
        for chunk in itertools.islice(rest, in_flight - len(pending)):
            pending.append((chunk, submit(command, os.getcwd(), "\n".join(chunk) + "\n")))
        if not pending:
            break
        chunk, first = pending.popleft()
        lines, counted = results_of(first.result(), chunk)
        del first  # a cluster keeps results as long as somebody may ask for them
        out.writelines(line + "\n" for line in lines)
        out.flush()
        for name, number in counted.items():
            totals[name] = totals.get(name, 0) + number
        progress.show(totals.get("shaders", 0))
    progress.clear()
    return totals


def run_here(chunks: Iterable[list[str]], command: list[str], jobs: int,
             out: IO[str]) -> Totals:
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            return spread(chunks, command,
                          lambda *what: pool.submit(run_tool, *what), AHEAD * jobs, out)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def run_on_cluster(chunks: Iterable[list[str]], command: list[str], address: str,
                   jobs: int | None, out: IO[str]) -> Totals:
    try:
        import distributed
    except ImportError as fault:
        raise BatchError("--scheduler needs the package 'distributed' (Debian: "
                         "python3-distributed)") from fault
    try:
        client = distributed.Client(address)
    except OSError as fault:
        raise BatchError(f"there is no scheduler at '{address}': {fault}") from fault
    with client:
        threads = jobs or sum(client.nthreads().values()) or 1

        def submit(command: list[str], folder: str, names: str) -> Pending:
            future: Pending = client.submit(run_tool, command, folder, names, pure=False,
                                            retries=RETRIES)
            return future

        try:
            return spread(chunks, command, submit, AHEAD * threads, out)
        except (ChildProcessError, distributed.scheduler.KilledWorker) as fault:
            raise BatchError(f"a chunk was lost {RETRIES} times: {fault}") from fault


def program_of(tool: str | None) -> str:
    """The tool's file. Raises BatchError where there is none."""
    if tool is None:
        try:
            return tool_path()
        except ToolMissingError as fault:
            raise BatchError(str(fault)) from fault
    found = shutil.which(tool)
    if found is None:
        raise BatchError(f"there is no program '{tool}'")
    return str(Path(found).resolve())


def run(listed: str, out: IO[str], *, options: Iterable[str] = (), scheduler: str | None = None,
        jobs: int | None = None, chunk: int = DEFAULT_CHUNK, tool: str | None = None) -> Totals:
    """Compiles the shaders of a folder, list or manifest.

    Writes to `out` what `jacquard batch --json` prints, with the totals last, and returns these.
    `scheduler` is the address of a Dask scheduler; without one `jobs` runs of the tool, or as many
    as there are cores, work at a time on this machine. `chunk` is how many shaders a run has.
    `options` are given to each run. Raises BatchError where a run cannot be made; what was done by
    then has been written.
    """
    for count, what in ((jobs, "jobs"), (chunk, "chunk")):
        if count is not None and _arguments.number(count, 32, what) == 0:
            raise ValueError(f"{what} is at least 1")
    _arguments.letters(listed, "the list")
    if tool is not None:
        _arguments.letters(tool, "tool")
    if scheduler is not None:
        _arguments.letters(scheduler, "scheduler")
    if isinstance(options, (str, bytes)):
        raise TypeError("options are a list of words, not one text")
    options = [_arguments.letters(option, "an option") for option in options]
    program = program_of(tool)
    lines, folder = lines_of(listed, program)
    command = [program, "batch", "-", "--base", folder, "--json", "--jobs", "1", *options]
    chunks = chunks_of(lines, chunk)
    if scheduler is None:
        totals = run_here(chunks, command, jobs or os.cpu_count() or 1, out)
    else:
        totals = run_on_cluster(chunks, command, scheduler, jobs, out)
    if not totals:
        raise BatchError(f"'{listed}' names no shaders")
    out.write(json.dumps({"totals": totals}) + "\n")
    out.flush()
    return totals


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m jacquard.batch",
        description="Compiles many shaders on this machine's cores or on a Dask cluster.",
        epilog="The words after -- are options of 'jacquard batch', such as --gpu or --cache.")
    parser.add_argument("list", metavar="DIR|LIST", help="as 'jacquard batch' takes it")
    parser.add_argument("--scheduler", metavar="ADDRESS",
                        help="spread the shaders over the workers of the Dask scheduler there")
    parser.add_argument("--jobs", type=positive, metavar="N",
                        help="how many runs work at a time; as many as there are cores, here or "
                        "in the cluster, when not given")
    parser.add_argument("--chunk", type=positive, default=DEFAULT_CHUNK, metavar="N",
                        help="shaders of one run (default: %(default)s)")
    parser.add_argument("--tool", metavar="FILE",
                        help="the tool (default: $JACQUARD, this package's, or jacquard)")
    parser.add_argument("-o", dest="output", metavar="FILE", help="write to FILE")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    own = arguments[:arguments.index("--")] if "--" in arguments else arguments
    options = parse(own)
    try:
        stream = sys.stdout if options.output is None else open(
            options.output, "w", encoding="utf-8", errors="surrogateescape", newline="\n")
        with stream:
            totals = run(options.list, stream, options=arguments[len(own) + 1:],
                         scheduler=options.scheduler, jobs=options.jobs, chunk=options.chunk,
                         tool=options.tool)
    except BatchError as fault:
        print(f"jacquard.batch: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader closed the pipe, so this process ends as the tool does.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
        return 2
    except OSError as fault:
        print(f"jacquard.batch: cannot write the answer: {fault.strerror}", file=sys.stderr)
        return 2
    return 1 if totals.get("failed") or totals.get("disagree") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
