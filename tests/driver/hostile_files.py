"""Every command is given files that are none, and streams that neither take nor give.

A directory, an empty folder, a missing or unreadable file, a mark of UTF-8, a full disk and a
closed pipe get an answer for people from each command that reads or writes: a message, the exit
code for it, and no signal. A command that this does not know is a fault, so that a new one is tried
as well.

Usage: hostile_files.py JACQUARD EXAMPLES. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SHADER = "examples/transform.vert.tgsi"
CASE = "examples/transform.vert.case"
# Where each command reads a file, behind what else it is given, and what of it reads a text.
READERS: dict[str, list[list[str]]] = {
    "compile": [["@"]],
    "disasm": [["@"]],
    "asm": [["@"]],
    "check": [["@"], ["words", "--header", "@"]],
    "run": [["@"], [SHADER, "--case", "@"], ["words", "--header", "@"]],
    "draw": [["-o", "p.png", "@"], ["-o", "p.png", "examples/cloth.frag", "--uniforms", "@"],
             ["-o", "p.png", "examples/cloth.frag", "--vertex", "@"],
             ["-o", "p.png", "examples/cloth.frag", "--texture", "0=@"]],
    "cost": [["@"], [SHADER, "--against", "@"], ["words", "--header", "@"]],
    "batch": [["@"]],
    "merge": [["@"]],
    "view": [["-o", "p.html", "@"]],
    "fold": [["--batch", "@"]],
    "opt": [["@"]],
    "reduce": [["@", "--", "grep", "V"]],
    "explain": [], "isa": [], "doctor": [], "completion": [], "manual": [],
}
# Which of them take all that a folder holds.
TAKES_FOLDERS = (["batch", "@"], ["cost", "@"])
# What prints more than nothing on its standard output.
WRITERS = [["compile", SHADER], ["disasm", "words"], ["asm", "text"], ["check", "bad", "--json"],
           ["run", SHADER], ["draw", "examples/cloth.frag", "-o", "-", "--size", "64x64"],
           ["cost", SHADER], ["batch", "examples"], ["merge", "shard"],
           ["fold", "fadd", "32", "1", "0", "0"],
           ["opt", SHADER], ["explain", "ir3:mul.f"], ["isa", "list"], ["doctor"],
           ["completion", "bash"], ["manual"], ["reduce", SHADER, "--", "true"]]
# Options that name a file to write.
OUTPUTS = [["compile", SHADER, "-o", "@"], ["compile", SHADER, "--header", "@"],
           ["compile", SHADER, "--dot", "@"], ["asm", "text", "-o", "@"],
           ["asm", "text", "--header", "@"],
           ["view", SHADER, "-o", "@"],
           ["reduce", SHADER, "-o", "@", "--", "grep", "-q", "VERT"],
           ["draw", "examples/cloth.frag", "--size", "8x8", "-o", "@"]]
MARK = b"\xef\xbb\xbf"

faults = 0
tries = 0


class Trials:
    def __init__(self, jacquard: str, folder: Path, can_draw: bool) -> None:
        self.jacquard = jacquard
        self.folder = folder
        self.can_draw = can_draw

    def run(self, words: list[str], prefix: tuple[str, ...] = (),
            **streams: object) -> tuple[int, str]:
        options: dict[str, object] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
                                      **streams}
        done = subprocess.run([*prefix, self.jacquard, *words],  # type: ignore[call-overload]
                              cwd=self.folder, stderr=subprocess.PIPE, timeout=50, check=False,
                              **options)
        return done.returncode, done.stderr.decode(errors="replace")

    def expect(self, words: list[str], code: int, part: str, **more: object) -> None:
        global faults, tries
        tries += 1
        got, said = self.run(words, **more)  # type: ignore[arg-type]
        if got != code or part not in said or (part and not said.endswith("\n")):
            faults += 1
            print(f"jacquard {' '.join(words)}: exit code {got} instead of {code}, said {said!r} "
                  f"instead of {part!r}")

    def readers(self) -> list[tuple[str, list[str]]]:
        return [(name, [name, *words]) for name, places in READERS.items() for words in places
                if name != "draw" or self.can_draw]


def with_file(words: list[str], path: str) -> list[str]:
    return [word.replace("@", path) for word in words]


def try_reading(trials: Trials) -> None:
    folder = trials.folder
    (folder / "empty").mkdir()
    secret = folder / "secret"
    secret.write_text("VERT\n", encoding="utf-8")
    secret.chmod(0)
    as_nobody: tuple[str, ...] = ()
    if os.geteuid() == 0 and shutil.which("setpriv"):
        as_nobody = ("setpriv", "--reuid=65534", "--clear-groups")
    for name, words in trials.readers():
        trials.expect(with_file(words, "none"), 2, "cannot read 'none': No such file or directory")
        if words in TAKES_FOLDERS:
            trials.expect(with_file(words, "empty"), 2, "there are no shaders")
        else:
            trials.expect(with_file(words, "empty"), 2, "cannot read 'empty': Is a directory")
        if os.geteuid() != 0 or as_nobody:
            trials.expect(with_file(words, "secret"), 2, "cannot read 'secret': Permission denied",
                          prefix=as_nobody)
        else:
            print("skipped: root may read everything, and there is no setpriv")


def try_marks(trials: Trials) -> None:
    """A text is the same with a mark before it."""
    for words, path in ((["compile", "@"], SHADER), (["run", SHADER, "--case", "@"], CASE),
                        (["asm", "@"], "text"), (["opt", "@"], SHADER), (["cost", "@"], SHADER),
                        (["batch", "@"], "list"), (["fold", "--batch", "@"], "rows"),
                        (["check", "words", "--header", "@"], "header.json"),
                        (["compile", "@"], "examples/ripple.frag")):
        if path.endswith(".frag") and not trials.can_draw:
            continue
        marked = f"marked.{Path(path).name}"
        (trials.folder / marked).write_bytes(MARK + (trials.folder / path).read_bytes())
        answers = []
        for name in (path, marked):
            done = subprocess.run([trials.jacquard, *with_file(words, name)], cwd=trials.folder,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=50, check=False)
            answers.append((done.returncode, done.stdout.replace(name.encode(), b"@")))
        global faults, tries
        tries += 1
        if answers[0] != answers[1] or answers[0][0] != 0:
            faults += 1
            print(f"{' '.join(words)}: {path} is taken otherwise with a mark: {answers}")


def try_writing(trials: Trials) -> None:
    for words in WRITERS:
        if words[0] == "draw" and not trials.can_draw:
            continue
        message = "cannot write the answer: "
        if Path("/dev/full").exists():
            with open("/dev/full", "wb") as full:
                trials.expect(words, 2, message + "No space left on device", stdout=full)
        # A pipe whose reader has gone.
        reading, writing = os.pipe()
        os.close(reading)
        trials.expect(words, 2, message + "Broken pipe", stdout=writing)
        os.close(writing)
        trials.expect(words, 2, message + "Bad file descriptor",
                      prefix=("sh", "-c", 'exec "$@" >&-', "sh"))
    for words in OUTPUTS:
        if words[0] == "draw" and not trials.can_draw:
            continue
        if Path("/dev/full").exists():
            trials.expect(with_file(words, "/dev/full"), 2,
                          "cannot write '/dev/full': No space left on device")
        trials.expect(with_file(words, "empty"), 2, "cannot write 'empty': Is a directory")
        trials.expect(with_file(words, "none/x"), 2,
                      "cannot write 'none/x': No such file or directory")
    trials.expect(["manual", "-o", "none"], 2, "cannot write 'none/jacquard.1'")


def try_closed_input(trials: Trials) -> None:
    for name, words in trials.readers():
        if name == "merge":
            trials.expect(with_file(words, "-"), 2, "reads files, not the standard input")
        elif words.count("@"):
            trials.expect(with_file(words, "-"), 2, "cannot read '<stdin>': Bad file descriptor",
                          prefix=("sh", "-c", 'exec "$@" <&-', "sh"))


def main() -> int:
    jacquard, examples = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # for those who are not its owner
        shutil.copytree(examples, folder / "examples")
        can_draw = subprocess.run([jacquard, "doctor", "--need", "glslang,libpng"], check=False,
                                  stdout=subprocess.DEVNULL).returncode == 0
        if not can_draw:
            print("skipped: draw and GLSL, without glslang and libpng "
                  "(Debian: glslang-tools libpng-dev)")
        trials = Trials(jacquard, folder, can_draw)
        trials.expect(["compile", SHADER, "-o", "words", "--header", "header.json"], 0, "")
        with open(folder / "shard", "wb") as shard:
            subprocess.run([jacquard, "batch", "examples", "--json", "--shard", "1/1"], cwd=folder,
                           stdout=shard, check=True)
        (folder / "text").write_text("@gpu 630\nend\n", encoding="utf-8")
        (folder / "bad").write_text("@gpu 630\nadd.f r0.x, r1.x, r2.x\n", encoding="utf-8")
        (folder / "list").write_text(f"{SHADER}\n", encoding="utf-8")
        (folder / "rows").write_text("fadd\t32\t1\t0\t0\n", encoding="utf-8")
        overview = subprocess.run([jacquard, "--help"], check=False, text=True,
                                  stdout=subprocess.PIPE).stdout
        listed = overview.split("commands:\n")[1].split("\n\n")[0].splitlines()
        commands = {line.split()[0] for line in listed if line[2] != " "}
        for command in commands ^ set(READERS):
            trials.expect([command, "--help"], -1, "say what this command reads in READERS")
        try_reading(trials)
        try_marks(trials)
        try_writing(trials)
        try_closed_input(trials)
    print(f"{tries} tries, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
