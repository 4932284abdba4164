#!/usr/bin/env python3
"""Random interfaces between stages lie at the locations that the specification gives them, in each
of two stages that are compiled apart: arrays, matrices and structures, one in the other, as
variables and as blocks.

    random_interfaces.py JACQUARD [--count N] [--seed N] [--gpus LIST] [--keep FOLDER] [--wrong]

The rules, of Vulkan's chapter on interfaces: a scalar or vector of 32 bits takes one location; an
array as many as its elements together; a matrix as many as its columns; a structure as many as its
members, one after the other. For each interface a vertex module gives every component a number of
its own, and a fragment module stores every component that it is given. What they must give out and
store is worked out here from the rules. Elements are also reached by an index that is loaded.
With --wrong a matrix is taken here for one location; modules must then disagree.

Exit codes: 0 all agree (with --wrong: some do not), 1 otherwise.
"""

from __future__ import annotations

import pathlib
import random
import struct
import sys
from typing import NamedTuple, Optional, Union

import random_modules

MOST_LOCATIONS = 28
Word = int
matrices_take_one = False


class Vector(NamedTuple):
    base: str  # float or uint
    size: int


class Several(NamedTuple):
    """An array, or a matrix, which is an array of columns."""

    element: Type
    count: int
    is_matrix: bool


class Structure(NamedTuple):
    members: tuple[Type, ...]


Type = Union[Vector, Several, Structure]


class Leaf(NamedTuple):
    path: tuple[tuple[int, bool], ...]  # index, and whether it may be a loaded one
    vector: Vector
    location: int  # from the variable's own on
    component: int = 0


def locations(kind: Type) -> int:
    if isinstance(kind, Vector):
        return 1
    if isinstance(kind, Several):
        taken = kind.count * locations(kind.element)
        return 1 if kind.is_matrix and matrices_take_one else taken
    return sum(locations(member) for member in kind.members)


def leaves(kind: Type, path: tuple[tuple[int, bool], ...] = (), at: int = 0) -> list[Leaf]:
    if isinstance(kind, Vector):
        return [Leaf(path, kind, at)]
    found: list[Leaf] = []
    count = kind.count if isinstance(kind, Several) else len(kind.members)
    for i in range(count):
        part = kind.element if isinstance(kind, Several) else kind.members[i]
        found += leaves(part, (*path, (i, isinstance(kind, Several))), at)
        at += locations(part)
    return found


def has_integers(kind: Type) -> bool:
    return any(leaf.vector.base == 'uint' for leaf in leaves(kind))


def random_type(choices: random.Random, depth: int) -> Type:
    step = choices.random()
    if depth == 0 or step < 0.35:
        return Vector(choices.choice(['float', 'float', 'uint']), choices.randint(1, 4))
    if step < 0.5:
        return Several(Vector('float', choices.randint(2, 4)), choices.randint(2, 4), True)
    if step < 0.75:
        return Several(random_type(choices, depth - 1), choices.randint(1, 3), False)
    return Structure(tuple(random_type(choices, depth - 1)
                           for _ in range(choices.randint(1, 3))))


class Variable(NamedTuple):
    kind: Type
    location: int
    component: Optional[int]
    is_block: bool


def random_interface(choices: random.Random) -> list[Variable]:
    made: list[Variable] = []
    at = choices.randrange(3)
    for _ in range(choices.randint(1, 5)):
        kind = random_type(choices, 3)
        if at + locations(kind) > MOST_LOCATIONS:
            continue
        if isinstance(kind, Vector) and kind.size < 4 and choices.random() < 0.4:
            # Two variables share a location.
            other = Vector(kind.base, choices.randint(1, 4 - kind.size))
            made.append(Variable(kind, at, 0, False))
            made.append(Variable(other, at, 4 - other.size, False))
        else:
            is_block = isinstance(kind, Structure) and choices.random() < 0.5
            made.append(Variable(kind, at, None, is_block))
        at += locations(kind) + (choices.randrange(3) if choices.random() < 0.3 else 0)
    return made


