// The page starts a worker before its own scripts have arrived (index.html), so that the compiler
// loads meanwhile. What that worker says is kept until somebody listens.
import type { WorkerLike } from './client';

interface EarlyWorker extends Worker {
    early: (MessageEvent | ErrorEvent)[];
}

declare global {
    interface Window {
        firstWorker?: EarlyWorker;
    }
}

/** Starts a worker, or takes the one that the page has started. */
export function startWorker(): WorkerLike {
    const first = window.firstWorker;
    if (first === undefined) {
        return new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    }
    delete window.firstWorker;
    // Whoever starts a worker listens to it as soon as this has returned.
    queueMicrotask(() => {
        for (const event of first.early) {
            if (event instanceof MessageEvent) {
                first.onmessage?.(event);
            } else {
                first.onerror?.(event);
            }
        }
    });
    return first;
}
