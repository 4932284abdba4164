"""Modules as words, from lines of SPIR-V as people write them: `%name = OpIAdd %int %a %b`."""

import functools
import pathlib
import re
import struct

import yaml

DEFS = pathlib.Path(__file__).resolve().parents[3] / 'defs' / 'spirv'
MAGIC = 0x07230203
VERSION_1_3 = 0x10300

# The operands that are enumerants, by the kinds that instructions of control flow have.
ENUMS = ('capability', 'addressing_model', 'memory_model', 'execution_model', 'execution_mode',
         'storage_class', 'decoration', 'built_in', 'function_control', 'selection_control',
         'loop_control')


@functools.cache
def opcode_numbers() -> dict[str, int]:
    numbers = {}
    for file in (DEFS / 'opcodes').glob('*.yaml'):
        for entry in yaml.safe_load(file.read_text(encoding='utf-8')):
            numbers[f'Op{entry["op"]}'] = entry['number']
    return numbers


@functools.cache
def enumerant_values() -> dict[str, int]:
    values = {'None': 0}
    for file in (DEFS / 'enums').glob('*.yaml'):
        for entry in yaml.safe_load(file.read_text(encoding='utf-8')):
            if entry['enum'] in ENUMS:
                for name in entry['names']:
                    values.setdefault(name['name'], name['value'])
    return values


def text_words(text: str) -> list[int]:
    data = text.encode() + b'\0'
    data += b'\0' * (-len(data) % 4)
    return list(struct.unpack(f'<{len(data) // 4}I', data))


class ModuleWords:
    def __init__(self) -> None:
        self.words: list[int] = []
        self.ids: dict[str, int] = {}

    def _id(self, name: str) -> int:
        return self.ids.setdefault(name, len(self.ids) + 1)

    def _operand(self, token: str) -> list[int]:
        if token.startswith('%'):
            return [self._id(token)]
        if token.startswith('"'):
            return text_words(token[1:-1])
        if re.fullmatch(r'-?\d+', token):
            return [int(token) & 0xffffffff]
        return [enumerant_values()[token]]

    def add(self, line: str) -> None:
        tokens = line.split()
        result = None
        if len(tokens) > 1 and tokens[1] == '=':
            result = tokens[0]
            tokens = tokens[2:]
        operands = [word for token in tokens[1:] for word in self._operand(token)]
        if result is not None:
            # The type, where there is one, stands before the result.
            has_type = not tokens[0].startswith('OpType') and tokens[0] != 'OpLabel'
            operands.insert(1 if has_type else 0, self._id(result))
        self.words.append((len(operands) + 1) << 16 | opcode_numbers()[tokens[0]])
        self.words += operands

    def data(self) -> bytes:
        words = [MAGIC, VERSION_1_3, 0, len(self.ids) + 1, 0, *self.words]
        return struct.pack(f'<{len(words)}I', *words)


def assemble(text: str) -> bytes:
    module = ModuleWords()
    for line in text.splitlines():
        if line.strip():
            module.add(line)
    return module.data()
