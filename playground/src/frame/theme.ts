// Light or dark: as the system has it, until the reader chooses.
export type Theme = 'light' | 'dark';

const KEY = 'jacquard-theme'; // the pages of 'jacquard view' keep their choice under this name, too
const darkWanted = matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme | null {
    try {
        const value = localStorage.getItem(KEY);
        return value === 'light' || value === 'dark' ? value : null;
    } catch {
        return null;
    }
}

let chosen = stored();

export function currentTheme(): Theme {
    return chosen ?? (darkWanted.matches ? 'dark' : 'light');
}

/** Applies the theme now and whenever it changes, and calls 'changed' each time. */
export function followTheme(changed: (theme: Theme) => void): void {
    const apply = (): void => {
        document.documentElement.dataset.theme = currentTheme();
        changed(currentTheme());
    };
    darkWanted.addEventListener('change', apply);
    document.addEventListener('jacquard-theme', apply);
    apply();
}

/** The other theme. Who chooses what the system has follows the system again. */
export function switchTheme(): void {
    const other: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
    chosen = other === (darkWanted.matches ? 'dark' : 'light') ? null : other;
    try {
        if (chosen === null) {
            localStorage.removeItem(KEY);
        } else {
            localStorage.setItem(KEY, chosen);
        }
    } catch {
        // A browser that keeps nothing has the theme of the system next time.
    }
    document.dispatchEvent(new Event('jacquard-theme'));
}
