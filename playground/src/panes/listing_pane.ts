// The machine words, with their cycles and the lines of the source that they came from.
import type { Program, Word } from '../compiler/interface';
import { make } from '../frame/dom';
import { amount } from '../reports/cost';
import { piecesOf } from '../reports/program';

export interface ListingEvents {
    /** A word that the reader asks about: its digits, or the name of an opcode. */
    asked(digits: string): void;
    /** The lines that the word under the pointer or the cursor came from. */
    pointed(lines: number[]): void;
    /** A word whose line the reader wants to see. */
    followed(line: number): void;
    /** The first sentence about a word, for the hint at the pointer. */
    hint(digits: string): Promise<string>;
}

/** What the report of costs knows of a word. */
interface Line {
    line: number;
    cycles: number;
}

/** More rows than people read, and than a page scrolls well. */
const MOST_ROWS = 20000;
const HINT_DELAY = 250;

export class ListingPane {
    private readonly head = make('div', { class: 'directives' });
    private readonly rows = make('div', {
        class: 'rows', role: 'listbox', tabindex: 0, 'aria-label': 'Machine words',
    });
    private readonly hint = make('div', { class: 'hint', role: 'tooltip', hidden: true });
    private program: Program | null = null;
    private lines = new Map<number, Line>();
    /** What each row shows, so that rows that would show the same again stay. */
    private shown: string[] = [];
    private active = -1;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly parent: HTMLElement, private readonly events: ListingEvents) {
        const details = make('details', { class: 'setup' },
            make('summary', {}, 'What a driver sets up'), this.head);
        const titles = make('div', { class: 'row titles', 'aria-hidden': true },
            make('span', { class: 'index' }, '#'), make('span', { class: 'cycles' }, 'cycles'),
            make('span', { class: 'from' }, 'line'), make('span', { class: 'digits' }, 'word'),
            make('span', { class: 'text' }, 'instruction'));
        parent.append(details, titles, this.rows, this.hint);
        this.rows.addEventListener('click', event => this.click(event));
        this.rows.addEventListener('keydown', event => this.key(event));
        this.rows.addEventListener('focus', () => this.activate(Math.max(0, this.active)));
        this.rows.addEventListener('pointerover', event => this.hover(event));
        this.rows.addEventListener('pointerleave', () => this.leave());
    }

    /** Words that stand where they stood keep what is known of them until the next report. */
    show(program: Program): void {
        const before = this.program?.words ?? [];
        this.lines = new Map([...this.lines].filter(([index]) =>
            before[index]?.digits === program.words[index]?.digits));
        this.program = program;
        this.active = Math.min(this.active, program.words.length - 1);
        this.head.replaceChildren(...program.directives.map(line => make('code', {}, line)));
        this.draw();
    }

    /** Adds what the report of costs knows of the words. */
    showLines(lines: Map<number, Line>): void {
        this.lines = lines;
        this.draw();
    }

    /** Marks the words of a line of the source. */
    linkLine(line: number): void {
        let first: HTMLElement | null = null;
        for (const row of this.rows.querySelectorAll<HTMLElement>('.row')) {
            const isLinked = line > 0 && row.dataset.line === String(line);
            row.classList.toggle('linked', isLinked);
            first ??= isLinked ? row : null;
        }
        if (first !== null && !this.rows.contains(document.activeElement)) {
            first.scrollIntoView({ block: 'nearest' });
        }
    }

    /** Scrolls the word that was chosen into what is seen of the pane. */
    reveal(): void {
        this.rows.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }

    private draw(): void {
        const words = this.program?.words.slice(0, MOST_ROWS) ?? [];
        const most = Math.max(1, ...[...this.lines.values()].map(each => each.cycles));
        const shown = words.map((word, index) => {
            const { line, cycles } = this.lines.get(index) ?? {};
            return [word.digits, word.text, line ?? '', cycles ?? '',
                ((cycles ?? 0) / most).toFixed(3)].join('\t');
        });
        const left = (this.program?.words.length ?? 0) - words.length;
        const old = [...this.rows.children];
        // The last row may be the one that counts what is left out.
        old.splice(this.shown.length).forEach(row => row.remove());
        words.forEach((word, index) => {
            if (shown[index] !== this.shown[index]) {
                const row = this.rowFor(word, index, most);
                if (old[index] === undefined) {
                    this.rows.append(row);
                } else {
                    old[index].replaceWith(row);
                }
            }
        });
        old.slice(words.length).forEach(row => row.remove());
        this.shown = shown;
        if (left > 0) {
            this.rows.append(make('div', { class: 'row more' }, `and ${left} more words`));
        }
        if (this.active >= 0 && this.rows.contains(document.activeElement)) {
            this.activate(this.active);
        }
    }

    private rowFor(word: Word, index: number, most: number): HTMLElement {
        const known = this.lines.get(index);
        const text = make('span', { class: 'text' });
        for (const { text: piece, kind } of piecesOf(word)) {
            text.append(kind === 'other' ? piece : make('span', { class: kind }, piece));
        }
        const row = make('div', {
            class: 'row', role: 'option', id: `word-${index}`, 'aria-selected': false,
            'data-index': index, 'data-line': known?.line || undefined,
            'aria-label': `${word.text}${known?.line ? `, line ${known.line}` : ''}`
                + (known === undefined ? '' : `, ${amount(known.cycles)} cycles`),
        },
        make('span', { class: 'index' }, String(index)),
        make('span', { class: 'cycles', title: known && `${amount(known.cycles)} cycles` },
            known === undefined ? '' : amount(known.cycles)),
        make('span', { class: 'from', title: known?.line ? 'Go to this line' : undefined },
            known?.line ? String(known.line) : ''),
        make('span', { class: 'digits' }, word.digits),
        text);
        row.style.setProperty('--heat', ((known?.cycles ?? 0) / most).toFixed(3));
        return row;
    }

    private rowOf(target: EventTarget | null): HTMLElement | null {
        return target instanceof Element ? target.closest<HTMLElement>('.row[data-index]') : null;
    }

    private activate(index: number): void {
        this.rows.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
        const row = this.rows.querySelector<HTMLElement>(`[data-index="${index}"]`);
        if (row === null) {
            return;
        }
        this.active = index;
        row.setAttribute('aria-selected', 'true');
        this.rows.setAttribute('aria-activedescendant', row.id);
        row.scrollIntoView({ block: 'nearest' });
        this.point(row);
    }

    private point(row: HTMLElement): void {
        const line = Number(row.dataset.line ?? 0);
        this.events.pointed(line > 0 ? [line] : []);
    }

    private ask(index: number): void {
        const digits = this.program?.words[index]?.digits ?? '';
        if (digits !== '') {
            this.events.asked(digits);
        }
    }

    private click(event: MouseEvent): void {
        const row = this.rowOf(event.target);
        if (row === null || window.getSelection()?.isCollapsed === false) {
            return;
        }
        this.leave();
        this.activate(Number(row.dataset.index));
        if ((event.target as Element).closest('.from') !== null) {
            this.events.followed(Number(row.dataset.line ?? 0));
        } else {
            this.ask(this.active);
        }
    }

    private key(event: KeyboardEvent): void {
        const last = (this.program?.words.length ?? 0) - 1;
        const to = new Map([
            ['ArrowDown', this.active + 1], ['ArrowUp', this.active - 1], ['Home', 0], ['End', last],
            ['PageDown', this.active + 20], ['PageUp', this.active - 20],
        ]).get(event.key);
        if (to !== undefined) {
            event.preventDefault();
            this.activate(Math.min(Math.max(0, to), last));
        } else if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            this.ask(this.active);
        } else if (event.key === 'l') {
            this.events.followed(this.lines.get(this.active)?.line ?? 0);
        }
    }

    private hover(event: PointerEvent): void {
        const row = this.rowOf(event.target);
        clearTimeout(this.timer);
        this.hint.hidden = true;
        if (row === null) {
            return;
        }
        this.point(row);
        const digits = this.program?.words[Number(row.dataset.index)]?.digits ?? '';
        if (event.pointerType !== 'mouse' || digits === '') {
            return;
        }
        this.timer = setTimeout(() => void this.showHint(row, digits, event.clientX), HINT_DELAY);
    }

    private async showHint(row: HTMLElement, digits: string, x: number): Promise<void> {
        const text = await this.events.hint(digits);
        if (text === '' || !row.matches(':hover')) {
            return;
        }
        this.hint.textContent = text;
        this.hint.hidden = false;
        const box = row.getBoundingClientRect();
        const pane = this.parent.getBoundingClientRect();
        const left = Math.min(x - pane.left + 14, pane.width - this.hint.offsetWidth - 12);
        const isLow = box.bottom + this.hint.offsetHeight + 8 > pane.bottom;
        const top = isLow ? box.top - this.hint.offsetHeight - 4 : box.bottom + 4;
        this.hint.style.left = `${Math.max(8, left)}px`;
        this.hint.style.top = `${top - pane.top}px`;
    }

    private leave(): void {
        clearTimeout(this.timer);
        this.hint.hidden = true;
        this.events.pointed([]);
    }
}
