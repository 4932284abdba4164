"""GLSL that computes with numbers of every type: each shader does one thing with one of them."""

from typing import Iterator

HEAD = '''#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 32) in;
'''
# Scalar types and the names of their vectors.
FLOATS = {'float16_t': 'f16vec', 'float': 'vec', 'double': 'dvec'}
SIGNED = {'int8_t': 'i8vec', 'int16_t': 'i16vec', 'int': 'ivec', 'int64_t': 'i64vec'}
UNSIGNED = {'uint8_t': 'u8vec', 'uint16_t': 'u16vec', 'uint': 'uvec', 'uint64_t': 'u64vec'}
INTEGERS = {**SIGNED, **UNSIGNED}
TYPES = {**FLOATS, **INTEGERS}
ATOMIC_TYPES = ('int', 'uint', 'int64_t', 'uint64_t')

# With S for the type of a scalar and V for that of a vector; s and v are four of each, n is the
# number of one of them.
OF_ALL = {
    'add': 's[n] = S(s[0] + s[1]); v[n] = v[0] + v[1];',
    'subtract': 's[n] = S(s[0] - s[1]); v[n] = v[0] - v[1];',
    'multiply': 's[n] = S(s[0] * s[1]); v[n] = v[0] * v[1];',
    'divide': 's[n] = S(s[0] / s[1]); v[n] = v[0] / v[1];',
    'negate': 's[n] = -s[0]; v[n] = -v[0];',
    'compare': 'if (s[0] < s[1] || s[2] == s[3] || s[0] >= s[2]) s[n] = S(1);'
               'if (v[0] != v[1]) v[n] = mix(v[0], v[1], lessThan(v[2], v[3]));',
    'clamp': 's[n] = clamp(min(s[0], s[1]), s[2], max(s[3], s[1])); v[n] = min(v[0], v[1]);',
    'truth': 's[n] = S(bool(s[n])); v[n] = V(bvec3(v[0]));',
    'array': 'S l[5]; for (int k = 0; k < 4; k++) l[k] = s[k]; l[n] = s[2]; s[n] = l[n + 1u];',
    'reduce': 's[n] = subgroupAdd(s[0]) + subgroupMin(s[1]) + subgroupExclusiveMul(s[1]) + '
              'subgroupInclusiveMax(s[2]) + subgroupClusteredAdd(s[0], 4);',
    'shuffle': 's[n] = subgroupShuffle(s[n], n) + subgroupBroadcast(s[1], 3) + '
               'subgroupBroadcastFirst(s[0]) + subgroupQuadSwapDiagonal(s[n]) + '
               'subgroupShuffleXor(s[n], 1); v[n] = subgroupBroadcastFirst(v[0]);'
               'if (subgroupAllEqual(s[0])) s[3] = S(0);',
}
OF_SIGNED = {'magnitude': 's[n] = abs(s[0]) + sign(s[1]); v[n] = abs(v[0]);'}
OF_INTEGERS = {
    'remainder': 's[n] = S(s[0] % s[1]); v[n] = v[0] % v[1];',
    'bitwise': 's[n] = (s[0] & s[1]) | (s[2] ^ ~s[3]); v[n] = (v[0] | v[1]) & ~v[2];',
    'shift': 's[n] = (s[0] << s[1]) ^ (s[2] >> s[3]); v[n] = v[0] << v[1];',
    'switch': 'switch (int(s[0])) { case 1: s[1] = S(2); case 3: s[2] = S(5); break;'
              ' default: s[n] = S(7); }',
}
FUNCTIONS_OF_ONE = ('floor', 'trunc', 'round', 'roundEven', 'ceil', 'fract', 'sqrt', 'inversesqrt',
                    'normalize')
FUNCTIONS_OF_ONE_NO_DOUBLE = (
    'radians', 'degrees', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh',
    'asinh', 'acosh', 'atanh', 'exp', 'log', 'exp2', 'log2')
FUNCTIONS_OF_TWO = ('mod', 'min', 'step', 'reflect')
FUNCTIONS_OF_TWO_NO_DOUBLE = ('atan', 'pow')
FUNCTIONS_OF_THREE = ('mix', 'smoothstep', 'fma', 'clamp', 'faceforward')
OF_FLOATS = {
    'length': 's[n] = length(v[0]) + distance(v[0], v[1]) + dot(v[0], v[1]);',
    'cross': 'v[n] = cross(v[0], v[1]); if (isnan(s[0]) || isinf(s[1])) s[2] = S(1);',
    'split': 'int e; s[n] = frexp(s[0], e); s[1] = ldexp(s[2], e); S m; s[3] = modf(s[1], m) + m;',
    'matrix': 'M m = M(v[0], v[1], v[2]); v[n] = inverse(m) * v[0] + transpose(m) * v[1];'
              's[n] = determinant(m) + (m * m)[n][1]; v[2] = outerProduct(v[0], v[1])[n];',
}
OF_WORDS = {
    'bits': 'uint a = bitfieldExtract(u[1], 3, 5) + bitfieldReverse(u[3]) + uint(bitCount(u[2])) +'
            ' uint(findLSB(u[1]) + findMSB(u[2]) + findMSB(i[2]) + bitfieldExtract(i[1], 2, 3));'
            ' u[n] = bitfieldInsert(a, u[2], 2, 7);',
    'carry': 'uint c, h, l; u[n] = uaddCarry(u[0], u[1], c); u[1] = c;'
             'umulExtended(u[0], u[1], h, l); u[2] = usubBorrow(u[0], u[1], c); u[3] = c + h + l;',
    'pack': 'f[n] = unpackHalf2x16(u[0]).y + unpackUnorm4x8(u[1]).z + unpackSnorm2x16(u[2]).x;'
            'u[3] = packHalf2x16(f.xy) + packSnorm2x16(f.zz) + packUnorm4x8(f) + packSnorm4x8(f);',
}
IN_WORDS = 'layout(std430, binding = 0) buffer B { uint u[4]; int i[4]; vec4 f; };\n'


