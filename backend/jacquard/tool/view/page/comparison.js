// Two versions of a shader side by side: figures, source and code, with their differences marked.
const around = 3; // rows alike that are shown on both sides of a difference
const markTexts = { better: 'better', worse: 'worse', equal: 'equal', other: '' };

function showNames() {
  const [before, after] = data.sides.map(side => side.name.split('/').pop());
  document.title = `${before} → ${after} on a${data.gpu} · Jacquard`;
  byId('name').textContent = before === after ? before : `${before} → ${after}`;
  byId('part').textContent = `a${data.gpu} · ${data.revision}`;
}

function drawSide(side, which) {
  const entries = Object.entries(side.verdict).filter(([, text]) => text);
  return make(
    'section',
    {},
    make('h3', {}, `${which}: ${side.name}`),
    make('p', {}, `${side.stage}, ${side.language === 'asm' ? 'assembly' : side.language.toUpperCase()}`),
    make(
      'div',
      { class: 'verdict' },
      make(
        'dl',
        {},
        ...entries.map(([name, text]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, text)),
        ),
      ),
    ),
  );
}

const figureText = value => (value === null ? 'no bound' : cyclesText(value));

function changeOf({ before, after }) {
  if (before === null || after === null || before === after) return '';
  const by = after - before;
  const sign = by > 0 ? '+' : '−';
  return `${sign}${cyclesText(Math.abs(by))}`;
}

function percentOf({ before, after }) {
  if (!before || after === null || before === after) return '';
  const percent = (100 * (after - before)) / before;
  return `${percent > 0 ? '+' : '−'}${cyclesText(Math.abs(percent))} %`;
}

function drawHeads() {
  const heads = ['old', 'new', 'change'].map(text => make('th', { scope: 'col' }, text));
  return make('tr', {}, make('td', {}), ...heads, make('td', { class: 'percent' }), make('td', {}));
}

function drawComparedFigures() {
  const sections = new Map();
  for (const figure of data.figures) {
    const rows = sections.get(figure.section) ?? [];
    const row = make(
      'tr',
      { class: `mark-${figure.mark}` },
      make('th', { scope: 'row' }, figure.label),
      make('td', {}, figureText(figure.before)),
      make('td', {}, figureText(figure.after)),
      make('td', {}, changeOf(figure)),
      make('td', { class: 'percent' }, percentOf(figure)),
      make('td', {}, markTexts[figure.mark]),
    );
    if (figure.mark !== 'equal') places.push(row);
    rows.push(row);
    sections.set(figure.section, rows);
  }
  return [...sections].map(([title, rows]) =>
    make(
      'table',
      { class: 'compared-figures' },
      make('caption', {}, title),
      make('thead', {}, drawHeads()),
      make('tbody', {}, ...rows),
    ),
  );
}

// What n and N go through, from top to bottom.
const places = [];

// Pairs of lines: those of a run that went beside those of the run that came in its place.
function pairsOf({ kinds, before, after }) {
  const pairs = [];
  let old = 0;
  let now = 0;
  let gone = [];
  let come = [];
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); ++i)
      pairs.push({ kind: 'changed', old: gone[i], now: come[i] });
    gone = [];
    come = [];
  };
  for (const kind of kinds) {
    if (kind === '-') gone.push(old++);
    else if (kind === '+') come.push(now++);
    else {
      flush();
      pairs.push({ kind: before[old] === after[now] ? 'same' : 'other', old: old++, now: now++ });
    }
  }
  flush();
  return pairs;
}

function drawCell(part, side, index, name, first) {
  const cell = make('div', { class: index === undefined ? 'empty' : name });
  if (index === undefined) return cell;
  const cost = make('span', { class: 'cost' }, part.costs[side][index] ? cyclesText(part.costs[side][index]) : '');
  const most = Math.max(1, ...[0, 1].map(each => part.most[each]));
  cost.style.setProperty('--heat', Math.sqrt((part.costs[side][index] ?? 0) / most).toFixed(3));
  const code = make('code');
  appendColoured(code, (side ? part.after : part.before)[index], part.languages[side], false);
  cell.append(make('span', { class: 'n' }, String(index + first)), cost, code);
  return cell;
}

