// SPDX-License-Identifier: MIT
// The main module of the page, where a person explores and plays a solved game. The page displays one position of one
// table; its address names both. A play is the list of positions since the first one that was opened. Each entry of the
// browser's history stores the positions of the play around the displayed one.
import {addressOf, readAddress, startOf} from './address.js';
import {request, requestPosition} from './api.js';
import {Board} from './board.js';
import {Choice, cellOfSpot, changedSpots, differentMoves, emptiedSpots, spotOfCell} from './choice.js';
import {button, byId, element} from './dom.js';
import {Maps} from './maps.js';
import {Panels} from './panels.js';
import {handItems, moveItems, playedItems, playerItems, walkButtons} from './parts.js';
import {gainText, hasEnded, holdsNumbers, kindOf, kindOfMove, moveTexts, moveValueText, positionText, shortText,
        signs} from './phrases.js';

const replyDelay = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 350;  // milliseconds
const retryDelay = 3000;  // milliseconds between a failed reply and the next try
const maxFitting = 12;    // maximum number of buttons for moves that the board cannot distinguish
const maxPlayed = 1000;   // maximum number of positions of a play
const maxStored = 100;    // maximum number of positions in a history entry before the displayed one, and after it

let meta = null;       // the server's description of the displayed table
let position = null;   // the displayed position, with its moves
let moves = [];        // the different moves of the position, with `text`, `kind`, `value` and `spots`
let choice = new Choice([]);
let play = [];         // positions {state, toMove, plies, text}; `text` describes the move that led to the position
let at = 0;            // the index of the displayed position in `play`
let loading = null;    // aborts requests for a position that is no longer needed
let hinted = false;
let firstName = '';    // the name of the first readable table

const start = {state: null, toMove: null, plies: 0};
const isRelative = () => meta.seen_by === 'player_to_move';
const moveLimit = () => meta.move_limit ?? null;
const isPersonToMove = () => byId('side').value === '' || byId('side').value === position.to_move;
const showsValues = () => byId('values').checked;

const board = new Board(byId('board'), {
  pick: cell => maps.walker ? maps.put(maps.walker, cell) : pickSpot(spotOfCell(cell)),
  drag: (from, to) => maps.drag(from, to),
  drop: (from, to) => drop(from, to),
  cancel: () => (choice.clear(), showChoice(), maps.show()),
});
const maps = new Maps(board, {
  open: state => openPosition(meta.name, {state, toMove: position.to_move, plies: position.plies_played}),
  fail,
});
const panels = new Panels({
  open: (state, toMove, plies = 0) => openPosition(meta.name, {state, toMove, plies}),
  link: (state, toMove, plies = 0) => addressOf(meta, {state, toMove, plies}),
});

// --- addresses and plays ---------------------------------------------------------------------------------------------

function fail(error) {
  if (error.name === 'AbortError') return;
  byId('error').textContent = error.message;
  byId('error').hidden = false;
  byId('table').value = meta?.name ?? '';
}

/** Requests a position and, unless it is displayed, its table. Stores both. @throws Error */
async function load(name, node) {
  loading?.abort();
  loading = new AbortController();
  const {signal} = loading;
  document.body.classList.add('busy');
  try {
    const about = meta?.name === name ? meta : {...await request(['tables', name], {}, signal), name};
    let {state} = node;
    if (state === null && startOf(about) === null) {
      ({state} = await request(['tables', name, 'random'], {seed: 1}, signal));
    }
    const parameters = {state, plies_played: node.plies > 0 ? node.plies : null,
                        to_move: about.seen_by === 'player_to_move' ? node.toMove : null};
    const found = await requestPosition(about, parameters, signal);
    signal.throwIfAborted();
    byId('error').hidden = true;
    if (about !== meta) showTable(about);
    position = found;
  } finally {
    if (signal === loading.signal) document.body.classList.remove('busy');
  }
}

const nodeOf = text => ({state: position.state, toMove: position.to_move, plies: position.plies_played, text});

/** Updates the address and the browser's history. @param how  'pushState' or 'replaceState' */
function remember(how) {
  const address = addressOf(meta, play[at]);
  if (play.length > maxPlayed) play = play.slice(-maxPlayed), at = play.length - 1;
  const first = Math.max(0, at - maxStored), stored = play.slice(first, at + maxStored + 1);
  history[how]({play: stored, at: at - first, side: byId('side').value, values: showsValues()}, '', address);
  byId('link').href = address;
}