class Module:
    """One stage, in the making."""

    def __init__(self, choices: random.Random, is_vertex: bool) -> None:
        self.choices = choices
        self.storage = 'Output' if is_vertex else 'Input'
        self.is_vertex = is_vertex
        self.decorations: list[str] = []
        self.types: dict[Type, str] = {}
        self.lines: list[str] = []  # of types, constants and variables
        self.pointers: set[str] = set()
        self.body: list[str] = []
        self.variables: list[str] = []
        self.constants: set[str] = set()
        self.num_ids = 0
        self.number(0)

    def id(self) -> str:
        self.num_ids += 1
        return f'%v{self.num_ids}'

    def type_name(self, kind: Type, is_block: bool = False) -> str:
        if kind in self.types and not is_block:
            return self.types[kind]
        if isinstance(kind, Vector):
            made = f'%{kind.base}{kind.size if kind.size > 1 else ""}'
            if kind.size > 1:
                self.lines.append(f'{made} = OpTypeVector %{kind.base} {kind.size}')
        elif isinstance(kind, Several):
            element = self.type_name(kind.element)
            made = self.id()
            self.lines.append(f'{made} = OpTypeMatrix {element} {kind.count}' if kind.is_matrix else
                              f'{made} = OpTypeArray {element} {self.number(kind.count)}')
        else:
            members = ' '.join(self.type_name(member) for member in kind.members)
            made = self.id()
            self.lines.append(f'{made} = OpTypeStruct {members}')
            if is_block:
                self.decorations.append(f'OpDecorate {made} Block')
        if not is_block:
            self.types[kind] = made
        return made

    def constant(self, base: str, word: Word) -> str:
        made = f'%{base}_{word}'
        if made not in self.constants:
            self.constants.add(made)
            value = struct.unpack('<f', struct.pack('<I', word))[0] if base == 'float' else word
            self.lines.append(f'{made} = OpConstant %{base} {value}')
        return made

    def number(self, value: int) -> str:
        return self.constant('uint', value)

    def pointer(self, storage: str, type_name: str) -> str:
        made = f'%{storage}_{type_name[1:]}'
        if made not in self.pointers:
            self.pointers.add(made)
            self.lines.append(f'{made} = OpTypePointer {storage} {type_name}')
        return made

    def declare(self, variable: Variable) -> str:
        type_name = self.type_name(variable.kind, variable.is_block)
        made = self.id()
        self.lines.append(
            f'{made} = OpVariable {self.pointer(self.storage, type_name)} {self.storage}')
        self.decorations.append(f'OpDecorate {made} Location {variable.location}')
        if variable.component is not None:
            self.decorations.append(f'OpDecorate {made} Component {variable.component}')
        if has_integers(variable.kind) and not self.is_vertex:
            self.decorations.append(f'OpDecorate {made} Flat')
        self.variables.append(made)
        return made

    def emit(self, operation: str) -> str:
        made = self.id()
        self.body.append(f'{made} = {operation}')
        return made

    def place(self, variable: str, leaf: Leaf) -> str:
        """A pointer to a leaf."""
        if not leaf.path:
            return variable
        indices = []
        for index, may_be_loaded in leaf.path:
            name = self.number(index)
            if may_be_loaded and self.choices.random() < 0.4:
                name = self.emit(f'OpIAdd %uint {name} %loaded_zero')
            indices.append(name)
        pointer = self.pointer(self.storage, self.type_name(leaf.vector))
        return self.emit(f'OpAccessChain {pointer} {variable} {" ".join(indices)}')

    def text(self) -> str:
        stage = 'Vertex' if self.is_vertex else 'Fragment'
        return '\n'.join([
            'OpCapability Shader', 'OpMemoryModel Logical GLSL450',
            f'OpEntryPoint {stage} %main "main" {" ".join(self.variables)}',
            *([] if self.is_vertex else ['OpExecutionMode %main OriginUpperLeft']),
            *self.decorations,
            'OpDecorate %words ArrayStride 4', 'OpDecorate %block Block',
            'OpMemberDecorate %block 0 Offset 0', 'OpDecorate %buffer DescriptorSet 0',
            'OpDecorate %buffer Binding 1', 'OpDecorate %zeros DescriptorSet 0',
            'OpDecorate %zeros Binding 0',
            '%void = OpTypeVoid', '%fn = OpTypeFunction %void', '%float = OpTypeFloat 32',
            '%uint = OpTypeInt 32 0', '%words = OpTypeRuntimeArray %uint',
            '%block = OpTypeStruct %words', '%pb = OpTypePointer StorageBuffer %block',
            '%pw = OpTypePointer StorageBuffer %uint', '%buffer = OpVariable %pb StorageBuffer',
            '%zeros = OpVariable %pb StorageBuffer', *self.lines,
            '%main = OpFunction %void None %fn', '%entry = OpLabel',
            f'%zero_place = OpAccessChain %pw %zeros {self.number(0)} {self.number(0)}',
            '%loaded_zero = OpLoad %uint %zero_place', *self.body, 'OpReturn', 'OpFunctionEnd', ''])


