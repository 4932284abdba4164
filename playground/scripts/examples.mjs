// Reads the examples: those of the project, and a few that the playground adds for languages and
// costs that the others do not show. examples.json says which, with their titles.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readExamples(root) {
    const list = JSON.parse(readFileSync(join(root, 'playground/examples.json'), 'utf8'));
    return list.map(({ file, ...rest }) => ({
        ...rest, file: file.split('/').at(-1), source: readFileSync(join(root, file), 'utf8'),
    }));
}
