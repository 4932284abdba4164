#!/usr/bin/env python3
"""Random GLSL by seed: `random_glsl.py --seed 7` prints the shader of that seed.

The expressions come from operations.yaml, the statements from here. What a shader computes is
defined by the specification alone: variables hold values before they are read, indices, shifts and
divisors are kept in range, loops end, floats stay small and finite, invocations do not race.
"""

import argparse
import dataclasses
import functools
import pathlib
import random
import sys
from typing import Callable, Optional

import yaml

HERE = pathlib.Path(__file__).parent
# No variable holds a float that is larger.
LIMIT = 64.0
# No expression does.
LARGEST = 1.0e6
INVOCATIONS = 8
OUT_WORDS = 24
BLOCK_WORDS = 512
# Nudged runs move inexact results by these; the last is {zero} of operations.yaml.
WOBBLE_VECTORS = 32
ZERO = f'wobble[{WOBBLE_VECTORS - 1}]'

# The scalar and the prefix of the vectors of each kind.
KINDS = {'F': ('float', 'vec'), 'I': ('int', 'ivec'), 'U': ('uint', 'uvec'), 'B': ('bool', 'bvec'),
         'D': ('double', 'dvec'), 'L': ('int64_t', 'i64vec'), 'M': ('uint64_t', 'u64vec'),
         'S': ('int16_t', 'i16vec'), 'T': ('uint16_t', 'u16vec'), 'H': ('float16_t', 'f16vec')}
FLOATS = 'FDH'
FAMILIES = {'int64': ('LM', 'GL_EXT_shader_explicit_arithmetic_types_int64'),
            'int16': ('ST', 'GL_EXT_shader_explicit_arithmetic_types_int16'),
            'float16': ('H', 'GL_EXT_shader_explicit_arithmetic_types_float16'),
            'double': ('D', 'GL_ARB_gpu_shader_fp64')}


@dataclasses.dataclass(frozen=True)
class Type:
    """A scalar or vector (rows is 0) or a square float matrix."""
    kind: str
    width: int
    rows: int = 0

    def glsl(self) -> str:
        if self.rows:
            return f'mat{self.rows}'
        scalar, vector = KINDS[self.kind]
        return scalar if self.width == 1 else f'{vector}{self.width}'

    @property
    def is_float(self) -> bool:
        return self.kind in FLOATS


def parse_type(text: str, width: int) -> Type:
    """`F`, `F3` or `mat3`; a letter alone has the given width."""
    if text.startswith('mat'):
        return Type('F', int(text[3]), int(text[3]))
    return Type(text[0], int(text[1]) if len(text) > 1 else width)


@dataclasses.dataclass
class Expression:
    text: str
    bound: float = 0.0


@dataclasses.dataclass
class Operation:
    """A row of operations.yaml."""
    to: str
    glsl: str
    of: list[str]
    bound: object = 'most'
    limit: Optional[float] = None
    error: Optional[dict[str, float]] = None
    why: str = ''
    helper: str = ''
    needs: str = ''
    only: str = ''
    at: str = ''
    weight: float = 1.0

    def bound_of(self, bounds: list[float]) -> float:
        if isinstance(self.bound, (int, float)):
            return float(self.bound)
        if self.bound == 'sum':
            return sum(bounds) + 1.0
        if self.bound == 'product':
            return functools.reduce(lambda a, b: a * b, bounds, 1.0)
        if self.bound != 'most':
            raise ValueError(f'{self.glsl}: {self.bound} is no bound')
        return max(bounds, default=1.0)


@functools.cache
def operations() -> list[Operation]:
    rows = yaml.safe_load((HERE / 'operations.yaml').read_text())
    return [Operation(**row) for row in rows]


@functools.cache
def errors() -> list[tuple[str, float]]:
    """Returns the errors by which nudged runs move results, some numbers of the uniform block
    each."""
    return sorted({(kind, size) for row in operations() if row.error
                   for kind, size in row.error.items()})


@functools.cache
def wobbles() -> int:
    """Returns how many numbers there are for each of these, so that results move apart from one
    another."""
    return 4 * (WOBBLE_VECTORS - 1) // len(errors())


