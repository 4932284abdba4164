"""The members of jacquard_compile_options: their order, their places, and the header for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..c_header import header_text
from ..diagnostics import Diagnostics
from ..escape import name
from .entries import Member, Option

POINTER = 8
WORD = 4
_BUILD_FILE = Path(__file__).resolve().parents[3] / "CMakeLists.txt"
_TYPES = {"part": "uint32_t", "flag": "uint32_t", "number": "uint32_t",
          "specialisations": "const jacquard_specialisation*"}
_SPECIALISATION = [
    "/* A value for a SPIR-V specialisation constant. */",
    "typedef struct jacquard_specialisation {",
    "    uint32_t id;   /* as decorated with SpecId */",
    "    uint64_t bits; /* truncated to the width of the constant */",
    "} jacquard_specialisation;",
    ""]


def members(options: Sequence[Option]) -> list[tuple[Option, Member]]:
    """The options that are members, in the order of their positions."""
    found = [(option, option.c) for option in options if option.c is not None]
    return sorted(found, key=lambda pair: pair[1].place)


def check_members(options: Sequence[Option], diagnostics: Diagnostics) -> None:
    ordered = members(options)
    for wanted, (option, member) in enumerate(ordered, 1):
        if member.place != wanted:
            diagnostics.error("O103", member.where("position"),
                              f"the member of position {wanted} is missing"
                              if member.place > wanted else
                              f"another member has the position {member.place}")
            return
    made = project_version()
    for (_, member), (_, before) in zip(ordered, [ordered[0], *ordered] if ordered else []):
        if version(member.since) < version(before.since):
            diagnostics.error("O104", member.where("since"),
                              f"the member before this one came with {before.since}",
                              [(before.where("since"), "it is here")])
        if made and version(member.since) > version(made):
            diagnostics.error("O105", member.where("since"),
                              f"the version of the project is {made}")


def project_version() -> str:
    """The version that is being made; none where the tables are read without the sources."""
    if not _BUILD_FILE.exists():
        return ""
    found = re.search(r"^project\(\w+ VERSION ([0-9.]+)", _BUILD_FILE.read_text(encoding="utf-8"),
                      re.MULTILINE)
    return found.group(1) if found is not None else ""


class Placed(NamedTuple):
    """A member with its place. Where the structure of the version before ends in the middle of
    eight bytes, its callers do not set the rest: a word lies there that means nothing."""

    option: Option
    member: Member
    offset: int
    is_behind_reserved: bool


def placed(options: Sequence[Option]) -> Iterator[Placed]:
    """The members with their places, in their order."""
    end = POINTER
    before: Member | None = None
    for option, member in members(options):
        size = WORD if is_word(option) else POINTER
        begins = before is not None and version(member.since) > version(before.since)
        is_behind = begins and size == WORD and end % POINTER != 0
        start = -(-end // (POINTER if is_behind else size)) * (POINTER if is_behind else size)
        yield Placed(option, member, start, is_behind)
        end = start + size * (2 if option.type == "specialisations" else 1)
        before = member


def is_word(option: Option) -> bool:
    return _TYPES.get(option.type) == "uint32_t"


def count_of(option: Option) -> str:
    """The member that counts what a pointer points to."""
    return f"{option.option.removesuffix('s')}_count"


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def c_header(options: Sequence[Option]) -> str:
    rows: list[tuple[str, object]] = [("size_t struct_size;", "")]
    reserved = 0
    for option, member, _, is_behind_reserved in placed(options):
        if is_behind_reserved:
            reserved += 1
            rows.append((f"uint32_t reserved_{reserved};", "means nothing"))
        c_type = _TYPES.get(option.type, "const char*")
        rows.append((f"{c_type} {name(option.option)};", member.doc))
        if option.type == "specialisations":
            rows.append((f"size_t {name(count_of(option))};", ""))
    return header_text(
        "COMPILE_OPTIONS", "How a shader is compiled. A member that is 0 or NULL has its default.",
        "struct", "jacquard_compile_options", rows,
        ["#include <stddef.h>", "#include <stdint.h>", "", *_SPECIALISATION])