function drawPair(part, pair, first) {
  const names =
    pair.kind === 'changed' ? ['gone', 'come'] : pair.kind === 'other' ? ['other', 'other'] : ['', 'repeated'];
  return [
    drawCell(part, 0, pair.old, names[0], first),
    drawCell(part, 1, pair.now, names[1], first),
  ];
}

// `first` is the number of the first line.
function drawDifference(packed, first, languages) {
  const costs = packed.costs.map(numbers);
  const most = costs.map(list => list.reduce((a, b) => Math.max(a, b), 0));
  const part = { ...packed, costs, most, languages };
  const pairs = pairsOf(part);
  const grid = make('div', { class: 'difference' });
  const isNear = index =>
    pairs.slice(Math.max(0, index - around), index + around + 1).some(pair => pair.kind !== 'same');
  for (let i = 0; i < pairs.length; ) {
    let end = i;
    while (end < pairs.length && !isNear(end)) ++end;
    if (end > i) {
      const hidden = pairs.slice(i, end);
      const row = make('div', { class: 'skipped' });
      const open = () => row.replaceWith(...hidden.flatMap(pair => drawPair(part, pair, first)));
      row.append(make('button', { type: 'button', onclick: open }, `${counted(hidden.length, 'line')} alike`));
      grid.append(row);
      i = end;
      continue;
    }
    const cells = drawPair(part, pairs[i], first);
    if (pairs[i].kind !== 'same' && (i === 0 || pairs[i - 1].kind === 'same'))
      places.push(cells.find(cell => !cell.classList.contains('empty')));
    grid.append(...cells);
    ++i;
  }
  const isSame = pairs.every(pair => pair.kind === 'same');
  return [
    ...(isSame ? [make('p', { class: 'note' }, 'There is no difference.')] : []),
    grid,
    ...(packed.left_out ? [make('p', { class: 'note' }, `${counted(packed.left_out, 'line')} left out at the end`)] : []),
  ];
}

let place = -1;

function goToPlace(by) {
  if (places.length === 0) return;
  places[place]?.classList.remove('at');
  const from = place < 0 && by < 0 ? 0 : place;
  place = (from + by + places.length) % places.length;
  places[place].classList.add('at');
  places[place].scrollIntoView({ block: 'center' });
}

const sections = [
  ['figures', 'Figures', drawComparedFigures],
  ['source', 'Source', () => drawDifference(data.source, 1, data.sides.map(side => side.colours))],
  ['code', 'Code', () => drawDifference(data.code, 0, ['asm', 'asm'])],
];

// The next difference is then the first one of the section.
function goToSection(id) {
  const title = byId(id);
  title.scrollIntoView();
  places[place]?.classList.remove('at');
  place = places.findIndex(
    each => title.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  place = place < 0 ? places.length - 1 : place - 1;
}

function showComparison() {
  byId('compared').append(
    make('ul', { class: 'notes' }, ...data.notes.map(note => make('li', {}, note))),
    make('div', { class: 'sides' }, drawSide(data.sides[0], 'old'), drawSide(data.sides[1], 'new')),
    ...sections.flatMap(([id, title, drawSection]) => [make('h2', { id }, title), ...drawSection()]),
  );
  byId('sections').append(
    ...sections.map(([id, title]) =>
      make('button', { type: 'button', onclick: () => goToSection(id) }, title),
    ),
  );
}

showNames();
showComparison();
byId('next').addEventListener('click', () => goToPlace(1));
byId('previous').addEventListener('click', () => goToPlace(-1));
byId('theme').addEventListener('click', switchTheme);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = { n: () => goToPlace(1), N: () => goToPlace(-1), t: switchTheme };
  sections.forEach(([id], i) => (actions[i + 1] = () => goToSection(id)));
  actions[event.key]?.();
});
document.documentElement.dataset.ready = 'yes';
