// Languages and stages are recognised, and names made that tell them to the tool. The examples are
// the texts that this must hold for first of all.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readExamples } from '../scripts/examples.mjs';
import { load } from './load.mjs';

const { detectLanguage, detectStage, fileName, ofFileName, languages, stages } =
    await load('src/compiler/languages.ts');
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const examples = readExamples(root);
const tool = process.env.JACQUARD;

test('each example is recognised by its text as what its name says', () => {
    for (const example of examples) {
        const { language, stage } = ofFileName(example.file);
        assert.equal(detectLanguage(example.source), language, example.file);
        if (stage !== '') {
            assert.equal(detectStage(example.source), stage, example.file);
        }
    }
});

test('there is an example of each language, and all have titles of their own', () => {
    const found = new Set(examples.map(example => ofFileName(example.file).language));
    assert.deepEqual([...found].sort(), languages.map(language => language.id).sort());
    assert.equal(new Set(examples.map(example => example.title)).size, examples.length);
});

test('texts without a name are recognised by what only their language has', () => {
    const texts = {
        glsl: ['void mainImage(out vec4 c, in vec2 p) { c = vec4(1); }', '', 'precision mediump float;\nvoid main() {}'],
        hlsl: ['float4 main() : SV_Target { return 1; }', '[numthreads(8, 8, 1)]\nvoid main() {}', 'cbuffer C { float4x4 m; };'],
        spirv: ['; SPIR-V\nOpCapability Shader\n', '%1 = OpExtInstImport "GLSL.std.450"'],
        tgsi: ['# by hand\nFRAG\n  0: END\n', 'TESS_CTRL\n'],
        nir: ['// made\nshader compute\n\nfunction "main" entry {\n}\n'],
        ir3: ['@gpu 630\nend\n', 'mov.f32f32 r0.x, 1.0\nnop\nend\n'],
    };
    for (const [language, all] of Object.entries(texts)) {
        for (const text of all) {
            assert.equal(detectLanguage(text), language, text);
        }
    }
});

test('stages are told by what only they have', () => {
    const texts = {
        vertex: 'void main() { gl_Position = vec4(0); }',
        compute: 'layout(local_size_x = 8) in; void main() {}',
        geometry: 'layout(triangles) in; void main() { EmitVertex(); }',
        tess_control: 'layout(vertices = 3) out; void main() {}',
        tess_evaluation: 'void main() { gl_Position = vec4(gl_TessCoord, 1); }',
        fragment: '// gl_Position is written elsewhere\nvoid main() {}',
    };
    for (const [stage, text] of Object.entries(texts)) {
        assert.equal(detectStage(text), stage);
    }
    assert.deepEqual(Object.keys(texts).sort(), stages.map(each => each.stage).sort());
});

test('file names tell language and stage both ways', () => {
    assert.equal(fileName('glsl', 'vertex'), 'shader.vert');
    assert.equal(fileName('hlsl', 'fragment'), 'shader.frag.hlsl');
    assert.equal(fileName('tgsi', ''), 'shader.tgsi');
    for (const { id, needsStage } of languages) {
        const stage = needsStage ? 'geometry' : '';
        assert.deepEqual(ofFileName(fileName(id, stage)), { language: id, stage });
    }
    assert.deepEqual(ofFileName('notes.txt'), { language: '', stage: '' });
});

test('the tool takes each example under the name that the page gives it', { skip: tool === undefined && 'JACQUARD names no tool' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'jacquard-examples-'));
    for (const { file, source } of examples) {
        const language = detectLanguage(source);
        const name = join(folder, fileName(language, detectStage(source)));
        writeFileSync(name, source);
        const said = execFileSync(tool, ['cost', name, '--format', 'json'], { encoding: 'utf8' });
        assert.equal(JSON.parse(said.split('\n')[0]).status, 'compiled', file);
    }
    rmSync(folder, { recursive: true });
});
