// The compiler's thread: newer requests replace older ones, and a compiler that hangs, fails or does
// not load takes nothing with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { Client, Ended, Refused, Replaced } = await load('src/compiler/client.ts');

// A worker that the test answers for.
class FakeWorker {
    static all = [];
    onmessage = null;
    onerror = null;
    sent = [];
    isEnded = false;
    constructor(isReady = true) {
        FakeWorker.all.push(this);
        if (isReady) {
            queueMicrotask(() => this.say({ status: 'ready' }));
        }
    }
    postMessage(message) {
        this.sent.push(message);
    }
    terminate() {
        this.isEnded = true;
    }
    say(data) {
        this.onmessage?.({ data });
    }
    answer(gives) {
        this.say({ status: 'done', number: this.sent.at(-1).number, gives, milliseconds: 1 });
    }
}

const client = isReady => {
    FakeWorker.all = [];
    return new Client(() => new FakeWorker(isReady));
};
const soon = () => new Promise(resolve => setTimeout(resolve, 1));
const faultOf = promise => promise.then(() => null, fault => fault);

test('a request is answered, and the worker is used again', async () => {
    const one = client();
    for (const part of ['630', '740']) {
        const explained = one.request('explain', { name: 'mov', part }, 10);
        await soon();
        FakeWorker.all[0].answer(`text ${part}`);
        assert.equal((await explained).gives, `text ${part}`);
    }
    assert.equal(FakeWorker.all.length, 1);
});

test('of requests that wait, the newest of a name is the one that is sent', async () => {
    const one = client();
    const first = one.request('compile', 1, 10);
    await soon();
    const second = faultOf(one.request('compile', 2, 10));
    const third = one.request('compile', 3, 10);
    assert.ok(await second instanceof Replaced);
    FakeWorker.all[0].answer('a');
    await first;
    FakeWorker.all[0].answer('c');
    assert.equal((await third).gives, 'c');
    assert.deepEqual(FakeWorker.all[0].sent.map(each => each.takes), [1, 3]);
});

test('a worker that does not answer in time is ended, and the next request has a new one', async () => {
    const one = client();
    const hanging = await faultOf(one.request('compile', 1, 0.02));
    assert.ok(hanging instanceof Ended);
    assert.equal(hanging.message, 'The compiler took longer than 0.02 s and was ended.');
    assert.equal(FakeWorker.all[0].isEnded, true);
    const next = one.request('compile', 2, 10);
    await soon();
    FakeWorker.all[1].answer('done');
    assert.equal((await next).gives, 'done');
});

test('what waits behind a request that hangs is done by the new worker', async () => {
    const one = client();
    const hanging = faultOf(one.request('compile', 1, 0.02));
    const waiting = one.request('explain', 2, 10);
    assert.ok(await hanging instanceof Ended);
    await soon();
    FakeWorker.all[1].answer('explained');
    assert.equal((await waiting).gives, 'explained');
});

test('a compiler that fails is ended; one that refuses goes on', async () => {
    const one = client();
    const refused = faultOf(one.request('draw', 1, 10));
    await soon();
    FakeWorker.all[0].say({ status: 'refused', number: 1, message: 'no picture' });
    assert.ok(await refused instanceof Refused);
    assert.equal(FakeWorker.all[0].isEnded, false);
    const failed = faultOf(one.request('draw', 1, 10));
    await soon();
    FakeWorker.all[0].say({ status: 'failed', number: 2, message: 'unreachable' });
    assert.equal((await failed).message, 'The compiler failed: unreachable');
    assert.equal(FakeWorker.all[0].isEnded, true);
});

test('a compiler that cannot be loaded ends all that waits, and says why', async () => {
    const one = client(false);
    const tables = faultOf(one.request('tables', null, 10));
    const compile = faultOf(one.request('compile', 1, 10));
    FakeWorker.all[0].say({ status: 'missing', message: 'there is no jacquard.mjs' });
    for (const fault of [await tables, await compile]) {
        assert.equal(fault.message, 'The compiler could not be loaded: there is no jacquard.mjs');
    }
    assert.equal(FakeWorker.all.length, 1);
    const again = faultOf(one.request('compile', 1, 10));
    assert.equal(FakeWorker.all.length, 2);
    FakeWorker.all[1].onerror({ message: 'out of memory' });
    assert.equal((await again).message, 'The compiler stopped: out of memory.');
});

test('a request that is cancelled ends its worker, and one that waits does not', async () => {
    const one = client();
    const running = faultOf(one.request('draw', 1, 10));
    await soon();
    const waiting = faultOf(one.request('view', 2, 10));
    one.cancel('view', 'Stopped.');
    assert.equal((await waiting).message, 'Stopped.');
    assert.equal(FakeWorker.all[0].isEnded, false);
    one.cancel('draw', 'Stopped.');
    assert.equal((await running).message, 'Stopped.');
    assert.equal(FakeWorker.all[0].isEnded, true);
});
