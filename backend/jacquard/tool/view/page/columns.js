// Columns of lines side by side, and what lights up in them.
const chunkRows = 64;
const rowHeight = 19; // as style.css has it

class Column {
  constructor(spec) {
    Object.assign(this, {
      id: spec.id,
      title: spec.title,
      language: spec.language,
      forms: spec.forms,
    });
    this.cursor = 0;
    this.isShown = true;
    this.select = make('select', {
      'aria-label': `${spec.title}: after which pass`,
      title: 'Form ([ and ])',
    });
    this.forms.forEach((form, i) =>
      this.select.append(make('option', { value: i }, `${i + 1}. ${form.title}`)),
    );
    this.select.addEventListener('change', () => this.show(this.select.selectedIndex));
    this.count = make('span', { class: 'count' });
    this.body = make('div', {
      class: 'rows',
      role: 'listbox',
      tabindex: 0,
      id: `rows-${spec.id}`,
      'aria-label': spec.title,
    });
    this.lane = make('div', { class: 'lane', 'aria-hidden': 'true' });
    const step = (by, sign, name) =>
      make(
        'button',
        {
          type: 'button',
          title: name,
          'aria-label': `${spec.title}: ${name}`,
          onclick: () => this.step(by),
        },
        sign,
      );
    const head = make('div', { class: 'head' }, make('h2', {}, spec.title));
    if (this.forms.length > 1) {
      head.append(step(-1, '‹', 'previous form ([)'), this.select);
      head.append(step(1, '›', 'next form (])'));
    }
    if (spec.left_out) {
      head.append(
        make(
          'span',
          {
            class: 'count',
            title: 'Forms left out to keep the page small; --after names those to show',
          },
          `${spec.left_out} left out`,
        ),
      );
    }
    head.append(make('div', { class: 'grow' }), this.count);
    this.element = make(
      'section',
      { class: `column is-${spec.id}`, 'aria-label': spec.title },
      head,
      make('div', { class: 'well' }, this.body, this.lane),
    );
    this.body.addEventListener('pointerover', event => this.point(event));
    this.body.addEventListener('click', event => this.click(event));
    this.body.addEventListener('focus', () => {
      active = this;
    });
    this.body.addEventListener('keydown', event => this.key(event));
  }

  get form() {
    return this.forms[this.formIndex];
  }

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
    const isCode = this.language === 'glsl' || this.language === 'hlsl';
    let inComment = false;
    lines.forEach((line, i) => {
      const row = new Row(this, i, inComment);
      if (isCode) inComment = leavesComment(line.text, inComment);
      if (line.key) {
        const rows = this.rowsOfKey.get(line.key) ?? [];
        rows.push(row);
        this.rowsOfKey.set(line.key, rows);
      }
      const serial = this.serialOf(line, i);
      if (serial >= 0) this.rowsOfSerial.set(serial, row);
      this.rows.push(row);
    });
    this.chunks = [];
    for (let i = 0; i < lines.length; i += chunkRows) {
      const rows = this.rows.slice(i, i + chunkRows);
      const height = rows.length * rowHeight;
      const chunk = make('div', {
        class: 'chunk',
        style: `min-height: ${height}px; contain-intrinsic-height: ${height}px`,
      });
      chunk.rows = rows;
      this.chunks.push(chunk);
    }
    this.body.append(...this.chunks);
    const end = this.body.scrollTop + this.body.clientHeight;
    this.chunks.forEach((chunk, i) => {
      if (i * chunkRows * rowHeight <= end) fillChunk(chunk);
      else fillLater(chunk);
    });
    this.count.textContent = counted(lines.length, 'line');
  }

  serialOf(line) {
    return this.id === 'graph' ? serialOfLine(line.text) : -1;
  }

  // Gives the element of a row what stands in it.
  fillRow(row, line, i, inComment) {
    const cost = this.id === 'source' ? costOfKey.get(line.key) : undefined;
    const number =
      this.id === 'source' || this.id === 'spirv' ? i + 1 : line.key ? originOf(line.key).line : '';
    row.append(make('span', { class: 'n' }, String(number)));
    if (this.id === 'source') row.append(lineHeat(cost));
    const code = make('code');
    appendColoured(code, line.text, this.language, inComment);
    row.append(code);
  }

  // The word that a row is or stands for; -1 where it is none.
  wordOf(index) {
    return this.id === 'graph' ? serialOfWord.indexOf(serialOfLine(this.lines[index].text)) : -1;
  }

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
      ArrowDown: 1,
      ArrowUp: -1,
      j: 1,
      k: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
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

  // Makes the element of a row, where it was not needed yet.
  elementOf(index) {
    if (!this.rows[index].element) fillChunk(this.chunks[Math.floor(index / chunkRows)]);
    return this.rows[index].element;
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
    const ticks = rows
      .slice(0, most)
      .map(row =>
        make('i', { class: kind, style: `top: ${(100 * row.index) / this.lines.length}%` }),
      );
    this.ticks = { ...this.ticks, [kind]: ticks };
    this.lane.replaceChildren(...Object.values(this.ticks).flat());
  }
}
