// Columns of lines side by side, and what lights up in them.
const chunkRows = 64;
const rowHeight = 19; // as style.css has it

class Column {
  constructor(spec) {
    Object.assign(this, { id: spec.id, title: spec.title, language: spec.language, forms: spec.forms });
    this.cursor = 0;
    this.isShown = true;
    this.select = make('select', { 'aria-label': `${spec.title}: after which pass`, title: 'Form ([ and ])' });
    this.forms.forEach((form, i) => this.select.append(make('option', { value: i }, `${i + 1}. ${form.title}`)));
    this.select.addEventListener('change', () => this.show(this.select.selectedIndex));
    this.count = make('span', { class: 'count' });
    this.body = make('div', {
      class: 'rows', role: 'listbox', tabindex: 0, id: `rows-${spec.id}`, 'aria-label': spec.title,
    });
    this.lane = make('div', { class: 'lane', 'aria-hidden': 'true' });
    const step = (by, sign, name) => make('button', {
      type: 'button', title: name, 'aria-label': `${spec.title}: ${name}`, onclick: () => this.step(by),
    }, sign);
    const head = make('div', { class: 'head' }, make('h2', {}, spec.title));
    if (this.forms.length > 1) {
      head.append(step(-1, '‹', 'previous form ([)'), this.select, step(1, '›', 'next form (])'));
    }
    if (spec.left_out) {
      head.append(make('span', { class: 'count', title: 'Forms left out to keep the page small; --after names those to show' },
        `${spec.left_out} left out`));
    }
    head.append(make('div', { class: 'grow' }), this.count);
    this.element = make('section', { class: `column is-${spec.id}`, 'aria-label': spec.title }, head,
      make('div', { class: 'well' }, this.body, this.lane));
    this.body.addEventListener('pointerover', event => this.point(event));
    this.body.addEventListener('click', event => this.click(event));
    this.body.addEventListener('focus', () => { active = this; });
    this.body.addEventListener('keydown', event => this.key(event));
  }

  get form() { return this.forms[this.formIndex]; }

  step(by) {
    const to = this.formIndex + by;
    if (to >= 0 && to < this.forms.length) this.show(to);
  }

  show(formIndex) {
    this.formIndex = formIndex;
    this.select.selectedIndex = formIndex;
    this.form.unpacked ??= unpackForm(this.form);
    this.fill(this.form.unpacked);
    this.cursor = Math.min(this.cursor, this.lines.length - 1);
    relight();
    if (query.value) search();
  }

  fill(lines) {
    this.lines = lines;
    this.rows = [];
    this.rowsOfKey = new Map();
    this.rowsOfSerial = new Map();
    for (const chunk of this.body.children) forget(chunk);
    this.body.replaceChildren();
    let chunk = null;
    let inComment = false;
    let isSeen = true;
    lines.forEach((line, i) => {
      if (i % chunkRows === 0) {
        const height = Math.min(chunkRows, lines.length - i) * rowHeight;
        chunk = make('div', { class: 'chunk', style: `contain-intrinsic-height: ${height}px` });
        this.body.append(chunk);
        isSeen = i * rowHeight <= this.body.scrollTop + this.body.clientHeight;
        if (!isSeen) fillLater(chunk);
      }
      const row = make('div', { class: 'row', role: 'option', id: `${this.id}-${i}`, 'aria-selected': 'false' });
      row.index = i;
      const wasInComment = inComment;
      row.fill = () => this.fillRow(row, line, i, wasInComment);
      if (isSeen) fillNow(row);
      if (this.language === 'glsl' || this.language === 'hlsl') inComment = leavesComment(line.text, inComment);
      if (line.key) {
        row.style.setProperty('--thread', (line.key * 137.5) % 360);
        row.classList.add('has-key');
        const rows = this.rowsOfKey.get(line.key) ?? [];
        rows.push(row);
        this.rowsOfKey.set(line.key, rows);
      }
      const serial = this.serialOf(line, i);
      if (serial >= 0) this.rowsOfSerial.set(serial, row);
      this.rows.push(row);
      chunk.append(row);
    });
    this.count.textContent = counted(lines.length, 'line');
  }

  serialOf(line) { return this.id === 'graph' ? serialOfLine(line.text) : -1; }

