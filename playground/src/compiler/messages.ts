// The messages between the page and the worker.
import type { RequestName, Requests } from './interface';

export interface Request<Name extends RequestName = RequestName> {
    number: number;
    name: Name;
    takes: Requests[Name]['takes'];
}

export type Answer =
    | { number: number; status: 'done'; gives: unknown; milliseconds: number }
    | { number: number; status: 'refused'; message: string }
    | { number: number; status: 'failed'; message: string };

/** What the worker says before any request: that the compiler is there, or why it is not. */
export type Hello = { status: 'ready' } | { status: 'missing'; message: string };
