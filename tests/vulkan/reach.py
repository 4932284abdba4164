"""Counts the opcodes of SPIR-V and instructions of GLSL.std.450 that random shaders reach."""

import collections
import functools
import pathlib
import struct

import yaml

TABLES = pathlib.Path(__file__).parent.parent.parent / 'defs' / 'spirv'
LANGUAGES = ('spirv', 'GLSL.std.450')


@functools.cache
def names(language: str) -> dict[int, str]:
    """Numbers and names of a language, from the tables."""
    if language == 'spirv':
        files = sorted((TABLES / 'opcodes').glob('*.yaml'))
    else:
        files = [TABLES / 'extended' / f'{language}.yaml']
    return {row['number']: row['op'] for file in files
            for row in yaml.safe_load(file.read_text())}


def number_of(name: str) -> int:
    return next(number for number, one in names('spirv').items() if one == name)


class Reach:
    """Describes how often each was in a module."""

    def __init__(self) -> None:
        self.counts: dict[str, collections.Counter[int]] = {
            language: collections.Counter() for language in LANGUAGES}

    def add(self, module: bytes) -> None:
        words = struct.unpack(f'<{len(module) // 4}I', module)
        extended = number_of('ExtInst')
        at = 5
        while at < len(words):
            length, opcode = words[at] >> 16, words[at] & 0xffff
            self.counts['spirv'][opcode] += 1
            if opcode == extended:  # glslang imports GLSL.std.450 alone
                self.counts['GLSL.std.450'][words[at + 4]] += 1
            at += length

    def merge(self, other: 'Reach') -> None:
        for language, counts in other.counts.items():
            self.counts[language].update(counts)

    def report(self, is_full: bool) -> None:
        for language in LANGUAGES:
            known = names(language)
            missing = sorted(name for number, name in known.items()
                             if number not in self.counts[language])
            print(f'{language}: {len(known) - len(missing)} of {len(known)} reached')
            if is_full:
                print('  not reached: ' + ' '.join(missing))
