"""Makes what others might make of the exported tables, and runs its tests on all recorded words and
folds.

Usage: check_outputs.py python|rust TOOL VECTORS SHARED WORK. The words and folds are those of
VECTORS, and of SHARED/vectors where that is; WORK is a folder to build in. CARGO names the program
for Rust.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from recorded_words import rows, words_by_revision

ROOT = Path(__file__).resolve().parents[2]
# The rows of VECTORS alone.
LEAST_WORDS = 12_000
LEAST_FOLDS = 17_000


def run(what: list[str], folder: Path, environment: dict[str, str]) -> bool:
    started = time.monotonic()
    done = subprocess.run(what, cwd=folder, env=environment, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"$ {' '.join(what)}  ({time.monotonic() - started:.1f} s)")
    if done.returncode != 0:
        print(done.stdout)
    for line in done.stdout.splitlines():
        if " faults" in line:
            print(line)
    return done.returncode == 0


def render(language: str, out: Path, environment: dict[str, str]) -> bool:
    shutil.rmtree(out, ignore_errors=True)
    templates = ROOT / "examples" / "tables" / language
    return run([sys.executable, "-m", "jacquard_gen", "render", "--templates", str(templates),
                "--out", str(out), "--copy"], ROOT, environment)


def check_python(out: Path, environment: dict[str, str]) -> bool:
    good = run([sys.executable, "-m", "unittest"], out, environment)
    mypy = shutil.which("mypy")
    if mypy is None:
        print("skipped: there is no mypy (Debian: mypy)")
        return good
    return run([mypy, "--strict", "jacquard_tables", "tests"], out, environment) and good


def check_rust(out: Path, environment: dict[str, str]) -> bool:
    cargo = environment["CARGO"]
    environment = {**environment, "CARGO_TARGET_DIR": str(out.with_name("target")),
                   "PATH": f"{Path(cargo).parent}{os.pathsep}{environment['PATH']}"}
    good = run([cargo, "test", "--offline", "--", "--nocapture"], out, environment)
    has_clippy = subprocess.run([cargo, "clippy", "--version"], env=environment, check=False,
                                capture_output=True).returncode == 0
    if not has_clippy:
        print("skipped: cargo has no clippy, which rustup installs")
        return good
    return run([cargo, "clippy", "--offline", "--all-targets", "--", "-D", "warnings"], out,
               environment) and good


def main() -> int:
    language, tool = sys.argv[1:3]
    vectors, shared, work = (Path(each).resolve() for each in sys.argv[3:])
    folders = [vectors]
    if (shared / "vectors").is_dir():
        folders.append(shared / "vectors")
    else:
        print(f"skipped: the words of programs, since there is no {shared / 'vectors'}")
    words = words_by_revision(folders)
    count = sum(map(len, words.values()))
    folds = [path for folder in folders for path in sorted(folder.glob("*fold*.tsv"))]
    # Files of both folders have the same rows.
    folds = list({path.read_bytes(): path for path in folds}.values())
    fold_count = sum(path.read_bytes().count(b"\n") for path in folds)
    print(f"{count} words, {fold_count} folds")
    work.mkdir(parents=True, exist_ok=True)
    (work / "words.tsv").write_text("".join(rows(tool, words)), encoding="utf-8")
    environment = {**os.environ, "JACQUARD_WORDS": str(work / "words.tsv"),
                   "JACQUARD_FOLDS": os.pathsep.join(map(str, folds))}
    good = render(language, work / language, environment) and \
        {"python": check_python, "rust": check_rust}[language](work / language, environment)
    return 0 if good and count >= LEAST_WORDS and fold_count >= LEAST_FOLDS else 1


if __name__ == "__main__":
    sys.exit(main())
