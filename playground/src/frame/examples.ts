// The menu of examples, and of texts that were typed before.
import type { Draft } from '../store/drafts';
import { make } from './dom';

export interface Example {
    title: string;
    group: string;
    file: string;
    source: string;
    /** The pane that shows best what the example is about. */
    tab?: string;
}

const MOST_TITLE = 44;

/** A draft by its first line that says something. */
export function titleOf(draft: Draft): string {
    const line = draft.source.split('\n').map(each => each.replace(/^[\s/;#*]+/, '').trim())
        .find(each => each !== '' && !/^version\b/.test(each)) ?? 'empty';
    return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE)}…` : line;
}

function ago(time: number): string {
    const minutes = Math.round((Date.now() - time) / 60000);
    if (minutes < 1) {
        return 'now';
    }
    if (minutes < 60) {
        return `${minutes} min ago`;
    }
    const hours = Math.round(minutes / 60);
    return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}

export interface ExampleEvents {
    opened(example: Example): void;
    continued(draft: Draft): void;
    drafts(): Draft[];
}

export class ExampleMenu {
    private examples: readonly Example[] = [];

    constructor(private readonly menu: HTMLSelectElement, private readonly events: ExampleEvents) {
        menu.addEventListener('change', () => this.choose());
        // What was typed in another window stands in the list as soon as it is opened.
        menu.addEventListener('pointerdown', () => this.fill());
        menu.addEventListener('focus', () => this.fill());
    }

    show(examples: readonly Example[]): void {
        this.examples = examples;
        this.fill();
    }

    private fill(): void {
        const groups = new Map<string, HTMLOptGroupElement>();
        this.examples.forEach((example, index) => {
            const group = groups.get(example.group)
                ?? make('optgroup', { label: example.group });
            groups.set(example.group, group);
            group.append(make('option', { value: `example ${index}` }, example.title));
        });
        const drafts = this.events.drafts().map(draft =>
            make('option', { value: `draft ${draft.id}` }, `${titleOf(draft)} (${ago(draft.time)})`));
        this.menu.replaceChildren(make('option', { value: '' }, 'Examples'), ...groups.values(),
            drafts.length > 0 ? make('optgroup', { label: 'Typed before' }, ...drafts) : '');
        this.menu.value = '';
    }

    private choose(): void {
        const [kind, which] = this.menu.value.split(' ');
        const example = kind === 'example' ? this.examples[Number(which)] : undefined;
        const draft = kind === 'draft'
            ? this.events.drafts().find(each => each.id === which) : undefined;
        this.menu.value = '';
        if (example !== undefined) {
            this.events.opened(example);
        } else if (draft !== undefined) {
            this.events.continued(draft);
        }
    }
}
