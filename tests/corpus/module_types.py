"""The facts about a module of SPIR-V that are needed to draw a case for it.

A reader of its own, so that cases share nothing with the front end that they judge. Numbers are
those of Khronos' specification.
"""

from __future__ import annotations

import dataclasses
import struct
from typing import Iterator, Optional

MAGIC = 0x07230203
STAGES = {0: 'vertex', 1: 'tessellation control', 2: 'tessellation evaluation', 3: 'geometry',
          4: 'fragment', 5: 'compute'}
# Instructions.
ENTRY_POINT, EXECUTION_MODE = 15, 16
TYPE_BOOL, TYPE_INT, TYPE_FLOAT, TYPE_VECTOR, TYPE_MATRIX, TYPE_IMAGE = 20, 21, 22, 23, 24, 25
TYPE_SAMPLER, TYPE_SAMPLED_IMAGE, TYPE_ARRAY, TYPE_RUNTIME_ARRAY, TYPE_STRUCT = 26, 27, 28, 29, 30
TYPE_POINTER = 32
CONSTANT, SPEC_CONSTANT, FUNCTION, VARIABLE = 43, 50, 54, 59
DECORATE, MEMBER_DECORATE = 71, 72
# Decorations.
BUFFER_BLOCK, ROW_MAJOR, ARRAY_STRIDE, MATRIX_STRIDE = 3, 4, 6, 7
BUILT_IN, FLAT, LOCATION, COMPONENT, BINDING, SET, OFFSET = 11, 14, 30, 31, 33, 34, 35
# Storage classes.
UNIFORM_CONSTANT, INPUT, UNIFORM, PUSH_CONSTANT, STORAGE_BUFFER = 0, 1, 2, 9, 12
LOCAL_SIZE = 17
DEPTH_IMAGE, STORAGE_IMAGE = 1, 2


class NotFed(Exception):
    """A form that no case is drawn for."""


@dataclasses.dataclass
class Type:
    """A type as it lies in a buffer; strides and offsets in bytes."""
    kind: str
    bits: int = 0
    element: Optional[Type] = None
    count: int = 0  # of elements; 0 in arrays without an end
    stride: int = 0
    is_vector: bool = False
    members: list[Type] = dataclasses.field(default_factory=list)
    offsets: list[int] = dataclasses.field(default_factory=list)
    is_buffer_block: bool = False
    # The following members describe images.
    dim: int = 0
    is_depth: bool = False
    is_arrayed: bool = False
    is_multisampled: bool = False
    is_storage: bool = False
    format: int = 0

    def texel(self) -> Type:
        """The image itself of a combined one, its kind that of its texels."""
        image = self.element if self.kind == 'combined' else self
        assert image is not None and image.element is not None
        return dataclasses.replace(image, kind=image.element.kind)

    def size(self, runtime_elements: int) -> int:
        if self.members:
            return max(offset + member.size(runtime_elements)
                       for member, offset in zip(self.members, self.offsets))
        if self.element is not None:
            return (self.count or runtime_elements) * self.stride
        return self.bits // 8


@dataclasses.dataclass
class Variable:
    type: Type
    storage: str
    location: Optional[int] = None
    component: int = 0
    built_in: Optional[int] = None
    is_flat: bool = False
    set: Optional[int] = None
    binding: Optional[int] = None


@dataclasses.dataclass
class Interface:
    stage: str
    local_size: list[int]
    inputs: list[Variable]
    resources: list[Variable]


