"""GLSL that uses what its stage has: built-in variables, interfaces, interpolation."""

from typing import Iterator

HEAD = '''#version 460
#extension GL_ARB_shader_stencil_export : enable
#extension GL_ARB_shader_viewport_layer_array : enable
#extension GL_EXT_multiview : enable
#extension GL_KHR_shader_subgroup_basic : enable
'''
OF_VERTICES = ('gl_VertexIndex', 'gl_InstanceIndex', 'gl_BaseVertex', 'gl_BaseInstance',
               'gl_DrawID', 'gl_ViewIndex')
OF_FRAGMENTS = {
    'gl_FragCoord': 4, 'gl_FrontFacing': 1, 'gl_PointCoord': 2, 'gl_SampleID': 1,
    'gl_SamplePosition': 2, 'gl_SampleMaskIn[0]': 1, 'gl_PrimitiveID': 1, 'gl_Layer': 1,
    'gl_ViewportIndex': 1, 'gl_ClipDistance[1]': 1, 'gl_CullDistance[0]': 1,
    'gl_HelperInvocation': 1, 'gl_ViewIndex': 1}
OF_INVOCATIONS = {
    'gl_WorkGroupID': 3, 'gl_NumWorkGroups': 3, 'gl_LocalInvocationID': 3,
    'gl_GlobalInvocationID': 3, 'gl_WorkGroupSize': 3, 'gl_LocalInvocationIndex': 1,
    'gl_SubgroupID': 1, 'gl_NumSubgroups': 1, 'gl_SubgroupSize': 1, 'gl_SubgroupInvocationID': 1}

POSITION = 'layout(location = 0) in vec4 p;\n'
COLOUR = 'layout(location = 0) out vec4 o;\n'
# Declarations and the body of main().
VERTEX = {
    'layers': (POSITION, 'gl_Position = p; gl_Layer = gl_InstanceIndex; gl_ViewportIndex = 1;'
               ' gl_PointSize = 2.0;'),
    'distances': (
        POSITION + 'out float gl_ClipDistance[5];\nout float gl_CullDistance[3];\n',
        'gl_Position = p; for (int k = 0; k < 5; k++) gl_ClipDistance[k] = p[k & 3];'
        ' for (int k = 0; k < 3; k++) gl_CullDistance[k] = p.x;'
        ' gl_CullDistance[gl_VertexIndex % 3] = p.y;'),
    'types': (
        'layout(location = 0) in ivec3 a;\nlayout(location = 1) in uvec2 b;\n'
        'layout(location = 2) in dvec3 d;\nlayout(location = 4) in mat3 m;\n'
        'layout(location = 0) out flat ivec3 x;\nlayout(location = 1) out flat dvec2 y;\n',
        'x = a + ivec3(b, 1); y = d.xy * 2.0; gl_Position = vec4(m * vec3(d), 1.0);'),
    'blocks': (
        'struct S { vec3 a; float b[3]; mat2 m; };\n' + POSITION +
        'layout(location = 0) out S s;\n'
        'layout(location = 8) out Block { vec2 u; flat int k[2]; } blocks[2];\n',
        'gl_Position = p; s.a = p.xyz; s.b = float[3](1.0, 2.0, 3.0);'
        ' s.b[gl_VertexIndex % 3] = p.w;'
        ' s.m = mat2(p.x); blocks[0].u = p.xy; blocks[1].u = p.zw; blocks[0].k = int[2](1, 2);'
        ' blocks[1].k = blocks[0].k; blocks[gl_VertexIndex & 1].k[1] = 3;'),
    'components': (
        POSITION + 'layout(location = 0, component = 0) out vec2 a;\n'
        'layout(location = 0, component = 2) out float b;\n'
        'layout(location = 0, component = 3) out float c;\n',
        'gl_Position = p; a = p.xy; b = p.z; c = p.w;'),
    'feedback': (
        POSITION + 'layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 32, location = 0)'
        ' out vec4 a;\nlayout(xfb_buffer = 0, xfb_offset = 16, location = 1) out vec3 b;\n',
        'gl_Position = p; a = p; b = p.xyz;'),
}
FRAGMENT = {
    'outputs': (
        'layout(location = 0) in vec4 p;\nlayout(location = 0) out vec4 o[2];\n'
        'layout(location = 2) out ivec2 i;\nlayout(location = 3, component = 1) out float z;\n'
        'layout(depth_greater) out float gl_FragDepth;\n',
        'o[0] = p; o[1] = p.wzyx; i = ivec2(p.xy); z = p.x; gl_FragDepth = p.w;'
        ' gl_SampleMask[0] = int(p.y); gl_FragStencilRefARB = 3;'),
    'two_colours': (
        POSITION + 'layout(location = 0, index = 0) out vec4 o;\n'
        'layout(location = 0, index = 1) out vec4 q;\n', 'o = p; q = p * 2.0;'),
    'interpolation': (
        POSITION + 'layout(location = 1) noperspective in vec2 b;\n'
        'layout(location = 2) centroid in vec2 c;\nlayout(location = 3) sample in vec2 d;\n'
        'layout(location = 4) flat in uvec2 e;\n'
        'layout(location = 5) noperspective centroid in vec2 g;\n'
        'layout(location = 6) noperspective sample in float h;\n'
        'layout(location = 7) in struct { vec2 x; float y[2]; } s;\n'
        'layout(location = 10) in mat3 m;\n' + COLOUR,
        'o = p + b.xyxy + c.xyxy + d.yxyx + vec4(e, 0, 0) + g.xyxy * h + s.x.xyxy * s.y[e.x & 1u]'
        ' + vec4(m[e.y % 3u], 1.0) + interpolateAtSample(p, int(e.x))'
        ' + interpolateAtOffset(b, vec2(0.1)).xyxy + interpolateAtCentroid(m[1]).xyzx;'),
    'derivatives': (
        POSITION + COLOUR, 'o = dFdxFine(p) + dFdyCoarse(p) + fwidthFine(p) + fwidthCoarse(p)'
        ' + dFdx(p.x) * fwidth(p);'),
    'discard_before_a_loop': (
        POSITION + COLOUR, 'if (p.x <= 0.0) discard; o = vec4(0);'
        ' for (float x = 0.0; x < p.y; x += p.x) o += p;'),
}
TESS_CONTROL = {
    'levels': ('layout(vertices = 4) out;\nlayout(location = 0) in float a[];\n',
               'for (int k = 0; k < 4; k++) gl_TessLevelOuter[k] = a[k];'
               ' gl_TessLevelInner[gl_PrimitiveID & 1] = gl_TessLevelOuter[gl_PrimitiveID & 3];'),
    'patch': (
        'layout(vertices = 4) out;\nlayout(location = 0) in vec4 a[];\n'
        'layout(location = 0) out vec4 b[];\nlayout(location = 1) out mat3 m[];\n'
        'patch layout(location = 4) out vec3 q[2];\n'
        'patch layout(location = 6) out struct { float x; ivec2 y; } s;\n',
        'gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;'
        ' b[gl_InvocationID] = a[gl_PrimitiveID & 3]; m[gl_InvocationID] = mat3(1); barrier();'
        ' if (gl_InvocationID == 0) { q[0] = b[1].xyz; q[1] = b[gl_PatchVerticesIn - 1].xyz;'
        ' s.x = 1.0; s.y = ivec2(3); gl_TessLevelOuter[1] = m[2][1].x; }'),
}
TESS_EVALUATION = {
    'quads': (
        'layout(quads, fractional_odd_spacing, cw) in;\nlayout(location = 0) in vec4 b[];\n'
        'layout(location = 1) in mat3 m[];\npatch layout(location = 4) in vec3 q[2];\n' + COLOUR,
        'o = mix(b[0], b[gl_PrimitiveID & 3], gl_TessCoord.x) * gl_TessLevelOuter[1]'
        ' + vec4(q[1], gl_TessLevelInner[0]) + gl_PatchVerticesIn;'
        ' gl_Position = gl_in[1].gl_Position + vec4(m[0][2], 1.0) * gl_TessCoord.z;'),
    'lines': ('layout(isolines, point_mode) in;\nlayout(location = 0) in float b[];\n',
              'gl_Position = vec4(b[0] * gl_TessCoord.x, b[1] * gl_TessCoord.y, 0.0, 1.0);'),
}
PRIMITIVES = {'points': 1, 'lines': 2, 'lines_adjacency': 4, 'triangles': 3,
              'triangles_adjacency': 6}


