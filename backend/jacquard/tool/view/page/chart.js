// Registers along the program, with the steps of occupancy, and below it where the wave waits.
const chartMargin = { left: 44, right: 128, top: 18, bottom: 40 };

// The steps that the picture has room for: up to the first that all registers in use stay under.
function shownSteps(highest) {
  const above = steps.filter(step => step.registers >= highest).map(step => step.registers);
  const limit = Math.max(Math.min(...above, steps[0]?.registers ?? highest), 4);
  return { limit, list: steps.filter(step => step.registers <= limit) };
}

function drawChart(panel) {
  const width = Math.max(panel.clientWidth, 320);
  const height = Math.max(panel.clientHeight - 4, 120);
  const box = {
    x: chartMargin.left,
    y: chartMargin.top,
    width: width - chartMargin.left - chartMargin.right,
    height: height - chartMargin.top - chartMargin.bottom,
  };
  const peak = most(program.map(word => word.live));
  const { limit, list } = shownSteps(Math.max(peak, data.registers));
  const top = limit * 1.12;
  const x = index => box.x + (box.width * index) / Math.max(program.length, 1);
  const y = registers => box.y + box.height * (1 - registers / top);
  const picture = draw('svg', {
    class: 'chart',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label':
      `Registers along ${program.length} words: at most ${cyclesText(peak)} of four components ` +
      `are live at once, ${data.registers} are taken, and ${data.waves} waves run at a time, ` +
      `${data.occupancy} percent.`,
  });
  drawSteps(picture, list, box, y);
  drawLive(picture, box, x, y);
  drawTaken(picture, box, y);
  drawWaits(picture, box, x);
  for (const block of blocks.slice(1)) {
    picture.append(
      draw('line', {
        class: 'border',
        x1: x(block.first),
        x2: x(block.first),
        y1: box.y,
        y2: box.y + box.height,
      }),
    );
  }
  const light = draw('g', { class: 'chart-lit' });
  const cursor = draw('line', { class: 'cursor', y1: box.y, y2: box.y + box.height + 22 });
  picture.append(light, cursor);
  chartPointer(picture, box);
  panel.replaceChildren(picture);
  return (key, word) => {
    const lit = costOfKey.get(key)?.words ?? (word >= 0 ? [word] : []);
    light.replaceChildren(
      ...lit.map(index =>
        draw('rect', {
          x: x(index),
          width: Math.max(box.width / program.length, 2),
          y: box.y,
          height: box.height + 22,
        }),
      ),
    );
    cursor.style.display = word >= 0 ? '' : 'none';
    cursor.setAttribute('x1', x(word + 0.5));
    cursor.setAttribute('x2', x(word + 0.5));
  };
}

function drawSteps(picture, list, box, y) {
  let before = Infinity;
  const taken = Math.min(...list.map(each => each.registers).filter(each => each >= data.registers));
  for (const step of list) {
    const at = y(step.registers);
    picture.append(
      draw('line', { class: 'step', x1: box.x, x2: box.x + box.width, y1: at, y2: at }),
    );
    if (before - at > -11 && Number.isFinite(before) && at - before < 11) continue;
    before = at;
    const isMet = step.registers === taken;
    picture.append(
      draw(
        'text',
        { class: isMet ? 'axis met' : 'axis', x: box.x + box.width + 8, y: at + 4 },
        `${counted(step.waves, 'wave')}, ${step.percent} %`,
      ),
      draw(
        'text',
        { class: 'axis', x: box.x - 8, y: at + 4, 'text-anchor': 'end' },
        String(step.registers),
      ),
    );
  }
  picture.append(
    draw(
      'text',
      { class: 'axis', x: box.x - 8, y: box.y + box.height + 4, 'text-anchor': 'end' },
      '0',
    ),
    draw(
      'text',
      { class: 'axis title', x: box.x, y: box.y - 6 },
      'registers that are live, in vec4',
    ),
  );
}

function drawLive(picture, box, x, y) {
  let path = `M${x(0)} ${y(0)}`;
  program.forEach((word, i) => {
    path += `V${y(word.live).toFixed(1)}H${x(i + 1).toFixed(1)}`;
  });
  picture.append(draw('path', { class: 'live', d: `${path}V${y(0)}Z` }));
}

function drawTaken(picture, box, y) {
  const at = y(data.registers);
  picture.append(
    draw('line', { class: 'taken', x1: box.x, x2: box.x + box.width, y1: at, y2: at }),
    draw(
      'text',
      { class: 'axis taken-name', x: box.x + box.width - 4, y: at - 4, 'text-anchor': 'end' },
      `${data.registers} taken: ${counted(data.waves, 'wave')}`,
    ),
  );
}

function drawWaits(picture, box, x) {
  const base = box.y + box.height + 22;
  const all = most(program.map(word => word.stalls));
  for (const word of program.filter(each => each.stalls > 0)) {
    const height = Math.max(2, 16 * heat(word.stalls, all));
    picture.append(
      draw('rect', {
        class: 'wait',
        x: x(word.index),
        width: Math.max(box.width / program.length, 2),
        y: base - height,
        height,
      }),
    );
  }
  picture.append(
    draw('line', { class: 'border', x1: box.x, x2: box.x + box.width, y1: base, y2: base }),
    draw('text', { class: 'axis', x: box.x + box.width + 8, y: base }, 'waits'),
    draw('text', { class: 'axis', x: box.x, y: base + 14 }, 'word 0'),
    draw(
      'text',
      { class: 'axis', x: box.x + box.width, y: base + 14, 'text-anchor': 'end' },
      `${program.length - 1}`,
    ),
  );
}

function chartPointer(picture, box) {
  const wordAt = event => {
    const place = (event.clientX - picture.getBoundingClientRect().left - box.x) / box.width;
    return Math.max(0, Math.min(program.length - 1, Math.floor(place * program.length)));
  };
  picture.addEventListener('pointermove', event => light({ column: null, word: wordAt(event) }));
  picture.addEventListener('click', event => pin({ column: null, word: wordAt(event) }));
}
