"""Words that other compilers made or that others print, by revision, each once; with what the tool
says of them."""

from __future__ import annotations

import csv
import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

_WORD = re.compile(r'"([0-9a-f]{16})(?=["\s])')
_PART = re.compile(r'"gpu": ?"?([0-9]+)')
_TABLES = "*_words*.tsv"
_PROGRAMS = ("*programs*.jsonl*", "*pipelines*.jsonl*")


def words_by_revision(folders: list[Path]) -> dict[str, list[str]]:
    """The words of all tables and programs in some folders."""
    found: dict[str, dict[str, None]] = {}
    for folder in folders:
        for revision, word in [*_of_tables(folder), *_of_programs(folder)]:
            found.setdefault(revision, {})[word] = None
    return {revision: list(words) for revision, words in sorted(found.items())}


def _revision(part: str) -> str:
    """The files name parts by numbers, whose hundreds are those of their revisions."""
    return f"a{part[0]}xx"


def _of_tables(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob(_TABLES)):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield _revision(row["gpu"]), row.get("hex") or row["word"]


def _of_programs(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted({path for pattern in _PROGRAMS for path in folder.glob(pattern)}):
        opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else \
            open(path, encoding="utf-8")
        with opened as lines:
            for line in lines:
                part = _PART.search(line)
                if part is not None:
                    yield from ((_revision(part[1]), word) for word in _WORD.findall(line))


def rows(tool: str, words: dict[str, list[str]]) -> Iterator[str]:
    """Rows as the tests of the outputs read them: the revision, the word, its text, and 1 where
    the tool assembles the text to the same word."""
    for revision, of_revision in words.items():
        texts = answers(tool, "disasm", revision, of_revision)
        again = answers(tool, "asm", revision, texts)
        for word, text, assembled in zip(of_revision, texts, again):
            yield f"{revision}\t{word}\t{text}\t{int(assembled == word)}\n"


def answers(tool: str, command: str, revision: str, lines: list[str]) -> list[str]:
    """Returns what the tool makes of each line."""
    done = subprocess.run([tool, command, "--hex", "-", "--gpu", revision], text=True, check=True,
                          input="\n".join(lines) + "\n", capture_output=True)
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines), f"{command}: {len(lines)} lines, {len(answers)} answers"
    return answers
