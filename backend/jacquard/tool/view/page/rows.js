// Rows of columns: when their elements are made, what stands beside their texts, and those of words.

// A line of a column. What lights up before its element is made is written down for it.
class Row {
  constructor(column, index, inComment) {
    this.column = column;
    this.index = index;
    this.inComment = inComment;
    this.element = null;
    this.kinds = null;
  }

  mark(kind) {
    (this.kinds ??= new Set()).add(kind);
    this.element?.classList.add(kind);
  }
  unmark(kind) {
    this.kinds?.delete(kind);
    this.element?.classList.remove(kind);
  }

  fill() {
    const { column, index } = this;
    const line = column.lines[index];
    const node = make('div', {
      class: 'row',
      role: 'option',
      id: `${column.id}-${index}`,
      'aria-selected': 'false',
    });
    node.index = index;
    if (line.key) {
      node.style.setProperty('--thread', (line.key * 137.5) % 360);
      node.classList.add('has-key');
    }
    if (this.kinds) node.classList.add(...this.kinds);
    column.fillRow(node, line, index, this.inComment);
    this.element = node;
    return node;
  }
}

// The rows of a chunk that nobody sees yet are made when it comes into sight, or when there is time.
const unfilled = new Set();
const sight = new IntersectionObserver(
  entries => {
    for (const entry of entries) if (entry.isIntersecting) fillChunk(entry.target);
  },
  { rootMargin: '400px' },
);
const whenIdle = work =>
  window.requestIdleCallback
    ? requestIdleCallback(work, { timeout: 100 })
    : setTimeout(() => work({ timeRemaining: () => 8 }), 16);
let isFilling = false;

function fillChunk(chunk) {
  if (!chunk.hasChildNodes()) chunk.append(...chunk.rows.map(row => row.fill()));
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

// "29 more at ripple.frag:5", where a value is computed that the line asks for, too.
const servedText = ({ key, cycles }) => `${cyclesText(cycles)} more at ${originName(key)}`;
const servesText = ({ key, cycles }) =>
  `${cyclesText(cycles)} of them also serve ${originName(key)}`;

// A line that calls functions shows what they cost there, too; one that shares values with others
// has a mark, which tells with which.
function lineHeat(cost) {
  const calls = cost?.calls ? `, ${cyclesText(cost.calls)} of them in what it calls` : '';
  const cell = heatCell(cost ? heatOfCost(cost) : 0, mostOfKey, `cycles of this line${calls}`);
  const shared = [...(cost?.serves ?? []).map(servesText), ...(cost?.servedBy ?? []).map(servedText)];
  if (shared.length > 0) {
    cell.title = [cell.title || 'no cycles of its own', ...shared].join('\n');
    cell.append(make('span', { class: 'shared' }, cost.servedBy.length > 0 ? '+' : '*'));
  }
  return cell;
}

// What a word waits for, and slots in which nothing is done.
function waitMark(word) {
  if (!word.stalls) return [];
  const from = word.waitsFor >= 0 ? ` for word ${word.waitsFor}, ${words[word.waitsFor].name}` : '';
  return [
    make(
      'span',
      { class: 'stall', title: `Waits ${counted(word.stalls, 'cycle')}${from}` },
      `waits ${cyclesText(word.stalls)}`,
    ),
  ];
}

function slotMark(slots) {
  const title = `${counted(slots, 'issue slot')} in which nothing is done`;
  return slots > 0
    ? [make('span', { class: 'slots', title, style: `--slots: ${Math.min(slots, 8)}` })]
    : [];
}

const beginnings = new Set(blocks.map(block => block.first));

// Assembly and words.
class WordColumn extends Column {
  constructor() {
    super({
      id: 'words',
      title: 'Assembly',
      language: 'asm',
      forms: [{ title: 'words', unpacked: words }],
    });
  }

  fillRow(row, word) {
    if (word.flags & Flag.nop) row.classList.add('is-nop');
    if (word.flags & Flag.preamble) row.classList.add('is-preamble');
    if (word.flags & Flag.padding) row.classList.add('is-padding');
    if (word.index > 0 && beginnings.has(word.index)) row.classList.add('begins');
    const code = make('code');
    appendColoured(code, word.text, 'asm', false);
    const idle =
      word.flags & Flag.nop ? word.issue : Number(/\(nop(\d+)\)/.exec(word.text)?.[1] ?? 0);
    row.append(
      make('span', { class: 'n' }, String(word.index)),
      heatCell(word.cycles, mostOfWord, 'cycles: it issues, and others wait for it'),
      make('span', { class: 'idle' }, ...waitMark(word), ...slotMark(idle)),
      code,
      make('span', { class: 'hex' }, word.hex),
    );
  }

  wordOf(index) {
    return index;
  }
  rowOfWord(word) {
    return this.rows[word];
  }
}
