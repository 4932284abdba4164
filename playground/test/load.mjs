// Makes modules of the page, which are TypeScript, into modules that Node runs.
import * as esbuild from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { madeModules } from '../scripts/build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function load(path) {
    const { outputFiles } = await esbuild.build({
        entryPoints: [join(root, path)], bundle: true, format: 'esm', target: 'node20', write: false,
        plugins: [madeModules], logLevel: 'error',
    });
    const text = Buffer.from(outputFiles[0].contents).toString('base64');
    return import(`data:text/javascript;base64,${text}`);
}
