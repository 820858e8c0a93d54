// SPDX-License-Identifier: MIT
// Draws a board as SVG: a grid of named cells with one tab stop, and pieces on them. Inserts strings only by
// `textContent`.
import {setAttribute, svgElement} from './dom.js';
import {layOut} from './layout.js';
import {colorClass, signs} from './phrases.js';

const unit = 100;               // distance of neighbouring cells, in units of the SVG
const radius = 0.4 * unit;      // radius of cells that are points
const maxNamedCells = 100;      // boards with more cells have no room for names and numbers
const describeDelay = 100;      // milliseconds from the last change of colours to the update of labels
const dragStart = 6;            // pixels that the pointer must move to start a drag
const figures = /^[\u2654-\u265f\u26c0-\u26c3]$/;
const discs = ['', '●', '○'];
const strokes = {'─': [200, 16], '│': [16, 200], '□': [164, 164]};  // width and height
const filledFigures = {'♔': '♚', '♕': '♛', '♖': '♜', '♗': '♝', '♘': '♞', '♙': '♟', '⛀': '⛂', '⛁': '⛃'};

/** The cells in rows from top to bottom, each from left to right; one row if the board has no layout. */
function rowsOf(shape, at) {
  const order = at.map((_, i) => i);
  if (!shape.laid_out) return [order];
  order.sort((a, b) => at[a].y - at[b].y || at[a].x - at[b].x);
  const rows = [];
  for (const cell of order) {
    const row = rows.at(-1);
    if (row && at[row[0]].y === at[cell].y) row.push(cell);
    else rows.push([cell]);
  }
  return rows;
}

export class Board {
  /** @param svg  the element to draw in
   *  @param callbacks  `pick(cell)`, `drag(from, to)` when a piece is dragged over another cell, `drop(from, to)` when
   *    it is released there, `cancel()` */
  constructor(svg, callbacks) {
    this.svg = svg;
    this.callbacks = callbacks;
    svg.addEventListener('keydown', event => this.onKey(event));
    svg.addEventListener('pointerdown', event => this.onPress(event));
    svg.addEventListener('pointermove', event => this.onMove(event));
    svg.addEventListener('pointerup', event => this.onRelease(event));
    svg.addEventListener('touchstart', event => this.onTouch(event), {passive: false});
    svg.addEventListener('pointercancel', () => this.endDrag());
    svg.addEventListener('lostpointercapture', () => this.endDrag());
    addEventListener('keydown', () => svg.classList.add('by_keys'), true);
    addEventListener('pointerdown', () => svg.classList.remove('by_keys'), true);
    svg.addEventListener('focusin', event => {
      const cell = this.cellAt(event.target);
      if (cell === null) return;
      this.setStop(cell);
      this.focusRing.setAttribute('transform', `translate(${this.at[cell].x} ${this.at[cell].y})`);
    });
  }

  /** Draws an empty board. */
  setShape(shape, players) {
    this.shape = shape;
    this.players = players;
    const laidOut = shape.laid_out ? shape.places : layOut(shape.places.length, shape.lines);
    this.at = laidOut.map(({x, y}) => ({x: x * unit, y: y * unit}));
    this.marks = new Map(shape.marks);
    this.cells = shape.places.map(() => null);
    this.drag = null;
    const isSmall = shape.places.length <= maxNamedCells;
    this.svg.classList.toggle('many', !isSmall);
    this.svg.replaceChildren();
    this.frame(shape);
    this.svg.setAttribute('role', 'grid');
    this.svg.setAttribute('aria-label', 'Board');
    const under = this.layer('under'), rows = svgElement('g', {role: 'presentation'});
    for (const [a, b] of shape.lines) {
      const {x, y} = this.at[a], {x: x2, y: y2} = this.at[b];
      under.append(svgElement('line', {x1: x, y1: y, x2, y2, class: 'edge'}));
    }
    const hasDots = shape.pieces.some(({symbol}) => symbol === '─');
    this.svg.classList.toggle('dots', hasDots);
    for (const {x, y} of shape.walls) {
      under.append(hasDots ? svgElement('circle', {cx: x * unit, cy: y * unit, r: 18, class: 'wall'})
        : this.square({x: x * unit, y: y * unit}, 'wall'));
    }
    this.heats = this.layer('heats');
    this.spots = [], this.heatTexts = [], this.heat = null, this.highlights = null;
    this.outlines = this.at.map(({x, y}) => shape.style === 'cells'
      ? `M${x - unit / 2} ${y - unit / 2}h${unit}v${unit}h-${unit}z`
      : `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`);
    for (const row of rowsOf(shape, this.at)) {
      const group = svgElement('g', {role: 'row'});
      for (const cell of row) group.append(this.drawCell(cell, isSmall));
      rows.append(group);
    }
    this.svg.append(rows);
    this.pieces = this.layer('pieces');
    this.over = this.layer('over');
    this.focusRing = this.ring(0, 'focus');
    this.layer('over').append(this.focusRing);
    this.setStop(rowsOf(shape, this.at)[0]?.[0] ?? 0);
  }