  fillRow(row, line, i, inComment) {
    const cost = this.id === 'source' ? costOfKey.get(line.key) : undefined;
    const number = this.id === 'source' || this.id === 'spirv' ? i + 1 : line.key ? originOf(line.key).line : '';
    row.append(make('span', { class: 'n' }, String(number)));
    if (this.id === 'source') row.append(heatCell(cost?.cycles, mostOfKey, 'cycles of this line'));
    const code = make('code');
    appendColoured(code, line.text, this.language, inComment);
    row.append(code);
  }

  // The word that a row is or stands for; -1 where it is none.
  wordOf(index) { return this.id === 'graph' ? serialOfWord.indexOf(serialOfLine(this.lines[index].text)) : -1; }

  point(event) {
    const row = event.target.closest('.row');
    if (row) light({ column: this, index: row.index });
  }

  click(event) {
    const row = event.target.closest('.row');
    if (!row || String(getSelection()) !== '') return;
    this.cursor = row.index;
    pin({ column: this, index: row.index });
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.body.clientHeight / rowHeight) - 1);
    const moves = {
      ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) {
      this.moveTo(this.cursor + moves[event.key]);
    } else if (event.key === 'ArrowRight' || event.key === 'l') {
      focusNextTo(this, 1);
    } else if (event.key === 'ArrowLeft' || event.key === 'h') {
      focusNextTo(this, -1);
    } else if (event.key === 'Enter' || event.key === ' ') {
      pin({ column: this, index: this.cursor });
    } else if (event.key === '[' || event.key === ']') {
      this.step(event.key === '[' ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  moveTo(index) {
    this.cursor = Math.max(0, Math.min(this.lines.length - 1, index));
    light({ column: this, index: this.cursor });
    this.reveal(this.rows[this.cursor]);
    revealElsewhere(this);
  }

  reveal(row) {
    if (!this.isShown || !row) return;
    const top = row.index * rowHeight;
    const room = this.body.clientHeight;
    if (top < this.body.scrollTop + rowHeight || top > this.body.scrollTop + room - 2 * rowHeight) {
      this.body.scrollTop = top - room / 3;
    }
  }

  // The rows of the key, and of those the one that stands for the word.
  lit(key, word) {
    const rows = (key && this.rowsOfKey.get(key)) || [];
    const same = word >= 0 ? this.rowOfWord(word) : undefined;
    return { rows, same };
  }

  rowOfWord(word) {
    return serialOfWord[word] === undefined ? undefined : this.rowsOfSerial.get(serialOfWord[word]);
  }

  // Ticks beside the column where rows of a kind are.
  mark(rows, kind = 'lit') {
    const most = 200;
    const ticks = rows.slice(0, most).map(row =>
      make('i', { class: kind, style: `top: ${(100 * row.index) / this.lines.length}%` }));
    this.ticks = { ...this.ticks, [kind]: ticks };
    this.lane.replaceChildren(...Object.values(this.ticks).flat());
  }
}

// Rows that nobody sees yet get their text when they come into sight, or when there is time.
const unfilled = new Set();
const sight = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) fillChunk(entry.target);
}, { rootMargin: '400px' });
const whenIdle = work => (window.requestIdleCallback
  ? requestIdleCallback(work, { timeout: 100 }) : setTimeout(() => work({ timeRemaining: () => 8 }), 16));
let isFilling = false;

function fillNow(row) {
  row.fill?.();
  row.fill = null;
}

function fillChunk(chunk) {
  [...chunk.children].forEach(fillNow);
  forget(chunk);
}

function forget(chunk) {
  unfilled.delete(chunk);
  sight.unobserve(chunk);
}

function fillLater(chunk) {
  unfilled.add(chunk);
  sight.observe(chunk);
  if (!isFilling) whenIdle(fillSome);
  isFilling = true;
}

function fillSome(deadline) {
  for (const chunk of unfilled) {
    fillChunk(chunk);
    if (deadline.timeRemaining() < 4) break;
  }
  isFilling = unfilled.size > 0;
  if (isFilling) whenIdle(fillSome);
}

function heatCell(cycles, all, what) {
  const cell = make('span', { class: 'heat' });
  if (cycles) {
    cell.style.setProperty('--heat', heat(cycles, all).toFixed(3));
    cell.title = `${cyclesText(cycles)} ${what}`;
    cell.textContent = cyclesText(cycles);
  }
  return cell;
}

// What a word waits for, and slots in which nothing is done.
function waitMark(word) {
  if (!word.stalls) return [];
  const from = word.waitsFor >= 0 ? ` for word ${word.waitsFor}, ${words[word.waitsFor].name}` : '';
  return [make('span', { class: 'stall', title: `Waits ${counted(word.stalls, 'cycle')}${from}` }, `waits ${cyclesText(word.stalls)}`)];
}

