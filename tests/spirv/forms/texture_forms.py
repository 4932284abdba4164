"""GLSL that asks textures and images of every shape: each shader asks one question."""

import re
from typing import Iterator

HEAD = '''#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(location = 0) in vec4 c;
layout(location = 1) flat in ivec4 i;
layout(location = 0) out vec4 o;
'''
HALVES = '''#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
'''
# Coordinates of a lookup, a gradient and an offset (0: none), and components of a size, by shape.
SHAPES = {
    '1D': (1, 1, 1, 1), '2D': (2, 2, 2, 2), '3D': (3, 3, 3, 3), 'Cube': (3, 3, 0, 2),
    '1DArray': (2, 1, 1, 2), '2DArray': (3, 2, 2, 3), 'CubeArray': (4, 3, 0, 3),
    '2DRect': (2, 2, 2, 2)}
FETCHED_ONLY = {'2DMS': (2, 2), '2DMSArray': (3, 3), 'Buffer': (1, 1)}
# Coordinates with the number to compare with.
SHADOWS = {'1D': 3, '2D': 3, 'Cube': 4, '1DArray': 3, '2DArray': 4, 'CubeArray': 5, '2DRect': 3}
GATHERED = ('2D', '2DArray', '2DRect', 'Cube', 'CubeArray')
# Coordinates, and components of a size.
IMAGES = {'1D': (1, 1), '2D': (2, 2), '3D': (3, 3), 'Cube': (3, 2), '1DArray': (2, 2),
          '2DArray': (3, 3), 'CubeArray': (3, 3), '2DRect': (2, 2), 'Buffer': (1, 1),
          '2DMS': (2, 2), '2DMSArray': (3, 3)}
FORMATS = {
    '': ('rgba32f', 'rgba16f', 'r32f', 'rgba8', 'rgba8_snorm', 'rgb10_a2', 'r11f_g11f_b10f',
         'rg16', 'r8', 'rg16_snorm', 'r16f'),
    'i': ('r32i', 'rgba32i', 'rg16i', 'r8i'), 'u': ('r32ui', 'rgba32ui', 'rgb10_a2ui', 'rgba8ui')}
ATOMICS = ('Add', 'Min', 'Max', 'And', 'Or', 'Xor', 'Exchange')


def vector(count: int, of: str = 'c') -> str:
    return f'{of}.{"xyzw"[:count]}'


def offset(count: int) -> str:
    return '-3' if count == 1 else f'ivec{count}({", ".join(("1", "-2", "3")[:count])})'


def sum_of(count: int, what: str) -> str:
    """Adds a vector or scalar of integers to the result."""
    kind = 'float' if count == 1 else f'vec{count}'
    return f'o.{"xyzw"[:count]} += {kind}({what});'


def lookups(shape: str) -> Iterator[tuple[str, str]]:
    count, gradient, offsets, size = SHAPES[shape]
    place = vector(count)
    gradients = f'{vector(gradient)}, {vector(gradient, "c.wzyx")}'
    calls = {'texture': f'texture(t, {place})',
             'textureGrad': f'textureGrad(t, {place}, {gradients})'}
    has_levels = shape != '2DRect'
    if has_levels:
        calls['bias'] = f'texture(t, {place}, 1.5)'
        calls['textureLod'] = f'textureLod(t, {place}, c.w)'
    if shape in ('1D', '2D', '3D', '2DRect'):
        calls['textureProj'] = 'textureProj(t, c)'
    if shape in ('1D', '2D', '3D'):
        calls['textureProjLod'] = 'textureProjLod(t, c, 2.0)'
    if offsets:
        calls['textureOffset'] = f'textureOffset(t, {place}, {offset(offsets)})'
        calls['textureGradOffset'] = (f'textureGradOffset(t, {place}, {gradients}, '
                                      f'{offset(offsets)})')
        if has_levels:
            calls['textureLodOffset'] = f'textureLodOffset(t, {place}, c.w, {offset(offsets)})'
            calls['texelFetchOffset'] = (f'texelFetchOffset(t, {vector(count, "i")}, i.w, '
                                         f'{offset(offsets)})')
    if not shape.startswith('Cube'):
        level = ', i.w' if has_levels else ''
        calls['texelFetch'] = f'texelFetch(t, {vector(count, "i")}{level})'
    if shape in GATHERED:
        calls['textureGather'] = f'textureGather(t, {place}, 2)'
    if shape in GATHERED and offsets:
        calls['textureGatherOffset'] = f'textureGatherOffset(t, {place}, i.xy, 1)'
        calls['textureGatherOffsets'] = (f'textureGatherOffsets(t, {place}, ivec2[4](ivec2(0, 1), '
                                         'ivec2(-1, 2), ivec2(3, 3), ivec2(-8, 7)), 3)')
    for name, call in calls.items():
        yield name, f'o += vec4({call});'
    yield 'textureSize', sum_of(size, f'textureSize(t{", i.x" if has_levels else ""})')
    if has_levels:
        yield 'textureQueryLod', f'o.xy += vec2(textureQueryLod(t, {vector(gradient)}));'
        yield 'textureQueryLevels', 'o.x += float(textureQueryLevels(t));'


def fetches(shape: str) -> Iterator[tuple[str, str]]:
    count, size = FETCHED_ONLY[shape]
    is_multisampled = shape != 'Buffer'
    sample = ', i.w' if is_multisampled else ''
    yield 'texelFetch', f'o += vec4(texelFetch(t, {vector(count, "i")}{sample}));'
    yield 'textureSize', sum_of(size, 'textureSize(t)')
    if is_multisampled:
        yield 'textureSamples', 'o.x += float(textureSamples(t));'