def geometry(primitive: str) -> tuple[str, str]:
    return (f'layout({primitive}, invocations = 3) in;\nlayout(line_strip, max_vertices = 8) out;\n'
            'layout(location = 0) in vec4 a[];\nlayout(location = 0) out vec4 b;\n'
            'layout(location = 1) out flat int k;\n',
            f'for (int i = 0; i < {PRIMITIVES[primitive]}; i++) {{ b = a[i];'
            ' gl_Position = gl_in[i].gl_Position; k = gl_InvocationID + gl_PrimitiveIDIn;'
            ' gl_PrimitiveID = k; gl_Layer = i; gl_ViewportIndex = 1; EmitVertex(); }'
            ' EndPrimitive();')


def by_stage() -> Iterator[tuple[str, str, str]]:
    """Names of files, declarations and bodies."""
    for name in OF_VERTICES:
        yield f'{name}.vert', '', f'gl_Position = vec4({name});'
    for name, count in OF_FRAGMENTS.items():
        rest = ', 0' * (4 - count) if count > 1 else ''
        yield f'{name}.frag', COLOUR, f'o = vec4({name}{rest});'
    for name, count in OF_INVOCATIONS.items():
        yield (f'{name}.comp', 'layout(local_size_x = 8, local_size_y = 4) in;\n'
               'layout(std430, binding = 0) buffer B { uvec3 q[]; };\n',
               f'q[gl_LocalInvocationIndex] = uvec3({name});')
    for extension, forms in (('vert', VERTEX), ('frag', FRAGMENT), ('tesc', TESS_CONTROL),
                             ('tese', TESS_EVALUATION)):
        for name, (declarations, body) in forms.items():
            yield f'{name}.{extension}', declarations, body
    for primitive in PRIMITIVES:
        declarations, body = geometry(primitive)
        yield f'{primitive}.geom', declarations, body


def stage_forms() -> Iterator[tuple[str, str]]:
    """Names of files and their texts."""
    for name, declarations, body in by_stage():
        yield name.replace('[', '_').replace(']', ''), (
            f'{HEAD}{declarations}void main() {{ {body} }}\n')
