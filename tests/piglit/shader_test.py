"""Shader tests of piglit (`*.shader_test`) as scripts for draw_scripts.

A test has sections: what it requires, the sources of its shaders, vertices, and the commands that
set uniforms, draw and probe pixels. Those that need more of OpenGL than that are refused, each with
its reason.
"""

import pathlib
import re
import struct
import sys
from typing import Any, Optional

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'corpus'))

from initial_values import initial_values  # noqa: E402  (the folders are no packages)
from modernise import modernise  # noqa: E402

Json = dict[str, Any]

SIZE = (250, 250)
TOLERANCE = [0.01] * 4
PASS_THROUGH = 'in vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n'
STAGES = {'vertex shader', 'vertex shader passthrough', 'fragment shader'}
# Extensions that GLSL 4.50 does not include without a directive.
EXTENSIONS = {'GL_AMD_shader_trinary_minmax', 'GL_ARB_gpu_shader_int64', 'GL_ARB_shader_ballot',
              'GL_ARB_shader_group_vote', 'GL_ARB_shader_viewport_layer_array',
              'GL_EXT_demote_to_helper_invocation'}
VERTEX_NAMES = ('jq_Vertex', 'jq_Position', 'piglit_vertex', '@0')  # or whatever is at location 0
COORDINATE_NAMES = ('jq_MultiTexCoord0', 'piglit_texcoord')
# The types as which the numbers of vertices reach a shader.
C_TYPES = {'float': 'float', 'byte': 'int', 'short': 'int', 'int': 'int', 'ubyte': 'uint',
           'ushort': 'uint', 'uint': 'uint', 'double': 'double'}
NUMBER = r'[-+.\w]+'


class Unsupported(Exception):
    """A test that is no matter of shaders alone; the text says why."""


def sections_of(text: str) -> dict[str, list[tuple[int, str]]]:
    """The numbered lines of each section."""
    found: dict[str, list[tuple[int, str]]] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r'\[(.+?)\]\s*$', line)
        if head and head.group(1) in found:
            raise Unsupported(f'several sections [{head.group(1)}]')
        if head:
            lines = found.setdefault(head.group(1), [])
        else:
            lines.append((number, line))
    return found


def source_of(lines: list[tuple[int, str]], stage: str) -> str:
    """GLSL 4.50 of a section."""
    text = '\n'.join(line for _, line in lines)
    text = re.sub(r'\bgl_(Vertex|Instance)ID\b', r'gl_\1Index', text)
    wanted = re.findall(r'^\s*#\s*extension\s+(\w+)\s*:\s*(?:require|enable|warn)', text,
                        re.MULTILINE)
    version, rest = modernise(text, stage).split('\n', 1)
    if stage == 'frag':
        rest = re.sub(r'\bjq_Color\b', 'jq_FrontColor', rest)
    asked = [f'#extension {name} : require' for name in wanted if name in EXTENSIONS]
    return '\n'.join([version, *dict.fromkeys(asked), rest])


def float_bits(token: str, code: str) -> int:
    """`0x...` is the bits themselves."""
    if token.lower().startswith('0x') and 'p' not in token.lower():
        return int(token, 16)
    token = token.rstrip(',')
    try:
        value = float.fromhex(token) if 'p' in token.lower() else float(token)
    except ValueError as fault:
        raise Unsupported(f'the number {token}') from fault
    try:
        packed = struct.pack('<' + code, value)
    except OverflowError:
        packed = struct.pack('<' + code, float('inf') if value > 0 else float('-inf'))
    return int.from_bytes(packed, 'little')


def integer(token: str) -> int:
    """Reads an integer like C: the text after the digits does not count."""
    digits = re.match(r'[-+]?(0[xX][0-9a-fA-F]+|\d+)', token)
    if not digits:
        raise Unsupported(f'the number {token}')
    return int(digits.group(), 16 if 'x' in digits.group().lower() else 10)


