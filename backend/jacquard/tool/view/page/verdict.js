// What binds, why, and what to change: the verdict and the findings.
function lineLink(key, text) {
  if (!key) return text;
  const column = columns.find(each => each.id === 'source');
  const choose = () => {
    pin({ column: null, key });
    column?.reveal(column.rows?.find((row, i) => column.lines[i].key === key));
  };
  return make('button', { type: 'button', class: 'link', onclick: choose }, text);
}

// A page opens where there is most to win, with nothing pinned.
function revealFirstFinding() {
  const key = data.findings.find(finding => finding.key)?.key;
  for (const column of shownColumns()) column.reveal(column.lit(key).rows[0]);
}

function drawFinding(finding) {
  return make(
    'li',
    {},
    make(
      'p',
      { class: 'what' },
      lineLink(finding.key, finding.place),
      `: ${finding.text}`,
      make('code', { class: 'rule' }, finding.finding),
    ),
    make('p', {}, make('b', {}, finding.gain)),
    make('p', { class: 'less' }, `${finding.reason} ${finding.mend}`),
  );
}

function drawVerdict(panel) {
  const { binds, why, try: cheapest } = data.verdict;
  const entries = [
    ['binds', binds],
    ['why', why],
    ['try', cheapest],
  ].filter(([, text]) => text);
  const findings = data.findings.length
    ? [
        make(
          'div',
          { class: 'findings' },
          make('h3', {}, 'all findings'),
          make('ol', {}, ...data.findings.map(drawFinding)),
        ),
      ]
    : [];
  panel.replaceChildren(
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
      ...findings,
    ),
  );
  return { lit() {} };
}
