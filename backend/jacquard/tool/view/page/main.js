// The frame of the page: what stands above and below the columns, and keys.
function showSummary() {
  const name = data.file.split('/').pop();
  document.title = `${name} on a${data.gpu} · Jacquard`;
  byId('name').textContent = name;
  byId('name').title = data.file;
  byId('part').textContent = `${data.stage} · a${data.gpu} · ${data.revision}`;
  const entries = [
    [String(data.instructions), 'instructions', 'Words of the program proper, each once'],
    [cyclesText(data.cycles), 'cycles', 'Critical path of a wave that runs alone'],
    [String(data.registers), 'registers', 'Vectors of four that the program takes'],
    [
      `${data.occupancy} %`,
      'occupancy',
      `${counted(data.waves, 'wave')} of ${data.lanes} lanes at a time`,
    ],
    // The verdict begins with its name.
    [
      data.verdict.binds.split(/[,:]/)[0],
      'bound',
      'What takes longest when the part is full of waves like this one',
    ],
  ];
  byId('summary').append(
    ...entries.map(([value, label, title]) =>
      make('div', { title }, make('dt', {}, label), make('dd', {}, value)),
    ),
  );
}

function inspect(key, word, at) {
  const parts = [];
  if (word >= 0) {
    const { hex, text, issue, stalls, waitsFor, waits, live, fedBy, feeds } = words[word];
    parts.push(
      make('b', {}, `word ${word}`),
      make('code', {}, text),
      make('span', { class: 'hex' }, hex),
      counted(issue, 'issue slot'),
    );
    if (stalls)
      parts.push(
        `waits ${counted(stalls, 'cycle')}${waitsFor >= 0 ? ` for word ${waitsFor}` : ''}`,
      );
    if (waits) parts.push(`others wait ${counted(waits, 'cycle')} for it`);
    parts.push(`${cyclesText(live)} vec4 live`);
    if (fedBy.length) parts.push(`reads words ${fedBy.join(', ')}`);
    if (feeds.length)
      parts.push(`read by ${feeds.slice(0, 8).join(', ')}${feeds.length > 8 ? ', …' : ''}`);
  }
  if (key > 0) {
    const { words: left, cycles, waits } = costOfKey.get(key) ?? { words: [] };
    const waiting = waits ? `, of them ${cyclesText(waits)} waiting` : '';
    const cost = `${counted(left.length, 'word')}, ${counted(cycles, 'cycle')}${waiting}`;
    parts.push(make('b', {}, originName(key)), left.length ? cost : 'left no words');
  }
  if (parts.length === 0)
    parts.push(
      at ? 'This line comes from no line of the source.' : 'Point at a line; ? shows the keys.',
    );
  byId('inspector').replaceChildren(...parts.map(part => make('span', {}, part)));
}

function showToggles() {
  columns.forEach((column, i) => {
    const button = make(
      'button',
      { type: 'button', 'aria-pressed': 'true', title: `Show or hide (${i + 1})` },
      column.title,
    );
    button.addEventListener('click', () => toggle(column));
    column.button = button;
    byId('toggles').append(button);
  });
}

const isNarrow = () => matchMedia('(max-width: 760px)').matches;

function setShown(column, isShown) {
  column.isShown = isShown;
  column.element.hidden = !isShown;
  column.button.setAttribute('aria-pressed', String(isShown));
  if (isShown && !column.rows) column.show(column.formIndex ?? 0);
}

// Where there is room for one column only, showing one hides the others.
function toggle(column) {
  if (isNarrow()) {
    columns.forEach(other => setShown(other, other === column));
    revealElsewhere(null);
  } else if (!column.isShown || shownColumns().length > 1) {
    setShown(column, !column.isShown);
  }
  if (query.value) search();
  relight();
}

function showColumns() {
  byId('columns').append(...columns.map(column => column.element));
  const room = Math.max(1, Math.floor(innerWidth / 340));
  const order = ['source', 'words', 'nir', 'graph', 'spirv'];
  const wanted = order
    .filter(id => columns.some(column => column.id === id))
    .slice(0, isNarrow() ? 1 : room);
  for (const column of columns) {
    column.formIndex = Math.max(
      0,
      column.id === 'graph'
        ? column.forms.findIndex(form => form.title === 'assign_registers')
        : column.forms.length - 1,
    );
    setShown(column, wanted.includes(column.id));
  }
  if (shownColumns().length === 0) setShown(columns[0], true);
  byId('columns').addEventListener('pointerleave', () => light(null));
}

const keys = [
  ['↑ ↓ or k j', 'previous line, next line'],
  ['← → or h l', 'column to the left, to the right'],
  ['Enter', 'pin a line, or unpin it'],
  ['Esc', 'unpin'],
  ['[ ]', 'previous form, next form'],
  ['1 … 9', 'show or hide a column'],
  ['/', 'search'],
  ['n N', 'next match, previous match'],
  ['v r o', 'verdict, registers, lifetimes'],
  ['c d p g', 'control flow, dependencies, passes, figures'],
  ['f', 'collapse or expand the lower panel'],
  ['+ −', 'larger and smaller pictures'],
  ['t', 'light or dark'],
  ['?', 'this list'],
];

const actions = {
  '/': () => {
    query.focus();
    query.select();
  },
  '?': () => byId('help').showModal(),
  t: switchTheme,
  n: () => goToMatch(1),
  N: () => goToMatch(-1),
  v: () => showPanel('verdict'),
  r: () => showPanel('registers'),
  o: () => showPanel('lifetimes'),
  p: () => showPanel('passes'),
  c: () => showPanel('flow'),
  d: () => showPanel('uses'),
  g: () => showPanel('figures'),
  f: () => fold(!byId('lower').classList.contains('folded')),
  '+': () => drawn?.zoomTo?.(1.25),
  '=': () => drawn?.zoomTo?.(1.25),
  '-': () => drawn?.zoomTo?.(1 / 1.25),
  Escape: () => {
    pinned = null;
    light(null);
    relight();
  },
};

function takeKeys() {
  byId('keys').append(
    ...keys.map(([key, what]) => make('div', {}, make('dt', {}, key), make('dd', {}, what))),
  );
  byId('legend').textContent =
    'Each line of the source is a thread with a colour of its own, which every line that came ' +
    'from it carries. Numbers beside derived forms are lines of the source. Of a word that is ' +
    'pointed at, what it reads is marked on the left, what reads it on the right. Heat is the ' +
    'square root of cycles: those in which a word issues, and those in which others wait for it. ' +
    'A line with a star computes what other lines ask for, too; one with a plus asks for more, ' +
    'which is counted at another line.';
  byId('help-button').addEventListener('click', actions['?']);
  byId('theme').addEventListener('click', switchTheme);
  byId('fold').addEventListener('click', actions.f);
  document.addEventListener('keydown', event => {
    const isWriting = event.target.matches('input, select, textarea') || byId('help').open;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = columns[Number(event.key) - 1];
    const action = column ? () => toggle(column) : actions[event.key];
    if (!action) {
      if (['ArrowDown', 'j'].includes(event.key) && event.target === document.body)
        active.body.focus();
      return;
    }
    event.preventDefault();
    action();
  });
  addEventListener('resize', redraw);
}

showSummary();
showToggles();
showTabs();
showColumns();
gripLower();
takeKeys();
showPanel('verdict');
relight();
revealFirstFinding();
document.documentElement.dataset.ready = 'yes';
