// Serves the built playground for the tests, as any static server would. With the path of the tool,
// it also puts the stand-in in place of the WebAssembly package:
//
//   node test/server.mjs [FOLDER] [--tool JACQUARD] [--port N]
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript',
    '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.png': 'image/png',
};

// Runs the tool in a folder of its own, in which the files of the call are.
function runTool(tool, { args, files, wanted }) {
    const folder = mkdtempSync(join(tmpdir(), 'jacquard-playground-'));
    for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(folder, name), Buffer.from(text, 'base64'));
    }
    return new Promise(resolve => {
        const options = { cwd: folder, maxBuffer: 64 << 20, env: { ...process.env, NO_COLOR: '1' } };
        execFile(tool, args, options, (fault, output, messages) => {
            const made = wanted.filter(name => existsSync(join(folder, name)))
                .map(name => [name, readFileSync(join(folder, name)).toString('base64')]);
            rmSync(folder, { recursive: true });
            resolve({
                exitCode: fault === null ? 0 : fault.code ?? 1, output, messages,
                files: Object.fromEntries(made),
            });
        });
    });
}

async function answerNative(tool, request, response) {
    let body = '';
    for await (const chunk of request) {
        body += chunk;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await runTool(tool, JSON.parse(body))));
}

export function serve({ folder, tool, port = 0, change = path => path }) {
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        if (tool !== undefined && path === '/native') {
            void answerNative(tool, request, response);
            return;
        }
        const relative = path.endsWith('/') ? `${path}index.html` : path;
        const file = change(tool !== undefined && relative === '/jacquard/jacquard.mjs'
            ? join(here, 'standin/jacquard.mjs') : join(folder, relative), relative);
        if (!existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
            'cache-control': 'no-store',
        });
        response.end(readFileSync(file));
    });
    return new Promise(resolve => {
        server.listen(port, '127.0.0.1', () => resolve({
            address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close(),
        }));
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const value = name => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
    const folder = process.argv[2]?.startsWith('--') === false ? process.argv[2] : join(here, '../../out');
    const { address } = await serve({
        folder, tool: value('--tool'), port: Number(value('--port') ?? 8000),
    });
    console.log(address);
}
