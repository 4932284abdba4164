"""Facts that the document of all tables does not have: the state of proofs, the opcodes that
formulas of other languages become, and examples of errors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ..groups import Context
from ..proofs import command
from ..proofs.cache import UNDECIDED, Cache

_CALL = re.compile(r"\bb\.([a-z][a-z0-9_]*)\(")
_EXPECTED = re.compile(r"# expect: ?(.*)")
_TOLD = re.compile(r"error\[([A-Z][0-9]{3})\]: ")
_MOST_EXAMPLES = 3
_AROUND = 4
_MEANING = {"proven": "for all values", "exhausted": "every value was tried",
            "never": "no values satisfy the conditions at these widths",
            "new": "not proven as it stands now; `check` tries it with edge and random values"}


class Proof(NamedTuple):
    """How a statement of the tables ended, at some widths."""

    name: str
    widths: str
    outcome: str
    meaning: str


class Proofs:
    """The states of all statements, as the tables have them now."""

    def __init__(self, context: Context, tables_dir: Path) -> None:
        self._by_noun: dict[str, dict[str, list[Proof]]] = {}
        found, keys = command.kinds(context)
        for kind in found:
            known = Cache(tables_dir, kind.noun).known
            by_name = self._by_noun.setdefault(kind.noun, {})
            for statement in kind.statements:
                row = known.get(keys.key(statement))
                outcome = row.outcome if row is not None else "new"
                by_name.setdefault(statement.name, []).append(Proof(
                    statement.name, statement.widths, outcome,
                    _MEANING.get(outcome) or UNDECIDED[outcome]))

    def of(self, noun: str, name: str) -> list[Proof]:
        """The proofs of one name; of all names that begin so where it ends with a colon."""
        names = self._by_noun.get(noun, {})
        if not name.endswith(":"):
            return _once(names.get(name, []))
        return _once(proof for each, proofs in names.items() if each.startswith(name)
                     for proof in proofs)

    def counts(self) -> dict[str, dict[str, int]]:
        """How many statements ended how, by kind."""
        made: dict[str, dict[str, int]] = {}
        for noun, names in self._by_noun.items():
            for proofs in names.values():
                for proof in proofs:
                    of_noun = made.setdefault(noun, {})
                    of_noun[proof.outcome] = of_noun.get(proof.outcome, 0) + 1
        return made


def _once(proofs: Iterable[Proof]) -> list[Proof]:
    return list(dict.fromkeys(proofs))


class Example(NamedTuple):
    title: str
    text: str
    told: str
    place: str


class Sources(NamedTuple):
    proofs: Proofs
    becomes: dict[tuple[str, str], list[str]]
    examples: dict[str, list[Example]]


def sources(context: Context, root: Path) -> Sources:
    return Sources(Proofs(context, context.tables_dir), becomes(context),
                   {**examples_of_pages(root), **examples_of_tables(root)})


def becomes(context: Context) -> dict[tuple[str, str], list[str]]:
    """The opcodes in what the generator makes of each formula of SPIR-V and TGSI."""
    spirv: Any = context.model("spirv")
    tgsi: Any = context.model("tgsi")
    made: dict[tuple[str, str], list[str]] = {}
    sets = {"": spirv.computed, **spirv.extended_computed}
    for set_name, computed in sets.items():
        for name, formula in computed.formulas.items():
            texts = [*formula.lines, formula.value]
            for case in formula.cases:
                texts += [*case.lines, case.value]
            key = ("spirv_extended", f"{set_name}:{name}") if set_name else ("spirv_op", str(name))
            made[key] = _opcodes(texts)
    for name, formula in tgsi.formulas.items():
        made["tgsi_op", str(name)] = _opcodes(
            text for step in formula.steps for text in (*step.lines, step.value))
    return made


def _opcodes(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for text in texts for name in _CALL.findall(text)
                              if not name.startswith("imm_")))


def examples_of_tables(root: Path) -> dict[str, list[Example]]:
    """Faulty tables of the generator's tests, by the code that each must give."""
    made: dict[str, list[Example]] = {}
    folder = root / "generators" / "tests" / "bad"
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        code = path.name.partition("_")[0]
        if not path.is_file() or path.suffix not in (".yaml", ".j2"):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if any(ord(character) < 32 and character not in "\n\t" for character in text):
            continue
        told = "\n".join(each.strip() for each in _EXPECTED.findall(text))
        # Lines are numbered as they are in the file.
        shown = "\n".join(each for each in text.splitlines() if not _EXPECTED.match(each))
        some = made.setdefault(code, [])
        if len(some) < _MOST_EXAMPLES:
            some.append(Example(path.name.partition("_")[2].partition(".")[0].replace("_", " "),
                                shown.rstrip("\n"), told, path.relative_to(root).as_posix()))
    return made


def examples_of_pages(root: Path) -> dict[str, list[Example]]:
    """Errors as pages and tests show them."""
    made: dict[str, list[Example]] = {}
    for folder, pattern in (("docs", "*.md"), ("tests", "*.txt"), ("tests", "*.md")):
        for path in sorted((root / folder).rglob(pattern)) if (root / folder).is_dir() else []:
            if path.name == "CMakeLists.txt":
                continue
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            for number, text in enumerate(lines):
                found = _TOLD.search(text)
                some = made.setdefault(found.group(1), []) if found else []
                if found and len(some) < _MOST_EXAMPLES:
                    some.append(Example("as it is told", _told(lines, number), "",
                                        f"{path.relative_to(root).as_posix()}:{number + 1}"))
    return {code: some for code, some in made.items() if some}


def _told(lines: list[str], number: int) -> str:
    """An error with the line, the caret and the notes below it."""
    kept = [lines[number]]
    for each in lines[number + 1:number + 1 + _AROUND]:
        if not each.startswith((" ", ">")) or _TOLD.search(each):
            break
        kept.append(each)
    return "\n".join(kept)
