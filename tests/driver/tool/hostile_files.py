"""Every command is given files that are none, and streams that neither take nor give.

A directory, an empty folder, a missing or unreadable file, a mark of UTF-8 and a full disk get an
answer for people from each command that reads or writes: a message, the exit code for it, and no
signal. A closed pipe ends each as it ends other tools. A file that is written is the old one or
the new one, never a part. Names that would control a terminal, or that are no UTF-8, are told
apart. A command that this does not know is a fault, so that a new one is tried as well.

Usage: hostile_files.py JACQUARD EXAMPLES [--sanitized]. With a sanitizer, which maps more memory
than there is, limits of memory are not tried. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import json
import os
import pty
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

SHADER = "examples/transform.vert.tgsi"
CASE = "examples/transform.vert.case"
# The arguments with which each command reads a file, and the readers of the file's text.
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
    "explain": [], "isa": [], "lsp": [], "mcp": [], "doctor": [], "completion": [], "manual": [],
}
# These commands take all files of a folder.
TAKES_FOLDERS = (["batch", "@"], ["cost", "@"])
# Commands that write to their standard output.
WRITERS = [["compile", SHADER], ["disasm", "words"], ["asm", "text"], ["check", "bad", "--json"],
           ["run", SHADER], ["draw", "examples/cloth.frag", "-o", "-", "--size", "64x64"],
           ["cost", SHADER], ["batch", "examples"], ["merge", "shard"],
           ["fold", "fadd", "32", "1", "0", "0"],
           ["opt", SHADER], ["explain", "ir3:mul.f"], ["isa", "list"], ["doctor"],
           ["lsp", "--print-settings"], ["completion", "bash"], ["manual"],
           ["reduce", SHADER, "--", "true"]]
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

    def same(self, words: list[str], what: str, found: object, wanted: object) -> None:
        global faults, tries
        tries += 1
        if found != wanted:
            faults += 1
            print(f"jacquard {' '.join(words)!r}: {what}: {found!r} instead of {wanted!r}")

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
            told = ("there is no shader below 'empty'" if "--against" in words
                    else "cannot read 'empty': Is a directory")
            trials.expect(with_file(words, "empty"), 2, told)
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
        trials.expect(words, -signal.SIGPIPE, "", stdout=writing)
        trials.expect(words, 2, message + "Broken pipe", stdout=writing,
                      prefix=("sh", "-c", 'trap "" PIPE; exec "$@"', "sh"))
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


def try_replacing(trials: Trials) -> None:
    """A file is the old one or the new one, whatever ends the writing; what is no plain file stays
    what it is."""
    folder = trials.folder / "replaced"
    folder.mkdir()
    file, link, other_name = folder / "file", folder / "link", folder / "other_name"
    for words in OUTPUTS:
        if words[0] == "draw" and not trials.can_draw:
            continue
        file.write_bytes(b"old")
        file.chmod(0o640)
        # No file may grow: to nothing, and to less than there is to write. These two write files
        # for other programs before.
        for most in () if words[0] in ("reduce", "draw") else (0, 3):
            trials.expect(with_file(words, "replaced/file"), 2,
                          "cannot write 'replaced/file': File too large",
                          preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE,
                                             (most, most)))
            trials.same(words, "the old file", file.read_bytes(), b"old")
        trials.same(words, "what is left", os.listdir(folder), ["file"])
        trials.expect(with_file(words, "replaced/file"), 0, "")
        new = file.read_bytes()
        trials.same(words, "the permissions", file.stat().st_mode & 0o777, 0o640)
        trials.same(words, "the new file", len(new) > 3, True)

        file.write_bytes(b"old")
        link.symlink_to("file")
        trials.expect(with_file(words, "replaced/link"), 0, "")
        trials.same(words, "the link", (link.is_symlink(), file.read_bytes() == new), (True, True))
        link.unlink()

        file.write_bytes(b"old")
        other_name.hardlink_to(file)
        trials.expect(with_file(words, "replaced/file"), 0, "")
        trials.same(words, "the other name", other_name.read_bytes() == new, True)
        other_name.unlink()

        # A file that the shell opened is written, not replaced.
        file.unlink()
        with open(file, "wb") as opened:
            trials.expect(with_file(words, "/dev/stdout"), 0, "", stdout=opened)
            trials.same(words, "/dev/stdout", os.fstat(opened.fileno()).st_size > 3, True)
        os.mkfifo(folder / "fifo")
        with subprocess.Popen(["cat", "fifo"], cwd=folder, stdout=subprocess.PIPE) as reader:
            trials.expect(with_file(words, "replaced/fifo"), 0, "")
            trials.same(words, "the FIFO", reader.communicate()[0] == new, True)
        (folder / "fifo").unlink()
        trials.same(words, "what is left", os.listdir(folder), ["file"])


def try_full_disk(trials: Trials) -> None:
    """A disk that has no room for a second file, which only root can make."""
    folder = trials.folder / "small"
    folder.mkdir()
    script = ('mount -t tmpfs -o size=8k tmpfs small && printf old >small/file && '
              'head -c 4096 /dev/zero >small/rest 2>/dev/null; "$@"; code=$?; '
              'cat small/file; ls -A small | tr "\\n" " "; exit $code')
    words = ["view", SHADER, "-o", "small/file"]
    done = subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", trials.jacquard, *words],
                          cwd=trials.folder, capture_output=True, text=True, check=False)
    if "mount: " in done.stderr or "unshare: " in done.stderr:
        print(f"skipped: no small disk can be made: {done.stderr.strip()}")
        return
    trials.same(words, "a full disk", done.stdout, "oldfile rest ")
    trials.same(words, "what is said", done.stderr,
                "jacquard: cannot write 'small/file': No space left on device\n")


def try_names(trials: Trials) -> None:
    """Names are told apart, and none reaches a terminal as it is."""
    folder = trials.folder / "named"
    folder.mkdir()
    names = [b"a\x1b[31mb.tgsi", b"\xff.tgsi", b"\xfe.tgsi", b"\xef\xbf\xbd.tgsi",
             b"plain.tgsi", b"\x7f\xc2\x9b.tgsi"]
    for name in names:
        (folder / os.fsdecode(name)).write_text("FRAG\n 0: NOSUCH\n", encoding="utf-8")
    done = subprocess.run([trials.jacquard, "batch", "named", "--json"], cwd=trials.folder,
                          capture_output=True, text=True, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    found = sorted(os.fsencode(line["shader"]) for line in said if "shader" in line)
    trials.same(["batch"], "names in JSON", found, sorted(names))
    trials.same(["batch"], "control in JSON", [c for c in done.stdout if c in "\x1b\x7f\x9b"], [])
    # A journal gives them back.
    words = ["batch", "named", "--json", "--resume", "names.journal"]
    first = subprocess.run([trials.jacquard, *words], cwd=trials.folder, capture_output=True,
                           check=False).stdout
    again = subprocess.run([trials.jacquard, *words], cwd=trials.folder, capture_output=True,
                           check=False).stdout
    trials.same(words, "the resumed batch", again, first)
    bad = os.fsdecode(names[0])
    for command in (["compile", f"named/{bad}"], ["compile", f"none{bad}"],
                    ["compile", f"--{bad}"], [bad], ["cost", f"named/{bad}"],
                    ["draw", "-o", "p.png", f"named/{bad}"], ["view", f"named/{bad}", "-o", "x"]):
        code, message = trials.run(command)
        trials.same(command, "a message", (code == 0, "\x1b" in message, "\\x1b" in message),
                    (False, False, True))
    try:
        controller, terminal = pty.openpty()
    except OSError as fault:
        print(f"skipped: there is no terminal: {fault.strerror}")
        return
    with os.fdopen(controller, "rb", buffering=0) as seen:
        subprocess.run([trials.jacquard, "batch", "named", "--all"], cwd=trials.folder,
                       stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, check=False)
        text = seen.read(1 << 16).replace(b"\r\x1b[K", b"")
        os.close(terminal)
    trials.same(["batch"], "at a terminal", (b"a\\x1b[31mb" in text, b"\x1b[31m" in text),
                (True, False))


def try_macro_bomb(trials: Trials) -> None:
    """Macros that grow with one another end at the limit of memory, in the tool as it is linked."""
    lines = ["#version 450", "layout(location = 0) out vec4 o;", "#define A0 + 1.0"]
    lines += [f"#define A{i} A{i - 1} A{i - 1}" for i in range(1, 30)]
    (trials.folder / "bomb.frag").write_text(
        "\n".join([*lines, "void main() { o = vec4(0.0 A29); }", ""]), encoding="utf-8")
    for most in ("128M", "512M"):
        trials.expect(["compile", "bomb.frag", "--max-memory", most], 1,
                      "note: glslang asked for more")


def try_closed_input(trials: Trials) -> None:
    for name, words in trials.readers():
        if name == "merge":
            trials.expect(with_file(words, "-"), 2, "reads files, not the standard input")
        elif words.count("@"):
            trials.expect(with_file(words, "-"), 2, "cannot read '<stdin>': Bad file descriptor",
                          prefix=("sh", "-c", 'exec "$@" <&-', "sh"))


def main() -> int:
    jacquard, examples, *options = sys.argv[1:]
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
        try_replacing(trials)
        try_full_disk(trials)
        try_names(trials)
        try_closed_input(trials)
        if not can_draw or "--sanitized" in options:
            print("skipped: the macro bomb, without glslang or with a sanitizer")
        else:
            try_macro_bomb(trials)
    print(f"{tries} tries, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
