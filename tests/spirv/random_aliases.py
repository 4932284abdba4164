#!/usr/bin/env python3
"""Several variables of one binding show the same memory: random compute modules store by one and
load by another, and both engines must leave what the order of the program says.

    random_aliases.py JACQUARD [--count N] [--seed N] [--gpus LIST] [--keep FOLDER] [--apart]

Each module has views of one buffer that differ in what they are arrays of, and a sequence of loads
and stores, some of them below a condition or at an index that was loaded. This script executes the
sequence on a list of words, which is what it expects. With --apart each variable has a binding of
its own, as a compiler would have it that took them for different memory: most modules must then
disagree.

Exit codes: 0 all agree (with --apart: most do not), 1 otherwise.
"""

import functools
import pathlib
import random
import sys

import random_modules

NUM_WORDS = 32
MASK = 0xffffffff


class View:
    """A variable of the binding: an array whose elements have members of one to four words."""

    def __init__(self, name: str, stride: int, members: list[tuple[int, int]]) -> None:
        self.name = name
        self.stride = stride  # in words
        self.members = members  # the word where it begins, and how many it has
        self.count = NUM_WORDS // stride

    def declaration(self, binding: int) -> tuple[list[str], list[str], list[str]]:
        """Decorations, types, and the variable itself."""
        n = self.name
        types = ['%uint' if size == 1 else f'%u{size}' for _, size in self.members]
        decorations = [f'OpDecorate %{n}s ArrayStride {self.stride * 4}',
                       f'OpDecorate %{n}_block Block', f'OpMemberDecorate %{n}_block 0 Offset 0',
                       f'OpDecorate %{n} DescriptorSet 0', f'OpDecorate %{n} Binding {binding}']
        decorations += [f'OpMemberDecorate %{n}_element {i} Offset {at * 4}'
                        for i, (at, _) in enumerate(self.members)]
        return decorations, [
            f'%{n}_element = OpTypeStruct {" ".join(types)}',
            f'%{n}s = OpTypeRuntimeArray %{n}_element',
            f'%{n}_block = OpTypeStruct %{n}s',
            f'%{n}_pointer = OpTypePointer StorageBuffer %{n}_block'], [
            f'%{n} = OpVariable %{n}_pointer StorageBuffer']


VIEWS = [View('words', 1, [(0, 1)]), View('pairs', 2, [(0, 2)]), View('fours', 4, [(0, 4)]),
         View('gaps', 2, [(1, 1)]), View('mixed', 4, [(0, 1), (2, 2)])]


