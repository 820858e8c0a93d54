// SPDX-License-Identifier: MIT
// Places of a graph in the plane: neighbours attract, all places repel (Fruchterman and Reingold 1991,
// doi:10.1002/spe.4380211102). Deterministic: the same graph always looks the same.

/** The most pairs of places that are looked at in all. */
const maxPairs = 2e7;
const maxRounds = 400;

function onSpiral(count) {
  const goldenAngle = Math.PI * (3 - Math.sqrt(5));
  return Array.from({length: count}, (_, i) => {
    const radius = Math.sqrt(i + 0.5);
    return {x: radius * Math.cos(i * goldenAngle), y: radius * Math.sin(i * goldenAngle)};
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

/** Moves each place along its force, at most by `step`, and a little towards the middle, which holds parts together. */
function move(at, force, step) {
  at.forEach((place, i) => {
    const size = Math.hypot(force[i].x, force[i].y) || 1;
    const share = Math.min(size, step) / size;
    place.x += force[i].x * share - 0.01 * place.x;
    place.y += force[i].y * share - 0.01 * place.y;
  });
}

/** Scales places so that three lines of four are one and a half units long or longer. */
function toUnits(at, lines) {
  const lengths = lines.map(([a, b]) => Math.hypot(at[a].x - at[b].x, at[a].y - at[b].y)).sort((p, q) => p - q);
  const typical = lengths[Math.floor(lengths.length / 4)] || 1;
  return at.map(place => ({x: 1.5 * place.x / typical, y: 1.5 * place.y / typical}));
}

/** @returns `[{x, y}]`, a place for each of `count`, of which `lines` (`[[a, b]]`) are joined. */
export function layOut(count, lines) {
  const at = onSpiral(count), length = 1.5;
  const rounds = Math.max(10, Math.min(maxRounds, Math.floor(maxPairs / (count * count + 1))));
  for (let round = 0; round < rounds; ++round) {
    const force = at.map(() => ({x: 0, y: 0}));
    pushApart(at, force, length);
    pullTogether(at, force, lines, length);
    move(at, force, 0.02 + 0.5 * Math.sqrt(count) * (1 - round / rounds) ** 2);
  }
  return toUnits(at, lines);
}
