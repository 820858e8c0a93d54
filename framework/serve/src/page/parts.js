// SPDX-License-Identifier: MIT
// Parts of the page that display a position: its moves, its hands and the play so far.
import {button, element, link} from './dom.js';
import {colorClass, pieceText, signs} from './phrases.js';

/**
 * List items with a button for each move, which is also stored in `move.button`. The list has one tab stop.
 * @param callbacks  `play(move)`, and `point(move)` when the pointer enters a move, `point(null)` when it leaves
 */
export function moveItems(moves, showsValues, callbacks) {
  const sorted = showsValues ? [...moves].sort((a, b) => a.rank - b.rank) : moves;
  return sorted.map((move, i) => {
    const name = `move ${showsValues ? move.kind : 'hidden'}`;
    move.button = button({class: name, tabindex: i === 0 ? '0' : '-1', title: move.state}, () => callbacks.play(move));
    if (showsValues) move.button.append(element('span', {class: 'sign', 'aria-hidden': 'true'}, signs[move.kind]));
    move.button.append(element('span', {class: 'text'}, move.text));
    if (showsValues) move.button.append(element('span', {class: 'after'}, move.value));
    if (showsValues && move.best) move.button.append(element('span', {class: 'best'}, 'best'));
    move.button.addEventListener('pointerenter', () => callbacks.point(move));
    move.button.addEventListener('pointerleave', () => callbacks.point(null));
    return element('li', {}, move.button);
  });
}

/** Handles arrow keys, Home and End in a list of buttons with one tab stop. */
export function walkButtons(list, event) {
  const buttons = [...list.querySelectorAll('button')], now = buttons.indexOf(document.activeElement);
  const to = {ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: buttons.length - 1}[event.key];
  if (to === undefined || !buttons[to]) return;
  event.preventDefault();
  buttons[now]?.setAttribute('tabindex', '-1');
  buttons[to].setAttribute('tabindex', '0');
  buttons[to].focus();
}

/**
 * The contents of a hand. Pieces that a move can use are buttons. @param hand  the number of the hand
 * @param callbacks  `pick(spot)`
 */
export function handItems(hand, counts, board, choice, players, callbacks) {
  const items = counts.flatMap((count, number) => {
    if (count === 0) return [];
    const piece = board.pieces[number], spot = `h${hand},${number}`;
    const look = {class: `held ${colorClass(players, piece.player)}`, title: piece.name};
    const text = `${pieceText(piece)} × ${count}`;
    if (!choice.moves.some(move => move.spots.has(spot))) return [element('span', look, text)];
    const state = {'data-spot': spot, 'aria-pressed': String(choice.picked.includes(spot))};
    return [button({...look, ...state}, () => callbacks.pick(spot), text)];
  });
  return [element('span', {class: 'muted'}, `${board.hands[hand]}:`), ...(items.length > 0 ? items : ['none'])];
}

/** The positions of a play as links. @param callbacks  `link(node)`, which returns an address, and `go(index)` */
export function playedItems(play, at, callbacks) {
  return play.map((node, index) => {
    const shown = link(node.text || node.state, callbacks.link(node), () => callbacks.go(index));
    if (index === at) shown.setAttribute('aria-current', 'step');
    return element('li', {}, shown);
  });
}

/** The players with the colours of their pieces. */
export function playerItems(players, toMove) {
  return players.map(player => {
    const now = player === toMove ? 'now' : '';
    return element('span', {class: `key disc ${colorClass(players, player)} ${now}`}, player);
  });
}

/** The legend of the colours that occur on a map. @param points  the maximum of a map by points, or null */
export function legendItems(name, players, heat, points) {
  const used = new Set(heat.map(one => one?.color));
  const wins = players.map(player => [colorClass(players, player), `${player} wins`]);
  const colors = [...wins, ['tied', 'a tie'], ['drawn', 'a draw']].filter(([color]) => used.has(color));
  const strength = points === null ? 'fewer plies' : `more points, up to ${points}`;
  const help = `with ${name} on the cell; stronger: ${strength}. A click or Enter moves ${name} there; drag any piece.`;
  return [...colors.map(([color, text]) => element('span', {class: `key ${color}`}, text)), element('span', {}, help)];
}