def bits_of(kind: str, token: str) -> int:
    if re.fullmatch(r'float|vec\d|mat\d(x\d)?', kind):
        return float_bits(token, 'f')
    if re.fullmatch(r'double|dvec\d|dmat\d(x\d)?', kind):
        return float_bits(token, 'd')
    if re.fullmatch(r'(int|uint|bool|[iub]vec\d)', kind):
        return integer(token) & 0xffffffff
    if re.fullmatch(r'u?int64_t|[iu]64vec\d', kind):
        return integer(token) & 0xffffffffffffffff
    raise Unsupported(f'uniforms of the type {kind}')


def words(values: list[float], fill: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)) -> list[str]:
    return [f'{float_bits(str(value), "f"):x}' for value in (*values, *fill[len(values):])]


def triangles_of(mode: str, count: int) -> list[tuple[int, int, int]]:
    if mode in ('GL_TRIANGLE_FAN', 'GL_POLYGON'):
        return [(0, i, i + 1) for i in range(1, count - 1)]
    if mode == 'GL_TRIANGLES':
        return [(i, i + 1, i + 2) for i in range(0, count - 2, 3)]
    if mode in ('GL_TRIANGLE_STRIP', 'GL_QUAD_STRIP'):
        return [(i + i % 2, i + 1 - i % 2, i + 2) for i in range(count - 2)]
    if mode == 'GL_QUADS':
        return [triangle for i in range(0, count - 3, 4)
                for triangle in ((i, i + 1, i + 3), (i + 1, i + 2, i + 3))]
    raise Unsupported(f'drawing {mode}')


def numbers(text: str) -> list[float]:
    return [float(token) for token in re.findall(NUMBER, text)]


