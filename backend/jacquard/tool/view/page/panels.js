// The lower part of the page: a chart, pictures and figures, one at a time.
const panels = [
  { id: 'verdict', title: 'Verdict', draw: drawVerdict },
  { id: 'registers', title: 'Registers', draw: panel => ({ lit: drawChart(panel) }), isWide: true },
  { id: 'lifetimes', title: 'Lifetimes', draw: drawLifetimes, isWide: true },
  { id: 'flow', title: 'Control flow', draw: drawFlow, zooms: true },
  { id: 'uses', title: 'Dependencies', draw: drawDependencies, zooms: true },
  { id: 'passes', title: 'Passes', draw: drawPasses },
  { id: 'figures', title: 'Figures', draw: drawFigures },
];
let openPanel = null;
let drawn = null;

function drawDependencies(panel) {
  const wordOf = ({ key, word }) => (word >= 0 ? word : (costOfKey.get(key)?.words[0] ?? -1));
  const at = wordOf(litNow());
  const longest = blocks.reduce(
    (best, block) => (block.end - block.first > best.end - best.first ? block : best),
    blocks[0],
  );
  let index = at >= 0 ? blockOfWord(at) : (longest?.index ?? -1);
  let picture = null;
  const choice = make(
    'select',
    { 'aria-label': 'Block' },
    ...blocks.map(block =>
      make('option', { value: block.index }, rangeText('word', block.first, block.end - 1)),
    ),
  );
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

// "−3 fmul, +3 ffma"
function changeText(change) {
  if (change.first) return 'the first form';
  const parts = Object.entries(change.names)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .map(([name, count]) => `${count < 0 ? '−' : '+'}${Math.abs(count)} ${name}`);
  const shown = parts.slice(0, mostNames).join(', ');
  const more = parts.length > mostNames ? `, and ${parts.length - mostNames} more` : '';
  return shown + more || 'order, registers or operands alone';
}
const mostNames = 8;

// A form of a column that a pass left, if the page has it: the n-th of its title.
function formOfChange(change, nth) {
  const column = columns.find(each => each.id === change.column);
  const forms = column?.forms.map((form, i) => ({ title: form.title, i })) ?? [];
  const found = forms.filter(form => form.title === change.title);
  const all = data.changes.filter(
    each => each.column === change.column && each.title === change.title,
  );
  return found.length === all.length ? { column, index: found[nth].i } : null;
}

// The passes that changed this shader, in their order, and what each changed.
function drawChanges() {
  const seen = new Map();
  const rows = data.changes.map(change => {
    const name = `${change.column} ${change.title}`;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    const form = formOfChange(change, nth);
    const show = () => {
      if (!form.column.isShown) toggle(form.column);
      form.column.show(form.index);
    };
    return make(
      'tr',
      {},
      make(
        'th',
        { scope: 'row' },
        form
          ? make('button', { type: 'button', class: 'link', onclick: show }, change.title)
          : change.title,
      ),
      make('td', {}, change.column === 'nir' ? 'NIR' : 'graph'),
      make('td', { class: 'size' }, String(change.size)),
      make('td', { class: 'what' }, changeText(change)),
    );
  });
  const leftOut = data.columns.reduce((sum, column) => sum + column.left_out, 0);
  return [
    make(
      'table',
      { class: 'changes' },
      make('caption', {}, 'passes that changed this shader, instructions then, and what changed'),
      make('tbody', {}, ...rows),
    ),
    ...(leftOut
      ? [make('p', { class: 'less' }, `${counted(leftOut, 'form')} left out of the columns.`)]
      : []),
  ];
}

// Below it the whole way of a compile for the part, as `jacquard explain pipeline` shows it.
function drawPasses(panel) {
  const rows = data.passes.trimEnd().split('\n').map(line => {
    const text = line.trimStart();
    const depth = (line.length - text.length) / 2;
    const [step, note] = text.split('  ', 2);
    return make(
      'li',
      { class: depth < 2 ? 'stage' : '', style: `--depth: ${depth}` },
      step,
      ...(note ? [make('span', {}, note)] : []),
    );
  });
  panel.replaceChildren(
    ...drawChanges(),
    make('h3', { class: 'way' }, 'the whole way of a compile for this part'),
    make('ol', { class: 'passes' }, ...rows),
  );
  return { lit() {} };
}

function drawFigures(panel) {
  const sections = new Map();
  for (const { section, label, value } of data.figures) {
    const rows = sections.get(section) ?? [];
    rows.push(
      make(
        'tr',
        { class: value === 0 ? 'none' : '' },
        make('th', { scope: 'row' }, label),
        make('td', {}, value === null ? 'no bound' : cyclesText(value)),
      ),
    );
    sections.set(section, rows);
  }
  const tables = [...sections].map(([title, rows]) =>
    make('table', {}, make('caption', {}, title), make('tbody', {}, ...rows)),
  );
  const basis = make(
    'table',
    { class: 'wide' },
    make('caption', {}, 'sources of the numbers'),
    make(
      'tbody',
      {},
      ...data.basis.map(fact =>
        make(
          'tr',
          {},
          make('th', { scope: 'row' }, fact.doc),
          make('td', {}, fact.source),
          make('td', { class: 'where' }, fact.where),
        ),
      ),
    ),
  );
  panel.replaceChildren(
    make(
      'div',
      { class: 'figures' },
      ...tables,
      make('div', {}, make('h3', {}, 'what a driver sets up'), make('pre', {}, data.setup)),
      basis,
    ),
  );
  return { lit() {} };
}

function showPanel(id) {
  const panel = panels.find(each => each.id === id);
  const body = byId('panel');
  if (openPanel) openPanel.place = [body.scrollLeft, body.scrollTop];
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
  byId('panel-tools').replaceChildren(
    ...(panel.zooms
      ? [
          make(
            'button',
            {
              type: 'button',
              title: 'Smaller (-)',
              'aria-label': 'Smaller',
              onclick: () => zoomTo(1 / 1.25),
            },
            '−',
          ),
          make(
            'button',
            {
              type: 'button',
              title: 'Larger (+)',
              'aria-label': 'Larger',
              onclick: () => zoomTo(1.25),
            },
            '+',
          ),
        ]
      : []),
  );
  drawn = panel.draw(byId('panel'));
  drawn.zoomTo = panel.zooms ? zoomTo : undefined;
  drawn.lit(...Object.values(litNow()));
  body.scrollTo(...(panel.place ?? [0, 0]));
}

function showTabs() {
  for (const panel of panels) {
    panel.tab = make(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${panel.id}`,
        'aria-controls': 'panel',
        onclick: () => showPanel(panel.id),
      },
      panel.title,
    );
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
  if (openPanel?.isWide) showPanel(openPanel.id);
}

function setHeight(pixels) {
  document.documentElement.style.setProperty(
    '--lower',
    `${Math.max(90, Math.min(innerHeight - 220, pixels))}px`,
  );
  redraw();
}

function gripLower() {
  const grip = byId('grip');
  grip.addEventListener('pointerdown', event => {
    grip.setPointerCapture(event.pointerId);
    const move = moved => setHeight(innerHeight - moved.clientY - byId('inspector').offsetHeight);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  grip.addEventListener('keydown', event => {
    const by = { ArrowUp: 24, ArrowDown: -24 }[event.key];
    if (by) setHeight(byId('lower').offsetHeight + by);
  });
}
