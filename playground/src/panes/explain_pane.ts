// What the tables say of a word or a name. Names in it lead on, and back.
import { make } from '../frame/dom';

export type Explain = (name: string) => Promise<string>;

// Names with their language, as the tool writes them, and codes of errors.
const NAMES = /\b(?:ir3|nir|tgsi|spirv|errors|passes):[A-Za-z_][\w.]*|\b[A-Z]\d{3}\b/g;

export class ExplainPane {
    private readonly input = make('input', {
        type: 'search', id: 'explain-name', 'aria-label': 'A name, a word, a code or a part',
        placeholder: 'mad.f32, fdot3, T102, 630, 16 digits …', autocomplete: 'off', spellcheck: 'false',
    });
    private readonly text = make('pre', { tabindex: 0, 'aria-label': 'Explanation', 'aria-live': 'polite' });
    private readonly back = make('button', {
        type: 'button', 'aria-label': 'Back', title: 'Back', disabled: true, onclick: () => this.goBack(),
    }, '←');
    private readonly past: string[] = [];
    private shown = '';

    constructor(readonly parent: HTMLElement, private readonly explain: Explain, close: () => void) {
        const form = make('form', { class: 'pane-head', role: 'search' },
            make('h2', {}, 'Explain'), this.back, this.input,
            make('button', { type: 'submit' }, 'Look up'), make('span', { class: 'grow' }),
            make('button', {
                type: 'button', 'aria-label': 'Close the explanation', title: 'Close (Esc)', onclick: close,
            }, '×'));
        form.addEventListener('submit', event => {
            event.preventDefault();
            const name = this.input.value.trim();
            if (name !== '') {
                void this.ask(name);
            }
        });
        parent.append(form, this.text);
    }

    async ask(name: string): Promise<void> {
        if (this.shown !== '' && this.shown !== name) {
            this.past.push(this.shown);
        }
        await this.show(name);
    }

    focus(): void {
        this.input.focus();
        this.input.select();
    }

    private async goBack(): Promise<void> {
        const name = this.past.pop();
        if (name !== undefined) {
            await this.show(name);
        }
    }

    private async show(name: string): Promise<void> {
        this.shown = name;
        this.input.value = name;
        this.back.disabled = this.past.length === 0;
        const text = await this.explain(name);
        if (this.shown !== name) {
            return;
        }
        const parts: (Node | string)[] = [];
        let at = 0;
        for (const match of text.matchAll(NAMES)) {
            parts.push(text.slice(at, match.index), make('button', {
                type: 'button', class: 'link', onclick: () => void this.ask(match[0]),
            }, match[0]));
            at = match.index + match[0].length;
        }
        this.text.replaceChildren(...parts, text.slice(at));
        this.text.scrollTop = 0;
    }
}
