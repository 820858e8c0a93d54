// SPDX-License-Identifier: MIT
// The collapsible panels of the page. Each sends its request when it is opened.
import {cellsOf, request} from './api.js';
import {chartOf, kindsOf, marginChartOf} from './chart.js';
import {byId, element, link} from './dom.js';
import {
  byPoints, countText, distanceText, gainText, grouped, hasPoints, kindOf, moveText, pliesText, signs
} from './phrases.js';

const listed = 10, page = 50;
const maxDescribedCells = 100;  // on larger boards, lines describe moves by fields instead of cells

export class Panels {
  /**
   * @param callbacks  `open(state, toMove, pliesPlayed)`, which displays a position, and `link`, with the same
   * parameters, which returns its address
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.contents = {line: signal => this.line(signal), longest: signal => this.longest(signal),
                     histogram: signal => this.histogram(signal),
                     margins: signal => this.margins(signal), facts: () => this.facts()};
    this.filled = new Map();  // maps filled panels to the controllers that abort their requests
    for (const id of Object.keys(this.contents)) byId(id).addEventListener('toggle', () => this.fill(id));
    byId('find_form').addEventListener('submit', event => {
      event.preventDefault();
      this.find(null);
    });
    byId('more').addEventListener('click', () => this.find(this.next));
    byId('count').addEventListener('click', () => this.search(async signal => {
      const {count} = await request(['tables', this.meta.name, 'count'], {where: this.conditions()}, signal);
      return countText(count, 'position');
    }));
    byId('any').addEventListener('click', () => this.search(async signal => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const found = await request(['tables', this.meta.name, 'random'], {where: this.conditions(), seed}, signal);
      await this.callbacks.open(found.state);
      return '';
    }));
  }

  /** Empties all panels for another table. `setPosition` must be called afterwards. */
  setTable(meta) {
    this.meta = meta;
    this.position = null;
    this.searching?.abort();
    byId('margins').hidden = !hasPoints(meta);
    for (const id of Object.keys(this.contents)) {
      this.empty(id);
      byId(`${id}_found`).replaceChildren();
    }
    byId('found').replaceChildren();
    byId('found_text').textContent = '';
    byId('more').hidden = true;
    byId('where').placeholder = `${this.winsOf(0)} ${hasPoints(meta) ? 'margin>=2 ' : ''}plies>=4`;
  }

  /** Displays another position, and fills the open panels. */
  setPosition(position) {
    this.position = position;
    this.empty('line');
    for (const id of Object.keys(this.contents)) this.fill(id);
  }

  /** Marks a panel as outdated: it repeats its request when it is opened again. Its content stays until then. */
  empty(id) {
    this.filled.get(id)?.abort();
    this.filled.delete(id);
  }

  /** Fills a panel if it is open and not filled yet. After a failure, opening the panel repeats its request. */
  async fill(id) {
    if (!byId(id).open || byId(id).hidden || this.filled.has(id) || !this.position) return;
    const controller = new AbortController(), into = byId(`${id}_found`);
    this.filled.set(id, controller);
    if (into.children.length === 0) into.append(element('p', {class: 'muted'}, 'Loading …'));
    try {
      const found = await this.contents[id](controller.signal);
      if (!controller.signal.aborted) into.replaceChildren(...found);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.filled.delete(id);
      into.replaceChildren(element('p', {class: 'error'}, error.message));
    }
  }

  /** Runs a search, and displays the text that it returns, or its error. Aborts the previous search. */
  async search(action) {
    this.searching?.abort();
    const controller = this.searching = new AbortController(), output = byId('found_text');
    output.classList.remove('error');
    output.textContent = 'Searching …';
    try {
      const text = await action(controller.signal);
      if (!controller.signal.aborted) output.textContent = text;
    } catch (error) {
      if (controller.signal.aborted) return;
      output.classList.add('error');
      output.textContent = error.message;
    }
  }

  /** A link that displays a position. @param position  the arguments of `open` */
  positionLink(text, ...position) {
    return link(text, this.callbacks.link(...position), () => this.callbacks.open(...position));
  }

  // --- line of best play ---------------------------------------------------------------------------------------------

  async line(signal) {
    const {state, plies_played, to_move} = this.position;
    const parameters = {state, plies_played, to_move: this.toMoveParameter(to_move)};
    const line = await request(['tables', this.meta.name, 'line'], parameters, signal);
    const positions = this.withCells(line.positions);
    const items = positions.slice(1).map((to, i) => this.lineItem(positions[i], to, i));
    const last = positions.at(-1), plies = positions.length - 1;
    const {winner, margin} = last.gain === null ? last : positions[0];  // gains count from the first position
    const end = winner === null ? 'A tie' : `${winner} wins${byPoints(margin)}`;
    const note = line.repeats_from !== null
      ? `After ${pliesText(plies)}, the position after ${pliesText(line.repeats_from)} repeats.`
      : plies === 0 ? 'Play has ended.' : `${end} after ${pliesText(plies)}; other moves may be as good.`;
    return [element('ol', {class: 'list'}, ...items), element('p', {class: 'muted'}, note)];
  }