class Reader:
    """Turns the commands of a test into those of a script."""

    def __init__(self, sections: dict[str, list[tuple[int, str]]], sources: str) -> None:
        self.width, self.height = SIZE
        self.commands: list[Json] = []
        self.clear_colour = [0.0, 0.0, 0.0, 0.0]
        self.tolerance = TOLERANCE
        self.sources = sources
        self.vertices: dict[str, list[list[str]]] = {}
        for _, line in sections.get('require', []):
            size = re.match(r'SIZE (\d+) (\d+)', line.strip())
            if size:
                self.width, self.height = int(size.group(1)), int(size.group(2))
        if 'vertex data' in sections:
            self.read_vertices([line for _, line in sections['vertex data']])
        self.line = 0
        try:
            for value in initial_values(sources):
                self.set_uniform(value.name, value.kind, value.numbers)
        except ValueError as fault:
            raise Unsupported('an initial value of a uniform') from fault
        self.project([[float(i == j) for j in range(4)] for i in range(4)])

    def read_vertices(self, lines: list[str]) -> None:
        rows = [line.split('#')[0].split() for line in lines]
        rows = [row for row in rows if row]
        columns: list[tuple[list[list[list[str]]], str, int]] = []  # slots, type, components
        for head in rows[0] if rows else []:
            form = re.fullmatch(r'([A-Za-z_]\w*)(?:\[(\d)\])?/(\w+)/(\w+)(?:/(\d))?', head)
            if not form:
                raise Unsupported('vertices by number of the attribute')
            name, element, kind, shape, column = form.groups()
            if kind not in C_TYPES:
                raise Unsupported(f'vertices of the type {kind}')
            matrix = re.fullmatch(r'd?mat(\d)(?:x(\d))?', shape)
            vector = re.fullmatch(r'[iud]?vec(\d)|(\d)', shape)
            count = int(matrix.group(2) or matrix.group(1)) if matrix else \
                int(vector.group(1) or vector.group(2)) if vector else 1
            slots = 2 if kind == 'double' and count > 2 else 1
            first = slots * (int(column or 0) +
                             int(element or 0) * (int(matrix.group(1)) if matrix else 1))
            name = re.sub(r'^gl_', 'jq_', name)
            places = [self.vertices.setdefault(name + (f'[{slot}]' if slot else ''), [])
                      for slot in range(first, first + slots)]
            columns.append((places, C_TYPES[kind], count))
        for row in rows[1:]:
            if len(row) != sum(count for _, _, count in columns):
                raise Unsupported('vertices of other sizes than announced')
            left = iter(row)
            for places, kind, count in columns:
                found = [bits_of(kind, next(left)) for _ in range(count)]
                if kind == 'double':
                    found = [word for bits in found for word in (bits & 0xffffffff, bits >> 32)]
                one = float_bits('1', 'f') if kind == 'float' else 1
                for i, place in enumerate(places):
                    part = found[4 * i:4 * i + 4]
                    place.append([f'{word:x}' for word in part + [0, 0, 0, one][len(part):]])

    def add(self, verb: str, **members: Any) -> None:
        self.commands.append({'do': verb, 'line': self.line, **members})

    def set_uniform(self, name: str, kind: str, tokens: list[str]) -> None:
        self.add('uniform', name=name, bits=[f'{bits_of(kind, token):x}' for token in tokens])

    def project(self, rows: list[list[float]]) -> None:
        """The projection of fixed-function hardware; the model's matrix stays as it is."""
        columns = [str(rows[i][j]) for j in range(4) for i in range(4)]
        unit = [str(float(i == j)) for j in range(4) for i in range(4)]
        small = [str(float(i == j)) for j in range(3) for i in range(3)]
        for name, kind, values in (('ModelViewProjectionMatrix', 'mat4', columns),
                                   ('ProjectionMatrix', 'mat4', columns),
                                   ('Transform', 'mat4', columns),
                                   ('ModelViewMatrix', 'mat4', unit),
                                   ('ModelViewMatrixInverse', 'mat4', unit),
                                   ('NormalMatrix', 'mat3', small)):
            if re.search(rf'\bjq_{name}\b', self.sources):
                self.set_uniform(f'jq_{name}', kind, values)

    def draw_rectangle(self, x: float, y: float, width: float, height: float,
                       coordinates: Optional[list[float]] = None) -> None:
        corners = ((0, 0), (1, 0), (0, 1), (1, 1))
        places = [words([x + width * i, y + height * j]) for i, j in corners]
        attributes = {name: places for name in VERTEX_NAMES}
        if coordinates:
            s, t, across, up = coordinates
            for name in COORDINATE_NAMES:
                attributes[name] = [words([s + across * i, t + up * j]) for i, j in corners]
        self.add('draw', vertices=4, triangles=triangles_of('GL_TRIANGLE_STRIP', 4),
                 attributes=attributes)

    def draw(self, rest: str) -> None:
        rectangle = re.fullmatch(r'rect( ortho)?( tex)?((?:\s+' + NUMBER + r')+)', rest)
        arrays = re.fullmatch(r'arrays (GL_\w+) (\d+) (\d+)', rest)
        if rectangle:
            values = numbers(rectangle.group(3))
            if len(values) != (8 if rectangle.group(2) else 4):
                raise Unsupported(f'draw {rest}')
            x, y, width, height = values[:4]
            if rectangle.group(1):
                x, width = x * 2 / self.width - 1, width * 2 / self.width
                y, height = y * 2 / self.height - 1, height * 2 / self.height
            self.draw_rectangle(x, y, width, height, values[4:])
        elif arrays and self.vertices:
            mode, first, count = arrays.group(1), int(arrays.group(2)), int(arrays.group(3))
            if any(len(each) < first + count for each in self.vertices.values()):
                raise Unsupported('more vertices are drawn than there are')
            self.add('draw', vertices=count, triangles=triangles_of(mode, count),
                     attributes={name: each[first:first + count]
                                 for name, each in self.vertices.items()})
        else:
            raise Unsupported(f'draw {" ".join(rest.split()[:2])}')

    def probe(self, command: str) -> None:
        is_relative = command.startswith('relative ')
        form = re.fullmatch(r'(?:relative )?probe( rect| all)? (rgba?)\b(.*?);?', command)
        if not form:
            raise Unsupported(' '.join(command.split()[:3]))
        values = numbers(form.group(3))
        num_places = {' rect': 4, ' all': 0, None: 2}[form.group(1)]
        channels = len(form.group(2))
        if len(values) < num_places + channels:
            # `probe all rgb` and others leave the alpha out.
            raise Unsupported(f'{len(values)} numbers behind {" ".join(command.split()[:3])}')
        x, y, width, height = 0.0, 0.0, float(self.width), float(self.height)
        if num_places:
            x, y, width, height = (*values[:num_places], 1.0, 1.0)[:4]
        if is_relative:
            x, y = x * self.width, y * self.height
            if num_places == 4:
                width, height = width * self.width, height * self.height
            x, y = min(x, self.width - 1), min(y, self.height - 1)
        place = [int(x), int(y), int(width), int(height)]
        place[0] += self.width if place[0] < 0 else 0
        place[1] += self.height if place[1] < 0 else 0
        self.add('probe', x=place[0], y=place[1], width=place[2], height=place[3],
                 colour=values[num_places:num_places + channels], tolerance=self.tolerance)

    def read(self, line: int, text: str) -> None:
        self.line = line
        command = re.sub(r'\s+', ' ', text.split('#')[0]).strip()
        verb, _, rest = command.partition(' ')
        if not command or command == 'link success':
            return
        if verb == 'uniform':
            match = re.fullmatch(r'(\w+)(?:\[\d+\])? (\S+) (.+)', rest)
            if not match:
                raise Unsupported(command)
            self.set_uniform(match.group(2), match.group(1), match.group(3).split())
        elif verb == 'draw':
            self.draw(rest)
        elif re.match(r'(relative )?probe\b', command):
            self.probe(command)
        elif command.startswith('clear color'):
            self.clear_colour = (numbers(rest[len('color'):]) + [0.0] * 4)[:4]
        elif command == 'clear':
            self.add('clear', colour=self.clear_colour)
        elif verb == 'tolerance':
            self.tolerance = (numbers(rest) + TOLERANCE)[:4]
        elif verb == 'ortho':
            self.set_orthogonal(numbers(rest))
        elif verb == 'frustum':
            self.set_frustum(*numbers(rest))
        else:
            raise Unsupported(f'{verb} {rest.split(" ")[0]}'.strip())

    def set_orthogonal(self, values: list[float]) -> None:
        left, right, low, high = values or [0.0, self.width, 0.0, self.height]
        across, up = right - left, high - low
        self.project([[2 / across, 0, 0, -(right + left) / across],
                      [0, 2 / up, 0, -(high + low) / up], [0, 0, -1, 0], [0, 0, 0, 1]])

    def set_frustum(self, left: float, right: float, low: float, high: float, near: float,
                    far: float) -> None:
        across, up, deep = right - left, high - low, far - near
        self.project([[2 * near / across, 0, (right + left) / across, 0],
                      [0, 2 * near / up, (high + low) / up, 0],
                      [0, 0, -(far + near) / deep, -2 * far * near / deep], [0, 0, -1, 0]])


