// Search in what the columns show.
const searchForm = document.getElementById('search');
const query = document.getElementById('query');
const found = document.getElementById('found');
let matches = [];
let matchIndex = -1;

function search() {
  for (const { row } of matches) {
    row.unmark('match');
    row.unmark('at-match');
  }
  matches = [];
  matchIndex = -1;
  const text = query.value.toLowerCase();
  if (text !== '') {
    for (const column of shownColumns()) {
      column.lines.forEach((line, i) => {
        const hit = line.text.toLowerCase().includes(text) || line.hex?.includes(text);
        if (hit) matches.push({ column, row: column.rows[i] });
      });
    }
    matches.forEach(({ row }) => row.mark('match'));
  }
  for (const column of columns) {
    const rows = matches.filter(match => match.column === column).map(match => match.row);
    column.mark(rows, 'found');
  }
  found.textContent =
    text === '' ? '' : matches.length === 0 ? 'nothing' : counted(matches.length, 'line');
}

function goToMatch(by) {
  if (matches.length === 0) return;
  matches[matchIndex]?.row.unmark('at-match');
  matchIndex = (matchIndex + by + matches.length) % matches.length;
  const { column, row } = matches[matchIndex];
  row.mark('at-match');
  column.cursor = row.index;
  column.reveal(row);
  light({ column, index: row.index });
  revealElsewhere(column);
  found.textContent = `${matchIndex + 1} of ${matches.length}`;
}

query.addEventListener('input', search);
searchForm.addEventListener('submit', event => {
  event.preventDefault();
  goToMatch(1);
});
query.addEventListener('keydown', event => {
  if (event.key === 'Enter' && event.shiftKey) {
    event.preventDefault();
    goToMatch(-1);
  } else if (event.key === 'Escape') {
    query.value = '';
    search();
    active.body.focus();
    event.stopPropagation();
  }
});
document.getElementById('next-match').addEventListener('click', () => goToMatch(1));
document.getElementById('previous-match').addEventListener('click', () => goToMatch(-1));
