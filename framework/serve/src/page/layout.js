// SPDX-License-Identifier: MIT
// Lays out a graph in the plane: neighbours attract each other, and all nodes repel each other (Fruchterman and
// Reingold 1991, doi:10.1002/spe.4380211102). The layout is deterministic.

/** The maximum number of pairs of nodes, summed over all rounds. */
const maxPairs = 2e7;
const maxRounds = 400;

/** The distance of each node from `start`, in lines; unreachable nodes get the distance of the farthest node. */
function distancesFrom(start, neighbors) {
  const distances = neighbors.map(() => null), reached = [start];
  distances[start] = 0;
  for (const node of reached) {
    for (const next of neighbors[node]) {
      if (distances[next] !== null) continue;
      distances[next] = distances[node] + 1;
      reached.push(next);
    }
  }
  return distances.map(distance => distance ?? distances[reached.at(-1)]);
}

/**
 * The initial layout. It spans the nodes between two pairs of distant nodes, so that rings and grids are not folded,
 * and adds a spiral to separate nodes that would coincide.
 */
function beginning(neighbors) {
  const goldenAngle = Math.PI * (3 - Math.sqrt(5));
  const farthest = distances => distances.indexOf(Math.max(...distances));
  const left = distancesFrom(farthest(distancesFrom(0, neighbors)), neighbors);
  const right = distancesFrom(farthest(left), neighbors);
  const aside = neighbors.map((near, i) => Math.min(left[i], right[i]) - near.length / neighbors.length);
  const top = distancesFrom(farthest(aside), neighbors), bottom = distancesFrom(farthest(top), neighbors);
  return neighbors.map((_, i) => {
    const radius = 0.2 * Math.sqrt(i + 0.5);
    return {x: left[i] - right[i] + radius * Math.cos(i * goldenAngle),
            y: top[i] - bottom[i] + radius * Math.sin(i * goldenAngle)};
  });
}

function pushApart(at, force, length) {
  for (let i = 0; i < at.length; ++i) {
    for (let j = 0; j < i; ++j) {
      const dx = at[i].x - at[j].x, dy = at[i].y - at[j].y;
      const push = length * length / (dx * dx + dy * dy + 1e-6);
      force[i].x += dx * push, force[i].y += dy * push;
      force[j].x -= dx * push, force[j].y -= dy * push;
    }
  }
}

function pullTogether(at, force, lines, length) {
  for (const [a, b] of lines) {
    const dx = at[a].x - at[b].x, dy = at[a].y - at[b].y;
    const pull = Math.hypot(dx, dy) / length;
    force[a].x -= dx * pull, force[a].y -= dy * pull;
    force[b].x += dx * pull, force[b].y += dy * pull;
  }
}

/**
 * Moves each node along its force by at most `step`, and slightly towards the centre, so that components stay together.
 */
function move(at, force, step) {
  at.forEach((node, i) => {
    const size = Math.hypot(force[i].x, force[i].y) || 1;
    const share = Math.min(size, step) / size;
    node.x += force[i].x * share - 0.01 * node.x;
    node.y += force[i].y * share - 0.01 * node.y;
  });
}

/** The minimum distance between two nodes. */
function leastDistance(at) {
  let least = Infinity;
  at.forEach((a, i) => {
    for (let j = 0; j < i; ++j) least = Math.min(least, Math.hypot(a.x - at[j].x, a.y - at[j].y));
  });
  return least;
}

/**
 * Scales the layout so that three quarters of the lines are at least 1.5 units long, and by up to 50 % more if nodes
 * would overlap.
 */
function toUnits(at, lines) {
  const lengths = lines.map(([a, b]) => Math.hypot(at[a].x - at[b].x, at[a].y - at[b].y)).sort((p, q) => p - q);
  const scale = 1.5 / (lengths[Math.floor(lengths.length / 4)] || 1);
  const larger = Math.max(1, Math.min(1.5, 0.9 / (scale * leastDistance(at))));
  return at.map(node => ({x: larger * scale * node.x, y: larger * scale * node.y}));
}

/** The locations `{x, y}` of `count` nodes. @param lines  pairs of connected nodes */
export function layOut(count, lines) {
  if (count === 0) return [];
  const neighbors = Array.from({length: count}, () => []), length = 1.5;
  for (const [a, b] of lines) neighbors[a].push(b), neighbors[b].push(a);
  const at = beginning(neighbors);
  const rounds = Math.max(10, Math.min(maxRounds, Math.floor(maxPairs / (count * count + 1))));
  for (let round = 0; round < rounds; ++round) {
    const force = at.map(() => ({x: 0, y: 0}));
    pushApart(at, force, length);
    pullTogether(at, force, lines, length);
    move(at, force, 0.02 + 0.5 * Math.sqrt(count) * (1 - round / rounds) ** 2);
  }
  return toUnits(at, lines);
}
