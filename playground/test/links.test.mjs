// Links hold what they were given, and say what is wrong with them where they are damaged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { DamagedLink, readLink, writeLink } = await load('src/store/link.ts');

const shared = {
    source: '#version 450\n// Größe, 🧵 and "quotes"\nvoid main() {}\n', language: 'glsl',
    stage: 'fragment', part: '740', tab: 'cost', options: { precise: true, waveSize: 64 },
    uniforms: { time: [0.25], 'lamp.way': [1, 0, 0] },
};

async function damage(hash) {
    try {
        await readLink(hash);
    } catch (fault) {
        assert.ok(fault instanceof DamagedLink, String(fault));
        return fault.message;
    }
    return 'none';
}

// A link of this page's form whose text is not what links hold.
async function linkOf(text) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
    const bytes = Buffer.from(await new Response(packed).arrayBuffer());
    return `#1.${bytes.toString('base64url')}`;
}

test('a link gives back all that it was made of', async () => {
    assert.deepEqual(await readLink(await writeLink(shared)), shared);
});

test('a link has only letters that addresses keep', async () => {
    assert.match(await writeLink(shared), /^#1\.[A-Za-z0-9_-]+$/);
});

test('a text of many like lines becomes a short link', async () => {
    const source = 'colour += texture(image, uv);\n'.repeat(500);
    assert.ok((await writeLink({ ...shared, source })).length < 600);
});

test('an address without a link is no damaged one', async () => {
    assert.equal(await readLink(''), null);
    assert.equal(await readLink('#'), null);
});

test('a letter that was changed or is missing is noticed', async () => {
    const link = await writeLink(shared);
    for (let at = 3; at < link.length; ++at) {
        const other = link[at] === 'A' ? 'B' : 'A';
        const changed = link.slice(0, at) + other + link.slice(at + 1);
        // The last letter has bits that stand for nothing.
        if (at < link.length - 1) {
            assert.notEqual(await damage(changed), 'none', `letter ${at}`);
        }
        assert.notEqual(await damage(link.slice(0, at)), 'none', `cut at ${at}`);
    }
});

test('what is wrong with a link is said', async () => {
    assert.equal(await damage('#hello'), 'it does not begin as links do');
    assert.equal(await damage('#2.abc'), 'it was written by a newer page than this one');
    assert.equal(await damage('#1.a%20b'), 'it has letters that no link has');
    assert.equal(await damage('#1.AAAA'), 'letters are missing or were changed');
    assert.equal(await damage(await linkOf('no JSON')), 'what it holds is not written as links are');
    assert.equal(await damage(await linkOf('[1]')), 'it holds no shader');
    assert.equal(await damage(await linkOf('{"source": "", "part": 7}')), 'its part is not a text');
});

test('a small link of a huge text is not unpacked', async () => {
    assert.equal(await damage(await linkOf(' '.repeat(64 << 20))), 'it holds more than 4 MiB');
});

test('members that a link should not have are left out', async () => {
    const link = await linkOf(JSON.stringify({
        source: 'x', options: { precise: true, evil: { a: 1 } }, uniforms: { a: [1], b: 'c', d: [null] },
        more: 1,
    }));
    assert.deepEqual(await readLink(link), {
        source: 'x', language: '', stage: '', part: '', tab: '',
        options: { precise: true }, uniforms: { a: [1] },
    });
});
