// Colours GLSL and HLSL. What is a type or a keyword follows from how such words are built, so that
// the many forms of vectors, matrices, samplers and images need no list.
import { StreamLanguage } from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';

// The mode asks for tables of words, and takes functions as well.
type Words = Record<string, unknown>;
function matching(expression: RegExp): Words {
    return ((word: string) => expression.test(word)) as unknown as Words;
}

const CONTROL = 'if|else|for|while|do|switch|case|default|break|continue|return|discard|struct';
const blockKeywords = matching(/^(if|else|for|while|do|switch|struct|cbuffer|tbuffer|class)$/);
const atoms = matching(/^(true|false|gl_\w+|SV_\w+|[ib]?i(Resolution|Time|Mouse|Frame|Date|Channel\d)\w*)$/);

function preprocessor(stream: { skipToEnd(): void; match(expression: RegExp): unknown },
    state: { startOfLine?: boolean }): string | false {
    if (state.startOfLine !== true) {
        return false;
    }
    stream.skipToEnd();
    return 'meta';
}
const hooks = { '#': preprocessor };

const glsl = clike({
    name: 'glsl',
    keywords: matching(new RegExp(`^(${CONTROL}|const|in|out|inout|uniform|buffer|shared|attribute|varying|layout|flat|smooth|noperspective|centroid|sample|patch|invariant|precise|precision|highp|mediump|lowp|coherent|volatile|restrict|readonly|writeonly|subroutine)$`)),
    types: matching(/^(void|bool|int|uint|float|double|atomic_uint|[biud]?vec[2-4]|[fiu](8|16|32|64)(_t|vec[2-4])|(int|uint|float)(8|16|32|64)_t|d?mat[2-4](x[2-4])?|[iu]?(sampler|texture|image|subpassInput)\w*)$/),
    blockKeywords, atoms, hooks,
});

const hlsl = clike({
    name: 'hlsl',
    keywords: matching(new RegExp(`^(${CONTROL}|const|in|out|inout|uniform|static|groupshared|extern|volatile|cbuffer|tbuffer|register|packoffset|row_major|column_major|linear|centroid|nointerpolation|noperspective|sample|precise|namespace|typedef|class|unroll|loop|branch|flatten|numthreads)$`)),
    types: matching(/^(void|string|((bool|int|uint|dword|half|float|double)|min(10|12|16)(float|int|uint)|(int|uint|float)(16|32|64)_t)([1-4](x[1-4])?)?|matrix|vector|Sampler\w*|sampler\w*|(RW|RasterizerOrdered)?(Texture|Buffer|ByteAddressBuffer|StructuredBuffer)\w*|(Append|Consume)StructuredBuffer|\w*Stream|(Input|Output)Patch)$/),
    blockKeywords, atoms, hooks,
});

// The mode says "def" of a name before a bracket; that is a function, and the rest are names.
export const glslLanguage = StreamLanguage.define(glsl);
export const hlslLanguage = StreamLanguage.define(hlsl);
