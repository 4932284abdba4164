// Reads the reports of costs: one JSON value a line, for each form of the shader.

export interface CostWord {
    index: number;
    text: string;
    cycles: number;
    preamble: boolean;
}

export interface CostLine {
    number: number;
    text: string;
    cycles: number;
    issue: number;
    waits: number;
    words: CostWord[];
    prefetches: { index: number; waits: number; texture: number }[];
    called_from: unknown[];
}

export interface Finding {
    finding: string;
    number: number;
    text: string;
    reason: string;
    mend: string;
    gain: number | null;
    known: string;
}

export type Figures = Record<string, number | null>;

export interface CostReport {
    gpu: number;
    form: string;
    status: string;
    reason?: string;
    stage: string;
    instructions: Figures;
    preamble: Figures;
    registers: Figures;
    waves: Figures;
    workgroup: Figures;
    storage: Figures;
    longest: Figures;
    shortest: Figures;
    whole: Figures;
    critical: Figures;
    verdict?: { bound_by: string; cycles: number; busy: number; alone: number };
    findings: Finding[];
    limited_by: string;
    lines: CostLine[];
    no_line?: { words: CostWord[] };
    register_holders?: {
        line?: number; word: number; vec4: number;
        values: { name: string; type: string; vec4: number; defined: number; last_used: number }[];
    };
    basis: { name: string; doc: string; source: string; where: string; value?: number; cycles?: number }[];
}

// What a report of assembly lacks: it is not compiled, so that nothing can be tried.
const ABSENT = { findings: [], lines: [], basis: [] };

/** The reports of a shader that was compiled. */
export function readReports(text: string): CostReport[] {
    return text.split('\n').filter(line => line.trim() !== '')
        .map(line => ({ ...ABSENT, ...JSON.parse(line) as CostReport }))
        .filter(report => report.status === 'compiled');
}

/** What a line of the source costs in the form that renders. */
export interface LineCost {
    line: number;
    cycles: number;
    issue: number;
    waits: number;
    /** From 0 to 1: its share of what the dearest line costs. */
    heat: number;
}

export function lineCosts(report: CostReport): LineCost[] {
    const byLine = new Map<number, LineCost>();
    for (const { number, cycles, issue, waits } of report.lines) {
        // Lines of a function may be told apart by their calls; the gutter has one number.
        const known = byLine.get(number)
            ?? { line: number, cycles: 0, issue: 0, waits: 0, heat: 0 };
        known.cycles += cycles;
        known.issue += issue;
        known.waits += waits;
        byLine.set(number, known);
    }
    const costs = [...byLine.values()].filter(each => each.line > 0);
    const most = Math.max(1, ...costs.map(each => each.cycles));
    for (const cost of costs) {
        cost.heat = cost.cycles / most;
    }
    return costs.sort((one, other) => one.line - other.line);
}

/** What is known of each word: its line, 0 where it has none, and its cycles. */
export function wordLines(report: CostReport): Map<number, { line: number; cycles: number }> {
    const words = new Map<number, { line: number; cycles: number }>();
    const add = (line: number, list: CostWord[]): void => {
        for (const { index, cycles } of list) {
            words.set(index, { line, cycles: (words.get(index)?.cycles ?? 0) + cycles });
        }
    };
    add(0, report.no_line?.words ?? []);
    for (const line of report.lines) {
        add(line.number, line.words);
    }
    return words;
}

const UNIT_TITLES: Record<string, string> = { issue: 'issue slots', alu: 'ALU' };

/** The title of a unit or figure: its name in words. */
export function unitTitle(name: string): string {
    return UNIT_TITLES[name] ?? name.replace(/_/g, ' ');
}

/** A number as people write it: whole, or with two digits behind the point. */
export function amount(value: number | null | undefined): string {
    if (value === null || value === undefined) {
        return 'unbounded';
    }
    return Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/\.?0+$/, '');
}

export interface Verdict {
    binds: string;
    cycles: number;
    why: string;
    line: number;
    /** The finding that gains most. */
    advice: Finding | null;
}

/** The verdict of a report in words. */
export function verdictOf(report: CostReport): Verdict | null {
    if (report.verdict === undefined) {
        return null;
    }
    const { bound_by: bound, cycles } = report.verdict;
    const share = (line: CostLine): number => line.issue;
    const worst = [...report.lines].sort((one, other) => share(other) - share(one))[0];
    const total = report.whole.issue ?? 0;
    const part = worst !== undefined && total > 0
        ? Math.round(100 * share(worst) / total) : 0;
    const best = [...report.findings].sort(
        (one, other) => (other.gain ?? 0) - (one.gain ?? 0))[0];
    return {
        binds: unitTitle(bound),
        cycles,
        why: worst === undefined || part === 0
            ? '' : `line ${worst.number} has ${part} % of the issue slots`,
        line: worst?.number ?? 0,
        advice: best ?? null,
    };
}
