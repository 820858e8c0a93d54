// SPDX-License-Identifier: MIT
// Displays maps: colours each cell of the board by the value of the position with one walker moved to this cell.
import {request} from './api.js';
import {byId} from './dom.js';
import {cellOfWalker, heatOf, mostPoints, sliceParameters, walkersOf, withWalkerAt} from './heat.js';
import {legendItems} from './parts.js';
import {hasPoints} from './phrases.js';

const byPointsEnd = ' by points';  // suffix of option values for maps by points

export class Maps {
  /** @param callbacks  `open(state)`, which displays a position, and `fail(error)`, which reports an error */
  constructor(board, callbacks) {
    this.board = board;
    this.callbacks = callbacks;
    this.walkers = [];           // the walkers of the position
    this.wanted = null;          // the position whose map is requested next
    this.isRequesting = false;   // whether a request for a map is pending
  }

  /** The walker of the selected map, or null. */
  get walker() {
    const chosen = byId('map').value;
    return this.walkers.find(({name}) => name === chosen || name + byPointsEnd === chosen) ?? null;
  }

  /** Whether the selected map displays points instead of plies. */
  get isByPoints() {
    return this.walker !== null && byId('map').value !== this.walker.name;
  }

  setTable(meta) {
    this.meta = meta;
    byId('map').replaceChildren(new Option('off', ''));
  }

  /** Offers the maps of a position. */
  setPosition(position) {
    const selected = byId('map').value;
    this.state = position.state;
    this.toMove = position.to_move;
    this.walkers = walkersOf(this.meta, this.state);
    byId('map_label').hidden = this.walkers.length === 0;
    const ends = hasPoints(this.meta) ? ['', byPointsEnd] : [''];
    byId('map').replaceChildren(
      new Option('off', ''),
      ...this.walkers.flatMap(({name}) => ends.map(end => new Option(`of ${name}${end}`, name + end))));
    byId('map').value = selected;
    if (this.walker === null) byId('map').value = '';
  }

  /** The walker on a cell while a map is displayed, or null. */
  walkerOn(cell) {
    return this.walker && (this.walkers.find(one => cellOfWalker(one, this.state) === cell) ?? null);
  }

  /** Opens the position with a walker on another cell. */
  put(walker, cell) {
    const state = withWalkerAt(walker, cell, this.state);
    if (state !== null) this.callbacks.open(state);
  }

  /** Displays the map of the position with the walker of the cell `from` moved to `over`. */
  drag(from, over) {
    const moved = this.walkerOn(from);
    const state = moved && withWalkerAt(moved, over, this.state);
    if (state !== null && moved.name !== this.walker.name) this.show(state);
  }

  /** Displays the selected map. While a request is pending, only the latest position is queued. */
  async show(state = this.state) {
    this.wanted = state;
    byId('legend').hidden = this.walker === null;
    if (this.walker === null && this.board.heat) this.board.setHeat(null);
    if (this.walker === null || this.isRequesting) return;
    this.isRequesting = true;
    while (this.wanted !== null && this.walker !== null) await this.showNext();
    this.isRequesting = false;
  }

  async showNext() {
    const {meta, walker, wanted, isByPoints} = this;
    const isCurrent = () => meta === this.meta && this.walker?.name === walker.name && this.isByPoints === isByPoints;
    this.wanted = null;
    try {
      const slice = await request(['tables', meta.name, 'slice'], sliceParameters(walker, meta, wanted, this.toMove));
      if (!isCurrent()) return;
      const heat = heatOf(slice, walker, meta, isByPoints);
      this.board.setHeat(heat);
      const points = isByPoints ? mostPoints(slice) : null;
      byId('legend').replaceChildren(...legendItems(walker.name, meta.players, heat, points));
    } catch (error) {
      if (isCurrent()) this.callbacks.fail(error);
    }
  }
}
