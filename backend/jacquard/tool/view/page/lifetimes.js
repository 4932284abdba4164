// Who holds the registers where most are held: registers from top to bottom, the program from left to
// right, and a bar for each value from where it is written to where it is read last.
const lifeMargin = { left: 58, right: 16, top: 34, bottom: 30 };
const lifeRow = 12;
const leastNamed = 26; // a bar of fewer pixels has its name in its title alone

// Registers by their places: half ones behind the full ones.
function placeOfRegister(name) {
  const [, half, number, component] = /^(h?)r(\d+)\.([xyzw])$/.exec(name) ?? [];
  return number === undefined
    ? -1
    : (half ? 1e6 : 0) + 4 * Number(number) + 'xyzw'.indexOf(component);
}

// A value's registers as runs of rows that touch and are held from the same word to the same word.
function runsOf(value, rowOf) {
  const held = value.registers
    .map((name, i) => ({ row: rowOf.get(name), from: value.spans[i][0], to: value.spans[i][1] }))
    .sort((a, b) => a.row - b.row);
  const runs = [];
  for (const { row, from, to } of held) {
    const last = runs[runs.length - 1];
    if (last && last.end === row && last.from === from && last.to === to) ++last.end;
    else runs.push({ first: row, end: row + 1, from, to });
  }
  return runs;
}

const nameOfValue = value =>
  value.name || (value.defined ? `line ${value.defined}` : value.input ? 'an input' : 'no name');

function titleOfValue(value) {
  const parts = [
    `${nameOfValue(value)}: ${value.registers.length} x ${value.type || 'bits'}`,
    `${cyclesText(value.vec4)} vec4, ${value.registers.join(' ')}`,
    `${value.defined ? `line ${value.defined}` : 'the start'} to ${
      value.output ? 'the end' : value.last_used ? `line ${value.last_used}` : '?'
    }`,
  ];
  if (value.wins_step && value.recompute_slots !== null)
    parts.push(`computing it again costs ${counted(value.recompute_slots, 'slot')}, wins a step`);
  else if (value.wins_step)
    parts.push(
      `freeing ${value.name || value.registers.length === 1 ? 'it' : 'these'} wins a step`,
    );
  return parts.join('\n');
}

function drawLifetimes(panel) {
  const held = data.register_holders;
  if (!held || held.values.length === 0) return drawNothing(panel, 'No registers are held.');
  const names = held.values
    .flatMap(value => value.registers)
    .sort((a, b) => placeOfRegister(a) - placeOfRegister(b));
  const rowOf = new Map(names.map((name, i) => [name, i]));
  const width = Math.max(panel.clientWidth - 16, 300);
  const box = {
    x: lifeMargin.left,
    y: lifeMargin.top,
    width: width - lifeMargin.left - lifeMargin.right,
    height: names.length * lifeRow,
  };
  const height = box.y + box.height + lifeMargin.bottom;
  const x = word => box.x + (box.width * word) / Math.max(program.length, 1);
  const picture = draw('svg', {
    class: 'chart lifetimes',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label':
      `Lifetimes of the ${counted(held.values.length, 'value')} that hold ` +
      `${cyclesText(held.vec4)} vec4 at word ${held.word}, where most are held`,
  });
  drawRegisterNames(picture, names, box);
  const bars = held.values.map(value => drawValue(picture, value, rowOf, box, x));
  drawPeak(picture, held, box, x);
  panel.replaceChildren(picture);
  return {
    lit: (key, word) =>
      bars.forEach(({ value, group }) => {
        const lines = costOfKey.get(key)?.words ?? [];
        const isLit =
          word >= 0
            ? word === value.first_word || word === value.last_word
            : lines.includes(value.first_word);
        group.classList.toggle('lit', isLit);
      }),
  };
}

// Vectors of four are named once.
function drawRegisterNames(picture, names, box) {
  names.forEach((name, i) => {
    const vector = name.split('.')[0];
    if (i > 0 && names[i - 1].split('.')[0] === vector) return;
    const y = box.y + i * lifeRow;
    picture.append(
      draw('line', { class: 'border', x1: box.x, x2: box.x + box.width, y1: y, y2: y }),
      draw('text', { class: 'axis', x: box.x - 8, y: y + 9, 'text-anchor': 'end' }, vector),
    );
  });
}

function drawValue(picture, value, rowOf, box, x) {
  const group = draw('g', { class: value.wins_step ? 'value wins' : 'value' });
  group.append(draw('title', {}, titleOfValue(value)));
  const key = words[value.first_word]?.key ?? 0;
  group.style.setProperty('--thread', (key * 137.5) % 360);
  for (const run of runsOf(value, rowOf)) {
    // What is read in the next round of a loop alone is read before it is written.
    const left = x(Math.min(run.from, run.to));
    const right = x(Math.max(run.from, run.to) + 1);
    const top = box.y + run.first * lifeRow;
    const tall = (run.end - run.first) * lifeRow;
    group.append(
      draw('rect', { x: left, y: top + 0.5, width: Math.max(right - left, 2), height: tall - 1 }),
    );
    const room = Math.floor((right - left - 6) / 6);
    if (right - left >= leastNamed)
      group.append(
        draw('text', { x: left + 4, y: top + tall / 2 + 3.5 }, nameOfValue(value).slice(0, room)),
      );
  }
  group.addEventListener('pointerenter', () => light({ column: null, word: value.first_word }));
  group.addEventListener('click', () => pin({ column: null, word: value.first_word }));
  picture.append(group);
  return { value, group };
}

function drawPeak(picture, held, box, x) {
  const at = x(held.word + 0.5);
  const step = held.step ? `; more waves with ${held.step}` : '';
  // On a phone the text takes the whole width.
  const isNarrowBox = box.width < 500;
  const isRight = !isNarrowBox && at > box.x + box.width / 2;
  picture.append(
    draw('line', { class: 'taken', x1: at, x2: at, y1: box.y - 6, y2: box.y + box.height }),
    draw(
      'text',
      {
        class: 'axis taken-name',
        x: isNarrowBox ? 8 : at + (isRight ? 4 : -4),
        y: box.y - 10,
        'text-anchor': isRight ? 'end' : 'start',
      },
      `most at word ${held.word}: ${cyclesText(held.vec4)} vec4${step}`,
    ),
    draw('text', { class: 'axis', x: box.x, y: box.y + box.height + 16 }, 'word 0'),
    draw(
      'text',
      { class: 'axis', x: box.x + box.width, y: box.y + box.height + 16, 'text-anchor': 'end' },
      `${program.length - 1}`,
    ),
  );
}