  frame(shape) {
    const all = [...this.at, ...shape.walls.map(({x, y}) => ({x: x * unit, y: y * unit}))];
    const ends = key => [Math.min(...all.map(p => p[key])), Math.max(...all.map(p => p[key]))];
    const [left, right] = ends('x'), [top, bottom] = ends('y');
    const isFew = Math.max(right - left, bottom - top) < 3.5 * unit;
    this.svg.classList.toggle('few', isFew);
    this.svg.classList.toggle('graph', !shape.laid_out);
    const hasNames = shape.style === 'points' && shape.places.length <= maxNamedCells;
    const longest = hasNames ? Math.max(...shape.places.map(({name}) => name.length)) : 0;
    const edge = 0.54 * unit, side = Math.max(edge, longest * (isFew ? 5 : 8)), below = hasNames ? edge + 26 : edge;
    const width = right - left + 2 * side, height = bottom - top + edge + below;
    this.svg.setAttribute('viewBox', `${left - side} ${top - edge} ${width} ${height}`);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.svg.style.setProperty('--ratio', width / height);
  }

  layer(name) {
    const group = svgElement('g', {class: name, 'aria-hidden': 'true'});
    this.svg.append(group);
    return group;
  }

  square({x, y}, name) {
    return svgElement('rect', {x: x - unit / 2, y: y - unit / 2, width: unit, height: unit, class: name});
  }

  /** Draws a cell: a click target with its mark and, on small boards, its name and an empty text for a number. */
  drawCell(cell, isSmall) {
    const {x, y} = this.at[cell], isCell = this.shape.style === 'cells';
    const spot = svgElement('g', {role: 'gridcell', tabindex: '-1', class: 'place', 'data-place': cell});
    const parity = Math.round(x / unit + y / unit) % 2 === 0 ? 'even' : 'odd';
    spot.append(isCell ? this.square({x, y}, `area ${parity}`)
      : svgElement('circle', {cx: x, cy: y, r: radius, class: 'area'}));
    const where = isCell ? {x: x - 45, y: y + 44} : {x, y: y + (this.shape.laid_out ? 55 : 64)};
    if (isSmall) spot.append(svgElement('text', {...where, class: 'name'}, this.shape.places[cell].name));
    if (this.marks.has(cell)) {
      spot.append(svgElement('circle', {cx: x, cy: y, r: 0.45 * unit, class: 'mark'}));
      if (isSmall) spot.append(svgElement('text', {x, y: y - 16, class: 'mark_text'}, this.marks.get(cell)));
    }
    this.heatTexts[cell] = isSmall ? svgElement('text', {x, y: y + 18, class: 'heat_text'}) : null;
    if (isSmall) spot.append(this.heatTexts[cell]);
    this.spots[cell] = spot;
    return spot;
  }

  /** A ring around a cell, with the class `name`. */
  ring(cell, name) {
    const ring = this.shape.style === 'cells' ? svgElement('rect', {x: -46, y: -46, width: 92, height: 92, rx: 8})
      : svgElement('circle', {r: 45});
    ring.setAttribute('class', `ring ${name}`);
    ring.setAttribute('transform', `translate(${this.at[cell].x} ${this.at[cell].y})`);
    return ring;
  }