function slotMark(slots) {
  const title = `${counted(slots, 'issue slot')} in which nothing is done`;
  return slots > 0 ? [make('span', { class: 'slots', title, style: `--slots: ${Math.min(slots, 8)}` })] : [];
}

const beginnings = new Set(blocks.map(block => block.first));

// Assembly and words.
class WordColumn extends Column {
  constructor() {
    super({ id: 'words', title: 'Assembly', language: 'asm', forms: [{ title: 'words', unpacked: words }] });
  }

  fillRow(row, word) {
    if (word.flags & Flag.nop) row.classList.add('is-nop');
    if (word.flags & Flag.preamble) row.classList.add('is-preamble');
    if (word.flags & Flag.padding) row.classList.add('is-padding');
    if (word.index > 0 && beginnings.has(word.index)) row.classList.add('begins');
    const code = make('code');
    appendColoured(code, word.text, 'asm', false);
    const idle = word.flags & Flag.nop ? word.issue : Number(/\(nop(\d+)\)/.exec(word.text)?.[1] ?? 0);
    row.append(make('span', { class: 'n' }, String(word.index)),
      heatCell(word.cycles, mostOfWord, 'cycles: it issues, and others wait for it'),
      make('span', { class: 'idle' }, ...waitMark(word), ...slotMark(idle)), code, make('span', { class: 'hex' }, word.hex));
  }

  wordOf(index) { return index; }
  rowOfWord(word) { return this.rows[word]; }
}

const columns = data.columns.map(spec => new Column(spec));
columns.push(new WordColumn());
const wordColumn = columns[columns.length - 1];
let active = columns[0];
let pinned = null; // what a click keeps lit
let pointed = null;
let changed = [];

const shownColumns = () => columns.filter(column => column.isShown);

function focusNextTo(column, by) {
  const shown = shownColumns();
  const next = shown[shown.indexOf(column) + by];
  if (!next) return;
  next.body.focus();
  next.moveTo(next.lit(litNow().key, litNow().word).rows[0]?.index ?? next.cursor);
}

// The line of the source and the word that something lit stands for.
function litNow() {
  const at = pointed ?? pinned;
  if (!at) return { key: 0, word: -1 };
  if (at.word !== undefined) return { key: words[at.word].key, word: at.word };
  if (at.key !== undefined) return { key: at.key, word: -1 };
  const line = at.column.lines[at.index];
  return line ? { key: line.key, word: at.column.wordOf(at.index) } : { key: 0, word: -1 };
}

function add(row, name) {
  row.classList.add(name);
  changed.push([row, name]);
}

function relight() {
  for (const [row, name] of changed) row.classList.remove(name);
  changed = [];
  const { key, word } = litNow();
  for (const column of columns) {
    if (!column.rows) continue;
    const { rows, same } = column.lit(key, word);
    rows.forEach(row => add(row, 'lit'));
    if (same) add(same, 'same');
    column.mark(rows);
  }
  if (word >= 0 && wordColumn.rows) {
    words[word].fedBy.forEach(from => add(wordColumn.rows[from], 'feeds'));
    words[word].feeds.forEach(to => add(wordColumn.rows[to], 'reads'));
    if (words[word].waitsFor >= 0) add(wordColumn.rows[words[word].waitsFor], 'awaited');
  }
  const at = pointed ?? pinned;
  if (at?.column?.rows?.[at.index]) {
    const row = at.column.rows[at.index];
    add(row, 'pointed');
    at.column.body.setAttribute('aria-activedescendant', row.id);
  }
  if (pinned?.column?.rows?.[pinned.index]) add(pinned.column.rows[pinned.index], 'pinned');
  inspect(key, word, at);
  for (const listener of litListeners) listener(key, word);
}

const litListeners = [];

function light(at) {
  if (pointed && at && pointed.column === at.column && pointed.index === at.index && pointed.word === at.word) return;
  pointed = at;
  relight();
}

function pin(at) {
  const isSame = pinned && pinned.column === at.column && pinned.index === at.index && pinned.word === at.word;
  pinned = isSame ? null : at;
  pointed = at;
  relight();
  if (!isSame) revealElsewhere(at.column);
}

function revealElsewhere(from) {
  const { key, word } = litNow();
  for (const column of shownColumns()) {
    if (column === from) continue;
    const { rows, same } = column.lit(key, word);
    column.reveal(same ?? rows[0]);
  }
}
