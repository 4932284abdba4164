// Builds the playground into the folder 'out': one static folder.
//
//   node scripts/build.mjs [--package FOLDER] [--watch]
//
// The folder of the WebAssembly package is ../build/wasm/package, unless the option or the variable
// JACQUARD_PACKAGE says another. Without it everything else is built, and the page says what is missing.
import * as esbuild from 'esbuild';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stages } from './stages.mjs';
import { readExamples } from './examples.mjs';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(here);

/** Modules that are made from files of the project. */
export const madeModules = {
    name: 'made-modules',
    setup(build) {
        build.onResolve({ filter: /^jacquard-stages$/ }, args => ({ path: args.path, namespace: 'made' }));
        build.onLoad({ filter: /.*/, namespace: 'made' }, () => ({
            contents: JSON.stringify(stages(root)), loader: 'json',
        }));
    },
};

function argument(name) {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
}

function copyPackage(out, folder) {
    if (!existsSync(join(folder, 'jacquard.mjs'))) {
        console.error(`There is no WebAssembly package in ${folder}: the page will say so. `
            + "'cmake --preset wasm && cmake --build --preset wasm' makes it.");
        return;
    }
    mkdirSync(join(out, 'jacquard'), { recursive: true });
    for (const name of readdirSync(folder)) {
        if (/\.(mjs|js|wasm)$/.test(name)) {
            cpSync(join(folder, name), join(out, 'jacquard', name));
        }
    }
}

/** The licences of the packages whose code became part of the page. */
function writeLicences(out, inputs) {
    const packages = new Set(Object.keys(inputs).map(
        path => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
    const texts = [...packages].sort().map(name => {
        const folder = join(here, 'node_modules', name);
        const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
        if (file === undefined) {
            throw new Error(`${name} has no file with its licence`);
        }
        return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    });
    writeFileSync(join(out, 'LICENSES-OF-PACKAGES.txt'), texts.join(`\n${'-'.repeat(78)}\n\n`));
}

async function build() {
    const out = resolve(argument('--out') ?? join(here, 'out'));
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    const { metafile } = await esbuild.build({
        entryPoints: { main: join(here, 'src/main.ts'), worker: join(here, 'src/compiler/worker.ts') },
        bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none',
        outdir: out, metafile: true, plugins: [madeModules], logLevel: 'warning',
    });
    await esbuild.build({
        entryPoints: [join(here, 'style/main.css')], bundle: true, minify: true,
        outfile: join(out, 'main.css'), logLevel: 'warning',
    });
    writeFileSync(join(out, 'index.html'), readFileSync(join(here, 'index.html')));
    writeFileSync(join(out, 'examples.json'), JSON.stringify(readExamples(root)));
    cpSync(join(root, 'docs/cloth.png'), join(out, 'cloth.png'));
    cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
    writeLicences(out, metafile.inputs);
    copyPackage(out, resolve(argument('--package') ?? process.env.JACQUARD_PACKAGE
        ?? join(root, 'build/wasm/package')));
    console.log(`${out}: serve this folder with any static server, for example `
        + `'python3 -m http.server --directory ${out}'`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    await build();
}
