// Writes the settings that the server has into package.json, beside those of the extension itself.
// With --check nothing is written, and the exit code is 1 where they differ.
//
// Usage: node scripts/settings.mjs [--check] [JACQUARD]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const words = process.argv.slice(2);
const check = words.includes('--check');
const tool = words.find(word => word !== '--check') ?? 'jacquard';
const path = new URL('../package.json', import.meta.url);

const own = {
    'jacquard.path': {
        description: 'the program; by default the one that PATH has',
        type: 'string',
        default: 'jacquard',
    },
    'jacquard.trace.server': {
        description: 'what to log of the messages between the editor and the server',
        type: 'string',
        enum: ['off', 'messages', 'verbose'],
        default: 'off',
    },
    'jacquard.tables.python': {
        description: 'the Python that checks the tables of a checkout of Jacquard, with PyYAML and Jinja2',
        type: 'string',
        default: 'python3',
    },
    'jacquard.tables.generated': {
        description: 'the folder of generated code, into which references from tables lead, such as build/generated',
        type: 'string',
    },
};

const schema = JSON.parse(execFileSync(tool, ['lsp', '--print-settings'], { encoding: 'utf8' }));
const properties = { ...own };
for (const [name, property] of Object.entries(schema.properties)) {
    properties[`jacquard.${name}`] = property;
}
const written = JSON.parse(readFileSync(path, 'utf8'));
const same = JSON.stringify(written.contributes.configuration.properties) === JSON.stringify(properties);
if (check && !same) {
    console.error('package.json has other settings than the server; `npm run settings` writes them');
    process.exit(1);
}
if (!check && !same) {
    written.contributes.configuration.properties = properties;
    writeFileSync(path, JSON.stringify(written, null, 2) + '\n');
}
