// The frame of the page: what stands above and below the columns, and keys.
const byId = id => document.getElementById(id);
const store = {
  get(name) { try { return localStorage.getItem(`jacquard-${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`jacquard-${name}`, value); } catch { /* a page from a file may have no store */ } },
};

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
    [`${data.occupancy} %`, 'occupancy', `${counted(data.waves, 'wave')} of ${data.lanes} lanes at a time`],
    [data.bound.join(', ') || 'nothing', 'bound', 'The unit that is busy longest'],
  ];
  byId('summary').append(...entries.map(([value, label, title]) =>
    make('div', { title }, make('dt', {}, label), make('dd', {}, value))));
}

function inspect(key, word, at) {
  const parts = [];
  if (word >= 0) {
    const { hex, text, issue, stalls, waitsFor, waits, live, fedBy, feeds } = words[word];
    parts.push(make('b', {}, `word ${word}`), make('code', {}, text), make('span', { class: 'hex' }, hex),
      counted(issue, 'issue slot'));
    if (stalls) parts.push(`waits ${counted(stalls, 'cycle')}${waitsFor >= 0 ? ` for word ${waitsFor}` : ''}`);
    if (waits) parts.push(`others wait ${counted(waits, 'cycle')} for it`);
    parts.push(`${cyclesText(live)} vec4 live`);
    if (fedBy.length) parts.push(`reads words ${fedBy.join(', ')}`);
    if (feeds.length) parts.push(`read by ${feeds.slice(0, 8).join(', ')}${feeds.length > 8 ? ', …' : ''}`);
  }
  if (key > 0) {
    const cost = costOfKey.get(key);
    parts.push(make('b', {}, originName(key)),
      cost ? `${counted(cost.words.length, 'word')}, ${counted(cost.cycles, 'cycle')}${cost.waits ? `, of them ${cyclesText(cost.waits)} waiting` : ''}` : 'left no words');
  }
  if (parts.length === 0) parts.push(at ? 'This line comes from no line of the source.' : 'Point at a line; ? shows the keys.');
  byId('inspector').replaceChildren(...parts.map(part => make('span', {}, part)));
}

function showToggles() {
  columns.forEach((column, i) => {
    const button = make('button', { type: 'button', 'aria-pressed': 'true', title: `Show or hide (${i + 1})` }, column.title);
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
  const wanted = order.filter(id => columns.some(column => column.id === id)).slice(0, isNarrow() ? 1 : room);
  for (const column of columns) {
    column.formIndex = Math.max(0, (column.id === 'graph' ? column.forms.findIndex(form => form.title === 'assign_registers') : column.forms.length - 1));
    setShown(column, wanted.includes(column.id));
  }
  if (shownColumns().length === 0) setShown(columns[0], true);
  byId('columns').addEventListener('pointerleave', () => light(null));
}

const panels = [
  { id: 'registers', title: 'Registers', draw: panel => ({ lit: drawChart(panel) }) },
  { id: 'flow', title: 'Control flow', draw: drawFlow, zooms: true },
  { id: 'uses', title: 'Dependencies', draw: drawDependencies, zooms: true },
  { id: 'figures', title: 'Figures', draw: drawFigures },
];
let openPanel = null;
let drawn = null;

function drawDependencies(panel) {
  const wordOf = ({ key, word }) => (word >= 0 ? word : costOfKey.get(key)?.words[0] ?? -1);
  const at = wordOf(litNow());
  const longest = blocks.reduce((best, block) => (block.end - block.first > best.end - best.first ? block : best), blocks[0]);
  let index = at >= 0 ? blockOfWord(at) : longest?.index ?? -1;
  let picture = null;
  const choice = make('select', { 'aria-label': 'Block' }, ...blocks.map(block =>
    make('option', { value: block.index }, rangeText('word', block.first, block.end - 1))));
  const show = () => {
    choice.selectedIndex = index;
    picture = drawUses(panel, index);
  };
  choice.addEventListener('change', () => {
    index = choice.selectedIndex;
    show();
  });
  show();
  byId('panel-tools').prepend(choice);
  return {
    scale: () => picture.scale(),
    lit: (key, word) => {
      const at = wordOf({ key, word });
      const block = at >= 0 ? blockOfWord(at) : -1;
      const isInside = panel.matches(':hover');
      if (block >= 0 && block !== index && !isInside) {
        index = block;
        show();
      }
      picture.lit(key, word, !isInside);
    },
  };
}

function drawFigures(panel) {
  const sections = new Map();
  for (const { section, label, value } of data.figures) {
    const rows = sections.get(section) ?? [];
    rows.push(make('tr', { class: value === 0 ? 'none' : '' }, make('th', { scope: 'row' }, label),
      make('td', {}, value === null ? 'no bound' : cyclesText(value))));
    sections.set(section, rows);
  }
  const tables = [...sections].map(([title, rows]) => make('table', {}, make('caption', {}, title), make('tbody', {}, ...rows)));
  const basis = make('table', { class: 'wide' }, make('caption', {}, 'what cycles rest on'), make('tbody', {},
    ...data.basis.map(fact => make('tr', {}, make('th', { scope: 'row' }, fact.doc), make('td', {}, fact.source), make('td', { class: 'where' }, fact.where)))));
  panel.replaceChildren(make('div', { class: 'figures' }, ...tables,
    make('div', {}, make('h3', {}, 'what a driver sets up'), make('pre', {}, data.setup)), basis));
  return { lit() {} };
}

function showPanel(id) {
  const panel = panels.find(each => each.id === id);
  openPanel = panel;
  for (const each of panels) {
    each.tab.setAttribute('aria-selected', String(each === panel));
    each.tab.tabIndex = each === panel ? 0 : -1;
  }
  byId('panel').setAttribute('aria-labelledby', `tab-${id}`);
  fold(false);
  const zoomTo = factor => {
    zoom = Math.max(0.2, Math.min(3, zoom * factor));
    drawn.scale();
  };
  byId('panel-tools').replaceChildren(...(panel.zooms ? [
    make('button', { type: 'button', title: 'Smaller (-)', 'aria-label': 'Smaller', onclick: () => zoomTo(1 / 1.25) }, '−'),
    make('button', { type: 'button', title: 'Larger (+)', 'aria-label': 'Larger', onclick: () => zoomTo(1.25) }, '+'),
  ] : []));
  drawn = panel.draw(byId('panel'));
  drawn.zoomTo = panel.zooms ? zoomTo : undefined;
  drawn.lit(...Object.values(litNow()));
}

function showTabs() {
  for (const panel of panels) {
    panel.tab = make('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, 'aria-controls': 'panel', onclick: () => showPanel(panel.id) }, panel.title);
    byId('tabs').append(panel.tab);
  }
  byId('tabs').addEventListener('keydown', event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = panels[(panels.indexOf(openPanel) + by + panels.length) % panels.length];
    showPanel(next.id);
    next.tab.focus();
    event.preventDefault();
  });
  litListeners.push((key, word) => drawn?.lit(key, word));
}

function fold(isFolded) {
  byId('lower').classList.toggle('folded', isFolded);
  byId('fold').setAttribute('aria-expanded', String(!isFolded));
  byId('fold').textContent = isFolded ? '▴' : '▾';
}

function redraw() {
  if (openPanel?.id === 'registers') showPanel('registers');
}

function setHeight(pixels) {
  document.documentElement.style.setProperty('--lower', `${Math.max(90, Math.min(innerHeight - 220, pixels))}px`);
  redraw();
}

function gripLower() {
  const grip = byId('grip');
  grip.addEventListener('pointerdown', event => {
    grip.setPointerCapture(event.pointerId);
    const move = moved => setHeight(innerHeight - moved.clientY - byId('inspector').offsetHeight);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), { once: true });
  });
  grip.addEventListener('keydown', event => {
    const by = { ArrowUp: 24, ArrowDown: -24 }[event.key];
    if (by) setHeight(byId('lower').offsetHeight + by);
  });
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  store.set('theme', name);
}

function switchTheme() {
  const now = document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  setTheme(now === 'dark' ? 'light' : 'dark');
}

const keys = [
  ['↑ ↓ or k j', 'previous line, next line'], ['← → or h l', 'column to the left, to the right'],
  ['Enter', 'pin a line, or unpin it'], ['Esc', 'unpin'],
  ['[ ]', 'previous form, next form'], ['1 … 9', 'show or hide a column'],
  ['/', 'search'], ['n N', 'next match, previous match'],
  ['r c d g', 'registers, control flow, dependencies, figures'], ['f', 'collapse or expand the lower panel'],
  ['+ −', 'larger and smaller pictures'], ['t', 'light or dark'], ['?', 'this list'],
];

const actions = {
  '/': () => { query.focus(); query.select(); }, '?': () => byId('help').showModal(), t: switchTheme,
  n: () => goToMatch(1), N: () => goToMatch(-1), r: () => showPanel('registers'), c: () => showPanel('flow'),
  d: () => showPanel('uses'), g: () => showPanel('figures'),
  f: () => fold(!byId('lower').classList.contains('folded')),
  '+': () => drawn?.zoomTo?.(1.25), '=': () => drawn?.zoomTo?.(1.25), '-': () => drawn?.zoomTo?.(1 / 1.25),
  Escape: () => { pinned = null; light(null); relight(); },
};

function takeKeys() {
  byId('keys').append(...keys.map(([key, what]) => make('div', {}, make('dt', {}, key), make('dd', {}, what))));
  byId('legend').textContent = 'Each line of the source is a thread with a colour of its own, which every line that came from it ' +
    'carries. Numbers beside derived forms are lines of the source. Of a word that is pointed at, what it reads is marked ' +
    'on the left, what reads it on the right. Heat is the square root of cycles: those in which a word issues, and those in ' +
    'which others wait for it.';
  byId('help-button').addEventListener('click', actions['?']);
  byId('theme').addEventListener('click', switchTheme);
  byId('fold').addEventListener('click', actions.f);
  document.addEventListener('keydown', event => {
    const isWriting = event.target.matches('input, select, textarea') || byId('help').open;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = columns[Number(event.key) - 1];
    const action = column ? () => toggle(column) : actions[event.key];
    if (!action) {
      if (['ArrowDown', 'j'].includes(event.key) && event.target === document.body) active.body.focus();
      return;
    }
    event.preventDefault();
    action();
  });
  addEventListener('resize', redraw);
}

if (store.get('theme')) setTheme(store.get('theme'));
showSummary();
showToggles();
showTabs();
showColumns();
gripLower();
takeKeys();
showPanel('registers');
relight();
document.documentElement.dataset.ready = 'yes';
