// One instance of the module after the other: each runs calls until WebAssembly fails, and is then replaced.
import createModule from './jacquard_module.mjs';

const kHere = '/work'; // where the files of a call lie
const kInput = '/input';
const kFailed = -1; // what entry.cpp answers when it has no memory

export class JacquardError extends Error {
    constructor(message, options) {
        super(message, options);
        this.name = 'JacquardError';
    }
}

// A browser compiles the module while it arrives, and keeps what it made of it for the next time. It does so
// only for the type application/wasm, which not every server gives.
async function moduleOf(address) {
    if (address.protocol === 'file:') {
        const { readFile } = await import(/* webpackIgnore: true */ 'node:fs/promises');
        return WebAssembly.compile(await readFile(address));
    }
    const answer = await fetch(address);
    if (!answer.ok) {
        throw new JacquardError(`${address} cannot be loaded: ${answer.status} ${answer.statusText}`);
    }
    const type = answer.headers.get('content-type') ?? '';
    return type.split(';')[0].trim() === 'application/wasm'
        ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

async function compiledModule(wasm) {
    if (wasm instanceof WebAssembly.Module) {
        return wasm;
    }
    const isAddress = wasm === undefined || typeof wasm === 'string' || wasm instanceof URL;
    const here = new URL('./jacquard.wasm', import.meta.url);
    return isAddress ? moduleOf(wasm === undefined ? here : new URL(wasm, here)) : WebAssembly.compile(wasm);
}

// Reads a path as one below the folder of a call. It throws where the path leads out of it.
export function checkedPath(path) {
    if (typeof path !== 'string' || path === '' || path.includes('\0')) {
        throw new TypeError('the name of a file is a text');
    }
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (path.startsWith('/') || parts.includes('..') || parts.length === 0) {
        throw new TypeError(`'${path}' is no name of a file: it begins with '/', or has '..' in it`);
    }
    return parts.join('/');
}

function checkedContent(content) {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
        throw new TypeError('the content of a file is a string or a Uint8Array');
    }
    return content;
}

function messageOf(fault) {
    if (fault instanceof RangeError && /call stack/i.test(fault.message)) {
        return 'the stack is too small for an input that is nested so deep';
    }
    return fault instanceof Error ? fault.message : String(fault);
}

export class Calls {
    #module;
    #instance = null;
    #last = Promise.resolve();

    constructor(module) {
        this.#module = module;
    }

    static async load(wasm) {
        const calls = new Calls(await compiledModule(wasm));
        await calls.#ready();
        return calls;
    }

    // Runs a command, after all that were asked for before. Files are given by their paths.
    run(request, files = {}, input = undefined) {
        const list = Object.entries(files).map(([path, content]) => [checkedPath(path), checkedContent(content)]);
        const inputContent = input === undefined ? undefined : checkedContent(input);
        return this.#ask((instance) => {
            const { FS } = instance;
            this.#clear(FS, kHere);
            for (const [path, content] of list) {
                const folders = path.split('/').slice(0, -1);
                FS.mkdirTree([kHere, ...folders].join('/'));
                FS.writeFile(`${kHere}/${path}`, content);
            }
            FS.writeFile(kInput, inputContent ?? '');
            const text = JSON.stringify({ ...request, input: inputContent === undefined ? undefined : kInput });
            const answer = this.#answer(instance, '_jacquard_run', text);
            const given = new Set(list.map(([path]) => path));
            answer.files = {};
            for (const path of this.#paths(FS, kHere)) {
                if (!given.has(path)) {
                    answer.files[path] = FS.readFile(`${kHere}/${path}`);
                }
            }
            this.#clear(FS, kHere);
            return answer;
        });
    }

    describe() {
        return this.#ask((instance) => JSON.parse(this.#answer(instance, '_jacquard_describe').text));
    }

    names(part) {
        return this.#ask((instance) => JSON.parse(this.#answer(instance, '_jacquard_names', part).text));
    }

    #ask(work) {
        const next = this.#last.then(async () => {
            const instance = await this.#ready();
            try {
                return work(instance);
            } catch (fault) {
                this.#instance = null; // its memory may be in any state
                throw fault instanceof JacquardError ? fault
                    : new JacquardError(`WebAssembly failed: ${messageOf(fault)}`, { cause: fault });
            }
        });
        this.#last = next.catch(() => {});
        return next;
    }

    async #ready() {
        this.#instance ??= await createModule({
            instantiateWasm: (imports, done) => {
                WebAssembly.instantiate(this.#module, imports).then((made) => done(made, this.#module));
                return {};
            },
            print: () => {},
            printErr: () => {},
        });
        this.#instance.FS.mkdirTree(kHere);
        this.#instance.FS.chdir(kHere);
        return this.#instance;
    }

    #answer(instance, name, text) {
        let code;
        if (text === undefined) {
            code = instance[name]();
        } else {
            const bytes = new TextEncoder().encode(text);
            const memory = instance._malloc(bytes.length + 1);
            if (memory === 0) {
                throw new JacquardError('WebAssembly failed: there is no more memory');
            }
            instance.HEAPU8.set(bytes, memory);
            code = instance[name](memory, bytes.length);
            instance._free(memory);
        }
        const read = (at, size) => new TextDecoder().decode(instance.HEAPU8.subarray(at, at + size));
        const err = read(instance._jacquard_err(), instance._jacquard_err_size());
        if (code === kFailed) {
            throw new JacquardError(`WebAssembly failed: ${err}`);
        }
        return { exitCode: code, text: read(instance._jacquard_out(), instance._jacquard_out_size()), messages: err };
    }

    #paths(FS, folder, prefix = '') {
        const found = [];
        for (const name of FS.readdir(folder)) {
            if (name !== '.' && name !== '..') {
                const path = `${folder}/${name}`;
                const isFolder = FS.isDir(FS.stat(path).mode);
                found.push(...(isFolder ? this.#paths(FS, path, `${prefix}${name}/`) : [prefix + name]));
            }
        }
        return found;
    }

    #clear(FS, folder) {
        for (const name of FS.readdir(folder)) {
            if (name !== '.' && name !== '..') {
                const path = `${folder}/${name}`;
                if (FS.isDir(FS.stat(path).mode)) {
                    this.#clear(FS, path);
                    FS.rmdir(path);
                } else {
                    FS.unlink(path);
                }
            }
        }
    }
}