/** Begins a new play at a position. @throws Error if the position cannot be displayed */
async function beginPlay(name, node, how) {
  await load(name, node);
  play = [nodeOf('')], at = 0;
  remember(how);
  showPosition();
}

async function openPosition(name, node) {
  try {
    await beginPlay(name, node, 'pushState');
  } catch (error) {
    fail(error);
  }
}

/** Opens the first of these tables that can be displayed, and displays the error of an invalid address. */
async function openStart(names, error) {
  for (const name of names) {
    try {
      await beginPlay(name, start, 'replaceState');
      break;
    } catch (failure) {
      if (failure.name === 'AbortError') return;
    }
  }
  fail(error);
}

/**
 * Makes a move in the displayed position. @param how  'pushState', or 'replaceState' for a reply, which replaces the
 * history entry of the position before it @returns whether the move was made
 */
async function makeMove(move, how = 'pushState') {
  const player = position.to_move, list = document.activeElement?.closest('#moves, #choice, .hand');
  const next = {state: move.state, plies: position.plies_played + 1,
                toMove: isRelative() ? meta.players[1 - meta.players.indexOf(player)] : null};
  try {
    await load(meta.name, next);
    play = [...play.slice(0, at + 1), {...nodeOf(`${player} ${move.text}${gainText(move)}`), spots: [...move.spots]}];
    at = play.length - 1;
    remember(how);
    showPosition(`${player} plays ${move.text}. `);
    if (list) keepFocus(list);
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** Restores the focus after the buttons of a list were replaced. */
function keepFocus(list) {
  const next = list.querySelector('button[tabindex="0"]');
  if (next) next.focus();
  else if (meta.board) board.focus();
}

/** Displays another position of this play. @param how  as in `remember`, or null to leave the history unchanged */
async function goTo(index, how = 'pushState') {
  try {
    await load(meta.name, play[index]);
    at = index;
    if (how !== null) remember(how);
    showPosition();
  } catch (error) {
    fail(error);
  }
}

/** Steps by one ply back (-1) or forward (1), or against perfect play until it is the person's turn. */
function step(by) {
  const side = byId('side').value;
  let index = at + by;
  while (side !== '' && play[index] && play[index + by] && play[index].toMove !== side) index += by;
  if (play[index]) goTo(index);
}

async function onAddress(event) {
  let name = firstName;
  try {
    const address = readAddress(location.hash), node = address.at;
    name = address.name || (meta?.name ?? firstName);
    const stored = event?.state ?? history.state;
    if (stored?.play?.[stored.at]) {
      const before = meta;
      await load(name, stored.play[stored.at]);
      play = stored.play, at = stored.at;
      const isOther = meta !== before || stored.side !== byId('side').value;
      if (isOther && ['', ...meta.players].includes(stored.side)) setSide(stored.side, stored.values);
      byId('link').href = location.hash;
      showPosition();
    } else {
      await beginPlay(name, node, 'replaceState');
    }
  } catch (error) {
    if (meta || error.name === 'AbortError') fail(error);
    else await openStart(new Set([name, firstName]), error);
  }
}

// --- display ---------------------------------------------------------------------------------------------------------

function showTable(about) {
  meta = about;
  document.querySelector('main').inert = false;
  byId('table').value = meta.name;
  const words = Object.entries(meta.params ?? {}).map(([name, value]) => shortText(`${name}=${value ?? 'none'}`, 28));
  byId('about').textContent = shortText([meta.game, ...words].join(' '), 120);
  byId('board').toggleAttribute('hidden', !meta.board);
  byId('drawing').hidden = Boolean(meta.board);
  if (meta.board) board.setShape(meta.board, meta.players);
  byId('side').replaceChildren(new Option('both sides', ''), ...meta.players.map(name => new Option(name, name)));
  setSide('');
  maps.setTable(meta);
  byId('start').hidden = startOf(meta) === null;
  panels.setTable(meta);
}

/** Selects the side that the person plays. @param values  whether values are displayed */
function setSide(name, values = name === '') {
  byId('side').value = name;
  byId('values').checked = values;
}

/** Displays the current position. @param before  text that precedes the value for screen readers */
function showPosition(before = '') {
  hinted = false;
  const different = differentMoves(position.moves);
  const texts = moveTexts(position, different, meta.board);
  const isSown = meta.board !== null && holdsNumbers(meta.board);
  moves = different.map((move, i) => ({
    ...move, text: texts[i], kind: kindOfMove(move, position.to_move), value: moveValueText(move, position, moveLimit()),
    isSown, spots: isSown ? emptiedSpots(position, move, different) : changedSpots(position, move),
  }));
  choice = new Choice(moves);
  maps.setPosition(position);
  if (meta.board) board.setPieces(position.cells);
  else byId('drawing').textContent = position.drawing ?? position.state;
  byId('state').value = meta.notation && position.notation ? position.notation : position.state;
  byId('undo').disabled = at === 0;
  byId('redo').disabled = at === play.length - 1;
  showPlayed();
  showValue();
  panels.setPosition(position);
  const value = showsValues() || hasEnded(position) ? positionText(position) : `${position.to_move} to move.`;
  byId('spoken').textContent = before + value;
  if (!isPersonToMove() && !hasEnded(position)) replySoon();
}

/** Updates everything that depends on the checkbox for values: the sentence, the moves and the board. */
function showValue() {
  const shown = showsValues() || hasEnded(position);
  const kind = shown ? kindOf(position, position.to_move) : 'hidden';
  byId('value').className = `value ${kind}`;
  byId('sign').textContent = signs[kind] ?? '?';
  byId('sentence').textContent = shown ? positionText(position) : `${position.to_move} to move.`;
  const toMove = hasEnded(position) ? null : position.to_move;
  byId('players').replaceChildren(...meta.board ? playerItems(meta.players, toMove) : []);
  document.title = `${byId('sentence').textContent} – ${meta.name}`;
  byId('hint').disabled = hasEnded(position);
  showMoves();
  showChoice();
  maps.show();
}

function showMoves() {
  byId('moves').replaceChildren(...moveItems(moves, showsValues(), {play: move => makeMove(move), point: showChoice}));
  byId('moves_title').textContent = moves.length === 0 ? 'No moves: play has ended' : `Moves (${moves.length})`;
  byId('moves_note').hidden = !showsValues() || moves.length === 0;
}

/**
 * Displays the picked spots, the next targets and the fitting moves. @param pointed  a move of the list to highlight
 */
function showChoice(pointed = null) {
  const fitting = new Set(choice.fitting);
  for (const move of moves) move.button.classList.toggle('out', !fitting.has(move));
  showHands();
  showFitting();
  if (!meta.board) return;
  const places = spots => new Set([...spots].map(cellOfSpot).filter(cell => cell !== null));
  const best = hinted ? moves.find(move => move.rank === 0) : null;
  const kinds = new Map([...choice.signed].filter(([spot]) => cellOfSpot(spot) !== null).map(([spot, of]) => {
    const first = of.reduce((a, b) => b.rank < a.rank ? b : a);
    return [cellOfSpot(spot), showsValues() ? first.kind : ''];
  }));
  const {walker} = maps;
  board.setHighlights({
    picked: places(choice.picked), last: places(play[at]?.spots ?? []),
    hinted: places(pointed?.spots ?? best?.spots ?? []),
    targets: pointed || walker || !isPersonToMove() ? new Map() : kinds,
    live: walker ? new Set(walker.places) : places(choice.moves.flatMap(move => [...move.spots])),
  });
}

/** Displays buttons for moves that the board cannot distinguish, which change only picked spots, or nothing. */
function showFitting() {
  const {exact, fitting} = choice;
  const open = exact.length > 0 ? [...exact, ...fitting.filter(move => !exact.includes(move))]
    : moves.filter(move => move.spots.size === 0 && meta.board);
  const buttonOf = move => button({title: move.state}, () => makeMove(move), move.text);
  const more = open.length - maxFitting;
  byId('choice').replaceChildren(...open.slice(0, maxFitting).map(buttonOf),
                                 ...more > 0 ? [element('span', {class: 'muted'}, `${more} more in the list`)] : []);
}

function showHands() {
  const {spot} = document.activeElement?.dataset ?? {};
  const all = position.hands ?? [];
  for (const hand of [0, 1]) {
    byId(`hand_${hand}`).replaceChildren(
      ...all[hand] ? handItems(hand, all[hand], meta.board, choice, meta.players, {pick: pickSpot}) : []);
  }
  if (spot) document.querySelector(`.hand [data-spot="${spot}"]`)?.focus();
}

function showPlayed() {
  byId('played').replaceChildren(...playedItems(play, at, {link: node => addressOf(meta, node), go: goTo}));
}

// --- moves by clicks, hints, perfect play ----------------------------------------------------------------------------

function pickSpot(spot) {
  if (!isPersonToMove()) return;
  const move = choice.pick(spot);
  if (move) {
    makeMove(move);
    return;
  }
  showChoice();
  if (choice.exact.length === 0) return;
  const num = choice.fitting.length, where = num > maxFitting ? 'below the board or in the list' : 'below the board';
  byId('spoken').textContent = `${num} moves fit. Choose one ${where}.`;
}

function drop(from, to) {
  const moved = maps.walkerOn(from);
  if (moved) {
    maps.put(moved, to);
    return;
  }
  choice.clear();
  pickSpot(spotOfCell(from));
  if (choice.picked.length > 0) pickSpot(spotOfCell(to));
}

function showHint() {
  const best = moves.find(move => move.rank === 0);
  if (!best) return;
  hinted = true;
  showChoice();
  best.button.classList.add('hinted');
  best.button.scrollIntoView({block: 'nearest'});
  byId('spoken').textContent = `Hint: ${best.text}, ${best.value}`;
  byId('sentence').textContent = `${position.to_move} to move. Hint: ${best.text} (${best.value}).`;
}

/**
 * Makes a best move for the opponent of the person after a delay, unless another position is displayed by then. Repeats
 * the request if the server does not respond.
 */
function replySoon(delay = replyDelay) {
  const from = position;
  const best = moves.find(move => move.rank === 0);
  const isLate = moveLimit() !== null && position.plies_played >= moveLimit();
  const isWanted = () => from === position && !isPersonToMove();
  if (!best || isLate) return;
  setTimeout(async () => {
    if (isWanted() && !await makeMove(best, 'replaceState') && isWanted()) replySoon(retryDelay);
  }, delay);
}

// --- controls --------------------------------------------------------------------------------------------------------

function listen() {
  byId('table').addEventListener('change', () => openPosition(byId('table').value, start));
  for (const opens of ['pointerdown', 'focus']) byId('table').addEventListener(opens, () => listTables().catch(() => {}));
  byId('undo').addEventListener('click', () => step(-1));
  byId('redo').addEventListener('click', () => step(1));
  byId('hint').addEventListener('click', showHint);
  byId('start').addEventListener('click', () => openPosition(meta.name, start));
  byId('random').addEventListener('click', async () => {
    try {
      const found = await request(['tables', meta.name, 'random'], {seed: Math.floor(Math.random() * 2 ** 31)});
      await openPosition(meta.name, {...start, state: found.state});
    } catch (error) {
      fail(error);
    }
  });
  byId('side').addEventListener('change', () => {
    setSide(byId('side').value);
    remember('replaceState');
    showPosition();
  });
  byId('values').addEventListener('change', () => {
    remember('replaceState');
    showValue();
  });
  byId('map').addEventListener('change', () => (choice.clear(), showChoice(), maps.show()));
  byId('go').addEventListener('submit', event => {
    event.preventDefault();
    openPosition(meta.name, {state: byId('state').value.trim() || null, toMove: position.to_move, plies: 0});
  });
  byId('moves').addEventListener('keydown', event => walkButtons(byId('moves'), event));
  document.addEventListener('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches('input[type=text]')) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (key !== 'z' && !isRedo) return;
    event.preventDefault();
    step(isRedo ? 1 : -1);
  });
  addEventListener('popstate', onAddress);
}

/** Updates the list of tables. A table that cannot be read is disabled, and displays its error. */
async function listTables() {
  const {tables} = await request(['tables']);
  const options = new Map([...byId('table').options].map(option => [option.value, option]));
  for (const {name, error} of tables) {
    const option = options.get(name) ?? byId('table').appendChild(new Option('', name));
    option.text = error ? `${name}: ${error}` : name;
    option.disabled = Boolean(error);
  }
  return tables;
}

async function begin() {
  try {
    const tables = await listTables();
    listen();
    const first = tables.find(({error}) => !error);
    if (!first) throw new Error(tables.length === 0 ? 'No tables found.' : `${tables[0].name}: ${tables[0].error}`);
    firstName = first.name;
    await onAddress();
  } catch (error) {
    fail(error);
  }
}

begin();
