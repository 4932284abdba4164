"""What a file in the format ELF needs of others: libraries, and versions of their symbols."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

MAGIC = b"\x7fELF"
DYNAMIC, NEEDED_VERSIONS = 6, 0x6ffffffe  # kinds of sections
NEEDED = 1  # an entry of the dynamic section that names a library
MACHINES = {62: "x86_64", 183: "aarch64"}


class ElfError(Exception):
    """The file is none that this reads."""


class Needs(NamedTuple):
    """What a file needs: its machine's name, libraries, and their symbols' versions."""

    machine: str
    libraries: frozenset[str]
    versions: frozenset[str]  # "GLIBC_2.34"


class Section(NamedTuple):
    kind: int
    offset: int
    size: int
    link: int  # the section with the texts


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _sections(content: bytes) -> list[Section]:
    start, = struct.unpack_from("<Q", content, 0x28)
    size, count = struct.unpack_from("<HH", content, 0x3a)
    sections = []
    for number in range(count):
        at = start + number * size
        kind, = struct.unpack_from("<I", content, at + 4)
        offset, length, link = struct.unpack_from("<QQI", content, at + 24)
        sections.append(Section(kind, offset, length, link))
    return sections


def _text(content: bytes, strings: Section, offset: int) -> str:
    start = strings.offset + offset
    return content[start:content.index(b"\0", start)].decode()


def _needed_libraries(content: bytes, section: Section, strings: Section) -> set[str]:
    found = set()
    for at in range(section.offset, section.offset + section.size, 16):
        kind, value = struct.unpack_from("<QQ", content, at)
        if kind == NEEDED:
            found.add(_text(content, strings, value))
    return found


def _needed_versions(content: bytes, section: Section, strings: Section) -> set[str]:
    found = set()
    at = section.offset
    while True:
        count, = struct.unpack_from("<H", content, at + 2)
        first, following = struct.unpack_from("<II", content, at + 8)
        entry = at + first
        for _ in range(count):
            name, step = struct.unpack_from("<II", content, entry + 8)
            found.add(_text(content, strings, name))
            entry += step
        if following == 0:
            return found
        at += following


def needs(path: Path) -> Needs:
    """Reads what a file needs. Raises ElfError where it is no ELF file of 64 bits that is whole."""
    content = path.read_bytes()
    if content[:6] != MAGIC + b"\x02\x01":
        raise ElfError(f"{path} is no little-endian ELF file of 64 bits")
    libraries: set[str] = set()
    versions: set[str] = set()
    try:
        number, = struct.unpack_from("<H", content, 0x12)
        sections = _sections(content)
        for section in sections:
            if section.kind == DYNAMIC:
                libraries |= _needed_libraries(content, section, sections[section.link])
            elif section.kind == NEEDED_VERSIONS:
                versions |= _needed_versions(content, section, sections[section.link])
    except (struct.error, ValueError, IndexError) as fault:
        raise ElfError(f"{path} is damaged: {fault}") from fault
    if number not in MACHINES:
        raise ElfError(f"{path} is for a machine that wheels have no name for ({number})")
    return Needs(MACHINES[number], frozenset(libraries), frozenset(versions))