def instructions(content: bytes) -> Iterator[tuple[int, list[int]]]:
    words = struct.unpack(f'<{len(content) // 4}I', content[:len(content) // 4 * 4])
    if len(words) < 5 or words[0] != MAGIC:
        raise NotFed('no module of this byte order')
    at = 5
    while at < len(words):
        length = words[at] >> 16
        if length == 0:
            raise NotFed('no module')
        yield words[at] & 0xffff, list(words[at + 1:at + length])
        at += length


class Reader:
    """Gathers the declarations in front of the functions."""

    def __init__(self, content: bytes) -> None:
        self.decorations: dict[int, dict[int, int]] = {}
        self.member_decorations: dict[tuple[int, int], dict[int, int]] = {}
        self.types: dict[int, tuple[int, list[int]]] = {}
        self.constants: dict[int, int] = {}
        self.variables: list[tuple[int, int, int]] = []
        self.interface: list[int] = []
        self.entry = 0
        self.stage = ''
        self.local_size = [1, 1, 1]
        for opcode, operands in instructions(content):
            if opcode == FUNCTION:
                break
            self.see(opcode, operands)

    def see(self, opcode: int, operands: list[int]) -> None:
        if opcode == ENTRY_POINT and not self.stage:
            self.stage = STAGES.get(operands[0], 'another')
            self.entry = operands[1]
            name_end = next(i for i, word in enumerate(operands[2:], 2) if word >> 24 == 0)
            self.interface = operands[name_end + 1:]
        elif opcode == EXECUTION_MODE and operands[:2] == [self.entry, LOCAL_SIZE]:
            self.local_size = operands[2:5]
        elif opcode == DECORATE:
            held = self.decorations.setdefault(operands[0], {})
            held[operands[1]] = operands[2] if len(operands) > 2 else 1
        elif opcode == MEMBER_DECORATE:
            held = self.member_decorations.setdefault((operands[0], operands[1]), {})
            held[operands[2]] = operands[3] if len(operands) > 3 else 1
        elif TYPE_BOOL <= opcode <= TYPE_POINTER:
            self.types[operands[0]] = (opcode, operands[1:])
        elif opcode in (CONSTANT, SPEC_CONSTANT):
            self.constants[operands[1]] = operands[2]
        elif opcode == VARIABLE:
            self.variables.append((operands[1], operands[0], operands[2]))

    def of(self, number: int) -> dict[int, int]:
        return self.decorations.get(number, {})

    def type(self, number: int, matrix: Optional[dict[int, int]] = None) -> Type:
        """`matrix`: what decorates the member that holds the type."""
        opcode, operands = self.types.get(number, (0, []))
        if opcode in (TYPE_INT, TYPE_FLOAT):
            kind = 'float' if opcode == TYPE_FLOAT else 'int' if operands[1] else 'uint'
            return Type(kind, bits=operands[0])
        if opcode == TYPE_VECTOR:
            element = self.type(operands[0])
            return Type('vector', element=element, count=operands[1], stride=element.bits // 8,
                        is_vector=True)
        if opcode == TYPE_MATRIX:
            return self.matrix(operands, matrix or {})
        if opcode in (TYPE_ARRAY, TYPE_RUNTIME_ARRAY):
            count = self.constants.get(operands[1], 0) if opcode == TYPE_ARRAY else 0
            return Type('array', element=self.type(operands[0], matrix), count=count,
                        stride=self.of(number).get(ARRAY_STRIDE, 0))
        if opcode == TYPE_STRUCT:
            held = [self.member_decorations.get((number, i), {}) for i in range(len(operands))]
            return Type('struct', members=[self.type(each, facts)
                                           for each, facts in zip(operands, held)],
                        offsets=[facts.get(OFFSET, 0) for facts in held],
                        is_buffer_block=BUFFER_BLOCK in self.of(number))
        if opcode == TYPE_IMAGE:
            return Type('image', element=self.type(operands[0]), dim=operands[1],
                        is_depth=operands[2] == DEPTH_IMAGE, is_arrayed=operands[3] != 0,
                        is_multisampled=operands[4] != 0,
                        is_storage=operands[5] == STORAGE_IMAGE, format=operands[6])
        if opcode == TYPE_SAMPLED_IMAGE:
            return Type('combined', element=self.type(operands[0]))
        if opcode == TYPE_SAMPLER:
            return Type('sampler')
        raise NotFed('a type that no case is drawn for')

    def matrix(self, operands: list[int], facts: dict[int, int]) -> Type:
        column = self.type(operands[0])
        assert column.element is not None
        stride = facts.get(MATRIX_STRIDE, 0)
        if ROW_MAJOR not in facts:
            return Type('matrix', element=column, count=operands[1], stride=stride)
        row = dataclasses.replace(column, count=operands[1])
        return Type('matrix', element=row, count=column.count, stride=stride)


def storage_of(storage: int, what: Type) -> str:
    if storage == PUSH_CONSTANT:
        return 'push_constant'
    if storage == STORAGE_BUFFER:
        return 'storage_buffers'
    if storage == UNIFORM_CONSTANT:
        return 'opaque'
    inner = what
    while inner.kind == 'array' and inner.element is not None:
        inner = inner.element
    return 'storage_buffers' if inner.is_buffer_block else 'uniform_buffers'


def read_interface(content: bytes) -> Interface:
    reader = Reader(content)
    inputs, resources = [], []
    for number, pointer, storage in reader.variables:
        facts = reader.of(number)
        _, operands = reader.types[pointer]
        if storage == INPUT and number in reader.interface:
            built_in = facts.get(BUILT_IN)
            if built_in is None and LOCATION not in facts:
                raise NotFed('an input without a location')
            what = Type('built-in') if built_in is not None else reader.type(operands[1])
            inputs.append(Variable(what, 'input', facts.get(LOCATION), facts.get(COMPONENT, 0),
                                   built_in, FLAT in facts))
        elif storage in (UNIFORM_CONSTANT, UNIFORM, PUSH_CONSTANT, STORAGE_BUFFER):
            what = reader.type(operands[1])
            if storage != PUSH_CONSTANT and not (SET in facts and BINDING in facts):
                raise NotFed('a resource without a set, as in OpenGL')
            resources.append(Variable(what, storage_of(storage, what), set=facts.get(SET),
                                      binding=facts.get(BINDING)))
    return Interface(reader.stage, reader.local_size, inputs, resources)
