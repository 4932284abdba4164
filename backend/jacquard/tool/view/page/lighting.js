// What is pointed at or pinned, and all that lights up with it.
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
  row.mark(name);
  changed.push([row, name]);
}

function relight() {
  for (const [row, name] of changed) row.unmark(name);
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
    add(at.column.rows[at.index], 'pointed');
    at.column.body.setAttribute('aria-activedescendant', at.column.elementOf(at.index).id);
  }
  if (pinned?.column?.rows?.[pinned.index]) add(pinned.column.rows[pinned.index], 'pinned');
  inspect(key, word, at);
  for (const listener of litListeners) listener(key, word);
}

const litListeners = [];

function light(at) {
  if (
    pointed &&
    at &&
    pointed.column === at.column &&
    pointed.index === at.index &&
    pointed.word === at.word
  )
    return;
  pointed = at;
  relight();
}

function pin(at) {
  const isSame =
    pinned && pinned.column === at.column && pinned.index === at.index && pinned.word === at.word;
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
