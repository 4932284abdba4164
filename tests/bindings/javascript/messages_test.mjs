// How the package reads the messages of the tool, and pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosticsOf } from '../../../bindings/javascript/messages.mjs';
import { pam, readPam } from '../../../bindings/javascript/pictures.mjs';

test('a message with a place, its excerpt and its note are one diagnostic', () => {
    const [first, second, ...more] = diagnosticsOf(`a b.frag:3:13: error[T201]: no register of IN is declared
    MOV OUT[0], IN[0]
                ^
a b.frag:4:1: warning[T102]: there is no instruction called 'MOOV'
a b.frag: note: did you mean 'MOV'?
`);
    assert.deepEqual(more, []);
    assert.deepEqual(first, {
        severity: 'error', code: 'T201', file: 'a b.frag', line: 3, column: 13,
        message: 'no register of IN is declared', notes: [],
        excerpt: '    MOV OUT[0], IN[0]\n                ^',
    });
    assert.deepEqual([second.severity, second.code, second.notes], ['warning', 'T102', ["did you mean 'MOV'?"]]);
});

test('a message about a file, one about an option, and one without a form', () => {
    const [file, option, other] = diagnosticsOf('a.spv: error[S101]: it ends early\njacquard: --gpu takes a part\nwhat\n');
    assert.deepEqual([file.file, file.line, file.code], ['a.spv', 0, 'S101']);
    assert.deepEqual([option.file, option.severity, option.message], ['', 'error', '--gpu takes a part\nwhat']);
    assert.equal(other, undefined);
    assert.equal(diagnosticsOf('what\n')[0].message, 'what');
    assert.deepEqual(diagnosticsOf(''), []);
});

test('a picture comes back from its file, and one of another size is refused', () => {
    const picture = { width: 2, height: 1, pixels: Uint8ClampedArray.of(1, 2, 3, 4, 5, 6, 7, 8) };
    assert.deepEqual(readPam(pam(picture)), picture);
    assert.throws(() => pam({ ...picture, height: 2 }), TypeError);
});