  drawPiece(number, {x, y}) {
    const piece = this.shape.pieces[number];
    const look = `piece ${colorClass(this.players, piece.player)}`;
    const group = svgElement('g', {class: look, 'data-piece': number, transform: `translate(${x} ${y})`});
    const symbol = piece.symbol.replace('\ufe0e', '');
    if (strokes[symbol]) {
      const [width, height] = strokes[symbol];
      const look = symbol === '□' ? 'box' : 'stroke';
      group.append(svgElement('rect', {x: -width / 2, y: -height / 2, width, height, rx: 6, class: look}));
    } else if (figures.test(symbol)) {
      group.append(svgElement('text', {y: 30, class: 'figure'}, `${filledFigures[symbol] ?? symbol}\ufe0e`));
    } else {
      group.append(svgElement('circle', {r: 0.36 * unit}));
      const size = [...symbol].length > 1 ? 'long' : 'short';
      if (!discs.includes(symbol)) group.append(svgElement('text', {y: 14, class: size}, symbol));
    }
    return group;
  }

  /** Draws all pieces. @param cells  the piece of each cell, as its number or null */
  setPieces(cells) {
    this.cells = [...cells];
    const drawn = cells.flatMap((piece, cell) => piece === null ? [] : [this.drawPiece(piece, this.at[cell])]);
    this.pieces.replaceChildren(...drawn);
    this.describe();
  }

  /**
   * Highlights cells. @param highlights  `{picked, last, hinted, targets, live}`: sets of cells, except `targets`, a
   * map from cells to the kind of the value after the move, or ''. `live` are the cells that any move changes.
   */
  setHighlights(highlights) {
    this.highlights = highlights;
    const marks = [];
    const rings = [['last', highlights.last], ['hinted', highlights.hinted], ['picked', highlights.picked]];
    for (const [name, places] of rings) {
      for (const cell of places) marks.push(this.ring(cell, name));
    }
    for (const [cell, kind] of highlights.targets) {
      const {x, y} = this.at[cell];
      const dot = svgElement('g', {class: `dot ${kind || 'plain'}`, transform: `translate(${x} ${y})`});
      dot.append(svgElement('circle', {r: kind ? 21 : 12}));
      if (kind) dot.append(svgElement('text', {y: 11}, signs[kind]));
      if (this.cells[cell] !== null) dot.setAttribute('transform', `translate(${x + 27} ${y - 27})`);
      else if (this.marks.has(cell)) dot.setAttribute('transform', `translate(${x} ${y + 14})`);
      marks.push(dot);
    }
    this.over.replaceChildren(...marks);
    this.spots.forEach((spot, cell) => spot.classList.toggle('live', highlights.live.has(cell)));
    this.describe();
  }

  /**
   * Colours cells. All cells of one colour are one path, since colouring thousands of elements would take too long.
   * @param heat  for each cell `{color, strength, text, words}`, with a strength from 0 to 1, or null; or null
   */
  setHeat(heat) {
    this.heat = heat;
    this.svg.classList.toggle('heated', heat !== null);
    const outlines = new Map();
    heat?.forEach((one, cell) => {
      if (!one) return;
      const look = `${one.color} ${Math.round(one.strength * 20) / 20}`;
      outlines.set(look, `${outlines.get(look) ?? ''}${this.outlines[cell]}`);
    });
    const base = heat ? [svgElement('path', {d: this.outlines.join(''), class: 'base'})] : [];
    this.heats.replaceChildren(...base, ...[...outlines].map(([look, d]) => {
      const [color, strength] = look.split(' ');
      return svgElement('path', {d, class: `heat ${color}`, 'fill-opacity': strength});
    }));
    this.heatTexts.forEach((text, cell) => {
      if (text) text.textContent = heat?.[cell]?.text ?? '';
    });
    clearTimeout(this.describing);
    this.describing = setTimeout(() => this.describe(), describeDelay);
  }

  /** Updates the labels of cells, which describe their contents to screen readers. */
  describe() {
    this.spots.forEach((spot, cell) => {
      const words = [this.shape.places[cell].name];
      words.push(this.cells[cell] === null ? 'empty' : this.shape.pieces[this.cells[cell]].name);
      if (this.marks.has(cell)) words.push(this.marks.get(cell));
      if (this.highlights?.picked.has(cell)) words.push('chosen');
      const kind = this.highlights?.targets.get(cell);
      if (kind !== undefined) words.push(kind === '' ? 'can be chosen' : `can be chosen: ${kind}`);
      if (this.heat?.[cell]) words.push(this.heat[cell].words);
      setAttribute(spot, 'aria-label', words.join(', '));
      setAttribute(spot, 'aria-selected', this.highlights?.picked.has(cell) ? 'true' : 'false');
    });
  }