def buffer(scalar: str) -> str:
    return (f'layout(std430, binding = 0) buffer B {{ {scalar} s[4]; {TYPES[scalar]}3 v[4]; }};\n')


def computing(scalar: str, body: str) -> str:
    """A shader with S and V in its text."""
    names = f'#define S {scalar}\n#define V {TYPES[scalar]}3\n'
    if scalar in FLOATS:
        names += f'#define M {TYPES[scalar].replace("vec", "mat")}3\n'
    return (f'{HEAD}{names}{buffer(scalar)}'
            f'void main() {{ uint n = gl_LocalInvocationIndex & 1u; {body} }}\n')


def conversion(of: str, to: str) -> str:
    return (f'{HEAD}{buffer(of)}layout(std430, binding = 1) buffer C {{ {to} t[4];'
            f' {TYPES[to]}3 w[4]; }};\nvoid main() {{ uint n = gl_LocalInvocationIndex & 1u;'
            f' t[n] = {to}(s[n]); w[n] = {TYPES[to]}3(v[n]); }}\n')


def memory(scalar: str) -> Iterator[tuple[str, str]]:
    vector = TYPES[scalar]
    out = f'layout(std430, binding = 0) buffer B {{ {scalar} s[64]; {vector}4 v[4]; }};\n'
    yield 'shared', (
        f'{HEAD}{out}shared {scalar} a[64];\nshared {vector}3 b[4];\n'
        'void main() { uint n = gl_LocalInvocationIndex; a[n] = s[n]; b[n & 3u] = v[n & 3u].xyz;'
        f' barrier(); s[n] = a[n ^ 1u]; v[n & 3u] = {vector}4(b[(n + 1u) & 3u], a[0]); }}\n')
    yield 'uniform', (
        f'{HEAD}{out}layout(std140, binding = 1) uniform U {{ {scalar} a; {vector}2 b;'
        f' {vector}3 c[4]; }} u;\nlayout(push_constant) uniform P {{ {scalar} a; {vector}2 b;'
        f' {vector}4 c; }} p;\nvoid main() {{ uint n = gl_LocalInvocationIndex;'
        f' s[n] = u.a + p.a + u.b.y; v[n & 3u] = {vector}4(u.c[n & 3u], p.b.x) + p.c; }}\n')


def functions(scalar: str) -> Iterator[tuple[str, str]]:
    has_all = scalar != 'double'
    for name in FUNCTIONS_OF_ONE + (FUNCTIONS_OF_ONE_NO_DOUBLE if has_all else ()):
        yield name, f's[n] = {name}(s[0]); v[n] = {name}(v[0]);'
    for name in FUNCTIONS_OF_TWO + (FUNCTIONS_OF_TWO_NO_DOUBLE if has_all else ()):
        yield f'{name}_of_two', f's[n] = {name}(s[0], s[1]); v[n] = {name}(v[0], v[1]);'
    for name in FUNCTIONS_OF_THREE:
        yield f'{name}_of_three', (f's[n] = {name}(s[0], s[1], s[2]);'
                                   f' v[n] = {name}(v[0], v[1], v[2]);')


def bodies(scalar: str) -> Iterator[tuple[str, str]]:
    yield from OF_ALL.items()
    if scalar not in UNSIGNED:
        yield from OF_SIGNED.items()
    if scalar in INTEGERS:
        yield from OF_INTEGERS.items()
    else:
        yield from OF_FLOATS.items()
        yield from functions(scalar)
    if scalar in ATOMIC_TYPES:
        for name in ('Add', 'Min', 'Max', 'And', 'Or', 'Xor', 'Exchange'):
            yield f'atomic{name}', f's[1] = atomic{name}(s[n], s[2]);'
        yield 'atomicCompSwap', 's[1] = atomicCompSwap(s[n], s[2], s[3]);'


def numeric_forms() -> Iterator[tuple[str, str]]:
    """Names of files and their texts."""
    for scalar in TYPES:
        for name, body in bodies(scalar):
            yield f'{scalar}_{name}.comp', computing(scalar, body)
        for name, text in memory(scalar):
            yield f'{scalar}_{name}.comp', text
        for other in TYPES:
            if other != scalar:
                yield f'{scalar}_to_{other}.comp', conversion(scalar, other)
    for name, body in OF_WORDS.items():
        yield f'{name}.comp', (f'{HEAD}{IN_WORDS}void main() '
                               f'{{ uint n = gl_LocalInvocationIndex & 1u; {body} }}\n')
