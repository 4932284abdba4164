// The commands of the tool as functions; jacquard.d.ts says what they take and give.
import { Calls, JacquardError, checkedPath } from './call.mjs';
import { diagnosticsOf } from './messages.mjs';
import { pam, readPam } from './pictures.mjs';

export { JacquardError, pam };

const kCase = 'given.case';
const kPicture = 'picture.pam';

function sourceOf(source) {
    if (typeof source === 'string' || source instanceof Uint8Array) {
        return { name: 'shader', files: { shader: source } };
    }
    if (typeof source !== 'object' || source === null) {
        throw new TypeError('a source is a text, bytes, or an object with such a content');
    }
    const name = checkedPath(source.name ?? 'shader');
    return { name, files: { ...source.files, [name]: source.content } };
}

// Each line of an answer is a value.
function valuesOf(text) {
    return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

function wordBytes(text) {
    const digits = text.split('\n').map((line) => line.trim()).filter((line) => /^[0-9a-f]{16}$/.test(line));
    const bytes = new DataView(new ArrayBuffer(digits.length * 8));
    digits.forEach((word, index) => bytes.setBigUint64(index * 8, BigInt(`0x${word}`), true));
    return new Uint8Array(bytes.buffer);
}

class Jacquard {
    #calls;
    #description;

    constructor(calls, description) {
        this.#calls = calls;
        this.#description = description;
        this.version = description.version;
    }

    async command(name, { operands = [], options = {}, files = {}, input } = {}) {
        const answer = await this.#calls.run({ command: name, operands, options }, files, input);
        return { ok: answer.exitCode === 0, ...answer, diagnostics: diagnosticsOf(answer.messages) };
    }

    async #onSource(command, source, options, more = {}) {
        const { name, files } = sourceOf(source);
        return this.command(command, { operands: [name], options, files: { ...files, ...more } });
    }

    compile(source, options = {}) {
        return this.#onSource('compile', source, options);
    }

    async compileProgram(source, options = {}) {
        const result = await this.#onSource('compile', source, { ...options, json: true });
        return { ...result, json: valuesOf(result.text)[0] ?? null };
    }

    cost(source, options = {}) {
        return this.#onSource('cost', source, options);
    }

    async costReport(source, options = {}) {
        const result = await this.#onSource('cost', source, { ...options, format: 'json' });
        return { ...result, json: result.text === '' ? null : valuesOf(result.text) };
    }

    // The page is the answer, and no file.
    async view(source, options = {}) {
        const page = 'page.html';
        const result = await this.#onSource('view', source, { layout: 'page', ...options, o: page });
        const { [page]: bytes, ...files } = result.files;
        return { ...result, files, text: bytes === undefined ? '' : new TextDecoder().decode(bytes) };
    }

    disassemble(source, options = {}) {
        return this.#onSource('disasm', source, options);
    }

    async assemble(source, options = {}) {
        const result = await this.#onSource('asm', source, options);
        return { ...result, words: result.ok ? wordBytes(result.text) : null };
    }

    async explain(name, options = {}) {
        const operands = Array.isArray(name) ? name : [name];
        const result = await this.command('explain', { operands, options: { ...options, json: true } });
        return { ...result, json: result.ok ? valuesOf(result.text) : null };
    }

    names(part = '') {
        return this.#calls.names(part);
    }

    run(source, options = {}) {
        const { caseText, ...others } = options;
        const more = caseText === undefined ? {} : { [kCase]: caseText };
        return this.#onSource('run', source, caseText === undefined ? others : { ...others, case: kCase }, more);
    }

    async draw(source, options = {}) {
        const result = await this.#onSource('draw', source, { ...options, o: kPicture });
        const { [kPicture]: bytes, ...files } = result.files;
        return { ...result, files, picture: bytes === undefined ? null : readPam(bytes) };
    }

    async parts() {
        const result = await this.command('isa', { operands: ['parts'], options: { json: true } });
        return valuesOf(result.text);
    }

    async options(command) {
        const found = this.#description.commands[command];
        if (found === undefined) {
            throw new TypeError(`there is no command '${command}'`);
        }
        return found.options;
    }
}

export async function load({ wasm } = {}) {
    const calls = await Calls.load(wasm);
    return new Jacquard(calls, await calls.describe());
}