class Program:
    """A module in the making, and what its statements do to a list of words."""

    def __init__(self, choices: random.Random, apart: bool) -> None:
        self.choices = choices
        self.apart = apart
        self.views = choices.sample(VIEWS, choices.randint(2, 3))
        self.memory = [choices.randrange(1, 64) for _ in range(NUM_WORDS)]
        self.before = list(self.memory)
        self.lines: list[str] = []
        self.values: list[tuple[str, int]] = [('%one', 1), ('%seven', 7)]
        self.num_ids = 0

    def id(self) -> str:
        self.num_ids += 1
        return f'%v{self.num_ids}'

    def value(self) -> tuple[str, int]:
        # Newer values are the ones that another order of accesses would change.
        newest = self.values[-4:]
        return self.choices.choice(newest if self.choices.random() < 0.7 else self.values)

    def emit(self, operation: str) -> str:
        made = self.id()
        self.lines.append(f'{made} = {operation}')
        return made

    def index(self, count: int) -> tuple[str, int]:
        if self.choices.random() < 0.7:
            number = self.choices.randrange(min(count, 4))
            return f'%n{number}', number
        name, number = self.value()
        most = min(count, 4) - 1
        return self.emit(f'OpBitwiseAnd %uint {name} %n{most}'), number & most

    def place(self) -> tuple[str, list[int], str]:
        """A pointer, the words that it leads to, and their type."""
        view = self.choices.choice(self.views)
        index, number = self.index(view.count)
        member = self.choices.randrange(len(view.members))
        at, size = view.members[member]
        words = [number * view.stride + at + i for i in range(size)]
        chain = f'%{view.name} %n0 {index} %n{member}'
        if size > 1 and self.choices.random() < 0.4:
            component = self.choices.randrange(size)
            return (self.emit(f'OpAccessChain %p1 {chain} %n{component}'), [words[component]],
                    '%uint')
        return (self.emit(f'OpAccessChain %p{size} {chain}'), words,
                '%uint' if size == 1 else f'%u{size}')

    def load(self) -> None:
        pointer, words, type_name = self.place()
        loaded = self.emit(f'OpLoad {type_name} {pointer}')
        if len(words) == 1:
            self.values.append((loaded, self.memory[words[0]]))
            return
        for i, word in enumerate(words):
            part = self.emit(f'OpCompositeExtract %uint {loaded} {i}')
            self.values.append((part, self.memory[word]))

    def store(self, happens: bool = True) -> None:
        pointer, words, type_name = self.place()
        given = [self.value() for _ in words]
        if self.choices.random() < 0.5:
            one, other = given[0], self.value()
            given[0] = (self.emit(f'OpIAdd %uint {one[0]} {other[0]}'), one[1] + other[1] & MASK)
            self.values.append(given[0])
        stored = given[0][0]
        if len(words) > 1:
            names = ' '.join(name for name, _ in given)
            stored = self.emit(f'OpCompositeConstruct {type_name} {names}')
        self.lines.append(f'OpStore {pointer} {stored}')
        if happens:
            for word, (_, number) in zip(words, given):
                self.memory[word] = number

    def conditional_store(self) -> None:
        name, number = self.value()
        bit = self.emit(f'OpBitwiseAnd %uint {name} %one')
        is_odd = self.emit(f'OpIEqual %bool {bit} %one')
        inside, after = self.id(), self.id()
        self.lines += [f'OpSelectionMerge {after} None',
                       f'OpBranchConditional {is_odd} {inside} {after}', f'{inside} = OpLabel']
        # Values made below the condition do not dominate the code after it.
        known = list(self.values)
        self.store(number & 1 == 1)
        self.values = known
        self.lines += [f'OpBranch {after}', f'{after} = OpLabel']

    def make(self) -> None:
        for _ in range(self.choices.randint(6, 20)):
            step = self.choices.random()
            if step < 0.45:
                self.load()
            elif step < 0.85:
                self.store()
            else:
                self.conditional_store()

    def module(self) -> str:
        decorations: list[str] = []
        types: list[str] = []
        variables: list[str] = []
        for i, view in enumerate(self.views):
            for made, into in zip(view.declaration(2 + (i if self.apart else 0)),
                                  (decorations, types, variables)):
                into += made
        return '\n'.join([
            'OpCapability Shader', 'OpMemoryModel Logical GLSL450',
            'OpEntryPoint GLCompute %main "main"', 'OpExecutionMode %main LocalSize 1 1 1',
            *decorations, '%void = OpTypeVoid', '%fn = OpTypeFunction %void',
            '%bool = OpTypeBool', '%uint = OpTypeInt 32 0',
            *(f'%u{n} = OpTypeVector %uint {n}' for n in (2, 4)),
            *(f'%n{n} = OpConstant %uint {n}' for n in range(4)),
            '%one = OpConstant %uint 1', '%seven = OpConstant %uint 7', *types,
            '%p1 = OpTypePointer StorageBuffer %uint',
            *(f'%p{n} = OpTypePointer StorageBuffer %u{n}' for n in (2, 4)), *variables,
            '%main = OpFunction %void None %fn', '%entry = OpLabel', *self.lines, 'OpReturn',
            'OpFunctionEnd', ''])

    def case(self, path: str) -> str:
        def rows(prefix: str, words: list[int]) -> list[str]:
            return [f'{prefix}MEMORY ssbo 0.2 {i // 4} '
                    + ' '.join(f'{word:08x}' for word in words[i:i + 4])
                    for i in range(0, len(words), 4)]
        return '\n'.join([f'shader {path}', 'run', *rows('', self.before),
                          *rows('expect ', self.memory), ''])


def make_with(apart: bool, seed: int, shaders: pathlib.Path, cases: pathlib.Path) -> None:
    program = Program(random.Random(seed), apart)
    program.make()
    (shaders / f'{seed}.spvasm').write_text(program.module(), encoding='utf-8')
    (cases / f'{seed}.case').write_text(program.case(f'shaders/{seed}.spvasm'), encoding='utf-8')


def main() -> int:
    given = random_modules.parser('--apart', 'each variable has a binding of its own').parse_args()
    outcome = random_modules.run(given, functools.partial(make_with, given.wrong))
    if given.wrong:
        return int(outcome.disagree * 2 <= outcome.modules)
    return int(outcome.disagree != 0)


if __name__ == '__main__':
    sys.exit(main())
