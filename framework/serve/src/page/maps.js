// SPDX-License-Identifier: MIT
// Maps of a position: colours the board by the values of the position with one walker moved elsewhere.
import {ask} from './api.js';
import {byId} from './dom.js';
import {heatOf, mostPoints, placeOfWalker, sliceWords, walkersOf, withWalkerAt} from './heat.js';
import {legendItems} from './parts.js';
import {hasPoints} from './phrases.js';

const byPointsEnd = ' by points';  // suffix of the value of a map's option

export class Maps {
  /** @param told  `open(state)` displays a position, `fail(error)` reports an error */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    this.walkers = [];      // walkers of the position that have maps
    this.wanted = null;     // the position whose map is requested next
    this.isAsked = false;   // whether a map request is pending
  }

  /** The walker of the selected map, or null. */
  get walker() {
    const chosen = byId('map').value;
    return this.walkers.find(({name}) => name === chosen || name + byPointsEnd === chosen) ?? null;
  }

  /** Whether the selected map is by points instead of plies. */
  get isByPoints() {
    return this.walker !== null && byId('map').value !== this.walker.name;
  }

  setTable(meta) {
    this.meta = meta;
    byId('map').replaceChildren(new Option('off', ''));
  }

  /** Offers the maps of a position. */
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

  /** The walker on a cell while a map is displayed, or null. */
  walkerOn(place) {
    return this.walker && (this.walkers.find(one => placeOfWalker(one, this.state) === place) ?? null);
  }

  /** Opens the position with a walker on another cell. */
  put(walker, place) {
    const state = withWalkerAt(walker, place, this.state);
    if (state !== null) this.told.open(state);
  }

  /** Displays the map for the walker of one cell on another cell. */
  drag(from, over) {
    const moved = this.walkerOn(from);
    const state = moved && withWalkerAt(moved, over, this.state);
    if (state !== null && moved.name !== this.walker.name) this.show(state);
  }

  /** Colours the board by the selected map. While a request is pending, only the latest one is queued. */
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
