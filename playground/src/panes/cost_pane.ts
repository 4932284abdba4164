// The report of costs: what binds, which lines and which units, and what to try.
import { make, table } from '../frame/dom';
import { type CostReport, type Figures, type Finding, amount, unitTitle, verdictOf }
    from '../reports/cost';

type Follow = (line: number) => void;

function lineButton(line: number, follow: Follow): HTMLElement | string {
    return line > 0
        ? make('button', {
            type: 'button', class: 'link', onclick: () => follow(line),
        }, `line ${line}`) : '';
}

function gainOf(finding: Finding): string {
    return finding.gain === null
        ? '' : `${amount(finding.gain)} ${finding.gain === 1 ? 'cycle' : 'cycles'} less, as ${finding.known}`;
}

function verdictCard(report: CostReport, follow: Follow): HTMLElement | null {
    const verdict = verdictOf(report);
    if (verdict === null) {
        return null;
    }
    const advice = verdict.advice;
    return make('section', { class: 'verdict', 'aria-label': 'Verdict' },
        make('p', { class: 'big' },
            'Bound by ', make('strong', {}, verdict.binds), ', with ',
            make('strong', {}, `${amount(verdict.cycles)} cycles`), ' of a wave'),
        verdict.why === '' ? null : make('p', {},
            make('span', { class: 'label' }, 'why'), lineButton(verdict.line, follow), ' ',
            verdict.why.replace(/^line \d+ /, '')),
        advice === null ? null : make('p', {},
            make('span', { class: 'label' }, 'try'), lineButton(advice.number, follow), ' ',
            `${advice.text}; ${gainOf(advice)}`));
}

function bars(report: CostReport): HTMLElement {
    const most = Math.max(1, ...Object.values(report.longest).map(value => value ?? 0));
    const rows = Object.entries(report.longest).map(([unit, value]) => {
        const bar = make('span', { class: 'bar' });
        bar.style.setProperty('--share', `${value === null ? 100 : 100 * value / most}%`);
        return make('div', { class: unit === report.verdict?.bound_by ? 'unit binds' : 'unit' },
            make('dt', {}, unitTitle(unit)), make('dd', {}, bar, make('span', {}, amount(value))));
    });
    return make('section', {},
        make('h3', {}, 'Cycles of each unit, on the longest path'),
        make('dl', { class: 'units' }, ...rows));
}

const TILES: readonly [string, (report: CostReport) => string][] = [
    ['instructions', report => amount(report.instructions.total)],
    ['issue slots', report => amount(report.instructions.issue_slots)],
    ['registers, vec4', report => amount(report.registers.overall)],
    ['waves at a time', report => amount(report.waves.waves)],
    ['lanes of a wave', report => amount(report.waves.lanes)],
    ['occupancy', report => `${amount(report.waves.occupancy)} %`],
    ['limited by', report => unitTitle(report.limited_by)],
    ['alone, cycles', report => amount(report.critical.cycles)],
];

function tiles(report: CostReport): HTMLElement {
    return make('dl', { class: 'tiles' }, ...TILES.map(([title, value]) =>
        make('div', {}, make('dt', {}, title), make('dd', {}, value(report)))));
}

function lines(report: CostReport, follow: Follow): HTMLElement | null {
    if (report.lines.length === 0) {
        return null;
    }
    const sorted = [...report.lines].sort((one, other) => other.cycles - one.cycles);
    const most = Math.max(1, sorted[0]?.cycles ?? 1);
    return make('section', { class: 'scrolled lines' }, table(
        'Lines of the source, the dearest first',
        ['line', 'cycles', 'issuing', 'waits', 'text'],
        sorted.map(line => {
            const cycles = make('span', { class: 'heated' }, amount(line.cycles));
            cycles.style.setProperty('--heat', (line.cycles / most).toFixed(3));
            return [lineButton(line.number, follow), cycles, amount(line.issue), amount(line.waits),
                make('code', {}, line.text)];
        })));
}

function advice(report: CostReport, follow: Follow): HTMLElement {
    const items = report.findings.map(finding => make('li', {},
        make('p', {}, lineButton(finding.number, follow), ' ', make('strong', {}, finding.text)),
        make('p', {}, `${finding.reason} ${finding.mend}`),
        make('p', { class: 'gain' }, gainOf(finding))));
    return make('section', {}, make('h3', {}, 'Advice'),
        items.length > 0 ? make('ul', { class: 'advice' }, ...items)
            : make('p', { class: 'soft' }, 'No rule has found anything to gain.'));
}

const SECTIONS: readonly [keyof CostReport, string][] = [
    ['instructions', 'Instructions'], ['preamble', 'Preamble, which runs once'],
    ['registers', 'Registers, in vec4'], ['waves', 'Waves'], ['workgroup', 'Workgroup'],
    ['storage', 'Storage'], ['whole', 'Cycles, each instruction once'],
    ['critical', 'A wave that runs alone'],
];

// All figures that are not 0 in any form, a column for each form.
function figures(reports: readonly CostReport[]): HTMLElement {
    const tables = SECTIONS.map(([section, title]) => {
        const rows = Object.keys((reports[0] as CostReport)[section] as Figures)
            .map(name => [unitTitle(name), ...reports.map(
                report => amount((report[section] as Figures)[name]))])
            .filter(row => row.slice(1).some(value => value !== '0'));
        return rows.length === 0 ? null
            : table(title, ['', ...reports.map(report => report.form)], rows);
    });
    return make('details', {}, make('summary', {}, 'All figures'),
        make('div', { class: 'figures' }, ...tables));
}

function holders(report: CostReport): HTMLElement | null {
    const held = report.register_holders;
    if (held === undefined || held.values.length === 0) {
        return null;
    }
    return make('details', { class: 'scrolled' },
        make('summary', {}, `Who holds registers at word ${held.word}, where ${amount(held.vec4)} vec4 are held`),
        table('', ['value', 'type', 'vec4', 'from line', 'to line'], held.values.map(value => [
            value.name || 'unnamed', value.type, amount(value.vec4), amount(value.defined),
            amount(value.last_used)]), 2));
}

function basis(report: CostReport): HTMLElement {
    return make('details', { class: 'scrolled' }, make('summary', {}, 'What the numbers are based on'),
        table('', ['number', 'known', 'cycles', 'what it is', 'why'], report.basis.map(entry => [
            unitTitle(entry.name), entry.source,
            entry.cycles === undefined && entry.value === undefined
                ? '' : amount(entry.cycles ?? entry.value),
            entry.doc, entry.where]), 9));
}

export class CostPane {
    constructor(private readonly parent: HTMLElement, private readonly follow: Follow) {}

    show(reports: readonly CostReport[]): void {
        const report = reports.find(each => each.form === 'main') ?? reports[0];
        if (report === undefined) {
            return;
        }
        const top = this.parent.scrollTop;
        const open = [...this.parent.querySelectorAll('details')].map(each => each.open);
        this.parent.replaceChildren(...[
            verdictCard(report, this.follow), tiles(report), bars(report), lines(report, this.follow),
            advice(report, this.follow), figures(reports), holders(report), basis(report),
        ].filter(each => each !== null));
        this.parent.querySelectorAll('details').forEach((each, index) => {
            each.open = open[index] ?? false;
        });
        this.parent.scrollTop = top;
    }
}
