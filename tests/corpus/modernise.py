"""Old GLSL made new by text, so that it can become SPIR-V.

What fixed-function hardware supplied becomes plain inputs, outputs and uniforms with names of their
own (`jq_Vertex` for `gl_Vertex`); the meaning of a shader in its old surroundings is not kept.
"""

import re

# Old calls and what they are called now.
CALLS = {'texture1D': 'texture', 'texture2D': 'texture', 'texture3D': 'texture',
         'textureCube': 'texture', 'texture2DRect': 'texture', 'shadow2D': 'texture',
         'texture1DLod': 'textureLod', 'texture2DLod': 'textureLod', 'texture3DLod': 'textureLod',
         'textureCubeLod': 'textureLod', 'texture2DProj': 'textureProj',
         'texture2DProjLod': 'textureProjLod', 'texture2DLodEXT': 'textureLod',
         'textureCubeLodEXT': 'textureLod', 'texture2DGradARB': 'textureGrad'}
# Fixed-function names of both stages, of vertices and of fragments: type and kind.
UNIFORMS = {'gl_ModelViewProjectionMatrix': 'mat4', 'gl_ModelViewMatrix': 'mat4',
            'gl_ProjectionMatrix': 'mat4', 'gl_NormalMatrix': 'mat3',
            'gl_ModelViewMatrixInverse': 'mat4'}
ATTRIBUTES = {'gl_Vertex': 'vec4', 'gl_Normal': 'vec3', 'gl_Color': 'vec4',
              'gl_SecondaryColor': 'vec4', **{f'gl_MultiTexCoord{i}': 'vec4' for i in range(8)}}
VARYINGS = {'gl_FrontColor': 'vec4', 'gl_BackColor': 'vec4', 'gl_FogFragCoord': 'float'}
COORDINATES = 'gl_TexCoord'
KEYWORDS = {'input': 'jq_input', 'output': 'jq_output', 'sample': 'jq_sample', 'patch': 'jq_patch',
            'buffer': 'jq_buffer', 'shared': 'jq_shared'}


def declare(text: str, names: dict[str, str], way: str) -> tuple[str, list[str]]:
    """Renames those names that are used, and declares them."""
    lines = []
    for name, kind in names.items():
        new = 'jq_' + name.removeprefix('gl_')
        text, count = re.subn(rf'\b{name}\b', new, text)
        if count:
            lines.append(f'{way} {kind} {new};')
    return text, lines


def modernise(text: str, stage: str) -> str:
    """The text for GLSL 4.50."""
    text = text.replace('\r\n', '\n')
    text = re.sub(r'^\s*#\s*(version|extension)\b.*$', '', text, flags=re.MULTILINE)
    text = re.sub(r'^\s*precision\s+\w+\s+\w+\s*;', '', text, flags=re.MULTILINE)
    is_fragment = stage == 'frag'
    text = re.sub(r'\battribute\b', 'in', text)
    text = re.sub(r'\bvarying\b', 'in' if is_fragment else 'out', text)
    for old, new in {**CALLS, **KEYWORDS}.items():
        text = re.sub(rf'\b{old}\b', new, text)
    head = ['#version 450']
    text, lines = declare(text, UNIFORMS, 'uniform')
    head += lines
    if 'ftransform' in text:
        head += ['uniform mat4 jq_Transform;', 'in vec4 jq_Position;']
        text = re.sub(r'\bftransform\s*\(\s*\)', '(jq_Transform * jq_Position)', text)
    if is_fragment:
        text, lines = declare(text, {'gl_Color': 'vec4', 'gl_SecondaryColor': 'vec4',
                                     'gl_FogFragCoord': 'float'}, 'in')
        head += lines
        text, lines = declare(text, {'gl_FragColor': 'vec4'}, 'out')
        head += lines
        if 'gl_FragData' in text:
            head.append('out vec4 jq_FragData[4];')
            text = text.replace('gl_FragData', 'jq_FragData')
        if re.search(r'\bmainImage\s*\(', text) and not re.search(r'\bvoid\s+main\s*\(', text):
            head += ['uniform vec3 iResolution;', 'uniform float iTime;', 'uniform vec4 iMouse;',
                     'uniform float iGlobalTime;', 'uniform vec4 iDate;', 'uniform int iFrame;',
                     *(f'uniform sampler2D iChannel{i};' for i in range(4)),
                     'out vec4 jq_Color;']
            text += '\nvoid main() { mainImage(jq_Color, gl_FragCoord.xy); }\n'
    else:
        text, lines = declare(text, ATTRIBUTES, 'in')
        head += lines
        text, lines = declare(text, VARYINGS, 'out')
        head += lines
    if COORDINATES in text:
        head.append(f'{"in" if is_fragment else "out"} vec4 jq_TexCoord[8];')
        text = text.replace(COORDINATES, 'jq_TexCoord')
    return '\n'.join(head) + '\n' + text
