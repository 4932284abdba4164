// Runs in a thread of its own: opens the compiler, and answers one request after the other.
import { openCompiler } from './package';
import { type Compiler, RequestFault } from './interface';
import type { Answer, Hello, Request } from './messages';

// Only what this file needs of the scope of a worker, whose types exclude those of a page.
interface WorkerScope {
    postMessage(message: Answer | Hello): void;
    onmessage: ((event: MessageEvent<Request>) => void) | null;
}
const scope = self as unknown as WorkerScope;

function messageOf(fault: unknown): string {
    return fault instanceof Error ? fault.message : String(fault);
}

async function answer(compiler: Compiler, request: Request): Promise<Answer> {
    const begin = performance.now();
    try {
        const method = compiler[request.name] as (takes: unknown) => Promise<unknown>;
        const gives = await method(request.takes);
        return {
            number: request.number, status: 'done', gives, milliseconds: performance.now() - begin,
        };
    } catch (fault) {
        const status = fault instanceof RequestFault ? 'refused' : 'failed';
        return { number: request.number, status, message: messageOf(fault) };
    }
}

async function serve(): Promise<void> {
    let compiler: Compiler;
    try {
        compiler = await openCompiler();
    } catch (fault) {
        scope.postMessage({ status: 'missing', message: messageOf(fault) });
        return;
    }
    let last: Promise<void> = Promise.resolve();
    scope.onmessage = event => {
        last = last.then(async () => scope.postMessage(await answer(compiler, event.data)));
    };
    scope.postMessage({ status: 'ready' });
}

void serve();
