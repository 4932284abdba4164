// The languages of sources: how one recognises them, as the tool does by the first word of a text,
// and which file name tells the tool what it cannot know from the text.
import stageTable from 'jacquard-stages';

/** A stage, its name in the tool and the end of the names of its files. */
export interface Stage {
    stage: string;
    ending: string;
}

/** The stages that the tables have. */
export const stages: readonly Stage[] = stageTable;

export interface Language {
    id: string;
    title: string;
    ending: string;
    /** Whether the text leaves its stage open. */
    needsStage: boolean;
}

export const languages: readonly Language[] = [
    { id: 'glsl', title: 'GLSL', ending: 'glsl', needsStage: true },
    { id: 'hlsl', title: 'HLSL', ending: 'hlsl', needsStage: true },
    { id: 'spirv', title: 'SPIR-V', ending: 'spvasm', needsStage: false },
    { id: 'tgsi', title: 'TGSI', ending: 'tgsi', needsStage: false },
    { id: 'nir', title: 'NIR', ending: 'nir', needsStage: false },
    { id: 'ir3', title: 'ir3 assembly', ending: 'ir3', needsStage: false },
];

const HLSL = new RegExp([
    String.raw`\bcbuffer\b`, String.raw`\b(Texture(1D|2D|3D|Cube)(Array)?|SamplerState)\b`,
    String.raw`:\s*SV_\w+`, String.raw`\[numthreads\b`, String.raw`\bregister\s*\(`,
    String.raw`\b(float|half|int|uint)[1-4](x[1-4])?\s+\w+\s*[(;=:]`,
].join('|'), 'i');
const ASSEMBLY = /^(?:\w+:\s*)?(?:\([a-z0-9]+\)\s*)*[a-z][\w.]*(?:\s+[^;{}=]*)?$/;

function withoutComments(text: string): string {
    return text.replace(/\/\*[^]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ');
}

// The first word after lines that are comments in one of the languages, and the line it stands on.
function firstWord(text: string): { word: string; line: string } {
    for (const line of text.split('\n')) {
        const bare = line.trim();
        if (bare !== '' && !/^(\/\/|#|;)/.test(bare)) {
            return { word: /^\w*/.exec(bare)?.[0] ?? '', line: bare };
        }
    }
    return { word: '', line: '' };
}

function isSpirv(text: string): boolean {
    return /^\s*(?:;[^\n]*\n\s*)*(?:%\S+\s*=\s*)?Op[A-Z]\w+/.test(text);
}

/** The id of the language that a text most likely is in. */
export function detectLanguage(text: string): string {
    if (isSpirv(text)) {
        return 'spirv';
    }
    const { word, line } = firstWord(text);
    if (line.startsWith('@')) {
        return 'ir3';
    }
    if (/^[A-Z]+(_[A-Z]+)?$/.test(word) && line.replace(/;.*/, '').trim() === word) {
        return 'tgsi';
    }
    if (word === 'shader' && /^shader\s+[a-z_]+\s*$/.test(line)) {
        return 'nir';
    }
    const bare = withoutComments(text);
    if (/^\s*#version\b/.test(bare)) {
        return 'glsl';
    }
    if (HLSL.test(bare)) {
        return 'hlsl';
    }
    const lines = text.split('\n').map(each => each.replace(/;.*/, '').trim()).filter(Boolean);
    return lines.length > 0 && !text.includes('{') && lines.every(each => ASSEMBLY.test(each))
        ? 'ir3' : 'glsl';
}

// What tells a stage in GLSL or HLSL, from the surest to the least sure.
const SIGNS: readonly [string, RegExp][] = [
    ['compute', /\blocal_size_[xyz]\b|\[numthreads\b|\bgl_GlobalInvocationID\b/],
    ['geometry', /\bEmitVertex\b|\bmax_vertices\b|\[maxvertexcount\b/],
    ['tess_control', /\blayout\s*\(\s*vertices\b|\bgl_TessLevelOuter\s*\[[^\]]*\]\s*=|\[patchconstantfunc\b/],
    ['tess_evaluation', /\bgl_TessCoord\b|\bSV_DomainLocation\b/],
    ['fragment', /\bgl_Frag(Color|Data|Coord|Depth)\b|\bmainImage\b|\bSV_Target|\bdiscard\b/],
    ['vertex', /\bgl_Position\b|\bgl_VertexI(D|ndex)\b|\battribute\b|:\s*SV_(Position|VertexID)\b/],
];

/** The stage that a text of GLSL or HLSL most likely is of. */
export function detectStage(text: string): string {
    const bare = withoutComments(text);
    return SIGNS.find(([, sign]) => sign.test(bare))?.[0] ?? 'fragment';
}

/** A file name from which the tool learns language and stage. */
export function fileName(language: string, stage: string): string {
    const ending = languages.find(each => each.id === language)?.ending ?? 'glsl';
    const stageEnding = stages.find(each => each.stage === stage)?.ending;
    if (language === 'glsl') {
        return `shader.${stageEnding ?? ending}`;
    }
    return language === 'hlsl' && stageEnding !== undefined
        ? `shader.${stageEnding}.${ending}` : `shader.${ending}`;
}

/** What a file's name says; '' where it says nothing. */
export function ofFileName(name: string): { language: string; stage: string } {
    const ends = name.toLowerCase().split('.').slice(1);
    const last = ends.at(-1) ?? '';
    const stageOf = (ending: string | undefined): string =>
        stages.find(each => each.ending === ending)?.stage ?? '';
    if (stageOf(last) !== '') {
        return { language: 'glsl', stage: stageOf(last) };
    }
    const language = languages.find(each => each.ending === last);
    return language?.needsStage === true
        ? { language: language.id, stage: stageOf(ends.at(-2)) }
        : { language: language?.id ?? '', stage: '' };
}