  // --- input by keys and pointer ------------------------------------------------------------------------------------

  cellAt(target) {
    const spot = target instanceof Element ? target.closest('.place') : null;
    return spot && this.svg.contains(spot) ? Number(spot.dataset.place) : null;
  }

  /** Makes a cell the only tab stop. */
  setStop(cell) {
    if (this.stop !== undefined) this.spots[this.stop]?.setAttribute('tabindex', '-1');
    this.stop = cell;
    this.spots[cell]?.setAttribute('tabindex', '0');
  }

  focus() {
    this.spots[this.stop]?.focus();
  }

  /** The nearest cell in a direction, or null. A deviation to the side counts three times as much as the distance. */
  neighbor(cell, dx, dy) {
    const from = this.at[cell];
    let best = null, least = Infinity;
    this.at.forEach((to, other) => {
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      const cost = ahead + 3 * aside;
      if (ahead > 1 && aside <= 2 * ahead && cost < least) least = cost, best = other;
    });
    return best;
  }

  onKey(event) {
    const cell = this.cellAt(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (steps[event.key]) {
      const next = this.neighbor(cell, ...steps[event.key]);
      if (next !== null) this.spots[next].focus();
    } else if (event.key === 'Home' || event.key === 'End') {
      const row = rowsOf(this.shape, this.at).find(places => places.includes(cell));
      this.spots[event.key === 'Home' ? row[0] : row.at(-1)].focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.callbacks.pick(cell);
    } else if (event.key === 'Escape') {
      this.callbacks.cancel();
    } else {
      return;
    }
    event.preventDefault();
  }

  cellUnder(event) {
    return this.cellAt(document.elementFromPoint(event.clientX, event.clientY));
  }

  onPress(event) {
    const cell = this.cellAt(event.target);
    if (cell === null || event.button !== 0) return;
    this.drag = {from: cell, over: cell, x: event.clientX, y: event.clientY, isMoving: false};
    this.svg.setPointerCapture(event.pointerId);
    this.spots[cell].focus({preventScroll: true});
    event.preventDefault();
  }

  /** Lets a finger drag a piece that can move instead of scrolling the page. */
  onTouch(event) {
    const cell = this.cellAt(event.target);
    const isPiece = cell !== null && this.cells[cell] !== null && this.highlights?.live.has(cell);
    if (isPiece && event.touches.length === 1) event.preventDefault();
  }

  onMove(event) {
    if (!this.drag || this.cells[this.drag.from] === null) return;
    if (Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > dragStart) this.drag.isMoving = true;
    if (!this.drag.isMoving) return;
    this.carry(event);
    const over = this.cellUnder(event);
    if (over === null || over === this.drag.over) return;
    this.drag.over = over;
    this.callbacks.drag(this.drag.from, over);
  }

  /** Draws the dragged piece under the pointer. */
  carry(event) {
    const seen = this.svg.getScreenCTM();
    if (!seen) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(seen.inverse());
    if (!this.drag.piece) {
      const before = this.cells.slice(0, this.drag.from).filter(piece => piece !== null).length;
      this.drag.piece = this.pieces.children[before];
      this.pieces.append(this.drag.piece);
      this.svg.classList.add('dragging');
    }
    this.drag.piece.setAttribute('transform', `translate(${point.x} ${point.y})`);
  }

  onRelease(event) {
    if (!this.drag) return;
    const {from, isMoving} = this.drag;
    const to = this.cellUnder(event);
    this.endDrag();
    if (to === null) this.callbacks.cancel();
    else if (isMoving && to !== from) this.callbacks.drop(from, to);
    else if (to === from) this.callbacks.pick(from);
  }

  endDrag() {
    if (!this.drag) return;
    const wasMoving = this.drag.isMoving;
    this.drag = null;
    this.svg.classList.remove('dragging');
    if (wasMoving) this.setPieces(this.cells);
  }
}
