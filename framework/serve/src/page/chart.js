// SPDX-License-Identifier: MIT
// How many positions last how many plies, as bars on a logarithmic scale.
import {svgElement} from './dom.js';
import {countText, grouped, pliesText} from './words.js';

const height = 200, left = 52, bottom = 34, top = 8;
const kinds = [['win', 'wins of the player to move'], ['loss', 'losses'], ['tie', 'ties']];

/** The chart of a histogram, `win`, `loss` and `tie` by plies; null if no position has a distance.
 *  @param width  in pixels */
export function chartOf(histogram, width) {
  const used = kinds.filter(([kind]) => histogram[kind].some(count => count > 0));
  if (used.length === 0) return null;
  const all = used.flatMap(([kind]) => histogram[kind]);
  const last = Math.max(...used.map(([kind]) => histogram[kind].findLastIndex(count => count > 0)));
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...all) + 1)));
  const step = (width - left - 4) / (last + 1), bar = Math.max(0.5, step * 0.86 / used.length);
  const yOf = count => height - bottom - (height - bottom - top) * Math.log10(count + 1) / decades;
  const chart = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img'});
  for (let decade = 0; decade <= decades; ++decade) {
    const y = yOf(10 ** decade - 1);
    chart.append(svgElement('line', {x1: left, x2: width, y1: y, y2: y, class: 'grid'}));
    const label = {x: left - 5, y: yOf(10 ** decade) + 4, class: 'end'};
    if (decade > 0) chart.append(svgElement('text', label, short(10 ** decade)));
  }
  used.forEach(([kind, words], i) => histogram[kind].forEach((count, plies) => {
    if (count === 0) return;
    const rect = svgElement('rect', {x: left + plies * step + i * bar, y: yOf(count), width: bar, class: kind,
                                     height: height - bottom - yOf(count)});
    rect.append(svgElement('title', {}, `${grouped(count)} ${words}, ${pliesText(plies)}`));
    chart.append(rect);
  }));
  const between = Math.max(1, Math.ceil((last + 1) * 45 / (width - left)));
  for (let plies = 0; plies <= last; plies += between) {
    const label = {x: left + (plies + 0.5) * step, y: height - bottom + 14, class: 'middle'};
    chart.append(svgElement('text', label, String(plies)));
  }
  chart.append(svgElement('text', {x: (width + left) / 2, y: height - 4, class: 'middle'}, 'plies to the end'));
  chart.setAttribute('aria-label', used.map(([kind, words]) => summary(histogram[kind], words)).join('; '));
  return chart;
}

/** The legend of the chart: kinds that it has, with their signs. */
export function kindsOf(histogram) {
  return kinds.filter(([kind]) => histogram[kind].some(count => count > 0));
}

function short(count) {
  const [size, letter] = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']].find(([least]) => count >= least) ?? [1, ''];
  return `${count / size}${letter}`;
}

function summary(counts, words) {
  const most = counts.indexOf(Math.max(...counts)), total = counts.reduce((sum, count) => sum + count, 0);
  return `${countText(total, 'position')} are ${words}, the most (${grouped(counts[most])}) at ${pliesText(most)}, `
    + `the longest at ${pliesText(counts.findLastIndex(count => count > 0))}`;
}
