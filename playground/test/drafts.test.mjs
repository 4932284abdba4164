// What was typed is kept: entries of their own for each text, and room made by the oldest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { Drafts } = await load('src/store/drafts.ts');
const { readSettings } = await load('src/store/settings.ts');

class Storage {
    entries = new Map();
    constructor(room = Infinity) {
        this.room = room;
    }
    get length() {
        return this.entries.size;
    }
    key(index) {
        return [...this.entries.keys()][index] ?? null;
    }
    getItem(key) {
        return this.entries.get(key) ?? null;
    }
    setItem(key, value) {
        const others = [...this.entries].filter(([name]) => name !== key);
        const size = others.reduce((sum, [, text]) => sum + text.length, value.length);
        if (size > this.room) {
            throw new Error('QuotaExceededError');
        }
        this.entries.set(key, value);
    }
    removeItem(key) {
        this.entries.delete(key);
    }
}

const draft = (id, time, source = `// ${id}`) =>
    ({ id, source, language: '', stage: '', part: '630', time });

test('drafts are listed from the newest on', () => {
    const drafts = new Drafts(new Storage());
    drafts.write(draft('a', 1));
    drafts.write(draft('b', 3));
    drafts.write(draft('c', 2));
    assert.deepEqual(drafts.list().map(each => each.id), ['b', 'c', 'a']);
});

test('a draft that is written again replaces itself alone', () => {
    const drafts = new Drafts(new Storage());
    drafts.write(draft('a', 1));
    drafts.write(draft('b', 2));
    drafts.write(draft('a', 3, 'newer'));
    assert.deepEqual(drafts.list().map(each => each.source), ['newer', '// b']);
});

test('beyond thirty drafts, the oldest goes', () => {
    const drafts = new Drafts(new Storage());
    for (let time = 1; time <= 31; ++time) {
        drafts.write(draft(`d${time}`, time));
    }
    const ids = drafts.list().map(each => each.id);
    assert.equal(ids.length, 30);
    assert.ok(!ids.includes('d1'));
});

test('a browser without room drops old drafts, never the one that is typed', () => {
    const drafts = new Drafts(new Storage(600));
    for (let time = 1; time <= 8; ++time) {
        assert.equal(drafts.write(draft(`d${time}`, time)), true);
    }
    assert.equal(drafts.list()[0].id, 'd8');
    assert.equal(drafts.write(draft('huge', 9, 'x'.repeat(1000))), false);
});

test('a browser that keeps nothing says so', () => {
    const drafts = new Drafts(null);
    assert.equal(drafts.write(draft('a', 1)), false);
    assert.deepEqual(drafts.list(), []);
});

test('entries that others wrote are passed over and left alone', () => {
    const storage = new Storage();
    storage.setItem('jacquard-draft-x', '{broken');
    storage.setItem('jacquard-draft-y', '{"id": 1}');
    storage.setItem('other', 'kept');
    const drafts = new Drafts(storage);
    drafts.write(draft('a', 1));
    assert.deepEqual(drafts.list().map(each => each.id), ['a']);
    assert.equal(storage.length, 4);
});

test('settings that cannot be read are those of the beginning', () => {
    const start = { part: '', tab: 'listing', seconds: 10 };
    for (const text of [null, '', '{', 'null', '{"seconds": -1}', '{"seconds": "many", "part": 3}']) {
        assert.deepEqual(readSettings(text), start);
    }
    assert.equal(readSettings('{"seconds": 2}').seconds, 2);
});
