// Compares the package with the native tool over folders of shaders, byte for byte: the listing, its
// messages and the report on costs. Prints each difference and the counts; exit code 1 where one differs.
//
// Modules that compute in 64 bits are counted apart: the passes that make words of doubles and of long
// integers leave the order of instructions to the order in which a compiler evaluates arguments, which is
// not the same for GCC and clang. The words then do the same in another order.
//
// Usage: node corpora.mjs --package FOLDER --tool JACQUARD [--gpu PART] [--every N] FOLDER...
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        package: { type: 'string' },
        tool: { type: 'string' },
        gpu: { type: 'string', default: '730' },
        every: { type: 'string', default: '1' },
    },
});
const kShader = /\.(tgsi|spv|spvasm|nir|frag|vert|comp|geom|tesc|tese|glsl|hlsl)$/;
const { load } = await import(pathToFileURL(join(resolve(values.package), 'jacquard.mjs')));
const jacquard = await load();

function shadersBelow(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? shadersBelow(path) : kShader.test(path) ? [path] : [];
    }).sort();
}

// Tells whether a module of SPIR-V has types of 64 bits: OpTypeInt and OpTypeFloat name the width.
function isWide(content) {
    const kHeader = 5;
    const words = new Uint32Array(content.buffer.slice(content.byteOffset, content.byteOffset + (content.length & ~3)));
    if (words[0] !== 0x07230203) {
        return false;
    }
    for (let at = kHeader; at < words.length; at += Math.max(words[at] >>> 16, 1)) {
        const opcode = words[at] & 0xffff;
        if ((opcode === 21 || opcode === 22) && words[at + 2] === 64) {
            return true;
        }
    }
    return false;
}

function sum(answer) {
    return createHash('sha256').update(JSON.stringify(answer)).digest('hex');
}

function native(words, cwd) {
    const { stdout, stderr, status } = spawnSync(resolve(values.tool), words, { cwd, maxBuffer: 1 << 28 });
    return [status, stdout.toString(), stderr.toString()];
}

async function here(command, name, content, options) {
    const { exitCode, text, messages } =
        await jacquard.command(command, { operands: [name], options, files: { [name]: content } })
            .catch((fault) => ({ exitCode: -1, text: '', messages: fault.message }));
    return [exitCode, text, messages];
}

const kKinds = {
    words: { command: 'compile', options: { gpu: values.gpu }, words: ['--gpu', values.gpu] },
    costs: {
        command: 'cost',
        options: { gpus: [values.gpu], format: 'json' },
        words: ['--gpu', values.gpu, '--format', 'json'],
    },
};
const counts = Object.fromEntries(Object.keys(kKinds).map((kind) => [kind, { same: 0, compiled: 0, different: 0, wide: 0 }]));
for (const given of positionals) {
    const folder = statSync(given).isDirectory() ? resolve(given) : resolve(given, '..');
    const shaders = shadersBelow(folder).filter((_, index) => index % Number(values.every) === 0);
    for (const path of shaders) {
        const name = relative(folder, path);
        const content = readFileSync(path);
        for (const [kind, { command, options, words }] of Object.entries(kKinds)) {
            const expected = native([command, name, ...words], folder);
            const found = await here(command, name, content, options);
            const isSame = sum(found) === sum(expected);
            counts[kind][isSame ? 'same' : isWide(content) ? 'wide' : 'different'] += 1;
            counts[kind].compiled += expected[0] === 0 ? 1 : 0;
            if (!isSame) {
                const at = [...expected.keys()].find((part) => expected[part] !== found[part]);
                const [one, other] = [expected[at], found[at]].map((part) => String(part).split('\n'));
                const line = one.findIndex((text, index) => text !== other[index]);
                console.log(`${path}: ${kind}: ${['exit code', 'answer', 'messages'][at]}, line ${line + 1}`);
                console.log(`  native  ${String(one[line]).slice(0, 200)}\n  package ${String(other[line]).slice(0, 200)}`);
            }
        }
    }
}
for (const [kind, { same, compiled, different, wide }] of Object.entries(counts)) {
    console.log(`${kind}: ${same + different + wide} shaders, of which ${compiled} compile: ${same} same, ` +
        `${wide} in another order of 64-bit arithmetic, ${different} different`);
}
const all = Object.values(counts);
process.exitCode = all.some(({ different }) => different > 0) || all.every(({ same }) => same === 0) ? 1 : 0;
