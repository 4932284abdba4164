// The faults of the source, and what else the compiler has to say.
import type { Fault } from '../compiler/interface';
import { make } from '../frame/dom';

export interface FaultEvents {
    followed(fault: Fault): void;
    asked(code: string): void;
}

export class FaultPane {
    constructor(private readonly parent: HTMLElement, private readonly events: FaultEvents) {
        this.show([]);
    }

    show(faults: readonly Fault[]): void {
        if (faults.length === 0) {
            this.parent.replaceChildren(make('p', { class: 'soft' }, 'There is no fault.'));
            return;
        }
        this.parent.replaceChildren(make('ul', { class: 'faults' }, ...faults.map(fault => this.item(fault))));
    }

    private item(fault: Fault): HTMLElement {
        return make('li', { class: fault.severity },
            make('p', {},
                fault.line < 1 ? null : make('button', {
                    type: 'button', class: 'link', onclick: () => this.events.followed(fault),
                }, `${fault.line}:${fault.column}`), ' ',
                make('span', { class: 'severity' }, fault.severity), ' ',
                make('button', {
                    type: 'button', class: 'link code', title: 'Explain this code',
                    onclick: () => this.events.asked(fault.code),
                }, fault.code), ' ',
                make('strong', {}, fault.message)),
            fault.excerpt.trim() === '' ? null : make('pre', {}, fault.excerpt.replace(/\n$/, '')),
            ...fault.notes.map(note => make('p', { class: 'note' }, note)));
    }
}
