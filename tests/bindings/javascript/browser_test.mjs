// The package in a page and in a worker of headless Chromium. JACQUARD_PACKAGE names its folder,
// JACQUARD_PLAYWRIGHT that of playwright-core, JACQUARD_CHROMIUM the browser.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.env.JACQUARD_PACKAGE);
const require = createRequire(import.meta.url);
const { chromium } = require(resolve(process.env.JACQUARD_PLAYWRIGHT));
const { load } = await import(pathToFileURL(join(folder, 'jacquard.mjs')));

const kTypes = { '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const kShader = '#version 450\nlayout(location = 0) in vec2 at;\nlayout(location = 0) out vec4 colour;\n' +
    'void main() { colour = vec4(at, sin(at.x), 1.0); }\n';
const kWork = `async ({ load }, shader) => {
    const begin = performance.now();
    const jacquard = await load();
    const loaded = performance.now() - begin;
    const { text } = await jacquard.compile({ name: 'a.frag', content: shader }, { gpu: '730' });
    const { picture } = await jacquard.draw({ name: 'a.frag', content: shader }, { size: '16x16' });
    const { ok, diagnostics } = await jacquard.compile({ name: 'b.frag', content: shader.replace('sin', 'sinn') });
    return { text, loaded, ok, code: diagnostics[0].code, pixels: picture.pixels.length };
}`;
const kPages = {
    '/page.html': '<!doctype html><title>page</title>',
    '/worker.mjs': `import * as package_ from './jacquard.mjs';
        const work = ${kWork};
        onmessage = async ({ data }) => postMessage(await work(package_, data));`,
};

const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    try {
        const body = kPages[path] ?? readFileSync(join(folder, path));
        response.writeHead(200, { 'content-type': kTypes[extname(path)] ?? 'text/plain' }).end(body);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}`;
const profile = mkdtempSync(join(tmpdir(), 'jacquard-browser-'));
const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.JACQUARD_CHROMIUM,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
        '--disable-sync'],
});
after(async () => {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
});

const page = await browser.newPage();
await page.goto(`${address}/page.html`);
const expected = await (await load()).compile({ name: 'a.frag', content: kShader }, { gpu: '730' });

function check(found) {
    assert.equal(found.text, expected.text);
    assert.equal(found.ok, false);
    assert.equal(found.code, 'G102');
    assert.equal(found.pixels, 16 * 16 * 4);
}

test('in a page', async (context) => {
    const found = await page.evaluate(
        `(async () => (${kWork})(await import('./jacquard.mjs'), ${JSON.stringify(kShader)}))()`);
    check(found);
    context.diagnostic(`loaded in ${Math.round(found.loaded)} ms`);
});

test('in a worker', async (context) => {
    const found = await page.evaluate(`new Promise((done, failed) => {
        const worker = new Worker('./worker.mjs', { type: 'module' });
        worker.onerror = (fault) => failed(new Error(fault.message));
        worker.onmessage = ({ data }) => done(data);
        worker.postMessage(${JSON.stringify(kShader)});
    })`);
    check(found);
    context.diagnostic(`loaded in ${Math.round(found.loaded)} ms`);
});
