// Lays a graph out where Graphviz did not: nodes in layers, each to the right of what leads to it.
// Nodes are { width, height }, edges { from, to }; the answer is in the form of data.pictures.
const layerGap = 34;
const nodeGap = 14;
const loopRoom = 44; // below the nodes, for what leads back

// Edges that lead back to where a walk came from close loops.
function backEdges(count, next) {
  const state = new Array(count).fill(0);
  const back = new Set();
  for (let root = 0; root < count; ++root) {
    if (state[root]) continue;
    const steps = [[root, 0]];
    state[root] = 1;
    while (steps.length) {
      const step = steps[steps.length - 1];
      const to = next[step[0]][step[1]++];
      if (to === undefined) {
        state[step[0]] = 2;
        steps.pop();
      } else if (state[to] === 1) {
        back.add(`${step[0]} ${to}`);
      } else if (!state[to]) {
        state[to] = 1;
        steps.push([to, 0]);
      }
    }
  }
  return back;
}

function layersOf(count, forward) {
  const next = Array.from({ length: count }, () => []);
  const open = new Array(count).fill(0);
  for (const { from, to } of forward) {
    next[from].push(to);
    ++open[to];
  }
  const layer = new Array(count).fill(0);
  const ready = [...open.keys()].filter(node => !open[node]);
  for (let i = 0; i < ready.length; ++i) {
    for (const to of next[ready[i]]) {
      layer[to] = Math.max(layer[to], layer[ready[i]] + 1);
      if (--open[to] === 0) ready.push(to);
    }
  }
  // What leads nowhere near stands right before its first reader.
  for (let i = ready.length; i-- > 0;) {
    const readers = next[ready[i]].map(to => layer[to]);
    if (readers.length) layer[ready[i]] = Math.min(...readers) - 1;
  }
  const lowest = Math.min(...layer, 0);
  return layer.map(each => each - lowest);
}

// A few sweeps that put nodes near the middle of their neighbours.
function orderLayers(layers, count, forward) {
  const place = new Array(count).fill(0);
  const settle = () =>
    layers.forEach(layer =>
      layer.forEach((node, i) => {
        place[node] = i - layer.length / 2;
      }),
    );
  const above = Array.from({ length: count }, () => []);
  const below = Array.from({ length: count }, () => []);
  for (const { from, to } of forward) {
    above[to].push(from);
    below[from].push(to);
  }
  settle();
  for (let sweep = 0; sweep < 6; ++sweep) {
    const near = sweep % 2 === 0 ? above : below;
    const middle = node =>
      near[node].length
        ? near[node].reduce((sum, other) => sum + place[other], 0) / near[node].length
        : place[node];
    for (const layer of layers) {
      const wanted = new Map(layer.map(node => [node, middle(node)]));
      layer.sort((a, b) => wanted.get(a) - wanted.get(b));
    }
    settle();
  }
}

function layOut(nodes, edges) {
  const next = nodes.map(() => []);
  edges.forEach(({ from, to }) => next[from].push(to));
  const back = backEdges(nodes.length, next);
  const forward = edges.filter(({ from, to }) => from !== to && !back.has(`${from} ${to}`));
  const layerOf = layersOf(nodes.length, forward);
  const layers = [];
  layerOf.forEach((layer, node) => {
    (layers[layer] ??= []).push(node);
  });
  orderLayers(layers, nodes.length, forward);
  const heightOf = layer =>
    layer.reduce((sum, node) => sum + nodes[node].height + nodeGap, -nodeGap);
  const tallest = Math.max(0, ...layers.map(heightOf));
  const at = [];
  let x = nodeGap;
  for (const layer of layers) {
    let y = nodeGap + (tallest - heightOf(layer)) / 2;
    const width = Math.max(...layer.map(node => nodes[node].width));
    for (const node of layer) {
      at[node] = { x: x + width / 2, y: y + nodes[node].height / 2 };
      y += nodes[node].height + nodeGap;
    }
    x += width + layerGap;
  }
  const lines = edges.map(edge => ({ ...edge, points: route(nodes, at, edge, back) }));
  const room = back.size ? loopRoom : 0;
  return { width: x - layerGap + nodeGap, height: tallest + 2 * nodeGap + room, nodes: at, lines };
}

// From right side to left side; what leads back goes below.
function route(nodes, at, { from, to }, back) {
  const side = (node, sign) => ({ x: at[node].x + (sign * nodes[node].width) / 2, y: at[node].y });
  if (from === to || back.has(`${from} ${to}`)) {
    const start = { x: at[from].x, y: at[from].y + nodes[from].height / 2 };
    const end = { x: at[to].x + 12, y: at[to].y + nodes[to].height / 2 };
    const depth = Math.max(start.y, end.y) + loopRoom;
    return [start, { x: start.x, y: depth }, { x: end.x, y: depth }, end];
  }
  const start = side(from, 1);
  const end = side(to, -1);
  const middle = (start.x + end.x) / 2;
  return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end];
}

// What Graphviz said, unpacked.
function unpackPicture(packed) {
  const middles = numbers(packed.nodes);
  const nodes = [];
  for (let i = 0; i < middles.length; i += 2) nodes.push({ x: middles[i], y: middles[i + 1] });
  const lines = packed.edges.map(edge => {
    const [from, to, ...places] = numbers(edge);
    const points = [];
    for (let i = 0; i < places.length; i += 2) points.push({ x: places[i], y: places[i + 1] });
    return { from, to, points };
  });
  return { width: packed.width, height: packed.height, nodes, lines };
}