def script_of(name: str, text: str) -> Json:
    """The script of a test, or Unsupported. Varyings are linked by name unless `by_location`."""
    sections = sections_of(text)
    others = {head for head in sections if 'shader' in head or 'program' in head} - STAGES
    if others:
        raise Unsupported(f'a section [{min(others)}]')
    if 'test' not in sections:
        raise Unsupported('no section [test]')
    if 'fragment shader' not in sections or not STAGES & (set(sections) - {'fragment shader'}):
        raise Unsupported('a stage of fixed function')
    vertex = source_of(sections.get('vertex shader', [(0, PASS_THROUGH)]), 'vert')
    fragment = source_of(sections['fragment shader'], 'frag')
    reader = Reader(sections, vertex + fragment)
    for line, command in sections['test']:
        reader.read(line, command)
    if not any(command['do'] == 'probe' for command in reader.commands):
        raise Unsupported('nothing is probed')
    by_location = (re.search(r'layout\s*\(\s*location\b[^;]*\bout\b', vertex) is not None and
                   re.search(r'layout\s*\(\s*location\b[^;]*\bin\b', fragment) is not None)
    return {'name': name, 'size': [reader.width, reader.height], 'vertex': vertex,
            'fragment': fragment, 'by_location': by_location, 'commands': reader.commands}
