// The data of the page, unpacked. Keys number lines of the source from 1 on; 0 is none.
const lineKeys = numbers(data.key);
const origins = numbers(data.origins); // a file and a line each
const originOf = key => ({ file: origins[2 * key - 2], line: origins[2 * key - 1] });

// "ripple.frag:12"
function originName(key) {
  const { file, line } = originOf(key);
  return `${data.files[file].split('/').pop()}:${line}`;
}

// Lines of a form: texts and keys.
function unpackForm(form) {
  const runs = numbers(form.lines);
  const lines = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let line = runs[i]; line < runs[i] + runs[i + 1]; ++line) {
      lines.push({ text: data.text[line], key: lineKeys[line] });
    }
  }
  return lines;
}

const Flag = { shortSync: 1, longSync: 2, nop: 4, preamble: 8, padding: 16 };

function unpackWords(packed) {
  const [key, issue, waits, stalls, waitsFor, live, flags, unit] = [
    'key',
    'issue',
    'waits',
    'stalls',
    'for',
    'live',
    'flags',
    'unit',
  ].map(n => numbers(packed[n]));
  return packed.text.map((text, i) => ({
    index: i,
    text,
    name: packed.name[i],
    hex: packed.hex.slice(16 * i, 16 * i + 16),
    key: key[i],
    issue: issue[i],
    waits: waits[i],
    stalls: stalls[i],
    waitsFor: waitsFor[i],
    live: live[i],
    flags: flags[i],
    unit: data.units[unit[i]],
    cycles: issue[i] + waits[i],
    feeds: [],
    fedBy: [],
  }));
}

const words = unpackWords(data.words);
const blocks = data.blocks.map((packed, index) => {
  const [first, end, ...successors] = numbers(packed);
  return { index, first, end, successors };
});
// Words that read what others wrote, within a block.
const uses = [];
{
  const packed = numbers(data.uses);
  for (let i = 0; i < packed.length; i += 3) {
    const use = {
      from: packed[i],
      to: packed[i + 1],
      flag: ['slots', 'ss', 'sy', 'ss'][packed[i + 2]],
    };
    uses.push(use);
    words[use.from].feeds.push(use.to);
    words[use.to].fedBy.push(use.from);
  }
}
const blockOfWord = index => blocks.findIndex(block => index < block.end);
const program = words.filter(word => !(word.flags & Flag.padding));

// Steps of occupancy: up to so many registers there are so many waves.
const steps = [];
{
  const packed = numbers(data.steps);
  for (let i = 0; i < packed.length; i += 3) {
    steps.push({ registers: packed[i], waves: packed[i + 1], percent: packed[i + 2] });
  }
}

// What each line of the source costs, and its words: cycles of its own, waits among them, and cycles
// of the functions that it calls. What the preamble does once is in none of them.
const costOfKey = new Map();
const costOf = key => {
  if (!costOfKey.has(key)) {
    costOfKey.set(key, { cycles: 0, waits: 0, calls: 0, words: [], serves: [], servedBy: [] });
  }
  return costOfKey.get(key);
};
{
  const packed = numbers(data.costs);
  for (let i = 0; i < packed.length; i += 4) {
    const cost = costOf(packed[i]);
    cost.cycles += packed[i + 1];
    cost.waits += packed[i + 2];
    cost.calls += packed[i + 3];
  }
}
// Lines with a value that others ask for, too: it is computed once, and counted there. `serves` and
// `servedBy` are the other lines and the cycles.
{
  const packed = numbers(data.shared);
  for (let i = 0; i < packed.length; i += 3) {
    costOf(packed[i]).serves.push({ key: packed[i + 1], cycles: packed[i + 2] });
    costOf(packed[i + 1]).servedBy.push({ key: packed[i], cycles: packed[i + 2] });
  }
}
for (const word of program) if (word.key !== 0) costOf(word.key).words.push(word.index);
const heatOfCost = cost => cost.cycles + cost.calls;
const most = list => list.reduce((a, b) => Math.max(a, b), 1);
const mostOfKey = most([...costOfKey.values()].map(heatOfCost));
const mostOfWord = most(program.map(word => word.cycles));
const heat = (cycles, all) => Math.sqrt(cycles / all);
// Nodes of the machine graph keep their serial from pass to pass, and those of the last form are
// the words in order.
const serialOfLine = text => {
  const found = /^\s+(\d{4,}): /.exec(text);
  return found ? Number(found[1]) : -1;
};
const serialOfWord = (() => {
  const forms = data.columns.find(column => column.id === 'graph')?.forms ?? [];
  if (forms.length === 0 || forms[forms.length - 1].title !== 'legalise') return [];
  const serials = unpackForm(forms[forms.length - 1])
    .map(line => serialOfLine(line.text))
    .filter(s => s >= 0);
  return serials.length >= program.length ? serials : [];
})();
