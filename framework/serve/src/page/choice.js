// SPDX-License-Identifier: MIT
// Moves by clicks, without notation: a person clicks on cells that a move changes, until only one move changes all of
// them. A spot is a cell of the board, "p" and its number, or a piece in a hand, "h" and the numbers of both.

const spotOfHand = (hand, piece) => `h${hand},${piece}`;
export const spotOfPlace = place => `p${place}`;
export const placeOfSpot = spot => spot.startsWith('p') ? Number(spot.slice(1)) : null;

/** The spots that a move changes: cells, and pieces that a hand then has fewer of. */
export function changedSpots(before, after) {
  const spots = new Set();
  if (!before.cells || !after.cells) return spots;
  before.cells.forEach((was, at) => {
    if (was !== after.cells[at]) spots.add(spotOfPlace(at));
  });
  (before.hands ?? []).forEach((pieces, hand) => pieces.forEach((count, piece) => {
    if ((after.hands?.[hand]?.[piece] ?? 0) < count) spots.add(spotOfHand(hand, piece));
  }));
  return spots;
}

/**
 * On a board of numbers, the cells for choosing a move: those that only this move empties, such as the pit that is
 * sown.
 */
export function emptiedSpots(before, move, moves) {
  const isEmptied = (place, after) => before.cells[place] !== null && after.cells[place] === null;
  const isChosen = place => isEmptied(place, move) && moves.every(other => other === move || !isEmptied(place, other));
  const places = move.cells.flatMap((_, place) => isChosen(place) ? [spotOfPlace(place)] : []);
  return places.length > 0 ? new Set(places) : changedSpots(before, move);
}

/** The moves, one for each resulting board. */
export function differentMoves(moves) {
  const byState = new Map();
  for (const move of moves) {
    if (!byState.has(move.state)) byState.set(move.state, move);
  }
  return [...byState.values()];
}

export class Choice {
  /** @param moves  each with `spots` from `changedSpots` or, with `isSown`, from `emptiedSpots` */
  constructor(moves) {
    this.moves = moves;
    this.picked = [];
  }

  /** The moves that change all picked spots. */
  get fitting() {
    return this.moves.filter(move => this.picked.every(spot => move.spots.has(spot)));
  }

  /** Those of the fitting moves that change nothing else. */
  get exact() {
    return this.picked.length === 0 ? [] : this.fitting.filter(move => move.spots.size === this.picked.length);
  }

  clear() {
    this.picked = [];
  }

  /** Picks a spot. @returns the move that is thereby made, or null */
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

  /** Whether the only remaining move is made: not yet if only its piece, which has a single target, is picked. */
  isMade(move, spot) {
    const place = placeOfSpot(spot);
    const arrives = place !== null && move.cells[place] !== null;
    return arrives || move.isSown || this.picked.length > 1 || move.spots.size === 1;
  }

  /** Spots to pick next, each with the moves that then remain. */
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
   * The targets that are marked: all of them once something is picked; before that, those that pieces move to, if each
   * of these makes a move at once, as in games with only one movable piece or with stones to place.
   */
  get signed() {
    const targets = this.targets;
    if (this.picked.length > 0) return targets;
    const comes = (spot, move) => {
      const place = placeOfSpot(spot);
      return place !== null && (move.isSown || move.spots.size === 1 || move.cells[place] !== null);
    };
    const arrivals = [...targets].filter(([spot, moves]) => moves.some(move => comes(spot, move)));
    return new Map(arrivals.every(([, moves]) => moves.length === 1) ? arrivals : []);
  }
}
