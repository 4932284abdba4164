// Colours a language by a grammar of the editor extension: a list of patterns, each for a piece of
// one line. Grammars of that kind need no more.
import { StreamLanguage } from '@codemirror/language';

interface Pattern {
    match: string;
    name?: string;
    captures?: Record<string, { name: string }>;
}

export interface Grammar {
    patterns: Pattern[];
}

interface Rule {
    expression: RegExp;
    /** The tag of the whole match. */
    tag: string | null;
    /** The tag of its first group, where a pattern is about that alone. */
    groupTag: string | null;
}

// The beginning of a scope's name, and what the editor calls it.
const TAGS: readonly [string, string][] = [
    ['comment', 'comment'], ['string', 'string'], ['constant.numeric', 'number'],
    ['constant', 'atom'], ['keyword', 'keyword'], ['storage.type', 'typeName'],
    ['storage', 'keyword'], ['support.type', 'typeName'], ['entity.name.function', 'function'],
    ['entity.name', 'labelName'], ['variable', 'variableName'], ['support', 'standard'],
];

function tagOf(scope: string | undefined): string | null {
    return TAGS.find(([begin]) => scope?.startsWith(begin))?.[1] ?? null;
}

function rulesOf(grammar: Grammar): Rule[] {
    return grammar.patterns.map(pattern => ({
        expression: new RegExp(pattern.match, 'dy'),
        tag: tagOf(pattern.name),
        groupTag: tagOf(pattern.captures?.['1']?.name),
    }));
}

interface Segment {
    to: number;
    tag: string | null;
}

/** A line in segments, each of which ends where the next begins. */
function segmentsOf(line: string, rules: readonly Rule[]): Segment[] {
    const segments: Segment[] = [];
    let at = 0;
    while (at < line.length) {
        const begin = at;
        for (const { expression, tag, groupTag } of rules) {
            expression.lastIndex = at;
            const match = expression.exec(line);
            if (match === null || match[0] === '') {
                continue;
            }
            const group = match.indices?.[1];
            if (groupTag !== null && group !== undefined) {
                if (group[0] > at) {
                    segments.push({ to: group[0], tag: null });
                }
                segments.push({ to: group[1], tag: groupTag });
                at = group[1];
            } else {
                at += match[0].length;
                segments.push({ to: at, tag });
            }
            break;
        }
        if (at === begin) {
            // A word that no pattern knows is passed over as a whole.
            at += /^(?:\s+|\w+|[^])/.exec(line.slice(at))?.[0].length ?? 1;
            segments.push({ to: at, tag: null });
        }
    }
    return segments;
}

/** A language that is coloured by a grammar. */
export function languageOf(name: string, grammar: Grammar): StreamLanguage<null> {
    const rules = rulesOf(grammar);
    let line = '';
    let segments: Segment[] = [];
    return StreamLanguage.define({
        name,
        startState: () => null,
        token(stream) {
            if (stream.string !== line) {
                line = stream.string;
                segments = segmentsOf(line, rules);
            }
            const segment = segments.find(each => each.to > stream.pos);
            stream.pos = segment?.to ?? line.length;
            return segment?.tag ?? null;
        },
        languageData: { commentTokens: { line: ';' } },
    });
}
