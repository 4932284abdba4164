// Reads the assembly that the compiler prints.
import type { Program, Word } from '../compiler/interface';

/**
 * The program of a listing. 'digits' has the words, a line each, in the order of the instructions;
 * where there are fewer, words have no digits.
 */
export function programOf(listing: string, digits: string): Program {
    const words = digits.split('\n').map(line => line.trim()).filter(Boolean);
    const program: Program = { stage: '', directives: [], words: [], statistics: {} };
    for (const line of listing.split('\n')) {
        const text = line.trim();
        const statistic = /^; (\w+) (\d+)$/.exec(text);
        if (statistic !== null) {
            program.statistics[statistic[1] as string] = Number(statistic[2]);
        } else if (text.startsWith('@')) {
            program.directives.push(text);
            program.stage ||= /^@stage (\S+)/.exec(text)?.[1] ?? '';
        } else if (text !== '' && !text.startsWith(';') && !text.startsWith('//')) {
            program.words.push({ digits: words[program.words.length] ?? '', text });
        }
    }
    return program;
}

/** A piece of an instruction; opcodes and flags are what the tables explain. */
export interface Piece {
    text: string;
    kind: 'label' | 'flag' | 'opcode' | 'register' | 'number' | 'target' | 'other';
}

const PIECES = /(\((?:[a-z]+\d*|[xyzw]+|[a-z]\d+)\))|(#?-?\bl\d+\b:?)|(\b(?:h?r|h?c|a|p)\d+\.[xyzw]\b)|(-?\b(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b)|([A-Za-z_][\w.]*)|(\s+|[^\sA-Za-z0-9_])/g;

/** An instruction in pieces, which together are its text. */
export function piecesOf(word: Word): Piece[] {
    const pieces: Piece[] = [];
    let hasOpcode = false;
    for (const match of word.text.matchAll(PIECES)) {
        const text = match[0];
        if (match[1] !== undefined) {
            pieces.push({ text, kind: 'flag' });
        } else if (match[2] !== undefined) {
            pieces.push({ text, kind: text.endsWith(':') ? 'label' : 'target' });
        } else if (match[5] !== undefined && !hasOpcode) {
            hasOpcode = true;
            pieces.push({ text, kind: 'opcode' });
        } else if (match[3] !== undefined) {
            pieces.push({ text, kind: 'register' });
        } else {
            pieces.push({ text, kind: match[4] === undefined ? 'other' : 'number' });
        }
    }
    return pieces;
}
