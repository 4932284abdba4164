// Reads the table of stages. Each of its entries is one line, {stage: NAME, glslang: ENDING, ...}.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function stages(root) {
    const path = join(root, 'defs/glsl/stages.yaml');
    const lines = readFileSync(path, 'utf8').split('\n').filter(line => line.startsWith('- '));
    return lines.map(line => {
        const entry = /^- \{stage: (\w+), glslang: (\w+),/.exec(line);
        if (entry === null) {
            throw new Error(`${path}: an entry is not written as the others are: ${line}`);
        }
        return { stage: entry[1], ending: entry[2] };
    });
}
