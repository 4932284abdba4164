// Writes options.d.ts into a package: the options of each command with their types, as its module
// describes them.
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const { Calls } = await import(pathToFileURL(`${folder}/call.mjs`));
const calls = await Calls.load();
const { commands } = await calls.describe();

const kNames = { asm: 'Assemble', disasm: 'Disassemble', opt: 'Optimise' };
const nameOf = (command) => `${kNames[command] ?? command[0].toUpperCase() + command.slice(1)}Options`;

function typeOf({ type, enum: words }) {
    if (words) {
        return words.map((word) => JSON.stringify(word)).join(' | ');
    }
    const types = Array.isArray(type) ? type : [type];
    return types.map((each) => ({ integer: 'number', array: 'string | string[]' })[each] ?? each).join(' | ');
}

let text = '// Made from the tables of options of the commands.\n';
for (const [command, { description, options }] of Object.entries(commands)) {
    text += `\n/** ${description.split('\n').join(' ')} */\nexport interface ${nameOf(command)} {\n`;
    for (const [member, option] of Object.entries(options)) {
        text += `    /** ${option.description.split('\n').join(' ')} */\n    ${member}?: ${typeOf(option)};\n`;
    }
    text += '}\n';
}
text += '\nexport interface CommandOptions {\n';
for (const command of Object.keys(commands)) {
    text += `    ${command}: ${nameOf(command)};\n`;
}
text += '}\n\nexport type CommandName = keyof CommandOptions;\n';
await writeFile(`${folder}/options.d.ts`, text);
