// A list of tabs as people and screen readers expect it: arrows move, and what is chosen is shown.
import { make } from './dom';

export interface Tab {
    id: string;
    title: string;
    panel: HTMLElement;
}

export class Tabs {
    private readonly buttons = new Map<string, HTMLButtonElement>();
    private chosen = '';

    constructor(list: HTMLElement, private readonly tabs: readonly Tab[],
        private readonly changed: (id: string) => void) {
        list.setAttribute('role', 'tablist');
        for (const { id, title, panel } of tabs) {
            const button = make('button', {
                type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id,
                onclick: () => this.choose(id),
            }, make('span', {}, title), make('span', { class: 'badge', hidden: true }));
            panel.setAttribute('role', 'tabpanel');
            panel.setAttribute('aria-labelledby', button.id);
            this.buttons.set(id, button);
            list.append(button);
        }
        list.addEventListener('keydown', event => this.move(event));
    }

    get current(): string {
        return this.chosen;
    }

    choose(id: string): void {
        if (id === this.chosen || !this.buttons.has(id)) {
            return;
        }
        this.chosen = id;
        for (const tab of this.tabs) {
            const button = this.buttons.get(tab.id) as HTMLButtonElement;
            const isChosen = tab.id === id;
            button.setAttribute('aria-selected', String(isChosen));
            button.tabIndex = isChosen ? 0 : -1;
            tab.panel.hidden = !isChosen;
        }
        this.buttons.get(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        this.changed(id);
    }

    /** A small number beside the title; '' for none. */
    setBadge(id: string, text: string, label: string): void {
        const badge = this.buttons.get(id)?.querySelector<HTMLElement>('.badge');
        if (badge) {
            badge.hidden = text === '';
            badge.textContent = text;
            badge.setAttribute('aria-label', label);
        }
    }

    private move(event: KeyboardEvent): void {
        const at = this.tabs.findIndex(tab => tab.id === this.chosen);
        const to = new Map([
            ['ArrowRight', at + 1], ['ArrowLeft', at - 1], ['Home', 0], ['End', this.tabs.length - 1],
        ]).get(event.key);
        const next = to === undefined
            ? undefined : this.tabs[(to + this.tabs.length) % this.tabs.length];
        if (next !== undefined) {
            event.preventDefault();
            this.choose(next.id);
            this.buttons.get(next.id)?.focus();
        }
    }
}
