#!/usr/bin/env python3
"""Draws cases for modules: `make_cases.py MODULES [--runs N] [--nudge N] > cases.jsonl`.

A line is a run of one module, in the form that `record_runs` and `jacquard batch --cases` take:
inputs, buffers, push constants, textures and images, drawn by a seed made of the module's bytes.
The same draw is given for each nudge, which moves floats by one unit in the last place. Modules
that `record_runs` cannot feed are told on standard error, each with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pathlib
import random
import struct
import sys
from typing import Union

from module_types import Interface, NotFed, Type, Variable, read_interface

Json = Union[str, int, bool, list['Json'], dict[str, 'Json']]
LANES = 4
RUNTIME_ELEMENTS = 16
# Sides of textures, and layers of arrays.
SIDE = 4
LAYERS = 2
CUBE_FACES = 6
DIMS = {0: '1D', 1: '2D', 2: '3D', 3: 'Cube'}
FRAG_COORD = 15
# Built-in inputs that a case need not give, or that are those of the runner's geometry.
FREE_INPUTS = {FRAG_COORD, 17, 24, 25, 26, 27, 28, 29}  # FrontFacing; those of compute
GIVEN_FORMATS = {0: None, 1: 'rgba32f', 21: 'rgba32i', 30: 'rgba32ui'}


def word_of(value: float) -> int:
    return int(struct.unpack('<I', struct.pack('<f', value))[0])


def moved(word: int, nudge: int) -> int:
    """A float one unit in the last place further from zero, or nearer to it."""
    return word + nudge if word & 0x7fffffff else word


class Draw:
    """Draws the values of one run."""

    def __init__(self, content: bytes, run: int, nudge: int) -> None:
        self.random = random.Random(f'{hashlib.sha1(content).hexdigest()} {run}')
        self.run = run
        self.nudge = nudge

    def float_word(self) -> int:
        """The first run has what sizes, times and colours can be, so that little is divided by
        zero; others have either sign, and zeros."""
        if self.run == 0:
            value = self.random.randint(1, 512) / 256
        else:
            value = self.random.choice((0.0, 1.0, 0.5, -1.0)
                                       + (self.random.randint(-512, 512) / 256,) * 8)
        return moved(word_of(value), self.nudge)

    def integer_word(self) -> int:
        return self.random.choice((0, 1, 2, 3))

    def scalar(self, kind: str) -> int:
        return self.float_word() if kind == 'float' else self.integer_word()

    def fill(self, words: list[int], at: int, what: Type) -> None:
        """Puts a value of a type into a buffer, from byte `at` on."""
        if what.members:
            for member, offset in zip(what.members, what.offsets):
                self.fill(words, at + offset, member)
        elif what.element is not None:
            count = what.count or RUNTIME_ELEMENTS
            for i in range(count):
                self.fill(words, at + i * what.stride, what.element)
        elif what.bits == 32:
            words[at // 4] = self.scalar(what.kind)
        elif what.bits == 64:
            value = self.random.randint(-64, 64) / 32 if what.kind == 'float' else 0.0
            low, high = struct.unpack('<II', struct.pack('<d', value))
            words[at // 4:at // 4 + 2] = (
                [low, high] if what.kind == 'float' else [self.integer_word(), 0])

    def buffer(self, what: Type) -> str:
        size = what.size(RUNTIME_ELEMENTS)
        words = [0] * ((size + 15) // 16 * 4)
        self.fill(words, 0, what)
        return ''.join(f'{word:08x}' for word in words)

    def texture(self, image: Type, is_storage: bool) -> dict[str, Json]:
        dim = DIMS.get(image.dim)
        if dim is None or image.is_multisampled:
            raise NotFed('a texture of several samples, of texels in a buffer or of a pass')
        depth = SIDE if dim == '3D' else 1
        layers = (LAYERS if image.is_arrayed else 1) * (CUBE_FACES if dim == 'Cube' else 1)
        form = {'float': 'rgba32f', 'int': 'rgba32i', 'uint': 'rgba32ui'}[image.kind]
        if is_storage and GIVEN_FORMATS.get(image.format, '') not in (None, form):
            raise NotFed('an image of another format than four words')
        is_depth = image.is_depth and not is_storage
        count = SIDE * (1 if dim == '1D' else SIDE) * depth * layers
        if is_depth:
            form = 'd32f'
            texels = [word_of(self.random.randint(0, 16) / 16) for _ in range(count)]
        elif image.kind == 'float':
            texels = [word_of(self.random.randint(0, 256) / 256) for _ in range(4 * count)]
        else:
            texels = [self.integer_word() for _ in range(4 * count)]
        made: dict[str, Json] = {
            'dim': dim, 'format': form, 'size': [SIDE, 1 if dim == '1D' else SIDE, depth],
            'layers': layers, 'texels': ''.join(f'{word:08x}' for word in texels)}
        if is_depth:
            made['compare'] = 'less_or_equal'
        return made

    def plane(self, components: int) -> list[str]:
        """a + b x + c y in each lane, which a rasteriser gets exactly."""
        lanes = [''] * LANES
        for _ in range(components):
            corner, right, down = (self.random.randint(-64, 64) / 32 for _ in range(3))
            for lane in range(LANES):
                value = corner + right * (lane % 2) + down * (lane // 2)
                lanes[lane] += f'{moved(word_of(value), self.nudge):08x}'
        return lanes


def fill_input(draw: Draw, given: dict[str, Json], variable: Variable, what: Type,
               location: int) -> int:
    """Gives what lies from a location on, and tells the next."""
    if what.members:
        for member in what.members:
            location = fill_input(draw, given, variable, member, location)
        return location
    if what.element is not None and not what.is_vector:
        for _ in range(what.count):
            location = fill_input(draw, given, variable, what.element, location)
        return location
    scalar = what.element or what
    if scalar.bits != 32:
        raise NotFed('an input that is not of 32 bits')
    count = what.count if what.is_vector else 1
    key = f'{location}.{variable.component}' if variable.component else str(location)
    if scalar.kind == 'float' and not variable.is_flat:
        given[key] = [*draw.plane(count)]
    else:
        given[key] = [''.join(f'{draw.scalar(scalar.kind):08x}' for _ in range(count))] * LANES
    return location + 1


def inputs_of(draw: Draw, interface: Interface) -> dict[str, Json]:
    corner = (0.0, 2.0 * draw.random.randint(0, 20))[draw.run > 0]
    z = (0.5, 0.25, 0.75)[draw.run % 3]
    given: dict[str, Json] = {'FragCoord': [
        ''.join(f'{word_of(value):08x}'
                for value in (corner + 0.5 + lane % 2, corner + 0.5 + lane // 2, z, 1.0))
        for lane in range(LANES)]}
    for variable in interface.inputs:
        if variable.location is None:
            if variable.built_in not in FREE_INPUTS:
                raise NotFed('a built-in input that the runner does not give')
        else:
            fill_input(draw, given, variable, variable.type, variable.location)
    return given


def keys_of(variable: Variable) -> list[str]:
    place = f'{variable.set}.{variable.binding}'
    if variable.type.kind != 'array':
        return [place]
    if not variable.type.count:
        raise NotFed('an array of resources without an end')
    return [f'{place}[{i}]' for i in range(variable.type.count)]


def resources_of(draw: Draw, interface: Interface) -> dict[str, Json]:
    case: dict[str, Json] = {}

    def put(section: str, key: str, value: Json) -> None:
        held = case.setdefault(section, {})
        assert isinstance(held, dict)
        held[key] = value

    for variable in interface.resources:
        what = variable.type
        while what.kind == 'array' and what.element is not None:
            what = what.element
        for key in keys_of(variable):
            if variable.storage == 'push_constant':
                case['push_constants'] = draw.buffer(variable.type)
            elif variable.storage in ('uniform_buffers', 'storage_buffers'):
                put(variable.storage, key, draw.buffer(what))
            elif what.kind == 'sampler':
                samplers = case.setdefault('samplers', [])
                assert isinstance(samplers, list)
                samplers.append(key)
            elif what.kind == 'image' and what.is_storage:
                put('images', key, draw.texture(what.texel(), True))
            elif what.kind == 'image':
                put('textures', key, {**draw.texture(what.texel(), False), 'combined': False})
            elif what.kind == 'combined':
                put('textures', key, {**draw.texture(what.texel(), False), 'combined': True})
            else:
                raise NotFed('a variable of OpenGL outside of blocks')
    return case


def case_of(name: str, content: bytes, run: int, nudge: int) -> dict[str, Json]:
    interface = read_interface(content)
    draw = Draw(content, run, nudge)
    case: dict[str, Json] = {'module': name, 'stage': interface.stage, 'run': run}
    if interface.stage == 'compute':
        case['workgroups'] = [1 + run % 2, 1, 1]
        case['local_size'] = [*interface.local_size]
    elif interface.stage == 'fragment':
        case['inputs'] = inputs_of(draw, interface)
    else:
        raise NotFed(f'a stage that the runner does not run: {interface.stage}')
    return {**case, **resources_of(draw, interface)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('modules', type=pathlib.Path)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--nudge', type=int, choices=(-1, 0, 1), default=0)
    options = parser.parse_args()
    for path in sorted(options.modules.rglob('*.spv')):
        name = str(path.relative_to(options.modules))
        content = path.read_bytes()
        try:
            cases = [case_of(name, content, run, options.nudge) for run in range(options.runs)]
        except NotFed as reason:
            print(f'{name}: {reason}', file=sys.stderr)
            continue
        for case in cases:
            print(json.dumps(case, separators=(',', ':')))
    return 0


if __name__ == '__main__':
    sys.exit(main())
