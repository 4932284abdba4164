// The line between source and results, which the pointer and the arrow keys move.
const LEAST = 20;
const MOST = 80;
const START = 44;
const KEY = 'jacquard-playground-split';

function remembered(): number {
    try {
        return Number(localStorage.getItem(KEY)) || START;
    } catch {
        return START;
    }
}

export function makeSplitter(line: HTMLElement, frame: HTMLElement): void {
    let share = START;
    const set = (percent: number): void => {
        share = Math.min(MOST, Math.max(LEAST, percent));
        frame.style.setProperty('--share', `${share}%`);
        line.setAttribute('aria-valuenow', String(Math.round(share)));
    };
    const keep = (): void => {
        try {
            localStorage.setItem(KEY, share.toFixed(1));
        } catch {
            // The next visit begins as the first one did.
        }
    };
    line.setAttribute('aria-valuemin', String(LEAST));
    line.setAttribute('aria-valuemax', String(MOST));
    set(remembered());
    line.addEventListener('pointerdown', event => {
        line.setPointerCapture(event.pointerId);
        document.body.classList.add('is-splitting'); // frames would take the pointer
    });
    line.addEventListener('pointermove', event => {
        if (line.hasPointerCapture(event.pointerId)) {
            const box = frame.getBoundingClientRect();
            set(100 * (event.clientX - box.left) / box.width);
        }
    });
    line.addEventListener('lostpointercapture', () => {
        document.body.classList.remove('is-splitting');
        keep();
    });
    line.addEventListener('dblclick', () => {
        set(START);
        keep();
    });
    line.addEventListener('keydown', event => {
        const step = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            set(share + step);
            keep();
        }
    });
}
