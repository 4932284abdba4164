// The text that is open: which draft it is kept as, and what of it the reader typed.
import { type Draft, Drafts } from './drafts';

const WINDOW_KEY = 'jacquard-draft';
const KEEP_AFTER = 250;

function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
    try {
        return window[name];
    } catch {
        return null; // a browser may forbid it
    }
}

export type Text = Omit<Draft, 'id' | 'time'>;

export class OpenDocument {
    readonly drafts = new Drafts(storage('localStorage'));
    private id = '';
    private isTyped = false;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly read: () => Text, private readonly lost: () => void) {
        // Whatever closes the page, the last letters are kept.
        document.addEventListener('visibilitychange', () => this.keep());
        window.addEventListener('pagehide', () => this.keep());
    }

    /** The text that this window, or else any window, had last. */
    last(): Draft | null {
        const drafts = this.drafts.list();
        const own = storage('sessionStorage')?.getItem(WINDOW_KEY);
        return drafts.find(draft => draft.id === own) ?? drafts[0] ?? null;
    }

    /** Goes on with a draft in this window. */
    continue(draft: Draft): void {
        this.keep();
        this.id = draft.id;
        this.isTyped = false;
        this.remember();
    }

    /** What is open now is not a draft until the reader types. */
    begin(): void {
        this.keep();
        this.id = '';
        this.isTyped = false;
    }

    typed(): void {
        this.isTyped = true;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.keep(), KEEP_AFTER);
    }

    keep(): void {
        clearTimeout(this.timer);
        if (!this.isTyped) {
            return;
        }
        if (this.id === '') {
            this.id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
            this.remember();
        }
        if (this.drafts.write({ ...this.read(), id: this.id, time: Date.now() })) {
            this.isTyped = false;
        } else {
            this.lost();
        }
    }

    private remember(): void {
        try {
            storage('sessionStorage')?.setItem(WINDOW_KEY, this.id);
        } catch {
            // The newest draft is opened next time, which mostly is the same.
        }
    }
}
