// Reading what the compiler prints: programs, faults, costs, and what a picture depends on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { programOf, piecesOf } = await load('src/reports/program.ts');
const { rangeOf } = await load('src/reports/faults.ts');
const { lineCosts, readReports, verdictOf, wordLines, amount } = await load('src/reports/cost.ts');
const { constantsOf, inputsOfModule } = await load('src/reports/draw_inputs.ts');

const LISTING = `@gpu 630
@stage FRAG
@constants buffer 0 bytes 0..80 at c0
@sampler 0 2D

bary.f (ei)r0.x, 0, r0.x
(sy)(ss)shpe
l0: (jp)(nop3) mad.f32 r0.x, c0.x, (neg)r0.x, 0xff
br p0.x, #l0
end
; instructions 61
; full_registers 2
`;

test('a listing has directives, words in their order, and statistics', () => {
    const program = programOf(LISTING, '01\n02\n03\n04\n');
    assert.equal(program.stage, 'FRAG');
    assert.equal(program.directives.length, 4);
    assert.deepEqual(program.words.map(word => word.digits), ['01', '02', '03', '04', '']);
    assert.equal(program.words[2].text, 'l0: (jp)(nop3) mad.f32 r0.x, c0.x, (neg)r0.x, 0xff');
    assert.deepEqual(program.statistics, { instructions: 61, full_registers: 2 });
});

test('the pieces of a word are its text, each of a kind', () => {
    const pieces = piecesOf({ digits: '', text: 'l0: (jp)(nop3) mad.f32 hr0.x, c0.x, (neg)r0.x, 0xff' });
    assert.equal(pieces.map(piece => piece.text).join(''), 'l0: (jp)(nop3) mad.f32 hr0.x, c0.x, (neg)r0.x, 0xff');
    const of = kind => pieces.filter(piece => piece.kind === kind).map(piece => piece.text);
    assert.deepEqual(of('label'), ['l0:']);
    assert.deepEqual(of('flag'), ['(jp)', '(nop3)', '(neg)']);
    assert.deepEqual(of('opcode'), ['mad.f32']);
    assert.deepEqual(of('register'), ['hr0.x', 'c0.x', 'r0.x']);
    assert.deepEqual(of('number'), ['0xff']);
    assert.deepEqual(piecesOf({ text: 'br p0.x, #l0' }).filter(piece => piece.kind === 'target')
        .map(piece => piece.text), ['#l0']);
});

const fault = (line, column, excerpt = '') =>
    ({ severity: 'error', code: 'G102', line, column, message: '', notes: [], excerpt });
const marked = (text, each) => {
    const { from, to } = rangeOf(each, text);
    return text.slice(from, to);
};

test('a fault is underlined at its word, its mark or its line', () => {
    const text = 'void main() {\n    flot x = 1.0;\n}\n';
    assert.equal(marked(text, fault(2, 5)), 'flot');
    assert.equal(marked(text, fault(2, 10, '    flot x = 1.0;\n         ^~~~~\n')), 'x = 1');
    assert.equal(marked(text, fault(2, 0)), 'flot x = 1.0;');
    assert.equal(marked(text, fault(2, 12)), '=');
    assert.equal(marked(text, fault(0, 0)), '');
});

test('columns count bytes, and places behind the end of the text stay within it', () => {
    const text = '/* ä🧵 */ flot x;';
    assert.equal(marked(text, fault(1, Buffer.byteLength('/* ä🧵 */ ') + 1)), 'flot');
    assert.equal(marked(text, fault(9, 3)), text);
    assert.equal(marked('', fault(1, 1)), '');
});

const line = (number, cycles, issue, words) =>
    ({ number, text: '', cycles, issue, waits: cycles - issue, words, prefetches: [], called_from: [] });
const report = {
    gpu: 630, form: 'main', status: 'compiled', stage: 'FRAG', whole: { issue: 40 }, longest: {},
    verdict: { bound_by: 'issue', cycles: 40, busy: 40, alone: 60 },
    lines: [line(17, 50, 10, [{ index: 2, cycles: 39 }]), line(16, 20, 20, [{ index: 0, cycles: 4 }]),
        line(16, 5, 5, [{ index: 1, cycles: 5 }])],
    no_line: { words: [{ index: 3, cycles: 1 }] },
    findings: [{ number: 16, text: 'less', gain: 3 }, { number: 17, text: 'more', gain: 7 }],
};

