"""Initial values of uniforms, which SPIR-V for Vulkan does not keep: `uniform vec2 a = vec2(1.0);`.

A driver of OpenGL sets them before the first draw. Known are constructors of numbers.
"""

import re
from typing import NamedTuple, Optional

DECLARATION = re.compile(r'\buniform\s+(?:(?:lowp|mediump|highp)\s+)?(?P<type>\w+)\s*'
                         r'(?:\[\s*\w*\s*\]\s*)*(?P<name>\w+)\s*'
                         r'(?:\[[^\]]*\]\s*)*=\s*(?P<value>[^;]*);')
TOKEN = re.compile(r'[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uU]?|'
                   r'(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\w*|\S')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/', re.DOTALL)
SCALARS = {'float', 'int', 'uint', 'bool', 'double', 'int64_t', 'uint64_t'}


class InitialValue(NamedTuple):
    kind: str  # GLSL's name of the type, without the lengths of arrays
    name: str
    numbers: list[str]


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)

    def take(self, expected: Optional[str] = None) -> str:
        if not self.tokens or (expected and self.tokens[0] != expected):
            raise ValueError(expected)
        return self.tokens.pop(0)

    def arguments(self, closing: str) -> list[list[str]]:
        found = []
        while self.tokens[:1] != [closing]:
            found.append(self.value())
            if self.tokens[:1] == [',']:
                self.take()
        self.take(closing)
        return found

    def value(self) -> list[str]:
        token = self.take()
        if token == '-':
            return ['-' + number for number in self.value()]
        if token in ('true', 'false'):
            return [str(int(token == 'true'))]
        if token == '{':
            return [number for each in self.arguments('}') for number in each]
        if not token[0].isalpha():
            if not re.match(r'[\d.]', token):
                raise ValueError(token)
            is_hexadecimal = token.lower().startswith('0x')
            return [token.rstrip('uU') if is_hexadecimal else token.rstrip('uUfFlL')]
        is_array = False
        while self.tokens[:1] == ['[']:
            is_array = True
            while self.take() != ']':
                pass
        self.take('(')
        numbers = [number for each in self.arguments(')') for number in each]
        vector = re.fullmatch(r'[a-z]*\d*vec(\d)', token)
        matrix = re.fullmatch(r'd?mat(\d)(?:x(\d))?', token)
        if is_array or token in SCALARS:
            return numbers
        if vector:
            return numbers * int(vector.group(1)) if len(numbers) == 1 else numbers
        if not matrix:
            raise ValueError(token)
        if len(numbers) > 1:
            return numbers
        columns, rows = int(matrix.group(1)), int(matrix.group(2) or matrix.group(1))
        return [numbers[0] if i == j else '0' for i in range(columns) for j in range(rows)]


def initial_values(source: str) -> list[InitialValue]:
    """ValueError for what is not made of numbers alone."""
    values = []
    for match in DECLARATION.finditer(COMMENT.sub(' ', source)):
        parser = _Parser(match['value'])
        values.append(InitialValue(match['type'], match['name'], parser.value()))
        if parser.tokens:
            raise ValueError(parser.tokens[0])
    return values