  /** Positions of a line with `cells`; null on large boards, where fields describe moves better. */
  withCells(positions) {
    const {board} = this.meta;
    const hasCells = board && board.places.length <= maxDescribedCells;
    return positions.map(one => ({...one, cells: hasCells ? cellsOf(board, one.cells) : null}));
  }

  lineItem(from, to, i) {
    const at = this.position.plies_played + i + 1, text = moveText(from, to, this.meta.board);
    return element('li', {}, `${from.to_move} `, this.positionLink(text, to.state, to.to_move, at), gainText(to));
  }

  /** The parameter `to_move`; null unless positions are relative to the player to move. */
  toMoveParameter(name) {
    return this.meta.seen_by === 'player_to_move' ? name : null;
  }

  // --- longest wins, conditions --------------------------------------------------------------------------------------

  async longest(signal) {
    const {meta} = this, parts = [];
    const whose = meta.seen_by === 'player_to_move' ? ['the player to move', 'the other player'] : meta.players;
    for (const number of [0, 1]) {
      const parameters = {where: [this.winsOf(number), 'plies>=1'], longest: '', limit: listed};
      const {positions} = await request(['tables', meta.name, 'find'], parameters, signal);
      parts.push(element('h3', {}, `Wins of ${whose[number]}`));
      parts.push(positions.length === 0 ? element('p', {class: 'muted'}, 'There are no such positions.')
        : element('ol', {class: 'list'}, ...positions.map(one => this.foundItem(one))));
    }
    return parts;
  }

  /** The condition that player `number` wins; in relative positions, player 0 is the player to move. */
  winsOf(number) {
    if (this.meta.seen_by === 'player_to_move') return number === 0 ? 'outcome=win' : 'outcome=loss';
    return `winner=${this.meta.players[number]}`;
  }

  foundItem(found) {
    const kind = kindOf(found, this.meta.seen_by === 'player_to_move' ? this.meta.players[0] : found.winner);
    const end = found.winner === null ? 'tie' : `${found.winner}${byPoints(found.margin)}`;
    const plies = found.plies === null ? found.result : `${end}, ${distanceText(found)}`;
    const text = this.meta.notation && found.notation ? found.notation : found.state;
    return element('li', {}, `${signs[kind] ?? ''} ${plies}: `, this.positionLink(text, found.state));
  }

  conditions() {
    const text = byId('where').value.trim();
    return text === '' ? [] : text.split(/\s+/);
  }

  find(after) {
    const list = byId('found');
    if (after === null) list.replaceChildren();
    byId('more').hidden = true;
    return this.search(async signal => {
      const parameters = {where: this.conditions(), limit: page, after};
      const {positions, next} = await request(['tables', this.meta.name, 'find'], parameters, signal);
      signal.throwIfAborted();
      list.append(...positions.map(one => this.foundItem(one)));
      this.next = next;
      byId('more').hidden = next === null;
      const shown = list.children.length;
      if (shown === 0) return 'No position meets these conditions.';
      return `${countText(shown, 'position')}${next === null ? '.' : ', and more.'}`;
    });
  }

  // --- histogram, facts ----------------------------------------------------------------------------------------------

  async histogram(signal) {
    const histogram = await request(['tables', this.meta.name, 'histogram'], {}, signal);
    const chart = chartOf(histogram, Math.max(240, byId('histogram_found').clientWidth), this.meta.metric);
    if (!chart) return [element('p', {class: 'muted'}, 'No position has a distance.')];
    const legend = kindsOf(histogram).map(
      ([kind, label]) => element('span', {class: `key ${kind}`}, `${signs[kind]} ${label}`));
    return [chart, element('p', {class: 'muted keys'}, ...legend, element('span', {}, 'logarithmic'))];
  }

  async margins(signal) {
    const {counts} = await request(['tables', this.meta.name, 'count'], {by: 'margin'}, signal);
    const chart = marginChartOf(counts.map(({values, count}) => [values.margin, count]),
                                Math.max(240, byId('margins_found').clientWidth));
    return [chart ?? element('p', {class: 'muted'}, 'There are no positions.')];
  }

  facts() {
    const {meta} = this, facts = [];
    const add = (name, value, text = String) => {
      if (value !== undefined && value !== null) facts.push(element('dt', {}, name), element('dd', {}, text(value)));
    };
    add('game', meta.game);
    for (const [name, value] of Object.entries(meta.params ?? {})) add(name, value ?? 'none');
    add('positions', meta.positions, grouped);
    add('legal', meta.legal_positions, grouped);
    for (const [kind, count] of Object.entries(meta.counts ?? {})) add(`outcome ${kind}`, count, grouped);
    for (const name of meta.winners ? meta.players : []) add(`won by ${name}`, meta.winners[name], grouped);
    add('longest', meta.max_distance_plies, plies => distanceText({plies, metric: meta.metric}));
    add('most points', meta.max_margin, grouped);
    add('endless play', meta.infinite_play, winner => `${winner} wins`);
    add('move limit', meta.move_limit, pliesText);
    add('signature', meta.signature);
    add('engine', meta.engine);
    return [element('dl', {}, ...facts)];
  }
}
