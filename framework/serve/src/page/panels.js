// SPDX-License-Identifier: MIT
// The folded parts of the page: each asks the server when it is opened.
import {ask, askPosition} from './api.js';
import {chartOf, kindsOf} from './chart.js';
import {byId, element, link} from './dom.js';
import {countText, grouped, moveText, pliesText, signs, kindOf} from './words.js';

const listed = 10, page = 50;
const maxPliesInWords = 100, maxPlacesInWords = 100;  // of a line whose moves are said as those of the list are

export class Panels {
  /** @param told  `open(state, toMove, pliesPlayed)` shows a position, `link(...)` of the same is its address */
  constructor(told) {
    this.told = told;
    this.opened = new Set();
    const fill = {line: () => this.fillLine(), longest: () => this.fillLongest(), histogram: () => this.fillHistogram(),
                  facts: () => this.fillFacts()};
    for (const [id, action] of Object.entries(fill)) {
      byId(id).addEventListener('toggle', () => byId(id).open && this.fillOnce(id, action));
    }
    byId('find_form').addEventListener('submit', event => {
      event.preventDefault();
      this.find(null);
    });
    byId('more').addEventListener('click', () => this.find(this.next));
    byId('count').addEventListener('click', () => this.try('found_text', async () => {
      const {count} = await ask(['tables', this.meta.name, 'count'], {where: this.conditions()});
      return countText(count, 'position');
    }));
    byId('any').addEventListener('click', () => this.try('found_text', async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const found = await ask(['tables', this.meta.name, 'random'], {where: this.conditions(), seed});
      await this.told.open(found.state);
      return '';
    }));
  }

  /** Shows the panels of another table. */
  setTable(meta) {
    this.meta = meta;
    this.opened.clear();
    byId('found').replaceChildren();
    byId('found_text').textContent = '';
    byId('more').hidden = true;
    byId('where').placeholder = `${this.winsOf(0)} plies>=4`;
    this.refill(['line', 'longest', 'histogram', 'facts']);
  }

  setPosition(position) {
    this.position = position;
    this.opened.delete('line');
    this.refill(['line']);
  }

  refill(ids) {
    for (const id of ids) {
      if (byId(id).open) byId(id).dispatchEvent(new Event('toggle'));
    }
  }

  async fillOnce(id, action) {
    if (this.opened.has(id) || !this.meta || !this.position) return;
    this.opened.add(id);
    await action();
  }

  /** Shows what an action returns, or its error. */
  async try(id, action) {
    const output = byId(id), table = this.meta;
    output.classList.remove('error');
    output.textContent = 'One moment …';
    try {
      const text = await action();
      if (table === this.meta) output.textContent = text;
    } catch (error) {
      output.classList.add('error');
      output.textContent = error.message;
    }
  }

  positionLink(text, state, toMove, pliesPlayed) {
    return link(text, this.told.link(state, toMove, pliesPlayed), () => this.told.open(state, toMove, pliesPlayed));
  }

  // --- line of best play ---------------------------------------------------------------------------------------------

  async fillLine() {
    const asked = this.position, list = byId('line_list'), note = byId('line').querySelector('p');
    note.classList.remove('error');
    try {
      const words = {state: asked.state, plies_played: asked.plies_played, to_move: this.toMoveWord(asked.to_move)};
      const line = await ask(['tables', this.meta.name, 'line'], words);
      line.positions = await this.withPieces(line.positions);
      if (asked !== this.position) return;
      list.replaceChildren(...line.positions.slice(1).map((to, i) => this.lineItem(line.positions[i], to, i)));
      const last = line.positions.at(-1), plies = line.positions.length - 1;
      const end = last.winner === null ? 'A tie' : `${last.winner} wins`;
      note.textContent = line.repeats_from !== null
        ? `After ${pliesText(plies)} the position comes again that was there after ${pliesText(line.repeats_from)}.`
        : plies === 0 ? 'Play has ended.' : `${end} after ${pliesText(plies)}; other moves may be as good.`;
    } catch (error) {
      list.replaceChildren();
      note.classList.add('error');
      note.textContent = error.message;
    }
  }

  /** Positions of a line with what lies on the board, which a line does not say; not all of a long one. Large boards
   *  are left out: walkers on them are well said by words. */
  async withPieces(positions) {
    if (!this.meta.board || this.meta.board.places.length > maxPlacesInWords) return positions;
    const asked = positions.slice(0, maxPliesInWords).map(async (position, i) => {
      const words = {state: position.state, to_move: this.toMoveWord(this.moverAt(i))};
      const {cells, hands, to_move} = await askPosition(this.meta, words);
      return {...position, cells, hands, to_move};
    });
    return [...await Promise.all(asked), ...positions.slice(maxPliesInWords)];
  }

  /** Who is to move after so many plies of a line, where positions do not say it. */
  moverAt(plies) {
    const {players} = this.meta;
    return players[(players.indexOf(this.position.to_move) + plies) % 2];
  }

  lineItem(from, to, i) {
    const mover = from.to_move ?? this.moverAt(i), toMove = to.to_move ?? this.moverAt(i + 1);
    return element('li', {}, `${mover} `, this.positionLink(moveText(from, to, this.meta.board), to.state, toMove,
                                                            this.position.plies_played + i + 1));
  }

  /** The word `to_move` is for games that are seen by the player to move alone. */
  toMoveWord(name) {
    return this.meta.seen_by === 'mover' ? name : null;
  }

  // --- longest wins, conditions --------------------------------------------------------------------------------------

  async fillLongest() {
    const into = byId('longest_lists'), meta = this.meta;
    into.replaceChildren(element('p', {class: 'muted'}, 'One moment …'));
    const whose = meta.seen_by === 'mover' ? ['the player to move', 'the other player'] : meta.players;
    try {
      const parts = [];
      for (const number of [0, 1]) {
        const words = {where: [this.winsOf(number), 'plies>=1'], longest: '', limit: listed};
        const {positions} = await ask(['tables', meta.name, 'find'], words);
        parts.push(element('h3', {}, `Wins of ${whose[number]}`));
        parts.push(positions.length === 0 ? element('p', {class: 'muted'}, 'There is none.')
          : element('ol', {class: 'list'}, ...positions.map(one => this.foundItem(one))));
      }
      if (meta === this.meta) into.replaceChildren(...parts);
    } catch (error) {
      into.replaceChildren(element('p', {class: 'error'}, error.message));
    }
  }

  /** The condition that a player wins. Where positions are seen by the player to move, that is the first. */
  winsOf(number) {
    if (this.meta.seen_by === 'mover') return number === 0 ? 'outcome=win' : 'outcome=loss';
    return `winner=${this.meta.players[number]}`;
  }

  foundItem(found) {
    const kind = kindOf(found, this.meta.seen_by === 'mover' ? this.meta.players[0] : found.winner);
    const plies = found.plies === null ? found.result : `${found.winner ?? 'tie'}, ${pliesText(found.plies)}`;
    const text = this.meta.notation && found.notation ? found.notation : found.state;
    return element('li', {}, `${signs[kind] ?? ''} ${plies}: `, this.positionLink(text, found.state));
  }

  conditions() {
    const text = byId('where').value.trim();
    return text === '' ? [] : text.split(/\s+/);
  }

  find(after) {
    const list = byId('found'), meta = this.meta;
    if (after === null) list.replaceChildren();
    byId('more').hidden = true;
    return this.try('found_text', async () => {
      const words = {where: this.conditions(), limit: page, after};
      const {positions, next} = await ask(['tables', meta.name, 'find'], words);
      if (meta !== this.meta) return '';
      list.append(...positions.map(one => this.foundItem(one)));
      this.next = next;
      byId('more').hidden = next === null;
      const shown = list.children.length;
      if (shown === 0) return 'No position meets these conditions.';
      return `${countText(shown, 'position')}${next === null ? '.' : ', and more.'}`;
    });
  }

  // --- histogram, facts ----------------------------------------------------------------------------------------------

  async fillHistogram() {
    const into = byId('chart'), meta = this.meta;
    into.replaceChildren(element('p', {class: 'muted'}, 'One moment …'));
    try {
      const histogram = await ask(['tables', meta.name, 'histogram']);
      if (meta !== this.meta) return;
      const chart = chartOf(histogram, Math.max(240, into.clientWidth));
      if (!chart) {
        into.replaceChildren(element('p', {class: 'muted'}, 'No position has a distance.'));
        return;
      }
      const legend = kindsOf(histogram).map(
        ([kind, words]) => element('span', {class: `key ${kind}`}, `${signs[kind]} ${words}`));
      into.replaceChildren(chart, element('p', {class: 'muted keys'}, ...legend, element('span', {}, 'logarithmic')));
    } catch (error) {
      into.replaceChildren(element('p', {class: 'error'}, error.message));
    }
  }

  fillFacts() {
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
    add('longest', meta.max_distance_plies, pliesText);
    add('endless play', meta.infinite_play, winner => `${winner} wins`);
    add('move limit', meta.move_limit, pliesText);
    add('signature', meta.signature);
    add('engine', meta.engine);
    byId('facts_list').replaceChildren(...facts);
  }
}
