// The package as npm installs it: JACQUARD_PACKAGE names its folder. It is packed, installed in an empty
// folder without a network, and runs the example of its README there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const kMostBytes = 4 << 20; // of the package as it is loaded from a registry

const folder = resolve(process.env.JACQUARD_PACKAGE);
const packed = mkdtempSync(join(tmpdir(), 'jacquard-packed-'));
const empty = mkdtempSync(join(tmpdir(), 'jacquard-installed-'));
after(() => [packed, empty].forEach((each) => rmSync(each, { recursive: true })));

function npm(words, where) {
    const quiet = ['--silent', '--offline', '--no-audit', '--no-fund', '--no-update-notifier'];
    return execFileSync('npm', [...words, ...quiet], { cwd: where, encoding: 'utf8' });
}

test('the package is small, installs in an empty folder and runs the example of its README', () => {
    npm(['pack', '--pack-destination', packed], folder);
    const [archive] = readdirSync(packed);
    assert.ok(statSync(join(packed, archive)).size < kMostBytes);

    writeFileSync(join(empty, 'package.json'), '{"private": true}\n');
    npm(['install', join(packed, archive)], empty);
    const installed = join(empty, 'node_modules/@jacquard/jacquard');
    const [, example] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8'));
    writeFileSync(join(empty, 'example.mjs'), example);
    const [first, ...listing] = execFileSync(process.execPath, ['example.mjs'], { cwd: empty, encoding: 'utf8' })
        .split('\n');
    assert.match(first, /^\w+ [0-9.]+$/); // what the shader is bound by, and the cycles of a line
    assert.ok(listing.some((line) => /^\s*\(?.*sqrt|rsq/.test(line)), 'no square root in the listing');
    assert.ok(listing.some((line) => /\bsin\b/.test(line)), 'no sine in the listing');
});
