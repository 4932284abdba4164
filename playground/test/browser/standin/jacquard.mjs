// Stands in for the WebAssembly package while the page is developed without it: the same interface,
// answered by the tool itself, which server.mjs runs. It is served by that server alone, and is no
// part of what is built.

async function native(args, files, wanted = []) {
    const texts = {};
    for (const [name, content] of Object.entries(files)) {
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        texts[name] = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
    }
    const response = await fetch('/native', {
        method: 'POST', body: JSON.stringify({ args, files: texts, wanted }),
    });
    if (!response.ok) {
        throw new Error(await response.text());
    }
    const answer = await response.json();
    return {
        ok: answer.exitCode === 0, exitCode: answer.exitCode, text: answer.output,
        messages: answer.messages, diagnostics: diagnostics(answer.messages),
        files: Object.fromEntries(Object.entries(answer.files).map(([name, text]) =>
            [name, Uint8Array.from(atob(text), letter => letter.charCodeAt(0))])),
    };
}

function diagnostics(messages) {
    const found = [];
    for (const line of messages.split('\n')) {
        const fault = /^(.*?)(?::(\d+):(\d+))?: (error|warning)\[(\w+)\]: (.*)$/.exec(line);
        const note = /: note: (.*)$/.exec(line);
        if (fault !== null) {
            found.push({
                severity: fault[4], code: fault[5], file: fault[1], line: Number(fault[2] ?? 0),
                column: Number(fault[3] ?? 0), message: fault[6], notes: [], excerpt: '',
            });
        } else if (note !== null) {
            found.at(-1)?.notes.push(note[1]);
        } else if (found.length > 0 && line.startsWith('    ')) {
            found.at(-1).excerpt += `${line}\n`;
        }
    }
    return found;
}

function words(options) {
    const args = [];
    for (const [name, value] of Object.entries(options)) {
        const option = name === 'defines' ? '-D' : name === 'gpus' ? '--gpu'
            : `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
        for (const each of [value].flat()) {
            if (each === true) {
                args.push(option);
            } else if (each !== false) {
                args.push(...(option === '-D' ? [`-D${each}`] : [option, String(each)]));
            }
        }
    }
    return args;
}

function inputs(source) {
    const name = source.name ?? 'shader';
    return { name, files: { ...source.files, [name]: source.content } };
}

function run(command, source, options = {}, more = [], wanted = []) {
    const { name, files } = inputs(source);
    return native([command, name, ...words(options), ...more], files, wanted);
}

// The tool itself reads PNG files where the package reads PAM files.
async function pngOf(bytes) {
    const head = new TextDecoder('latin1').decode(bytes.subarray(0, 100));
    const [, width, height] = /WIDTH (\d+)\nHEIGHT (\d+)/.exec(head).map(Number);
    const begin = head.indexOf('ENDHDR\n') + 'ENDHDR\n'.length;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').putImageData(
        new ImageData(new Uint8ClampedArray(bytes.subarray(begin)), width, height), 0, 0);
    return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

async function pixelsOf(png) {
    const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
}

export function pam({ width, height, pixels }) {
    const head = new TextEncoder().encode(`P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH 4\nMAXVAL 255\n`
        + 'TUPLTYPE RGB_ALPHA\nENDHDR\n');
    const all = new Uint8Array(head.length + pixels.length);
    all.set(head);
    all.set(pixels, head.length);
    return all;
}

export async function load() {
    const { output } = await (await fetch('/native', {
        method: 'POST', body: JSON.stringify({ args: ['--version'], files: {}, wanted: [] }),
    })).json();
    return {
        version: output.trim().split(/\s+/).at(-1),
        compile: (source, options) => run('compile', source, options),
        cost: (source, options) => run('cost', source, options),
        async view(source, options) {
            const result = await run('view', source, options, ['--layout', 'page', '-o', 'page.html'],
                ['page.html']);
            const page = result.files['page.html'];
            return { ...result, text: page === undefined ? '' : new TextDecoder().decode(page) };
        },
        disassemble: (source, options) => run('disasm', source, options),
        async assemble(source, options) {
            const result = await run('asm', source, options, ['-o', 'words'], ['words']);
            const bytes = result.files.words ?? new Uint8Array();
            const view = new DataView(bytes.buffer);
            let text = '';
            for (let at = 0; at + 8 <= bytes.length; at += 8) {
                text += `${view.getBigUint64(at, true).toString(16).padStart(16, '0')}\n`;
            }
            return { ...result, text };
        },
        command: (name, { operands, options }) => native([name, ...operands, ...words(options)], {}),
        async draw(source, options) {
            const files = await Promise.all(Object.entries(source.files ?? {}).map(
                async ([name, bytes]) => [name, await pngOf(bytes)]));
            const result = await run('draw', { ...source, files: Object.fromEntries(files) }, options,
                ['-o', 'picture.png'], ['picture.png']);
            const png = result.files['picture.png'];
            const image = png === undefined ? null : await pixelsOf(png);
            return {
                ...result,
                picture: image && { width: image.width, height: image.height, pixels: image.data },
            };
        },
        async parts() {
            const result = await native(['isa', 'parts', '--json'], {});
            return result.text.trim().split('\n').map(line => JSON.parse(line));
        },
        async options(command) {
            const result = await native(['lsp', '--print-settings'], {});
            const gpu = { type: 'string', description: 'a part; 630 by default' };
            const { gpus, ...options } = JSON.parse(result.text).properties;
            return command === 'cost' ? { gpus, ...options } : { gpu, ...options };
        },
    };
}
