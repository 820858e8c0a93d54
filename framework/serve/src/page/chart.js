// SPDX-License-Identifier: MIT
// Draws bar charts of the number of positions by plies or by points, on a logarithmic scale.
import {svgElement} from './dom.js';
import {byPoints, countText, grouped, pliesText, signedPoints} from './phrases.js';

const height = 200, left = 52, bottom = 34, top = 8;
const kinds = [['win', 'wins of the player to move'], ['loss', 'losses'], ['tie', 'ties']];

/**
 * Draws a bar chart. @param bars  `{column, part, parts, count, kind, words}`: bar `part` of `parts` in a column
 * @param columns  number of columns @param labelOf  function from a column to its label @param below  label of the axis
 * @param width  width in pixels
 */
function drawBars(bars, columns, labelOf, below, width) {
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...bars.map(({count}) => count)) + 1)));
  const step = (width - left - 4) / columns;
  const yOf = count => height - bottom - (height - bottom - top) * Math.log10(count + 1) / decades;
  const chart = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img'});
  for (let decade = 0; decade <= decades; ++decade) {
    const y = yOf(10 ** decade - 1);
    chart.append(svgElement('line', {x1: left, x2: width, y1: y, y2: y, class: 'grid'}));
    const label = {x: left - 5, y: yOf(10 ** decade) + 4, class: 'end'};
    if (decade > 0) chart.append(svgElement('text', label, short(10 ** decade)));
  }
  for (const {column, part, parts, count, kind, words} of bars) {
    const bar = Math.max(0.5, step * 0.86 / parts);
    const rect = svgElement('rect', {x: left + column * step + part * bar, y: yOf(count), width: bar, class: kind,
                                     height: height - bottom - yOf(count)});
    rect.append(svgElement('title', {}, words));
    chart.append(rect);
  }
  const between = Math.max(1, Math.ceil(columns * 45 / (width - left)));
  for (let column = 0; column < columns; column += between) {
    const label = {x: left + (column + 0.5) * step, y: height - bottom + 14, class: 'middle'};
    chart.append(svgElement('text', label, labelOf(column)));
  }
  chart.append(svgElement('text', {x: (width + left) / 2, y: height - 4, class: 'middle'}, below));
  return chart;
}

/** The chart of a histogram, with `win`, `loss` and `tie` as arrays by plies; null if no position has a distance.
 *  @param width  width in pixels @param metric  what plies count to */
export function chartOf(histogram, width, metric) {
  const used = kindsOf(histogram);
  if (used.length === 0) return null;
  const last = Math.max(...used.map(([kind]) => histogram[kind].findLastIndex(count => count > 0)));
  const bars = used.flatMap(([kind, words], part) => histogram[kind].flatMap((count, plies) => count === 0 ? [] : [
    {column: plies, part, parts: used.length, count, kind, words: `${grouped(count)} ${words}, ${pliesText(plies)}`}]));
  const chart = drawBars(bars, last + 1, String, `plies to ${metric ?? 'the end'}`, width);
  chart.setAttribute('aria-label', used.map(([kind, words]) => summary(histogram[kind], words)).join('; '));
  return chart;
}

/** The chart of positions by margin, with a column for each margin from the greatest loss to the greatest win; null if
 *  there are no positions. @param counts  pairs `[margin, count]` @param width  width in pixels */
export function marginChartOf(counts, width) {
  if (counts.length === 0) return null;
  const most = Math.max(...counts.map(([margin]) => Math.abs(margin)));
  const resultOf = margin => margin === 0 ? 'even' : `${margin > 0 ? 'won' : 'lost'}${byPoints(margin)}`;
  const bars = counts.map(([margin, count]) => ({
    column: margin + most, part: 0, parts: 1, count, kind: margin > 0 ? 'win' : margin < 0 ? 'loss' : 'tie',
    words: `${countText(count, 'position')} ${resultOf(margin)}`}));
  const labelOf = column => signedPoints(column - most);
  const chart = drawBars(bars, 2 * most + 1, labelOf, 'points for the player to move', width);
  chart.setAttribute('aria-label', bars.map(({words}) => words).join('; '));
  return chart;
}

/** The kinds that occur in a histogram, as pairs of name and description. */
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
