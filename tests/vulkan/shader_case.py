"""The inputs of random shaders: cases in the form that `record_runs` and `jacquard batch` take."""

import dataclasses
import random
import struct
from typing import Union

from random_glsl import (BLOCK_WORDS, INVOCATIONS, OUT_WORDS, WOBBLE_VECTORS, Shader, errors,
                         wobbles)

Json = Union[str, int, list['Json'], dict[str, 'Json']]
INTEGER_BUFFERS: list[Json] = ['0.4', '1.0', '1.2']
FLOAT_BUFFERS: list[Json] = ['0.3', '1.1']
# The judge allows eight times what the nudged run moved; both sides may be off by the error.
ERROR_SHARE = 2.0 / 8.0
# The value of {zero} in nudged runs: a unit in the last place of numbers just below 1.
ZERO_MOVE = 6.0e-8


def word_of(value: float) -> int:
    return int(struct.unpack('<I', struct.pack('<f', value))[0])


def float_of(word: int) -> float:
    return float(struct.unpack('<f', struct.pack('<I', word))[0])


@dataclasses.dataclass
class Words:
    """The content of something, all floats or all integers."""
    words: list[int]
    are_floats: bool

    def text(self, nudge: int) -> str:
        """Hexadecimal; floats are moved by one unit in the last place: all away from zero for 1,
        towards it for -1, by some units either way for others, which are seeds."""
        if not self.are_floats or nudge == 0:
            return ''.join(f'{word:08x}' for word in self.words)
        rng = random.Random(f'{nudge} {self.words}')
        moves = [nudge if abs(nudge) == 1 else rng.choice((-2, -1, 1, 2)) for _ in self.words]
        return ''.join(f'{word + move if word & 0x7fffffff else word:08x}'
                       for word, move in zip(self.words, moves))


class CaseMaker:
    """Draws what a shader is given in one run."""

    def __init__(self, shader: Shader, run: int) -> None:
        self.random = random.Random(f'{shader.seed} {shader.stage} {run}')
        self.shader = shader
        self.run = run

    def float_word(self) -> int:
        rng = self.random
        return word_of(rng.choice((0.0, 1.0, -1.0, 0.5) + (rng.randint(-512, 512) / 256,) * 6))

    def integer_word(self) -> int:
        rng = self.random
        return rng.choice((rng.randint(0, 7), rng.randint(0, 255), rng.getrandbits(32),
                           (-rng.randint(1, 9)) & 0xffffffff))

    def floats(self, count: int) -> Words:
        return Words([self.float_word() for _ in range(count)], True)

    def integers(self, count: int) -> Words:
        return Words([self.integer_word() for _ in range(count)], False)

    @staticmethod
    def wobble(nudge: int) -> str:
        """Returns the errors that move inexact results; none without a nudge. Nudges that are seeds
        move some by the whole error, since what is rounded afterwards does not grow with it."""
        words = []
        rng = random.Random(nudge)
        for _ in range(wobbles()):
            for kind, size in errors():
                way = nudge if abs(nudge) <= 1 else rng.choice((-1, 1)) * rng.choice((1, 2, 4))
                moved = way * size * ERROR_SHARE
                words.append(word_of(moved + (1.0 if kind == 'scale' else 0.0)))
        words += [0] * (4 * (WOBBLE_VECTORS - 1) - len(words))
        words += [word_of(ZERO_MOVE * (rng.choice((-1, 1)) if abs(nudge) > 1 else nudge))] * 4
        return ''.join(f'{word:08x}' for word in words)

    def texture(self, nudge: int, dim: str, form: str, size: list[Json], layers: int,
                texels: int, combined: bool) -> Json:
        content = self.floats(texels * 4) if form == 'rgba32f' else self.integers(texels * 4)
        fields: dict[str, Json] = {'dim': dim, 'format': form, 'size': size, 'layers': layers,
                                   'texels': content.text(nudge)}
        return {**fields, 'combined': True} if combined else fields

    def plane(self, components: int) -> list[Words]:
        """a + b x + c y of each lane, which the rasteriser gets exactly."""
        lanes: list[list[int]] = [[], [], [], []]
        for _ in range(components):
            corner, right, down = (self.random.randint(-64, 64) / 32 for _ in range(3))
            for lane in range(4):
                lanes[lane].append(word_of(corner + right * (lane % 2) + down * (lane // 2)))
        return [Words(lane, True) for lane in lanes]

    def inputs(self, nudge: int) -> Json:
        corner = 2.0 * self.random.randint(0, 20)
        positions = [Words([word_of(corner + 0.5 + lane % 2), word_of(corner + 0.5 + lane // 2),
                            word_of(0.25), word_of(1.0)], False) for lane in range(4)]
        given: dict[str, list[Words]] = {'FragCoord': positions}
        for location, components in enumerate((4, 3, 2, 1)):
            given[str(location)] = self.plane(components)
        given['4'] = [self.integers(4)] * 4
        given['5'] = [self.integers(2)] * 4
        given['6'] = [self.floats(3)] * 4
        return {key: [words.text(nudge) for words in lanes] for key, lanes in given.items()}

    def make(self, module: str, nudge: int) -> dict[str, Json]:
        """The case with its floats nudged; the same draw for each nudge."""
        self.random.seed(f'{self.shader.seed} {self.shader.stage} {self.run}')
        blocks = [self.floats(BLOCK_WORDS), self.integers(BLOCK_WORDS)]
        case: dict[str, Json] = {
            'module': module, 'stage': self.shader.stage, 'run': self.run,
            'push_constants': self.floats(4).text(nudge) + self.integers(4).text(nudge),
            'uniform_buffers': {'0.0': blocks[0].text(nudge), '0.1': blocks[1].text(nudge),
                                '0.2': self.wobble(nudge)}}
        if self.shader.stage == 'compute':
            groups = 1 + self.run % 2
            count = groups * INVOCATIONS * OUT_WORDS
            case['workgroups'] = [groups, 1, 1]
            case['local_size'] = [INVOCATIONS, 1, 1]
            case['storage_buffers'] = {
                '0.3': self.floats(BLOCK_WORDS).text(nudge),
                '0.4': self.integers(BLOCK_WORDS).text(nudge),
                '1.0': self.integers(count).text(nudge), '1.1': self.floats(count).text(nudge),
                '1.2': self.integers(16).text(nudge)}
            case['images'] = {'1.3': self.texture(nudge, '2D', 'rgba32i', [4, 4, 1], 1, 16, False),
                              '1.4': self.texture(nudge, '2D', 'rgba32f', [4, 4, 1], 1, 16, False)}
            case['integer_buffers'] = INTEGER_BUFFERS
            case['float_buffers'] = FLOAT_BUFFERS
            return case
        case['inputs'] = self.inputs(nudge)
        case['textures'] = {
            '1.0': self.texture(nudge, '2D', 'rgba32f', [4, 4, 1], 1, 16, True),
            '1.1': self.texture(nudge, '3D', 'rgba32f', [2, 2, 2], 1, 8, True),
            '1.2': self.texture(nudge, '2D', 'rgba32f', [4, 4, 1], 2, 32, True),
            '1.3': self.texture(nudge, '2D', 'rgba32i', [4, 4, 1], 1, 16, True),
            '1.4': self.texture(nudge, '2D', 'rgba32ui', [4, 4, 1], 1, 16, True)}
        return case
