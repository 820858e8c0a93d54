// SPDX-License-Identifier: MIT
// Describes positions, values and moves in words.

export const signs = {win: '+', loss: '−', tie: '=', draw: '∞'};

export const grouped = number => number.toLocaleString('en');
export const pliesText = plies => plies === 1 ? '1 ply' : `${grouped(plies)} plies`;
export const countText = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;

/** A text, truncated to a maximum length. */
export const shortText = (text, most) => text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** The kind of a value for a player: win, loss, tie or draw. */
export function kindOf(value, name) {
  if (value.winner !== null) return value.winner === name ? 'win' : 'loss';
  return value.outcome === 'tie' ? 'tie' : 'draw';
}

/** The kind of a move for the player who makes it; if moves gain points, it depends on the resulting margin. */
export function kindOfMove(move, player) {
  if ((move.gain ?? null) === null) return kindOf(move, player);
  if (move.margin !== 0) return move.margin > 0 ? 'win' : 'loss';
  return move.outcome === 'draw' ? 'draw' : 'tie';
}

/** A number of points with its sign. */
export const signedPoints = points => points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0';

/** The gain of a move, such as ` (+2)`; empty if it gains nothing. */
export const gainText = move => move.gain ? ` (${signedPoints(move.gain)})` : '';

/** Whether a table has margins. */
export const hasPoints = meta => (meta.max_margin ?? null) !== null;

/** The margin of a position, such as ` by 8`; empty if the game is not played for points. */
export const byPoints = margin => (margin ?? null) === null ? '' : ` by ${grouped(Math.abs(margin))}`;

/** The plies of a position or a table that counts them to `metric` in words. */
export const distanceText = ({plies, metric}) => pliesText(plies) + (metric ? ` to ${metric}` : '');

/** The winner, the margin and the plies in words. @param end  the value of `decided_by`, or null */
function valueText(value, end) {
  if (value.winner !== null) {
    if (end === 'infinite_play') return `${value.winner} wins because play never ends`;
    if (end === 'move_limit') return `${value.winner} wins by the move limit`;
    const wins = `${value.winner} wins${byPoints(value.margin)}`;
    return value.plies === null ? wins : `${wins} in ${distanceText(value)}`;
  }
  if (value.outcome !== 'tie') {
    return end === 'move_limit' ? 'a draw by the move limit' : 'a draw: nobody can force play to end';
  }
  return value.plies === null ? 'a tie' : `a tie in ${distanceText(value)}`;
}

/** The value of a move's target in words. @param value  a move, which has no `decided_by` */
function valueAfterText(value, position, moveLimit) {
  if (value.plies === 0 || value.ends) {
    return value.winner === null ? 'ends in a tie' : `${value.winner} has won${byPoints(value.margin)}`;
  }
  const isLate = moveLimit !== null && value.plies !== null && position.plies_played + 1 + value.plies > moveLimit;
  const isEndless = value.outcome === 'draw' && value.winner !== null;
  return valueText(value, isLate ? 'move_limit' : isEndless ? 'infinite_play' : null);
}

/** The value of a move's target in words; if moves gain points, with the gain and the margin of the player. */
export function moveValueText(move, position, moveLimit) {
  if (move.converts) return `${valueAfterText(move, position, moveLimit)}; converts`;
  if ((move.gain ?? null) === null) return valueAfterText(move, position, moveLimit);
  const after = valueAfterText({...move, margin: move.margin - move.gain}, position, moveLimit);
  const gains = move.gain === 0 ? '' : `gains ${signedPoints(move.gain)}, `;
  return `${after}; ${gains}keeps ${signedPoints(move.margin)}`;
}

export const hasEnded = position => position.moves.length === 0;

/** A sentence with the player to move and the value of a position. */
export function positionText(position) {
  if (hasEnded(position)) {
    if (position.winner === null) return 'Play has ended in a tie.';
    return `Play has ended: ${position.winner} has won${byPoints(position.margin)}.`;
  }
  return `${position.to_move} to move: ${valueText(position, position.decided_by)}.`;
}

/** The CSS class of a player's colour; a player named white or black gets that colour. @param owner  a name, or null */
export function colorClass(players, owner) {
  const number = players.indexOf(owner);
  if (number < 0) return 'nobody';
  const name = owner.toLowerCase();
  return name === 'white' || name === 'black' ? name : `player_${number}`;
}

/** The fields of a position's string, as a map from names to values. */
export function fieldsOf(state) {
  return new Map(state.split(' ').filter(word => word.includes('=')).map(word => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)];
  }));
}

/** The fields that a move changes, without the player to move unless only that field changes. */
export function changedFields(before, after) {
  const had = new Set(before.split(' '));
  const changed = after.split(' ').filter(word => !had.has(word));
  const others = changed.filter(word => !word.startsWith('turn='));
  return (others.length > 0 ? others : changed).join(' ');
}

