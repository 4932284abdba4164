// Pictures of graphs: the blocks of the program, and which words use one another.
const blockBox = { width: 200, height: 48 }; // as picture_data.cpp has them
const wordBox = { width: 184, height: 22 };
const mostDrawn = 1500; // nodes; more is no picture any more
let zoom = 1;

function pathOf(points) {
  const [start, ...rest] = points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
  let path = `M${start}`;
  for (let i = 0; i < rest.length; i += 3) path += `C${rest[i]} ${rest[i + 1]} ${rest[i + 2]}`;
  return path;
}

// `nodes` are { width, height, class, texts, title, at, heat }, edges { from, to, class }.
function drawGraph(panel, nodes, edges, packed, what) {
  const placed = packed ? unpackPicture(packed) : layOut(nodes, edges);
  const margin = 8;
  const width = placed.width + 2 * margin;
  const height = placed.height + 2 * margin;
  const picture = draw('svg', {
    class: 'graph',
    viewBox: `${-margin} ${-margin} ${width} ${height}`,
    role: 'img',
    'aria-label': what,
  });
  picture.append(
    draw(
      'defs',
      {},
      draw(
        'marker',
        {
          id: 'arrow',
          viewBox: '0 0 8 8',
          refX: 7,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: 'auto',
        },
        draw('path', { d: 'M0 0.5L8 4L0 7.5Z' }),
      ),
    ),
  );
  const classOf = new Map(edges.map(edge => [`${edge.from} ${edge.to}`, edge.class ?? '']));
  for (const line of placed.lines) {
    const name = classOf.get(`${line.from} ${line.to}`) ?? '';
    const path = draw('path', {
      class: `edge ${name}`,
      d: pathOf(line.points),
      'marker-end': 'url(#arrow)',
    });
    path.ends = [line.from, line.to];
    picture.append(path);
  }
  const groups = nodes.map((node, i) => {
    const { x, y } = placed.nodes[i];
    const group = draw(
      'g',
      {
        class: `node ${node.class}`,
        transform: `translate(${x - node.width / 2} ${y - node.height / 2})`,
        tabindex: 0,
        role: 'button',
      },
      draw('title', {}, node.title),
      draw('rect', { width: node.width, height: node.height, rx: 4 }),
      ...node.texts.map((text, line) =>
        draw(
          'text',
          {
            x: 9,
            y: node.height / 2 + 4 + (line - (node.texts.length - 1) / 2) * 15,
            class: line ? 'less' : '',
          },
          text,
        ),
      ),
    );
    group.style.setProperty('--heat', node.heat.toFixed(3));
    group.style.setProperty('--thread', node.thread ?? 0);
    group.addEventListener('pointerenter', () => light(node.at));
    const choose = () => pin(node.at);
    group.addEventListener('click', choose);
    group.addEventListener('keydown', event => {
      if (event.key === 'Enter') choose();
    });
    picture.append(group);
    return group;
  });
  panel.replaceChildren(make('div', { class: 'canvas' }, picture));
  const scale = () => {
    picture.setAttribute('width', width * zoom);
    picture.setAttribute('height', height * zoom);
  };
  scale();
  return { picture, groups, scale };
}

// "line 3", "lines 3–5"
const rangeText = (noun, first, last) =>
  first === last ? `${noun} ${first}` : `${noun}s ${first}–${last}`;

function drawNothing(panel, why) {
  panel.replaceChildren(make('p', { class: 'note' }, why));
  return { scale() {}, lit() {} };
}

function drawFlow(panel) {
  if (blocks.length > mostDrawn)
    return drawNothing(panel, `${blocks.length} blocks are too many for a picture.`);
  const nodes = blocks.map(block => {
    const inside = words.slice(block.first, block.end);
    const cycles = inside.reduce((sum, word) => sum + word.cycles, 0);
    const lines = inside.filter(word => word.key).map(word => originOf(word.key).line);
    const where = lines.length ? rangeText('line', Math.min(...lines), Math.max(...lines)) : '';
    return {
      ...blockBox,
      class: 'block',
      cycles,
      at: { column: null, word: block.first },
      texts: [
        rangeText('word', block.first, block.end - 1),
        `${counted(cycles, 'cycle')}${where ? ', ' + where : ''}`,
      ],
      title: `Block ${block.index}: ${counted(inside.length, 'word')}, ${counted(cycles, 'cycle')}`,
    };
  });
  const all = most(nodes.map(node => node.cycles));
  nodes.forEach(node => {
    node.heat = heat(node.cycles, all);
  });
  const edges = blocks.flatMap(block =>
    [...new Set(block.successors)].map(to => ({
      from: block.index,
      to,
      class: to <= block.index ? 'back' : '',
    })),
  );
  const { groups, scale } = drawGraph(
    panel,
    nodes,
    edges,
    data.pictures?.flow,
    `Control flow: ${counted(blocks.length, 'block')}`,
  );
  return {
    scale,
    lit: (key, word) =>
      groups.forEach((group, i) => {
        const inside = words.slice(blocks[i].first, blocks[i].end);
        group.classList.toggle('lit', key > 0 && inside.some(each => each.key === key));
        group.classList.toggle('same', word >= blocks[i].first && word < blocks[i].end);
      }),
  };
}

function drawUses(panel, index) {
  const block = blocks[index];
  if (!block || block.end - block.first > mostDrawn) {
    return drawNothing(
      panel,
      `A block of ${block ? block.end - block.first : 0} words is too large for a picture.`,
    );
  }
  // Words that use no other are no part of it, as in picture_data.cpp.
  const inside = words
    .slice(block.first, block.end)
    .filter(word => word.feeds.length || word.fedBy.length);
  if (inside.length === 0) {
    return drawNothing(panel, 'No word of this block uses the result of another.');
  }
  const placeOf = new Map(inside.map((word, i) => [word.index, i]));
  const nodes = inside.map(word => ({
    ...wordBox,
    class: `word unit-${word.unit}`,
    heat: heat(word.cycles, mostOfWord),
    thread: (word.key * 137.5) % 360,
    texts: [`${word.index} ${word.name}`],
    title: `${word.index}: ${word.text}`,
    at: { column: null, word: word.index },
  }));
  const edges = uses
    .filter(use => use.to >= block.first && use.to < block.end)
    .map(use => ({
      from: placeOf.get(use.from),
      to: placeOf.get(use.to),
      class: `by-${use.flag}`,
    }));
  const { picture, groups, scale } = drawGraph(
    panel,
    nodes,
    edges,
    data.pictures?.uses[index],
    `Which of the ${inside.length} words of block ${index} use one another`,
  );
  const paths = [...picture.querySelectorAll('.edge')];
  return {
    scale,
    lit: (key, word, isFar) => {
      const at = placeOf.get(word) ?? -1;
      const near = at >= 0 ? at : inside.findIndex(each => key > 0 && each.key === key);
      groups.forEach((group, i) => {
        group.classList.toggle('lit', key > 0 && inside[i].key === key);
        group.classList.toggle('same', i === at);
      });
      paths.forEach(path => path.classList.toggle('lit', path.ends.includes(at)));
      if (isFar) groups[Math.max(near, 0)].scrollIntoView({ block: 'center', inline: 'center' });
    },
  };
}
