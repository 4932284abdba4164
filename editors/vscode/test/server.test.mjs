// Drives the server as the extension does, with the same library for the protocol. No editor runs.
//
// Usage: JACQUARD=... npm test
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';

const require = createRequire(import.meta.url);
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } =
    require('vscode-languageserver-protocol/node');

const tool = process.env.JACQUARD ?? 'jacquard';
const uri = 'file:///shaders/scale.vert.tgsi';
const shader = 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MUL OUT[0], IN[0], IN[0]\n  1: END\n';

async function withServer(work) {
    const server = spawn(tool, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise(resolve => server.on('exit', resolve));
    const connection = createProtocolConnection(
        new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
    connection.listen();
    const told = [];
    let wake = () => {};
    connection.onNotification('textDocument/publishDiagnostics', params => {
        told.push(params);
        wake();
    });
    const faults = async version => {
        for (;;) {
            const found = told.find(each => each.version === version);
            if (found) {
                return found.diagnostics;
            }
            await new Promise(resolve => { wake = resolve; });
        }
    };
    const offered = await connection.sendRequest('initialize', {
        processId: process.pid, rootUri: null,
        capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
        initializationOptions: { gpus: ['740'] },
    });
    connection.sendNotification('initialized', {});
    connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'tgsi', version: 1, text: shader },
    });
    await work({ connection, offered, faults });
    await connection.sendRequest('shutdown');
    connection.sendNotification('exit');
    assert.equal(await ended, 0);
    connection.dispose();
}

test('a shader without faults has costs and words', () => withServer(async ({ connection, offered, faults }) => {
    assert.equal(offered.capabilities.positionEncoding, 'utf-16');
    assert.deepEqual(await faults(1), []);
    const textDocument = { uri };
    const lenses = await connection.sendRequest('textDocument/codeLens', { textDocument });
    assert.match(lenses[0].command.title, /^a740: \d+ registers?, /);
    const hints = await connection.sendRequest('textDocument/inlayHint', {
        textDocument, range: { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } },
    });
    assert.match(hints.find(hint => hint.position.line === 3).label, /^a740: [\d.]+ cycles?/);
    const hover = await connection.sendRequest('textDocument/hover',
        { textDocument, position: { line: 3, character: 6 } });
    assert.match(hover.contents.value, /mul\.f/);
}));

test('a fault is told where it is typed, and goes with it', () => withServer(async ({ connection, faults }) => {
    const edit = (version, text, from, to) => connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{
            range: { start: { line: 3, character: from }, end: { line: 3, character: to } }, text,
        }],
    });
    await faults(1);
    edit(2, 'MULL', 5, 8);
    const [fault] = await faults(2);
    assert.deepEqual(fault.range, { start: { line: 3, character: 5 }, end: { line: 3, character: 9 } });
    assert.match(fault.code, /^[A-Z]\d+$/);
    edit(3, 'MUL', 5, 9);
    assert.deepEqual(await faults(3), []);
}));

test('package.json has the settings that the server has', () => {
    execFileSync(process.execPath, [new URL('../scripts/settings.mjs', import.meta.url).pathname, '--check', tool],
        { stdio: 'inherit' });
});

test('every language has a grammar and a name', () => {
    const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
    const ids = new Set(contributes.languages.map(language => language.id));
    for (const { language, path, scopeName } of contributes.grammars) {
        assert.ok(ids.has(language));
        const grammar = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url)));
        assert.equal(grammar.scopeName, scopeName);
        for (const pattern of grammar.patterns) {
            new RegExp(pattern.match);
        }
    }
});
