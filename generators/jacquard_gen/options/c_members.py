"""The members of jacquard_compile_options: their order, their places, and the header for people."""

from __future__ import annotations

from collections.abc import Sequence

from ..c_header import header_text
from ..diagnostics import Diagnostics
from .entries import Member, Option

POINTER = 8
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
    offset = POINTER
    for (option, member), (_, before) in zip(ordered, [ordered[0], *ordered] if ordered else []):
        if version(member) < version(before):
            diagnostics.error("O104", member.where("since"),
                              f"the member before this one came with {before.since}",
                              [(before.where("since"), "it is here")])
        size = 4 if is_word(option) else POINTER
        start = -(-offset // size) * size
        old_end = -(-offset // POINTER) * POINTER
        if version(member) > version(before) and start < old_end:
            diagnostics.error("O105", member.where("position"),
                              f"the structure of {before.since} ends with bytes that mean nothing "
                              f"here")
        offset = start + size * (2 if option.type == "specialisations" else 1)


def is_word(option: Option) -> bool:
    return _TYPES.get(option.type) == "uint32_t"


def version(member: Member) -> tuple[int, ...]:
    return tuple(int(part) for part in member.since.split("."))


def c_header(options: Sequence[Option]) -> str:
    rows: list[tuple[str, object]] = [("size_t struct_size;", "")]
    for option, member in members(options):
        c_type = _TYPES.get(option.type, "const char*")
        rows.append((f"{c_type} {option.option};", member.doc))
        if option.type == "specialisations":
            rows.append((f"size_t {option.option.removesuffix('s')}_count;", ""))
    return header_text(
        "COMPILE_OPTIONS", "How a shader is compiled. A member that is 0 or NULL has its default.",
        "struct", "jacquard_compile_options", rows,
        ["#include <stddef.h>", "#include <stdint.h>", "", *_SPECIALISATION])
