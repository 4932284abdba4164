// What the reader chose of the page itself, kept in the browser.
export interface Settings {
    part: string;
    tab: string;
    /** Seconds after which a compile is ended. */
    seconds: number;
}

const KEY = 'jacquard-playground';
const START: Settings = { part: '', tab: 'listing', seconds: 10 };
const MOST_SECONDS = 600;

export function readSettings(text: string | null): Settings {
    let value: Partial<Settings>;
    try {
        value = (JSON.parse(text ?? '{}') ?? {}) as Partial<Settings>;
    } catch {
        value = {};
    }
    const seconds = Number(value.seconds);
    return {
        part: typeof value.part === 'string' ? value.part : START.part,
        tab: typeof value.tab === 'string' ? value.tab : START.tab,
        seconds: seconds > 0 && seconds <= MOST_SECONDS ? seconds : START.seconds,
    };
}

export function loadSettings(): Settings {
    try {
        return readSettings(localStorage.getItem(KEY));
    } catch {
        return { ...START };
    }
}

export function keepSettings(settings: Settings): void {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // The next visit begins as the first one did.
    }
}
