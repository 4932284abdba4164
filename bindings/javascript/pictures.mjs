// Pictures in PAM form, whose pixels are bytes as they are.

const kEnd = 'ENDHDR\n';

export function pam({ width, height, pixels }) {
    if (!Number.isInteger(width) || !Number.isInteger(height) || pixels?.length !== width * height * 4) {
        throw new TypeError('a picture has a width, a height, and four bytes for each of its pixels');
    }
    const header = new TextEncoder().encode(
        `P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\n${kEnd}`);
    const bytes = new Uint8Array(header.length + pixels.length);
    bytes.set(header);
    bytes.set(pixels, header.length);
    return bytes;
}

// The picture in a file that the tool wrote.
export function readPam(bytes) {
    const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
    const end = start.indexOf(kEnd) + kEnd.length;
    const number = (name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(start)[1]);
    const [width, height, depth] = [number('WIDTH'), number('HEIGHT'), number('DEPTH')];
    const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let from = end, to = 0; to < pixels.length; from += depth, to += 4) {
        for (let channel = 0; channel < depth; ++channel) {
            pixels[to + channel] = bytes[from + channel];
        }
    }
    return { width, height, pixels };
}
