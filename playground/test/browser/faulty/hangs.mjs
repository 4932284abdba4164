// A compiler that never answers where the source has the word 'hang', and fails where it has 'trap'.
import * as real from './jacquard.real.mjs';

export const { pam } = real;

export async function load() {
    const jacquard = await real.load();
    async function compile(source, options) {
        while (String(source.content).includes('hang')) {
            // As a compiler does that is in an endless loop.
        }
        if (String(source.content).includes('trap')) {
            throw new WebAssembly.RuntimeError('unreachable');
        }
        return jacquard.compile(source, options);
    }
    // The methods of the package want the object that they belong to.
    return new Proxy(jacquard, {
        get(target, name) {
            const value = name === 'compile' ? compile : target[name];
            return typeof value === 'function' ? value.bind(target) : value;
        },
    });
}
