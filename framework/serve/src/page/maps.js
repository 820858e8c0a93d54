// SPDX-License-Identifier: MIT
// Maps of a position: the board in the colours of the values that the position has with one walker elsewhere.
import {ask} from './api.js';
import {byId} from './dom.js';
import {heatOf, mostPoints, placeOfWalker, sliceWords, walkersOf, withWalkerAt} from './heat.js';
import {legendItems} from './parts.js';
import {hasPoints} from './phrases.js';

const byPointsEnd = ' by points';  // of the value of a map's option

export class Maps {
  /** @param told  `open(state)` shows a position, `fail(error)` says what went wrong */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    this.walkers = [];      // of the position, of which there are maps
    this.wanted = null;     // the position whose map is wanted next
    this.isAsked = false;   // whether a map is waited for
  }

  /** The walker whose map is chosen, or null. */
  get walker() {
    const chosen = byId('map').value;
    return this.walkers.find(({name}) => name === chosen || name + byPointsEnd === chosen) ?? null;
  }

  /** Whether the map that is chosen is by points, not by plies. */
  get isByPoints() {
    return this.walker !== null && byId('map').value !== this.walker.name;
  }

  setTable(meta) {
    this.meta = meta;
    byId('map').replaceChildren(new Option('off', ''));
  }

  /** Offers the maps that a position has. */
  setPosition(position) {
    const kept = byId('map').value;
    this.state = position.state;
    this.toMove = position.to_move;
    this.walkers = walkersOf(this.meta, this.state);
    byId('map_label').hidden = this.walkers.length === 0;
    const ends = hasPoints(this.meta) ? ['', byPointsEnd] : [''];
    byId('map').replaceChildren(
      new Option('off', ''),
      ...this.walkers.flatMap(({name}) => ends.map(end => new Option(`of ${name}${end}`, name + end))));
    byId('map').value = kept;
    if (this.walker === null) byId('map').value = '';
  }

  /** The walker on a place while a map is shown, or null. */
  walkerOn(place) {
    return this.walker && (this.walkers.find(one => placeOfWalker(one, this.state) === place) ?? null);
  }

  /** Opens the position with a walker at another place. */
  put(walker, place) {
    const state = withWalkerAt(walker, place, this.state);
    if (state !== null) this.told.open(state);
  }

  /** Shows the map as it would be with the walker of one place on another. */
  drag(from, over) {
    const moved = this.walkerOn(from);
    const state = moved && withWalkerAt(moved, over, this.state);
    if (state !== null && moved.name !== this.walker.name) this.show(state);
  }

  /** Colours the board by the map that is chosen. While one answer is waited for, only the last wish is kept. */
  async show(state = this.state) {
    this.wanted = state;
    byId('legend').hidden = this.walker === null;
    if (this.walker === null && this.board.heat) this.board.setHeat(null);
    if (this.walker === null || this.isAsked) return;
    this.isAsked = true;
    while (this.wanted !== null && this.walker !== null) await this.showNext();
    this.isAsked = false;
  }

  async showNext() {
    const {meta, walker, wanted, isByPoints} = this;
    const isWanted = () => meta === this.meta && this.walker?.name === walker.name && this.isByPoints === isByPoints;
    this.wanted = null;
    try {
      const slice = await ask(['tables', meta.name, 'slice'], sliceWords(walker, meta, wanted, this.toMove));
      if (!isWanted()) return;
      const heat = heatOf(slice, walker, meta, isByPoints);
      this.board.setHeat(heat);
      const points = isByPoints ? mostPoints(slice) : null;
      byId('legend').replaceChildren(...legendItems(walker.name, meta.players, heat, points));
    } catch (error) {
      if (isWanted()) this.told.fail(error);
    }
  }
}
