// The diagnostics that the tool prints, as objects.

const kWithPlace = /^(.+?):(\d+):(\d+): (error|warning|note)(?:\[([^\]]*)\])?: (.*)$/;
const kWithFile = /^(.+?): (error|warning|note)(?:\[([^\]]*)\])?: (.*)$/;
const kOfTool = /^jacquard: (?:(error|warning)(?:\[([^\]]*)\])?: )?(.*)$/;

function begin(line) {
    let found = kOfTool.exec(line);
    if (found) {
        return { severity: found[1] ?? 'error', code: found[2] ?? '', file: '', line: 0, column: 0, message: found[3] };
    }
    found = kWithPlace.exec(line);
    if (found) {
        const [, file, number, column, severity, code, message] = found;
        return { severity, code: code ?? '', file, line: Number(number), column: Number(column), message };
    }
    found = kWithFile.exec(line);
    if (found) {
        const [, file, severity, code, message] = found;
        return { severity, code: code ?? '', file, line: 0, column: 0, message };
    }
    return null;
}

// A message is a line with its severity; what is indented below it shows the source, and notes belong to
// the message before them. Other lines continue it.
export function diagnosticsOf(text) {
    const list = [];
    for (const line of text.split('\n')) {
        const last = list.at(-1);
        const begun = /^\s/.test(line) ? null : begin(line);
        if (begun && begun.severity === 'note' && last) {
            last.notes.push(begun.message);
        } else if (begun) {
            list.push({ ...begun, notes: [], excerpt: '' });
        } else if (last && /^\s/.test(line)) {
            last.excerpt += (last.excerpt ? '\n' : '') + line;
        } else if (last && line) {
            last.message += `\n${line}`;
        } else if (line) {
            list.push({ severity: 'error', code: '', file: '', line: 0, column: 0, message: line, notes: [], excerpt: '' });
        }
    }
    return list;
}
