// The page's side of the worker. One request is with the worker at a time. Of those that wait, a
// newer one of the same name replaces the older one, since nobody wants to see a picture of a text
// that has changed. A worker that does not answer in time, or fails, is ended, and the next request
// starts a new one: the compiler never takes the page with it.
import type { RequestName, Requests } from './interface';
import type { Answer, Hello } from './messages';

/** The request was replaced by a newer one of the same name. */
export class Replaced extends Error {}

/** The compiler answered that this cannot be done; the message says why. */
export class Refused extends Error {}

/** The compiler did not answer in time, or stopped working; the message is for people. */
export class Ended extends Error {}

/** The part of Worker that is used here, so that tests can stand in for it. */
export interface WorkerLike {
    postMessage(message: unknown): void;
    terminate(): void;
    onmessage: ((event: MessageEvent) => void) | null;
    onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
    name: RequestName;
    takes: unknown;
    seconds: number;
    resolve(gives: { gives: unknown; milliseconds: number }): void;
    reject(fault: Error): void;
}

export interface Timed<Gives> {
    gives: Gives;
    /** What the compiler took, without the way to it. */
    milliseconds: number;
}

/** How long the compiler may take to load. */
const LOAD_SECONDS = 60;

export class Client {
    private worker: WorkerLike | null = null;
    private isReady = false;
    private current: (Waiting & { number: number }) | null = null;
    private readonly queue: Waiting[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;
    private numbers = 0;

    constructor(private readonly start: () => WorkerLike) {}

    request<Name extends RequestName>(name: Name, takes: Requests[Name]['takes'],
        seconds: number): Promise<Timed<Requests[Name]['gives']>> {
        return new Promise((resolve, reject) => {
            const older = this.queue.findIndex(waiting => waiting.name === name);
            if (older >= 0) {
                this.queue.splice(older, 1)[0]?.reject(new Replaced(name));
            }
            this.queue.push({
                name, takes, seconds, reject,
                resolve: resolve as Waiting['resolve'],
            });
            this.next();
        });
    }

    /** Ends the request of that name, wherever it is. */
    cancel(name: RequestName, message: string): void {
        const waiting = this.queue.findIndex(each => each.name === name);
        if (waiting >= 0) {
            this.queue.splice(waiting, 1)[0]?.reject(new Ended(message));
        }
        if (this.current?.name === name) {
            this.end(message);
        }
    }

    /** Drops what waits, since it is about a text that has changed. */
    cancelWaiting(): void {
        for (const waiting of this.queue.splice(0)) {
            waiting.reject(new Replaced(waiting.name));
        }
    }

    private next(): void {
        if (this.current !== null || this.queue.length === 0) {
            return;
        }
        if (this.worker === null) {
            this.open();
            return;
        }
        if (!this.isReady) {
            return;
        }
        const waiting = this.queue.shift() as Waiting;
        this.current = { ...waiting, number: ++this.numbers };
        this.watch(waiting.seconds,
            `The compiler took longer than ${waiting.seconds} s and was ended.`);
        this.worker.postMessage({ number: this.numbers, name: waiting.name, takes: waiting.takes });
    }

    private open(): void {
        const worker = this.start();
        this.worker = worker;
        this.isReady = false;
        worker.onmessage = event => this.receive(event.data as Answer | Hello);
        worker.onerror = event => this.end(
            `The compiler stopped: ${event.message || 'it could not be loaded'}.`);
        this.watch(LOAD_SECONDS, `The compiler did not load within ${LOAD_SECONDS} s.`);
    }

    private receive(message: Answer | Hello): void {
        if (message.status === 'ready') {
            clearTimeout(this.timer);
            this.isReady = true;
            this.next();
            return;
        }
        if (message.status === 'missing') {
            this.end(`The compiler could not be loaded: ${message.message}`);
            return;
        }
        const current = this.current;
        if (current === null || current.number !== message.number) {
            return;
        }
        if (message.status === 'failed') {
            // A compiler that failed once may be in any state.
            this.end(`The compiler failed: ${message.message}`);
            return;
        }
        clearTimeout(this.timer);
        this.current = null;
        if (message.status === 'done') {
            current.resolve({ gives: message.gives, milliseconds: message.milliseconds });
        } else {
            current.reject(new Refused(message.message));
        }
        this.next();
    }

    private watch(seconds: number, message: string): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.end(message), seconds * 1000);
    }

    // Ends the worker and what it was asked. If it never was ready, nothing that waits can be done.
    private end(message: string): void {
        clearTimeout(this.timer);
        this.worker?.terminate();
        this.worker = null;
        const ended = this.isReady ? [] : this.queue.splice(0);
        if (this.current !== null) {
            ended.push(this.current);
        }
        this.current = null;
        this.isReady = false;
        for (const waiting of ended) {
            waiting.reject(new Ended(message));
        }
        this.next();
    }
}
