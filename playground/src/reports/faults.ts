// Where in a text a fault is underlined.
import type { Fault } from '../compiler/interface';

export interface Range {
    from: number;
    to: number;
}

// The letters that so many bytes of a line are, in the units in which JavaScript counts.
function unitsOfBytes(line: string, bytes: number): number {
    let units = 0;
    let left = bytes;
    for (const letter of line) {
        if (left <= 0) {
            break;
        }
        left -= new TextEncoder().encode(letter).length;
        units += letter.length;
    }
    return units;
}

// The excerpt ends in a line of blanks with the mark, such as ^~~~.
function markLength(excerpt: string): number {
    return /\^(~*)\s*$/.exec(excerpt)?.[0].trim().length ?? 1;
}

/** The first letter of each line of a text. */
export function lineStarts(text: string): number[] {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        starts.push(at + 1);
    }
    return starts;
}

/** The place of a fault. A mark of one letter stands for the word that begins there. */
export function rangeOf(fault: Fault, text: string, starts = lineStarts(text)): Range {
    if (fault.line < 1) {
        return { from: 0, to: 0 };
    }
    const index = Math.min(fault.line, starts.length) - 1;
    const begin = starts[index] as number;
    const end = (starts[index + 1] ?? text.length + 1) - 1;
    const line = text.slice(begin, end);
    const indent = line.length - line.trimStart().length;
    const whole = { from: begin + Math.min(indent, line.length), to: end };
    if (fault.column < 1 || fault.line > starts.length) {
        return whole;
    }
    const offset = unitsOfBytes(line, fault.column - 1);
    const marked = markLength(fault.excerpt);
    const word = /^[\w$]+/.exec(line.slice(offset))?.[0].length ?? 1;
    const from = begin + Math.min(offset, line.length);
    const to = Math.min(from + (marked > 1 ? marked : word), end);
    return from < to ? { from, to } : whole;
}

/** A fault in a line of text, as the tool says it. */
export function describe(fault: Fault): string {
    const place = fault.line > 0 ? `${fault.line}:${fault.column}: ` : '';
    return `${place}${fault.severity}[${fault.code}]: ${fault.message}`;
}