export const pieceText = piece => piece.symbol || piece.name;

/** A map from the numbers of moved pieces to the cells that they left (`left`) and entered (`came`). */
function movedPieces(before, after) {
  const moved = new Map();
  const note = (piece, side, at) => {
    if (piece === null) return;
    if (!moved.has(piece)) moved.set(piece, {left: [], came: []});
    moved.get(piece)[side].push(at);
  };
  before.cells.forEach((was, at) => {
    if (was === after.cells[at]) return;
    note(was, 'left', at);
    note(after.cells[at], 'came', at);
  });
  return moved;
}

/** The piece of the same player that a move turned into this piece, such as a promoted pawn; undefined if none was. */
function formerPiece(number, moved, pieces) {
  const {left, came} = moved.get(number);
  if (left.length > 0 || came.length !== 1) return undefined;
  const former = [...moved].filter(([other, places]) => places.left.length === 1 && places.came.length === 0
    && pieces[other].player === pieces[number].player);
  return former.length === 1 ? former[0][0] : undefined;
}

/** Whether all pieces of a board are numbers, such as seeds in pits. */
export const holdsNumbers = shape => shape.pieces.length > 0 && shape.pieces.every(({symbol}) => /^\d+$/.test(symbol));

/** A move on a board of numbers in words: the changes of the numbers, beginning with the largest decrease. */
function changedNumbers(before, after, shape) {
  const numberOf = cell => cell === null ? 0 : Number(shape.pieces[cell].symbol), byChange = new Map();
  before.cells.forEach((was, at) => {
    const change = numberOf(after.cells[at]) - numberOf(was);
    if (change !== 0) byChange.set(change, [...byChange.get(change) ?? [], shape.places[at].name]);
  });
  const sorted = [...byChange].sort(([a], [b]) => a - b);
  return sorted.map(([change, names]) => `${names.join(' ')} ${signedPoints(change)}`).join(', ');
}

/** A move in words: its changes on the board or, without a board, the changed fields of the position. */
export function moveText(before, after, shape) {
  if (!shape || !before.cells || !after.cells) return changedFields(before.state, after.state);
  if (holdsNumbers(shape)) return changedNumbers(before, after, shape) || 'no piece moves';
  const moved = movedPieces(before, after), came = new Set([...moved.values()].flatMap(piece => piece.came));
  const textOf = number => pieceText(shape.pieces[number]);
  const namesOf = places => places.map(cell => shape.places[cell].name).join(' ');
  const isTaken = number => number !== null && moved.get(number).left.length > moved.get(number).came.length;
  const step = (from, to) => namesOf([from]) + (isTaken(before.cells[to]) ? '×' : '–') + namesOf([to]);
  const formers = new Map([...moved.keys()].map(number => [number, formerPiece(number, moved, shape.pieces)]));
  const changed = new Set(formers.values()), parts = [], taken = [];
  for (const [number, piece] of [...moved].sort((a, b) => b[1].came.length - a[1].came.length)) {
    const text = textOf(number), former = formers.get(number), gone = piece.left.filter(cell => !came.has(cell));
    if (former !== undefined && moved.get(former).left[0] !== piece.came[0]) {
      const end = text === textOf(former) ? '' : ` ${text}`;
      parts.push(`${textOf(former)} ${step(moved.get(former).left[0], piece.came[0])}${end}`);
    } else if (former !== undefined) {
      const [joined] = [...moved.keys()].filter(other => !changed.has(other) && moved.get(other).came.length === 0);
      if (joined !== undefined) parts.push(`${textOf(joined)} ${namesOf(moved.get(joined).left)}–${namesOf(piece.came)}`);
      changed.add(joined);
    } else if (changed.has(number)) {
      continue;
    } else if (piece.came.length === 0) {
      if (gone.length > 0) taken.push(`× ${text} ${namesOf(gone)}`);
    } else if (piece.left.length === 1 && piece.came.length === 1) {
      parts.push(`${text} ${step(piece.left[0], piece.came[0])}`);
    } else {
      parts.push(`${text} ${piece.left.length > 0 ? `${namesOf(piece.left)} → ` : ''}${namesOf(piece.came)}`);
    }
  }
  return [...parts, ...taken].join(', ') || 'no piece moves';
}

/** The moves of a position in words. Moves with equal descriptions also get the changed fields. */
export function moveTexts(position, moves, shape) {
  const texts = moves.map(move => moveText(position, move, shape));
  const count = new Map();
  for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1);
  return texts.map((text, i) => count.get(text) === 1 ? text
    : `${text} (${changedFields(position.state, moves[i].state) || moves[i].state})`);
}
