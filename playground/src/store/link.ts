// Links that hold a shader: the part of the address after '#', which browsers never send to a
// server. '1.' says how the rest is written, so that a later page can read older links: JSON, packed
// by zlib, whose sum tells damaged links, as letters that addresses keep as they are.

/** What a link holds. */
export interface Shared {
    source: string;
    language: string;
    stage: string;
    part: string;
    tab: string;
    options: Record<string, string | number | boolean>;
    uniforms: Record<string, number[]>;
}

/** The link cannot be read; the message says why. */
export class DamagedLink extends Error {}

const FORM = '1.';
/** A source of this many bytes is longer than any address that a browser takes. */
const MOST_BYTES = 4 << 20;

function toLetters(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
    if (!/^[A-Za-z0-9_-]+$/.test(letters)) {
        throw new DamagedLink('it has letters that no link has');
    }
    try {
        const text = atob(letters.replace(/-/g, '+').replace(/_/g, '/'));
        return Uint8Array.from(text, letter => letter.charCodeAt(0));
    } catch {
        throw new DamagedLink('its end is missing');
    }
}

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const reader = stream.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            break;
        }
        size += value.length;
        if (size > most) {
            await reader.cancel();
            throw new DamagedLink(`it holds more than ${most >> 20} MiB`);
        }
        chunks.push(value);
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
        all.set(chunk, at);
        at += chunk.length;
    }
    return all;
}

function through(bytes: Uint8Array<ArrayBuffer>,
    way: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
    return new Blob([bytes]).stream().pipeThrough(
        way as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** The part of an address from '#' on. */
export async function writeLink(shared: Shared): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify(shared));
    const packed = await collect(through(bytes, new CompressionStream('deflate')), MOST_BYTES);
    return `#${FORM}${toLetters(packed)}`;
}

function textOf(value: unknown, member: string): string {
    if (value === undefined) {
        return '';
    }
    if (typeof value !== 'string') {
        throw new DamagedLink(`its ${member} is not a text`);
    }
    return value;
}

function record(value: unknown): [string, unknown][] {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value) : [];
}

function checked(value: unknown): Shared {
    const members = Object.fromEntries(record(value));
    if (typeof members.source !== 'string') {
        throw new DamagedLink('it holds no shader');
    }
    const options = record(members.options).filter(
        (entry): entry is [string, string | number | boolean] =>
            ['string', 'number', 'boolean'].includes(typeof entry[1]));
    const uniforms = record(members.uniforms).filter(
        (entry): entry is [string, number[]] =>
            Array.isArray(entry[1]) && entry[1].every(number => Number.isFinite(number)));
    return {
        source: members.source,
        language: textOf(members.language, 'language'),
        stage: textOf(members.stage, 'stage'),
        part: textOf(members.part, 'part'),
        tab: textOf(members.tab, 'tab'),
        options: Object.fromEntries(options),
        uniforms: Object.fromEntries(uniforms),
    };
}

/** Null if the address holds no link at all. Throws DamagedLink. */
export async function readLink(hash: string): Promise<Shared | null> {
    const rest = hash.replace(/^#/, '');
    if (rest === '') {
        return null;
    }
    if (!rest.startsWith(FORM)) {
        throw new DamagedLink(/^\d+\./.test(rest)
            ? 'it was written by a newer page than this one' : 'it does not begin as links do');
    }
    const letters = rest.slice(FORM.length);
    const packed = fromLetters(letters === '' ? '-' : letters);
    let text: string;
    try {
        const bytes = await collect(through(packed, new DecompressionStream('deflate')), MOST_BYTES);
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (fault) {
        throw fault instanceof DamagedLink
            ? fault : new DamagedLink('letters are missing or were changed');
    }
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        throw new DamagedLink('what it holds is not written as links are');
    }
    return checked(value);
}
