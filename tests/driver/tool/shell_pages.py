"""The descriptions of the tool for shells and manuals, tried where these are installed.

The completions are asked as a user asks them by the tab key, the manual pages are checked by
those who show them, and every example that --help shows is run.

Usage: shell_pages.py JACQUARD EXAMPLES. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Each typed line has the completions that must be offered; some lists are complete.
ASKED: list[tuple[str, list[str]]] = [
    ("jacquard comp", ["compile", "completion"]),
    ("jacquard compile --pri", ["--print"]),
    ("jacquard compile --print zz", []),
    ("jacquard compile --print sp", ["spirv"]),
    ("jacquard run x --engine ", ["ir3", "nir"]),
    ("jacquard cost x --format a", ["aoc", "aoc2"]),
    ("jacquard isa di", ["diff"]),
    ("jacquard completion z", ["zsh"]),
    ("jacquard help bat", ["batch"]),
    ("jacquard compile exam", ["examples"]),
    ("jacquard compile --gpu 63", ["630", "635"]),
]
IN_BASH = [
    ("jacquard compile --gpu = 63", ["630", "635"]),  # as bash takes --gpu=63 apart
    ("jacquard opt x --passes dead_code,remove_p", ["dead_code,remove_phis"]),
]

faults = 0


def fault(what: str) -> None:
    global faults
    faults += 1
    print(what)


def output_of(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240,
                          check=False)


# Debian's packages of programs that are not named after them.
PACKAGES = {"man": "man-db"}


def is_there(program: str) -> bool:
    if shutil.which(program) is None:
        print(f"skipped: no {program} (Debian: {PACKAGES.get(program, program)})")
        return False
    return True


def expect(shell: str, typed: str, offered: list[str], expected: list[str]) -> None:
    names = sorted(name.rstrip("/") for name in offered if name)
    if names != sorted(expected):
        fault(f"{shell}: '{typed}' offers {names} instead of {expected}")


def try_bash(script: Path, folder: Path) -> None:
    if output_of(["bash", "-n", str(script)], folder).returncode != 0:
        fault("bash does not read its completion")
    for typed, expected in ASKED + IN_BASH:
        words = typed.split(" ")
        line = f"{' '.join(words[:-1])} '{words[-1]}'"
        ask = (f"source {script}; compopt() {{ :; }}; COMP_WORDS=({line})\n"
               f"COMP_CWORD={len(words) - 1}; _jacquard; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        expect("bash", typed, output_of(["bash", "-c", ask], folder).stdout.splitlines(), expected)


# A zsh in which candidates are printed instead of shown.
ZSH = r"""
autoload -Uz compinit; compinit -D -u
compadd () {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    typeset -a __hits; builtin compadd -A __hits "$@"
    builtin compadd "$@"
    local hit; for hit in $__hits; do print -r -- "HIT $hit"; done
}
"""


def try_zsh(script: Path, folder: Path) -> None:
    if not is_there("zsh"):
        return
    read = output_of(["zsh", "-n", str(script)], folder)
    if read.returncode != 0:
        fault(f"zsh does not read its completion: {read.stdout}")
    # The function is called as the tab key calls it, in a terminal of its own.
    for typed, expected in ASKED:
        ask = ("zmodload zsh/zpty; zpty z zsh -f -i\n"
               f"zpty -w z 'PS1=; fpath=({script.parent} $fpath)'\n"
               + "".join(f"zpty -w z {json.dumps(line).replace('$', chr(92) + '$')}\n"
                         for line in ZSH.strip().splitlines())
               + "zpty -w z 'stty -echo; print READY'\n"
               "while zpty -r z line; do [[ $line == READY* ]] && break; done\n"
               f"zpty -n -w z {json.dumps(typed)}$'\\t'\n"
               "sleep 0.3; zpty -n -w z $'\\x15'; zpty -w z 'print; print DONE'\n"
               "while zpty -r z line; do [[ $line == DONE* ]] && break; print -r -- $line; done\n")
        said = output_of(["zsh", "-f", "-c", ask], folder).stdout
        hits = {line.split("HIT ", 1)[1].strip() for line in said.splitlines() if "HIT " in line}
        expect("zsh", typed, list(hits), expected)


def try_fish(script: Path, folder: Path) -> None:
    if not is_there("fish"):
        return
    if output_of(["fish", "--no-execute", str(script)], folder).returncode != 0:
        fault("fish does not read its completion")
    for typed, expected in ASKED:
        ask = f"source {script}; complete -C {json.dumps(typed)}"
        offered = output_of(["fish", "-N", "-c", ask], folder).stdout.splitlines()
        expect("fish", typed, [line.split("\t")[0] for line in offered], expected)


def try_manual(jacquard: str, folder: Path) -> None:
    pages = folder / "pages"
    pages.mkdir()
    output_of([jacquard, "manual", "-o", str(pages)], folder)
    names = sorted(path.name for path in pages.iterdir())
    if not {"jacquard.1", "jacquard-compile.1", "jacquard-aoc.1"} <= set(names):
        fault(f"the manual has only the pages {names}")
    checks = {"mandoc": ["mandoc", "-Tlint", "-Wwarning"],
              "man": ["man", "--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l"]}
    for program, command in checks.items():
        for name in names if is_there(program) else []:
            done = output_of([*command, str(pages / name)], folder)
            said = done.stdout if program == "mandoc" else "".join(
                line for line in done.stdout.splitlines() if "warning" in line)
            # Pages that are the same whenever they are made have no date.
            said = "\n".join(line for line in said.splitlines() if "missing date" not in line)
            if said:
                fault(f"{program}: {said}")


def try_examples(jacquard: str, folder: Path) -> None:
    overview = output_of([jacquard, "--help"], folder).stdout
    listed = overview.split("commands:\n")[1].split("\n\n")[0].splitlines()
    names = [line.split()[0] for line in listed if line[2] != " "]
    can_draw = output_of([jacquard, "doctor", "--need", "glslang,libpng"], folder).returncode == 0
    num_run = 0
    for name in names:
        text = output_of([jacquard, name, "--help"], folder).stdout
        lines = text.split("\nexample:\n")[1].split("\n\n")[0].splitlines()
        # Lines that are indented further continue the one before them.
        examples = "\n".join(line[2:] for line in lines).replace("\n    ", " ")
        for example in examples.replace("\\ ", "").splitlines():
            if name == "draw" and not can_draw:
                print("skipped: examples of draw, without glslang and libpng "
                      "(Debian: glslang-tools libpng-dev)")
            elif "glslang,libpng" in example and not can_draw:
                print("skipped: an example without glslang and libpng "
                      "(Debian: glslang-tools libpng-dev)")
            elif " | man " in example and not is_there("man"):
                continue
            else:
                done = output_of(["bash", "-o", "pipefail", "-c", example], folder)
                num_run += 1
                if done.returncode != 0:
                    fault(f"{example.strip()}: exit code {done.returncode}: {done.stdout}")
    print(f"{len(names)} commands, {num_run} examples run")


def main() -> int:
    jacquard, examples = sys.argv[1:]
    os.environ["PATH"] = f"{Path(jacquard).parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(examples, folder / "examples")
        scripts = folder / "scripts"
        scripts.mkdir()
        files = {"bash": "jacquard.bash", "zsh": "_jacquard", "fish": "jacquard.fish"}
        for shell, script in files.items():
            made = output_of([jacquard, "completion", shell], folder)
            (scripts / script).write_text(made.stdout, encoding="utf-8")
        try_bash(scripts / "jacquard.bash", folder)
        try_zsh(scripts / "_jacquard", folder)
        try_fish(scripts / "jacquard.fish", folder)
        try_manual(jacquard, folder)
        try_examples(jacquard, folder)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
