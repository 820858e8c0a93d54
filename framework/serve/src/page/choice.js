// SPDX-License-Identifier: MIT
// Chooses moves by clicks, without notation: a person clicks on cells that a move changes, until only one move changes
// all of them. A spot is a string: `pCELL` for a cell of the board, or `hHAND,PIECE` for a piece in a hand.

const spotOfHand = (hand, piece) => `h${hand},${piece}`;
export const spotOfCell = cell => `p${cell}`;
export const cellOfSpot = spot => spot.startsWith('p') ? Number(spot.slice(1)) : null;

/** The spots that a move changes: changed cells, and pieces whose number in a hand decreases. */
export function changedSpots(before, after) {
  const spots = new Set();
  if (!before.cells || !after.cells) return spots;
  before.cells.forEach((was, at) => {
    if (was !== after.cells[at]) spots.add(spotOfCell(at));
  });
  (before.hands ?? []).forEach((pieces, hand) => pieces.forEach((count, piece) => {
    if ((after.hands?.[hand]?.[piece] ?? 0) < count) spots.add(spotOfHand(hand, piece));
  }));
  return spots;
}

/**
 * The spots that choose a move on a board of numbers: cells that only this move empties, such as the pit that is sown;
 * the changed spots if there are no such cells.
 */
export function emptiedSpots(before, move, moves) {
  const isEmptied = (cell, after) => before.cells[cell] !== null && after.cells[cell] === null;
  const isChosen = cell => isEmptied(cell, move) && moves.every(other => other === move || !isEmptied(cell, other));
  const places = move.cells.flatMap((_, cell) => isChosen(cell) ? [spotOfCell(cell)] : []);
  return places.length > 0 ? new Set(places) : changedSpots(before, move);
}

/** The moves without duplicates that lead to the same position. */
export function differentMoves(moves) {
  const byState = new Map();
  for (const move of moves) {
    if (!byState.has(move.state)) byState.set(move.state, move);
  }
  return [...byState.values()];
}

export class Choice {
  /** @param moves  moves with `spots` from `changedSpots` or, if `isSown` is true, from `emptiedSpots` */
  constructor(moves) {
    this.moves = moves;
    this.picked = [];
  }

  /** The moves that change all picked spots. */
  get fitting() {
    return this.moves.filter(move => this.picked.every(spot => move.spots.has(spot)));
  }

  /** The moves that change the picked spots and nothing else. */
  get exact() {
    return this.picked.length === 0 ? [] : this.fitting.filter(move => move.spots.size === this.picked.length);
  }

  clear() {
    this.picked = [];
  }

  /** Picks a spot. @returns the move that the picked spots determine, or null */
  pick(spot) {
    if (this.picked.includes(spot)) {
      const exact = this.exact;
      if (exact.length === 1) return exact[0];
      this.clear();
      return null;
    }
    this.picked.push(spot);
    if (this.fitting.length === 0) this.picked = [spot];
    const fitting = this.fitting;
    if (fitting.length === 0) this.clear();
    return fitting.length === 1 && this.isMade(fitting[0], spot) ? fitting[0] : null;
  }

  /** Whether the only fitting move is made. If only its piece is picked, the target must still be picked. */
  isMade(move, spot) {
    const cell = cellOfSpot(spot);
    const arrives = cell !== null && move.cells[cell] !== null;
    return arrives || move.isSown || this.picked.length > 1 || move.spots.size === 1;
  }

  /** A map from the spots that can be picked next to the moves that then remain. */
  get targets() {
    const targets = new Map();
    for (const move of this.fitting) {
      for (const spot of move.spots) {
        if (this.picked.includes(spot)) continue;
        if (!targets.has(spot)) targets.set(spot, []);
        targets.get(spot).push(move);
      }
    }
    return targets;
  }

  /**
   * The targets to mark. If a spot is picked, these are all targets. Otherwise they are the destinations of pieces, if
   * each of them determines a move, as in games with one movable piece or with stones to place.
   */
  get signed() {
    const targets = this.targets;
    if (this.picked.length > 0) return targets;
    const comes = (spot, move) => {
      const cell = cellOfSpot(spot);
      return cell !== null && (move.isSown || move.spots.size === 1 || move.cells[cell] !== null);
    };
    const arrivals = [...targets].filter(([spot, moves]) => moves.some(move => comes(spot, move)));
    return new Map(arrivals.every(([, moves]) => moves.length === 1) ? arrivals : []);
  }
}