def words_of(index: int, vector: Vector) -> list[Word]:
    """The words of the leaf with that number: all are different numbers."""
    numbers = [index * 4 + i + 1 for i in range(vector.size)]
    if vector.base == 'uint':
        return numbers
    return [struct.unpack('<I', struct.pack('<f', float(number)))[0] for number in numbers]


def rows_of(words: dict[int, Word], form: str) -> list[str]:
    return [form.format(row) + ''.join(f' {words.get(row * 4 + i, 0):08x}' for i in range(4))
            for row in sorted({at // 4 for at in words})]


class Interface:
    """The variables of an interface, and the words that they carry between the stages."""

    def __init__(self, number: int) -> None:
        self.choices = random.Random(number)
        self.variables: list[Variable] = []
        while not self.variables:
            self.variables = random_interface(self.choices)
        self.parts: list[tuple[int, Leaf, list[Word]]] = []  # variable, leaf, words
        self.components: dict[int, Word] = {}  # by location * 4 + component
        for i, variable in enumerate(self.variables):
            for leaf in leaves(variable.kind):
                words = words_of(len(self.parts), leaf.vector)
                self.parts.append((i, leaf, words))
                first = (variable.location + leaf.location) * 4 + (variable.component or 0)
                for k, word in enumerate(words):
                    self.components[first + k] = word

    def vertex(self, path: str) -> tuple[str, str]:
        """The module, and its case."""
        module = Module(self.choices, True)
        names = [module.declare(variable) for variable in self.variables]
        parts = list(self.parts)
        self.choices.shuffle(parts)
        for variable, leaf, words in parts:
            given = [module.constant(leaf.vector.base, word) for word in words]
            place = module.place(names[variable], leaf)
            value = given[0]
            if len(given) > 1:
                value = module.emit(f'OpCompositeConstruct {module.type_name(leaf.vector)} '
                                    + ' '.join(given))
            module.body.append(f'OpStore {place} {value}')
        taken = sorted({at // 4 for at in self.components})
        lines = [f'expect OUT {taken.index(row)} generic {row} lane {lane}'
                 + ''.join(f' {self.components.get(row * 4 + i, 0):08x}' for i in range(4))
                 for row in taken for lane in range(4)]
        return module.text(), '\n'.join([f'shader {path}', 'run', *lines, ''])

    def fragment(self, path: str) -> tuple[str, str]:
        module = Module(self.choices, False)
        names = [module.declare(variable) for variable in self.variables]
        parts = list(self.parts)
        self.choices.shuffle(parts)
        stored: dict[int, Word] = {}
        for variable, leaf, words in parts:
            place = module.place(names[variable], leaf)
            value = module.emit(f'OpLoad {module.type_name(leaf.vector)} {place}')
            for i, word in enumerate(words):
                part = value
                if leaf.vector.size > 1:
                    part = module.emit(f'OpCompositeExtract %{leaf.vector.base} {value} {i}')
                if leaf.vector.base == 'float':
                    part = module.emit(f'OpBitcast %uint {part}')
                at = len(stored)
                stored[at] = word
                target = module.emit(f'OpAccessChain %pw %buffer {module.number(0)} '
                                     + module.number(at))
                module.body.append(f'OpStore {target} {part}')
        given = [f'IN {row[0]} lane {lane}{row[1]}'
                 for lane in range(4) for row in (
                     (at, ''.join(f' {self.components.get(at * 4 + i, 0):08x}' for i in range(4)))
                     for at in sorted({at // 4 for at in self.components}))]
        return module.text(), '\n'.join([
            f'shader {path}', 'run', *given,
            *rows_of({at: 0 for at in stored}, 'MEMORY ssbo 0.1 {}'),
            'MEMORY ssbo 0.0 0 0 0 0 0', *rows_of(stored, 'expect MEMORY ssbo 0.1 {}'), ''])


def make(seed: int, shaders: pathlib.Path, cases: pathlib.Path) -> None:
    interface = Interface(seed)
    for stage, made in (('vert', interface.vertex), ('frag', interface.fragment)):
        text, case = made(f'shaders/{seed}.{stage}.spvasm')
        (shaders / f'{seed}.{stage}.spvasm').write_text(text, encoding='utf-8')
        (cases / f'{seed}.{stage}.case').write_text(case, encoding='utf-8')


def main() -> int:
    given = random_modules.parser('--wrong', 'take a matrix for one location').parse_args()
    global matrices_take_one
    matrices_take_one = given.wrong
    outcome = random_modules.run(given, make)
    return int((outcome.disagree == 0) == given.wrong)


if __name__ == '__main__':
    sys.exit(main())
