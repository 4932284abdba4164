// Texts that were typed are kept in the browser, each as an entry of its own. A window writes to one
// entry as long as the text grows out of it; opening something else begins a new one, so that what
// was there before stays in the list. Two windows have two entries.

export interface Draft {
    id: string;
    source: string;
    language: string;
    stage: string;
    part: string;
    /** When it was last written, in milliseconds. */
    time: number;
}

/** The part of Storage that is used here, so that tests can stand in for it. */
export interface StorageLike {
    readonly length: number;
    key(index: number): string | null;
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

const PREFIX = 'jacquard-draft-';
const MOST_DRAFTS = 30;

function isDraft(value: unknown): value is Draft {
    const draft = value as Draft | null;
    return typeof draft === 'object' && draft !== null && typeof draft.id === 'string'
        && typeof draft.source === 'string' && typeof draft.language === 'string'
        && typeof draft.stage === 'string' && typeof draft.part === 'string'
        && typeof draft.time === 'number';
}

export class Drafts {
    constructor(private readonly storage: StorageLike | null) {}

    /** All drafts, the newest first. Entries that cannot be read are passed over. */
    list(): Draft[] {
        const found: Draft[] = [];
        for (const key of this.keys()) {
            try {
                const value: unknown = JSON.parse(this.storage?.getItem(key) ?? '');
                if (isDraft(value)) {
                    found.push(value);
                }
            } catch {
                // Whatever wrote this was another version; it is left alone.
            }
        }
        return found.sort((one, other) => other.time - one.time);
    }

    /** False if the browser did not keep it. */
    write(draft: Draft): boolean {
        if (this.storage === null) {
            return false;
        }
        const others = this.list().filter(each => each.id !== draft.id);
        // The oldest make room where there are too many, or where the browser has no more room.
        while (others.length >= MOST_DRAFTS) {
            this.remove((others.pop() as Draft).id);
        }
        for (;;) {
            try {
                this.storage.setItem(PREFIX + draft.id, JSON.stringify(draft));
                return true;
            } catch {
                const oldest = others.pop();
                if (oldest === undefined) {
                    return false;
                }
                this.remove(oldest.id);
            }
        }
    }

    remove(id: string): void {
        this.storage?.removeItem(PREFIX + id);
    }

    private keys(): string[] {
        const keys: string[] = [];
        for (let index = 0; index < (this.storage?.length ?? 0); ++index) {
            const key = this.storage?.key(index);
            if (key?.startsWith(PREFIX)) {
                keys.push(key);
            }
        }
        return keys;
    }
}