test('only forms that were compiled are reports', () => {
    const refused = { ...report, status: 'malformed', form: 'bin' };
    const text = `${JSON.stringify(report)}\n${JSON.stringify(refused)}\n`;
    assert.deepEqual(readReports(text).map(each => each.form), ['main']);
});

test('a line that several calls share has the cycles of all, and the dearest is the hottest', () => {
    assert.deepEqual(lineCosts(report), [
        { line: 16, cycles: 25, issue: 25, waits: 0, heat: 0.5 },
        { line: 17, cycles: 50, issue: 10, waits: 40, heat: 1 },
    ]);
});

test('each word knows its line, and those of no line say so', () => {
    assert.deepEqual([...wordLines(report)].sort(([one], [other]) => one - other), [
        [0, { line: 16, cycles: 4 }], [1, { line: 16, cycles: 5 }], [2, { line: 17, cycles: 39 }],
        [3, { line: 0, cycles: 1 }],
    ]);
});

test('the verdict names what binds, the line to blame and the best advice', () => {
    const verdict = verdictOf(report);
    assert.equal(verdict.binds, 'issue slots');
    assert.equal(verdict.line, 16);
    assert.equal(verdict.why, 'line 16 has 50 % of the issue slots');
    assert.equal(verdict.advice.text, 'more');
});

test('amounts are written as people do', () => {
    assert.deepEqual([3, 1.75, 2.0001, 0.5, null, undefined].map(amount),
        ['3', '1.75', '2', '0.5', 'unbounded', 'unbounded']);
});

test('constants and samplers of a driver are inputs by number', () => {
    const inputs = constantsOf(programOf(LISTING, '').directives);
    assert.deepEqual(inputs.uniforms.map(each => each.name),
        ['CONST[0]', 'CONST[1]', 'CONST[2]', 'CONST[3]', 'CONST[4]']);
    assert.deepEqual(inputs.textures, [{ name: '0', shape: '2d' }]);
});

const MODULE = `
  %1 = OpString "a.frag"
       OpSource GLSL 450 %1 "uniform Fake { vec2 x; };
       %fake = OpVariable %to_block Uniform
"
       OpName %Block "Block"
       OpMemberName %Block 0 "centre"
       OpMemberName %Block 1 "lights"
       OpMemberName %Block 2 "turn"
       OpMemberName %Light 0 "strength"
       OpName %image "image"
       OpName %sky "sky"
       OpDecorate %Old BufferBlock
 %float = OpTypeFloat 32
   %int = OpTypeInt 32 1
  %vec2 = OpTypeVector %float 2
  %mat2 = OpTypeMatrix %vec2 2
   %two = OpConstant %int 2
 %Light = OpTypeStruct %float
%lights = OpTypeArray %Light %two
 %Block = OpTypeStruct %vec2 %lights %mat2
   %Old = OpTypeStruct %float
 %plain = OpTypeImage %float 2D 0 0 0 1 Unknown
  %cube = OpTypeImage %float Cube 0 0 0 1 Unknown
  %both = OpTypeSampledImage %plain
%to_block = OpTypePointer Uniform %Block
  %to_old = OpTypePointer Uniform %Old
%to_image = OpTypePointer UniformConstant %both
 %to_cube = OpTypePointer UniformConstant %cube
     %b = OpVariable %to_block Uniform
   %old = OpVariable %to_old Uniform
 %image = OpVariable %to_image UniformConstant
   %sky = OpVariable %to_cube UniformConstant
  %main = OpFunction %void None %f
 %inner = OpVariable %to_block Uniform
`;

test('uniforms of a module have the paths by which the tool sets them', () => {
    const inputs = inputsOfModule(MODULE);
    assert.deepEqual(inputs.uniforms, [
        { name: 'centre', type: 'vec2', components: 2, kind: 'float' },
        { name: 'lights[0].strength', type: 'float', components: 1, kind: 'float' },
        { name: 'lights[1].strength', type: 'float', components: 1, kind: 'float' },
        { name: 'turn', type: 'mat2x2', components: 4, kind: 'float' },
    ]);
    assert.deepEqual(inputs.textures, [{ name: 'image', shape: '2d' }, { name: 'sky', shape: 'cube' }]);
});
