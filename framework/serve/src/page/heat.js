// SPDX-License-Identifier: MIT
// Finds the walkers of a table, which are axes whose indices are cells of the board, and computes the colours of maps.
// A map colours each cell by the value of the position with one walker moved to this cell.
import {byPoints, colorClass, distanceText, fieldsOf, kindOf, signs} from './phrases.js';

/** The strings for the indices of an axis, as they appear in positions and conditions. */
function textsOf(axis) {
  if (axis.labels?.length > 0) return axis.labels;
  const numbers = Object.values(axis.coordinates ?? {});
  if (numbers.length === 0) return Array.from({length: axis.size}, (_, i) => String(i));
  return Array.from({length: axis.size}, (_, i) => numbers.map(values => values[i]).join(','));
}

/** The cell of each index of an axis, or null if the axis does not belong to a walker. */
function cellsOfAxis(axis, texts, board) {
  if (axis.size < 2 || axis.size > board.places.length) return null;
  const byName = new Map(board.places.map((cell, i) => [cell.name, i]));
  const {row, column} = axis.coordinates ?? {};
  const byCell = new Map(board.places.map((cell, i) => [`${cell.y},${cell.x}`, i]));
  const cellOf = i => row && column ? byCell.get(`${row[i]},${column[i]}`) : undefined;
  const places = texts.map((text, i) => byName.get(text) ?? cellOf(i));
  return places.includes(undefined) || new Set(places).size < places.length ? null : places;
}

/**
 * The walkers of a table as `{name, texts, places}`, with the string and the cell of each index of the axis. Empty
 * unless every axis is a field of positions.
 */
export function walkersOf(meta, state) {
  if (!meta.board || !meta.axes || meta.axes.length < 2) return [];
  const fields = fieldsOf(state);
  const axes = meta.axes.map(axis => ({name: axis.name, texts: textsOf(axis), axis}));
  if (!axes.every(({name, texts}) => texts.includes(fields.get(name)))) return [];
  return axes.flatMap(({name, texts, axis}) => {
    const places = cellsOfAxis(axis, texts, meta.board);
    return places ? [{name, texts, places}] : [];
  });
}

/** The cell of a walker in a position. */
export const cellOfWalker = (walker, state) => walker.places[walker.texts.indexOf(fieldsOf(state).get(walker.name))];

/** The position with a walker moved to another cell, or null if the axis of the walker does not contain the cell. */
export function withWalkerAt(walker, cell, state) {
  const number = walker.places.indexOf(cell);
  if (number < 0) return null;
  const start = `${walker.name}=`;
  return state.split(' ').map(word => word.startsWith(start) ? start + walker.texts[number] : word).join(' ');
}

/** The parameters of `/slice` for a walker's map. */
export function sliceParameters(walker, meta, state, toMove) {
  const fields = fieldsOf(state), query = {axis: walker.name};
  if (meta.seen_by === 'player_to_move') query.to_move = toMove;
  for (const axis of meta.axes) {
    if (axis.name !== walker.name) query[axis.name] = fields.get(axis.name);
  }
  return query;
}

const nobody = {tie: 'tied', draw: 'drawn'};

/** The maximum absolute margin in a slice; at least 1. */
export const mostPoints = slice => Math.max(1, ...slice.margin.map(Math.abs));

/**
 * The colours of cells for a slice, for `Board.setHeat`: the winner's colour, stronger for fewer plies or more points.
 * @param byMargin  whether to use points instead of plies; needs a slice with `margin`
 */
export function heatOf(slice, walker, meta, byMargin = false) {
  const heat = meta.board.places.map(() => null);
  const longest = Math.max(1, ...slice.plies.map(plies => plies ?? 0)), most = byMargin ? mostPoints(slice) : 1;
  walker.places.forEach((cell, i) => {
    const margin = slice.margin?.[i] ?? null;
    const value = {winner: slice.winner[i], outcome: slice.outcome[i], plies: slice.plies[i], metric: meta.metric};
    if (value.outcome === 'illegal') return;
    const kind = kindOf(value, value.winner), wins = `${value.winner} wins${byPoints(margin)}`;
    const faded = byMargin ? 1 - Math.abs(margin) / most : value.plies === null ? 1 : value.plies / longest;
    const number = byMargin ? Math.abs(margin) : value.plies;
    heat[cell] = {
      color: value.winner === null ? nobody[kind] : colorClass(meta.players, value.winner),
      strength: value.winner !== null ? 0.9 - 0.65 * faded : byMargin ? 0.15 : 0.5,
      text: number !== null && kind !== 'draw' ? String(number) : value.winner === null ? signs[kind] : '',
      words: value.winner === null ? `${walker.name} here: ${kind}`
        : `${walker.name} here: ${wins}${value.plies === null ? '' : ` in ${distanceText(value)}`}`,
    };
  });
  return heat;
}