def shadows(shape: str) -> Iterator[tuple[str, str]]:
    count = SHADOWS[shape]
    if count == 5:
        yield 'texture', 'o.x += texture(t, c, 0.5);'
        yield 'textureGather', 'o += textureGather(t, c, 0.5);'
        return
    _, gradient, offsets, _ = SHAPES[shape]
    place = vector(count)
    yield 'texture', f'o.x += texture(t, {place});'
    yield 'textureGrad', (f'o.x += textureGrad(t, {place}, {vector(gradient)}, '
                          f'{vector(gradient, "c.wzyx")});')
    if shape in ('1D', '2D', 'Cube', '1DArray'):
        yield 'bias', f'o.x += texture(t, {place}, 0.5);'
    if shape in ('1D', '2D', '1DArray'):
        yield 'textureLod', f'o.x += textureLod(t, {place}, 0.5);'
    if shape in ('1D', '2D', '2DRect'):
        yield 'textureProj', 'o.x += textureProj(t, c);'
    if offsets:
        yield 'textureOffset', f'o.x += textureOffset(t, {place}, {offset(offsets)});'
    if shape in GATHERED:
        yield 'textureGather', f'o += textureGather(t, {vector(count - 1)}, 0.5);'
    if shape in GATHERED and offsets:
        yield 'textureGatherOffset', (f'o += textureGatherOffset(t, {vector(count - 1)}, 0.5, '
                                      'ivec2(1, -1));')
        yield 'textureGatherOffsets', (f'o += textureGatherOffsets(t, {vector(count - 1)}, 0.5, '
                                       'ivec2[4](ivec2(0, 1), ivec2(-1, 2), ivec2(3, 3), '
                                       'ivec2(-8, 7)));')


def image_calls(shape: str, kind: str, is_word: bool) -> Iterator[tuple[str, str]]:
    count, size = IMAGES[shape]
    is_multisampled = shape.startswith('2DMS')
    place = vector(count, 'i') + (', i.w & 1' if is_multisampled else '')
    yield 'imageLoad', f'o += vec4(imageLoad(t, {place}));'
    yield 'imageStore', f'imageStore(t, {place}, {kind}vec4(c));'
    yield 'imageSize', sum_of(size, 'imageSize(t)')
    if is_multisampled:
        yield 'imageSamples', 'o.x += float(imageSamples(t));'
    if is_word:
        for name in ATOMICS:
            yield f'imageAtomic{name}', sum_of(1, f'imageAtomic{name}(t, {place}, {kind}vec4(c).x)')
        yield 'imageAtomicCompSwap', sum_of(
            1, f'imageAtomicCompSwap(t, {place}, {kind}vec4(c).x, {kind}vec4(c).y)')


def asked(declaration: str, body: str) -> str:
    return f'{HEAD}{declaration} t;\nvoid main() {{ o = vec4(0); {body} }}\n'


def asked_by_halves(declaration: str, body: str) -> str:
    body = re.sub(r'\bc\b', 'h', body)
    body = re.sub(r'\b\d+\.\d+\b', r'\g<0>hf', body)
    version, rest = asked(declaration, f'f16vec4 h = f16vec4(c); {body}').split('\n', 1)
    return f'{version}\n{HALVES}{rest}'


def half_forms() -> Iterator[tuple[str, str]]:
    for shape in SHAPES:
        for name, body in lookups(shape):
            # glslang takes the levels for halves in one place and for floats in the other.
            if name != 'textureQueryLod':
                declaration = f'layout(binding = 0) uniform f16sampler{shape}'
                yield f'f16sampler{shape}_{name}.frag', asked_by_halves(declaration, body)
    for shape in IMAGES:
        for name, body in image_calls(shape, 'f16', is_word=False):
            declaration = f'layout(binding = 0, rgba16f) uniform f16image{shape}'
            yield f'f16image{shape}_{name}.frag', asked_by_halves(declaration, body)


def texture_forms() -> Iterator[tuple[str, str]]:
    """Names of files and their texts."""
    for kind in ('', 'i', 'u'):
        for shape in (*SHAPES, *FETCHED_ONLY):
            texture = f'{kind}sampler{shape}'
            for name, body in lookups(shape) if shape in SHAPES else fetches(shape):
                yield (f'{texture}_{name}.frag',
                       asked(f'layout(binding = 0) uniform {texture}', body))
        for shape in IMAGES:
            image = f'{kind}image{shape}'
            all_formats = shape in ('2D', '3D')
            for form in FORMATS[kind] if all_formats else FORMATS[kind][:1]:
                for name, body in image_calls(shape, kind, form in ('r32i', 'r32ui')):
                    yield (f'{image}_{form}_{name}.frag',
                           asked(f'layout(binding = 0, {form}) uniform {image}', body))
    yield from half_forms()
    for shape in SHADOWS:
        texture = f'sampler{shape}Shadow'
        for name, body in shadows(shape):
            yield f'{texture}_{name}.frag', asked(f'layout(binding = 0) uniform {texture}', body)
    yield from chosen_forms()


def chosen_forms() -> Iterator[tuple[str, str]]:
    """Every question to a texture that is the second, one of four, or one that differs by lane."""
    for shape in (*SHAPES, *FETCHED_ONLY):
        for name, body in lookups(shape) if shape in SHAPES else fetches(shape):
            for way, index in (('known', '1'), ('chosen', 'i.x & 3'),
                               ('differing_of_chosen', 'nonuniformEXT(i.x & 3)')):
                text = asked(f'layout(binding = 0) uniform sampler{shape}',
                             re.sub(r'\(t\b', f'(t[{index}]', body))
                yield (f'sampler{shape}_{name}_{"of_" if way != "differing_of_chosen" else ""}'
                       f'{way}.frag', text.replace(' t;', ' t[4];'))