@dataclasses.dataclass
class Place:
    """Something that can be read, and written where `writable`; `{i}` stands for an index."""
    text: str
    type: Type
    size: int = 0
    writable: bool = True
    smooth: bool = False
    in_memory: bool = False


@dataclasses.dataclass
class Function:
    name: str
    result: Type
    parameters: list[tuple[str, Type]]
    returns_early: bool


@dataclasses.dataclass
class Shader:
    seed: int
    stage: str
    source: str
    families: list[str]
    is_scalar: bool


class Maker:
    """Makes one shader."""

    def __init__(self, seed: int, stage: str, size: int) -> None:
        self.random = random.Random(f'{seed} {stage}')
        self.seed = seed
        self.stage = stage
        self.size = size
        self.families = [name for name in FAMILIES if self.random.random() < 0.08]
        self.kinds = 'FFFIIIUUB' + ''.join(FAMILIES[name][0] for name in self.families)
        self.lines: list[str] = []
        self.indent = 0
        self.scopes: list[list[Place]] = [[]]
        self.functions: list[Function] = []
        self.helpers: list[str] = []
        self.number = 0
        self.at_top = False
        self.in_function: Optional[Type] = None
        self.returns_early = False
        self.loops = 0
        self.can_leave = False
        self.is_scalar = self.random.random() < 0.2
        self.num_inexact = 0

    # Small helps.

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def name(self, stem: str) -> str:
        self.number += 1
        return f'{stem}{self.number}'

    def emit(self, line: str) -> None:
        self.lines.append('    ' * self.indent + line)

    def places(self) -> list[Place]:
        return [place for scope in self.scopes for place in scope]

    def is_open(self) -> bool:
        """Returns true if what is made stands in no loop, nor in a function that a loop may
        call."""
        return self.loops == 0 and self.in_function is None

    def readable(self) -> list[Place]:
        """Storage buffers are not read in loops, their conditions included, nor in functions that
        loops call: with Mesa 22.3 lavapipe, lanes that have left a loop read 0 there while others
        go on, and a value from such a read that is used behind the loop is lost."""
        return [place for place in self.places() if self.is_open() or not place.in_memory]

    def some_type(self) -> Type:
        if self.chance(0.08):
            rows = self.random.randint(2, 4)
            return Type('F', rows, rows)
        return Type(self.random.choice(self.kinds), self.random.randint(1, 4))

    # Expressions.

    def constant(self, type_: Type) -> Expression:
        rng = self.random
        if type_.rows:
            return Expression(f'{type_.glsl()}({rng.randint(-4, 4) / 2})', 2.0)
        if type_.is_float:
            values = [rng.choice((0.0, 1.0, -1.0, 0.5, rng.randint(-64, 64) / 16))
                      for _ in range(type_.width)]
            text = ', '.join(f'{value}' for value in values)
            return Expression(f'{type_.glsl()}({text})', 4.0)
        if type_.kind == 'B':
            text = ', '.join(rng.choice(('true', 'false')) for _ in range(type_.width))
            return Expression(f'{type_.glsl()}({text})')
        ends = 'u' if type_.kind in 'UMT' else ''
        values = [rng.choice((0, 1, 2, 3, rng.randint(0, 255), rng.getrandbits(15),
                              rng.getrandbits(31))) for _ in range(type_.width)]
        text = ', '.join(f'{value}{ends}' for value in values)
        return Expression(f'{type_.glsl()}({text})')

    def index(self, size: int) -> str:
        if self.chance(0.4):
            return str(self.random.randrange(size))
        return f'(({self.expression(Type("I", 1), 1).text}) & {size - 1})'

    def read(self, place: Place) -> str:
        return place.text.replace('{i}', self.index(place.size)) if place.size else place.text

    def leaf(self, type_: Type) -> Expression:
        fitting = [place for place in self.readable() if place.type == type_]
        if fitting and self.chance(0.85):
            return Expression(self.read(self.random.choice(fitting)), LIMIT)
        wider = [place for place in self.readable()
                 if place.type.kind == type_.kind and place.type.width > 1
                 and not place.type.rows and not type_.rows]
        if wider and self.chance(0.6):
            place = self.random.choice(wider)
            letters = ''.join(self.random.choice('xyzw'[:place.type.width])
                              for _ in range(type_.width))
            return Expression(f'{self.read(place)}.{letters}', LIMIT)
        return self.constant(type_)

    def limited(self, value: Expression, type_: Type, limit: float) -> Expression:
        if not type_.is_float or value.bound <= limit:
            return value
        if type_.rows:
            name = f'tame{type_.rows}'
            columns = ', '.join(f'clamp(m[{i}], -limit, limit)' for i in range(type_.rows))
            self.need(f'mat{type_.rows} {name}(mat{type_.rows} m, float limit) '
                      f'{{ return mat{type_.rows}({columns}); }}')
            return Expression(f'{name}({value.text}, {limit})', limit)
        scalar = KINDS[type_.kind][0]
        return Expression(f'clamp({value.text}, {scalar}(-{limit}), {scalar}({limit}))', limit)

    def need(self, helper: str) -> None:
        if helper not in self.helpers:
            self.helpers.append(helper)

    def fits(self, row: Operation, type_: Type) -> bool:
        if row.to not in (type_.kind, f'{type_.kind}{type_.width}') and row.to != type_.glsl():
            return False
        if type_.rows and not row.to.startswith('mat'):
            return False
        if (row.needs and row.needs not in self.families) or row.only not in ('', self.stage):
            return False
        if row.at == 'top' and not self.at_top:
            return False
        return 'tex' not in row.glsl or self.stage == 'fragment'

    def expression(self, type_: Type, depth: int) -> Expression:
        if depth <= 0 or self.chance(0.15):
            return self.leaf(type_)
        rows = [row for row in operations() if self.fits(row, type_)]
        if not rows:
            return self.leaf(type_)
        row = self.random.choices(rows, [row.weight for row in rows])[0]
        operands = [self.operand(word, row, type_, depth - 1) for word in row.of]
        names = {letter: Type(letter, type_.width).glsl() for letter in KINDS}
        text = row.glsl.format(*(operand.text for operand in operands), n=type_.width, zero=ZERO,
                               **names)
        if row.helper:
            self.need(' '.join(row.helper.split()))
        bound = row.bound_of([operand.bound for operand in operands])
        if row.error:
            text = self.wobbled(text, row.error, type_)
        result = Expression(text, bound)
        most = 60000.0 if type_.kind == 'H' else LARGEST
        return self.limited(result, type_, LIMIT) if bound > most else result

    def operand(self, word: str, row: Operation, type_: Type, depth: int) -> Expression:
        if word.startswith('smooth'):
            fitting = [place for place in self.places()
                       if place.smooth and place.type.width == int(word[6])]
            return Expression(self.random.choice(fitting).text, LIMIT)
        wanted = parse_type(word, type_.width)
        value = self.expression(wanted, depth)
        if row.limit is not None:
            value = self.limited(value, wanted, row.limit)
        return value

    def wobbled(self, text: str, error: dict[str, float], type_: Type) -> str:
        self.num_inexact += 1
        for kind, size in error.items():
            number = len(errors()) * (self.num_inexact % wobbles()) + errors().index((kind, size))
            factor = f'wobble[{number // 4}].{"xyzw"[number % 4]}'
            text = f'({text} {"*" if kind == "scale" else "+"} {factor})'
        return f'{type_.glsl()}({text})' if type_.kind == 'H' else text

    def stored(self, type_: Type, depth: int) -> str:
        return self.limited(self.expression(type_, depth), type_, LIMIT).text

    def condition(self) -> str:
        return self.expression(Type('B', 1), 3).text

    # Statements.

    def declare(self) -> None:
        type_ = self.some_type()
        if self.chance(0.15) and type_.kind != 'B':
            self.declare_array(type_)
            return
        name = self.name('v')
        value = self.stored(type_, 3)
        self.emit(f'{type_.glsl()} {name} = {value};')
        self.scopes[-1].append(Place(name, type_))

    def declare_array(self, type_: Type) -> None:
        name = self.name('a')
        size = self.random.choice((2, 4, 8))
        values = ', '.join(self.stored(type_, 1) for _ in range(size))
        self.emit(f'{type_.glsl()} {name}[{size}] = {type_.glsl()}[{size}]({values});')
        self.scopes[-1].append(Place(f'{name}[{{i}}]', type_, size))

    def declare_struct(self) -> None:
        members = [(f'm{i}', self.some_type()) for i in range(self.random.randint(2, 4))]
        struct = self.name('Struct')
        fields = ' '.join(f'{type_.glsl()} {name};' for name, type_ in members)
        self.need(f'struct {struct} {{ {fields} }};')
        size = self.random.choice((0, 0, 2, 4))
        values = [f'{struct}({", ".join(self.stored(t, 2) for _, t in members)})'
                  for _ in range(size or 1)]
        name = self.name('s')
        if size:
            self.emit(f'{struct} {name}[{size}] = {struct}[{size}]({", ".join(values)});')
            self.emit(f'{name}[{self.index(size)}] = {name}[{self.index(size)}];')
        else:
            self.emit(f'{struct} {name} = {values[0]};')
        stem = f'{name}[{{i}}]' if size else name
        for member, type_ in members:
            self.scopes[-1].append(Place(f'{stem}.{member}', type_, size))

    def assign(self) -> None:
        writable = [place for place in self.places() if place.writable]
        if not writable:
            self.declare()
            return
        place = self.random.choice(writable)
        type_ = place.type
        target = self.read(place)
        if type_.rows == 0 and type_.width > 1 and self.chance(0.3):
            count = self.random.randint(1, type_.width)
            letters = ''.join(self.random.sample('xyzw'[:type_.width], count))
            part = Type(type_.kind, count)
            self.emit(f'{target}.{letters} = {self.stored(part, 3)};')
        elif type_.rows and self.chance(0.4):
            column = Type('F', type_.rows)
            self.emit(f'{target}[{self.random.randrange(type_.rows)}] = {self.stored(column, 3)};')
        elif type_.width in (2, 4) and not type_.rows and self.chance(0.15):
            self.emit(f'{target}[{self.index(type_.width)}] = '
                      f'{self.stored(Type(type_.kind, 1), 3)};')
        elif type_.kind in 'IU' and self.chance(0.3):
            self.emit(f'{target} {self.random.choice(("+=", "^=", "*=", "-="))} '
                      f'{self.expression(type_, 2).text};')
        else:
            self.emit(f'{target} = {self.stored(type_, 4)};')

    def block(self, count: int) -> None:
        was_top, self.at_top = self.at_top, False
        self.scopes.append([])
        self.indent += 1
        for _ in range(count):
            self.statement()
        self.indent -= 1
        self.scopes.pop()
        self.at_top = was_top

    def count(self) -> int:
        return self.random.randint(1, 4)

    def branch(self) -> None:
        self.emit(f'if ({self.condition()}) {{')
        self.block(self.count())
        if self.chance(0.5):
            self.emit('} else {')
            self.block(self.count())
        self.emit('}')

    def leave(self) -> None:
        """Another way out of a loop or function."""
        ways = ['break;', 'continue;'] if self.can_leave else []
        if self.in_function:
            ways.append(f'return {self.stored(self.in_function, 2)};')
        if ways:
            way = self.random.choice(ways)
            self.returns_early |= way.startswith('return')
            self.emit(f'if ({self.condition()}) {{ {way} }}')
        else:
            self.assign()

    def loop(self) -> None:
        if self.loops >= 2:
            self.assign()
            return
        counter = self.name('i')
        trips = self.random.randint(1, 5)
        limit = str(trips)
        was_top, self.at_top = self.at_top, False
        self.loops += 1
        if self.chance(0.4):
            limit = f'(({self.expression(Type("I", 1), 2).text}) & {trips})'
        shape = self.random.choice(('for', 'while', 'do'))
        if shape == 'for':
            self.emit(f'for (int {counter} = 0; {counter} < {limit}; {counter}++) {{')
        else:
            self.emit(f'int {counter} = 0;')
            # With Mesa 22.3 lavapipe, where the only exit of a loop is at its end, a lane that has
            # left goes on computing while others stay, and behind the loop it may read what that
            # gave. This other exit, which is never taken, prevents it.
            self.emit(f'do {{ if ({ZERO}.x > 1.0) {{ break; }}' if shape == 'do'
                      else f'while ({counter} < {trips}) {{')
            self.emit(f'    {counter}++;')
        could_leave, self.can_leave = self.can_leave, True
        self.scopes.append([Place(counter, Type('I', 1), writable=False)])
        self.block(self.count() + 1)
        self.scopes.pop()
        self.can_leave = could_leave
        ends = f' while ({counter} < {trips} && {self.condition()});' if shape == 'do' else ''
        self.loops -= 1
        self.at_top = was_top
        self.emit('}' + ends)

    def switch(self) -> None:
        was, self.can_leave = self.can_leave, False  # `break` would leave the switch alone
        kind = self.random.choice('IU')
        mask = '3u' if kind == 'U' else '3'
        self.emit(f'switch (({self.expression(Type(kind, 1), 2).text}) & {mask}) {{')
        labels = self.random.sample(range(4), self.random.randint(1, 3))
        cases = [f'case {label}{"u" if kind == "U" else ""}:' for label in labels]
        if self.chance(0.7):
            cases.insert(self.random.randint(0, len(cases)), 'default:')
        for number, label in enumerate(cases):
            self.emit(label + ' {')
            self.block(self.count() - 1)
            falls = self.chance(0.3) and number + 1 < len(cases)
            self.emit('}' if falls else '} break;')
        self.emit('}')
        self.can_leave = was

    def call(self) -> None:
        # With Mesa 22.3 lavapipe, a lane that leaves a loop loses what a call wrote in it if the
        # function may return early.
        callable_here = [one for one in self.functions
                         if self.is_open() or not one.returns_early]
        if not callable_here:
            self.assign()
            return
        function = self.random.choice(callable_here)
        locals_ = [place for place in self.places()
                   if place.writable and not place.size and '.' not in place.text]
        self.random.shuffle(locals_)
        arguments = []
        for way, type_ in function.parameters:
            if way == 'in':
                arguments.append(self.stored(type_, 2))
                continue
            found = next((place for place in locals_ if place.type == type_), None)
            if found is None:
                self.emit(f'{type_.glsl()} {self.name("v")} = {self.stored(type_, 1)};')
                found = Place(f'v{self.number}', type_)
                self.scopes[-1].append(found)
            else:
                locals_.remove(found)
            arguments.append(found.text)
        name = self.name('v')
        self.emit(f'{function.result.glsl()} {name} = {function.name}({", ".join(arguments)});')
        self.scopes[-1].append(Place(name, function.result))

    def fragment_leave(self) -> None:
        if self.stage == 'fragment' and self.chance(0.3) and not self.in_function:
            self.emit(f'if ({self.condition()}) {{ lost = true; }}')
        else:
            self.leave()

    def statement(self) -> None:
        deep = len(self.scopes) > 5
        ways: list[tuple[Callable[[], None], float]] = [
            (self.declare, 4), (self.assign, 8), (self.leave, 1), (self.fragment_leave, 0.5),
            (self.call, 2), (self.declare_struct, 0.6)]
        if not deep:
            ways += [(self.branch, 2), (self.loop, 1.2), (self.switch, 0.7)]
        self.random.choices([way for way, _ in ways], [weight for _, weight in ways])[0]()

    # The whole.

    def function(self) -> None:
        name = self.name('function')
        result = self.some_type()
        parameters = [(self.random.choice(('in', 'in', 'out', 'inout')), self.some_type())
                      for _ in range(self.random.randint(1, 4))]
        names = [self.name('p') for _ in parameters]
        listed = ', '.join(f'{way} {type_.glsl()} {one}'
                           for (way, type_), one in zip(parameters, names))
        self.emit(f'{result.glsl()} {name}({listed}) {{')
        self.scopes.append([])
        self.indent += 1
        for (way, type_), one in zip(parameters, names):
            if way == 'out':
                self.emit(f'{one} = {self.constant(type_).text}; // keep')
            self.scopes[-1].append(Place(one, type_))
        self.in_function = result
        self.returns_early = False
        for _ in range(self.random.randint(2, 6)):
            self.statement()
        self.emit(f'return {self.stored(result, 3)};')
        self.in_function = None
        self.indent -= 1
        self.scopes.pop()
        self.emit('}')
        self.functions.append(Function(name, result, parameters, self.returns_early))

    def members(self, prefix: str, kinds: str) -> tuple[list[str], list[Place]]:
        """Members of a block, any of whose words fits all of them."""
        declarations, found = [], []
        for _ in range(self.random.randint(3, 7)):
            if 'F' in kinds and self.chance(0.25):
                rows = self.random.randint(2, 4)
                type_ = Type('F', rows, rows)
            else:
                type_ = Type(self.random.choice(kinds), self.random.randint(1, 4))
            name = self.name(prefix)
            order = self.random.choice(('', 'row_major ', 'column_major ')) if type_.rows else ''
            layout = f'layout({order.strip()}) ' if order else ''
            size = self.random.choice((0, 0, 2, 4))
            declarations.append(f'    {layout}{type_.glsl()} {name}{f"[{size}]" if size else ""};')
            found.append(Place(f'{name}[{{i}}]' if size else name, type_, size, writable=False))
        return declarations, found

    def resources(self) -> list[str]:
        lines = []
        packing = 'scalar' if self.is_scalar else 'std140'
        for binding, kinds in ((0, 'F'), (1, 'IU')):
            members, places = self.members('u', kinds)
            lines += [f'layout({packing}, set = 0, binding = {binding}) uniform Block{binding} {{',
                      *members, '};']
            self.scopes[0] += places
        lines += ['layout(std140, set = 0, binding = 2) uniform Wobble '
                  f'{{ vec4 wobble[{WOBBLE_VECTORS}]; }};',
                  'layout(push_constant) uniform Push { vec4 pushed_f; ivec4 pushed_i; };',
                  # Mesa 22.3 lavapipe takes push constants at different indices for one value when
                  # they index something else, so what shaders index is a copy.
                  'vec4 push_f; ivec4 push_i;',
                  'layout(constant_id = 3) const int special = 5;']
        self.scopes[0] += [Place('push_f', Type('F', 4), writable=False),
                           Place('push_i', Type('I', 4), writable=False),
                           Place('special', Type('I', 1), writable=False),
                           Place('(special * 3 - 1)', Type('I', 1), writable=False)]
        return lines

    def compute_interface(self) -> list[str]:
        lines = [f'layout(local_size_x = {INVOCATIONS}) in;']
        packing = 'scalar' if self.is_scalar else 'std430'
        for binding, kinds in ((3, 'F'), (4, 'IU')):
            members, places = self.members('b', kinds)
            lines += [f'layout({packing}, set = 0, binding = {binding}) readonly buffer '
                      f'Block{binding} {{', *members, '};']
            self.scopes[0] += [dataclasses.replace(place, in_memory=True) for place in places]
        lines += ['layout(std430, set = 1, binding = 0) buffer Ints { uint ints[]; };',
                  'layout(std430, set = 1, binding = 1) buffer Floats { float floats[]; };',
                  'layout(std430, set = 1, binding = 2) buffer Counts { uint counts[16]; };',
                  'layout(set = 1, binding = 3, rgba32i) uniform iimage2D image_i;',
                  'layout(set = 1, binding = 4, rgba32f) uniform image2D image_f;',
                  f'shared uint shared_u[{INVOCATIONS}];',
                  f'shared vec4 shared_f[{INVOCATIONS}];',
                  'shared int shared_sum[4];',
                  'const int lane_mask = 7;']
        return lines

    def fragment_interface(self) -> list[str]:
        lines = []
        for location, (type_, flat) in enumerate((
                (Type('F', 4), False), (Type('F', 3), False), (Type('F', 2), False),
                (Type('F', 1), False), (Type('I', 4), True), (Type('U', 2), True),
                (Type('F', 3), True))):
            word = 'flat ' if flat else ''
            lines.append(f'layout(location = {location}) {word}in {type_.glsl()} in{location};')
            self.scopes[0].append(Place(f'in{location}', type_, writable=False, smooth=not flat))
        self.scopes[0].append(Place('gl_FragCoord', Type('F', 4), writable=False))
        self.scopes[0].append(Place('gl_FrontFacing', Type('B', 1), writable=False))
        for location, kind in enumerate('FFFFIIUU'):
            lines.append(f'layout(location = {location}) out {Type(kind, 4).glsl()} '
                         f'out{location};')
        for binding, (sampler, name) in enumerate((
                ('sampler2D', 'tex_2d'), ('sampler3D', 'tex_3d'), ('sampler2DArray', 'tex_array'),
                ('isampler2D', 'tex_int'), ('usampler2D', 'tex_uint'))):
            lines.append(f'layout(set = 1, binding = {binding}) uniform {sampler} {name};')
        return lines

    def exchange(self) -> None:
        """Invocations of a workgroup tell one another what they have."""
        rng = self.random
        one = Type('U', 1)
        self.emit(f'shared_u[lane] = {self.stored(one, 3)};')
        self.emit(f'shared_f[lane] = {self.stored(Type("F", 4), 3)};')
        self.emit('if (lane < 4) { shared_sum[lane] = 0; }')
        self.emit('barrier();')
        order = rng.choice((f'(lane + {rng.randint(1, 7)}) & 7', f'lane ^ {rng.randint(1, 7)}',
                            f'({self.expression(Type("I", 1), 2).text}) & 7'))
        first, second = self.name('v'), self.name('v')
        self.emit(f'uint {first} = shared_u[{order}];')
        self.emit(f'vec4 {second} = shared_f[{order}];')
        atomic = rng.choice(('Add', 'Min', 'Max', 'And', 'Or', 'Xor'))
        self.emit(f'atomic{atomic}(shared_sum[lane & 3], {self.stored(Type("I", 1), 2)});')
        self.emit('barrier();')
        third = self.name('v')
        self.emit(f'int {third} = shared_sum[{rng.randint(0, 3)}];')
        self.emit('barrier();')
        self.scopes[-1] += [Place(first, one), Place(second, Type('F', 4)),
                            Place(third, Type('I', 1))]

    def count_up(self) -> None:
        """Atomics that all invocations do alike, in any order, and some on words of their own."""
        word = self.random.randrange(8)
        atomic = ('Add', 'Min', 'Max', 'And', 'Or', 'Xor', 'Add', 'Xor')[word]
        self.emit(f'atomic{atomic}(counts[{word}], {self.stored(Type("U", 1), 2)});')
        name = self.name('v')
        own = f'ints[own + {self.random.randrange(OUT_WORDS)}]'
        way = self.random.choice(('atomicExchange({0}, {1})', 'atomicCompSwap({0}, {2}, {1})',
                                  'atomicAdd({0}, {1})', 'atomicMax({0}, {1})',
                                  'atomicAnd({0}, {1})'))
        values = [self.stored(Type('U', 1), 2) for _ in range(2)]
        self.emit(f'uint {name} = {way.format(own, *values)};')
        self.scopes[-1].append(Place(name, Type('U', 1)))

    def use_image(self) -> None:
        letter, kind = self.random.choice((('i', 'I'), ('f', 'F')))
        type_ = Type(kind, 4)
        name = self.name('v')
        texel = 'ivec2(int(gl_GlobalInvocationID.x) & 3, int(gl_GlobalInvocationID.x) >> 2)'
        self.emit(f'{type_.glsl()} {name} = imageLoad(image_{letter}, {texel});')
        self.emit(f'imageStore(image_{letter}, {texel}, {self.stored(type_, 3)});')
        self.scopes[-1].append(Place(name, type_))

    def scalars(self, places: list[Place]) -> tuple[list[str], list[str]]:
        """All that is in the places, as ints and floats."""
        ints, floats = [], []
        for place in places:
            type_ = place.type
            for text in ([place.text.replace('{i}', str(i)) for i in range(place.size)]
                         if place.size else [place.text]):
                parts = [f'{text}[{c}][{r}]' for c in range(type_.rows) for r in range(type_.rows)]
                if not type_.rows:
                    parts = [f'{text}.{letter}' for letter in 'xyzw'[:type_.width]] \
                        if type_.width > 1 else [text]
                if type_.is_float:
                    floats += [f'float({part})' for part in parts]
                elif type_.kind in 'LM':
                    ints += [f'uint({part} ^ ({part} >> 32))' for part in parts]
                else:
                    ints += [f'uint({part})' for part in parts]
        return ints, floats

    def body(self) -> None:
        self.indent = 1
        self.scopes.append([])
        self.emit('push_f = pushed_f; push_i = pushed_i; // keep')
        if self.stage == 'compute':
            self.emit('int lane = int(gl_LocalInvocationID.x);')
            self.emit(f'int own = int(gl_GlobalInvocationID.x) * {OUT_WORDS};')
            self.scopes[-1] += [
                Place('lane', Type('I', 1), writable=False),
                Place('gl_GlobalInvocationID', Type('U', 3), writable=False),
                Place('gl_NumWorkGroups', Type('U', 3), writable=False),
                Place('gl_WorkGroupID', Type('U', 3), writable=False),
                Place('gl_LocalInvocationIndex', Type('U', 1), writable=False),
                Place('ints[own + {i}]', Type('U', 1), 8, in_memory=True),
                Place('floats[own + {i}]', Type('F', 1), 8, in_memory=True)]
        else:
            self.emit('bool lost = false;')
        for _ in range(self.size):
            self.at_top = self.stage == 'fragment'
            if self.stage == 'compute' and self.chance(0.15):
                self.random.choice((self.exchange, self.count_up, self.use_image))()
            else:
                self.statement()
        own = [place for place in self.scopes[-1] if place.writable
               and not place.text.startswith(('ints[', 'floats['))]
        ints, floats = self.scalars(own)
        if self.stage == 'compute':
            self.finish(ints, lambda i: f'ints[own + {i}]', ' ^ ', '0u', 'uint', OUT_WORDS)
            self.finish(floats, lambda i: f'floats[own + {i}]', ' + ', '0.0', 'float', OUT_WORDS)
            return
        self.finish(floats, lambda i: f'out{i // 4}.{"xyzw"[i % 4]}', ' + ', '0.0', 'float', 16)
        self.finish(ints, lambda i: f'out{4 + i // 4}.{"xyzw"[i % 4]}', ' ^ ', '0u', 'uint', 16)
        self.emit('if (lost) { discard; }')

    def finish(self, parts: list[str], place: Callable[[int], str], sign: str, nothing: str,
               kind: str, count: int) -> None:
        for i in range(count):
            value = sign.join(parts[i::count]) or nothing
            if place(i).startswith(('out4', 'out5')):
                value = f'int({value})'
            kept = ' // keep' if self.stage == 'fragment' else ''
            self.emit(f'{place(i)} = {value};{kept}')

    def run(self) -> Shader:
        head = ['#version 460']
        if self.is_scalar:
            head.append('#extension GL_EXT_scalar_block_layout : require')
        head += [f'#extension {FAMILIES[name][1]} : require' for name in self.families
                 if name != 'double']
        head += self.resources()
        head += (self.compute_interface() if self.stage == 'compute'
                 else self.fragment_interface())
        for _ in range(self.random.randint(0, 3)):
            self.function()
        functions, self.lines = self.lines, []
        self.body()
        source = [*head, *self.helpers, *functions, 'void main() {', *self.lines, '}', '']
        return Shader(self.seed, self.stage, '\n'.join(source), self.families, self.is_scalar)


def make_shader(seed: int, stage: str, size: int = 12) -> Shader:
    """The shader of a seed; always the same one."""
    return Maker(seed, stage, size).run()


def main() -> int:
    parser = argparse.ArgumentParser(description='prints a random shader')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--stage', choices=('compute', 'fragment'), default='compute')
    parser.add_argument('--size', type=int, default=12, help='statements of main')
    options = parser.parse_args()
    sys.stdout.write(make_shader(options.seed, options.stage, options.size).source)
    return 0


if __name__ == '__main__':
    sys.exit(main())
