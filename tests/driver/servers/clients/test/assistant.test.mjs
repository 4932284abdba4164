// Drives `jacquard mcp` with the client of the protocol's own authors.
//
// Usage: JACQUARD=... npm test
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const command = process.env.JACQUARD ?? 'jacquard';
const shader = 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MUL OUT[0], IN[0], IN[0]\n  1: END\n';

async function withClient(args, work) {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioClientTransport({ command, args: ['mcp', ...args] }));
    try {
        await work(client);
    } finally {
        await client.close();
    }
}

function text(result) {
    return result.content.map(part => part.text).join('');
}

test('the client and the server agree on a version and on tools', () => withClient([], async client => {
    assert.equal(client.getServerVersion().name, 'jacquard');
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 9);
    for (const tool of tools) {
        assert.equal(tool.annotations.readOnlyHint, true);
        assert.equal(tool.inputSchema.type, 'object');
        assert.ok(!('file' in tool.inputSchema.properties));
    }
    await client.ping();
}));

test('a shader is compiled, and its cost told', () => withClient([], async client => {
    const compiled = await client.callTool({ name: 'compile', arguments: { shader, gpu: '740' } });
    assert.ok(!compiled.isError);
    assert.match(text(compiled), /mul\.f/);
    const cost = await client.callTool({ name: 'cost', arguments: { shader, gpus: ['630', '740'] } });
    assert.match(text(cost), /a630/);
}));

test('a fault is a result that says so', () => withClient([], async client => {
    const result = await client.callTool(
        { name: 'compile', arguments: { shader: shader.replace('MUL', 'MULL'), name: 'x.tgsi' } });
    assert.equal(result.isError, true);
    assert.match(text(result), /x\.tgsi:4:6: error\[T\d+\]/);
    await assert.rejects(client.callTool({ name: 'compil', arguments: {} }), /did you mean 'compile'/);
}));

test('files are read below the folder alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jacquard-mcp-'));
    try {
        writeFileSync(join(folder, 'a.vert.tgsi'), shader);
        symlinkSync('/etc/hostname', join(folder, 'link'));
        await withClient(['--root', folder], async client => {
            const call = file => client.callTool({ name: 'compile', arguments: { file } });
            assert.ok(!(await call('a.vert.tgsi')).isError);
            for (const file of ['../a.vert.tgsi', '/etc/hostname', 'link', 'none', '.']) {
                assert.match(text(await call(file)), /has no file/);
            }
        });
        assert.deepEqual(readdirSync(folder).sort(), ['a.vert.tgsi', 'link']);
    } finally {
        rmSync(folder, { recursive: true });
    }
});
