// SPDX-License-Identifier: MIT
// Addresses of positions: `#TABLE?state=...`.
import {queryText} from './api.js';
import {shortText} from './phrases.js';

/**
 * The address of a position. It has the player to move only if positions do not define it, and plies only if they
 * count. @param node  `state`, `toMove` (a name, or null for the first player), `plies` played before it
 */
export function addressOf(meta, {state, toMove, plies}) {
  const isOther = meta.seen_by === 'player_to_move' && toMove === meta.players[1];
  const isLimited = (meta.move_limit ?? null) !== null;
  const words = {state, to_move: isOther ? toMove : null, plies_played: isLimited && plies > 0 ? plies : null};
  return `#${encodeURIComponent(meta.name)}${queryText(words)}`;
}

/**
 * The table of an address, `name` (may be empty), and the position, `at`, whose `state` is null for the start. @throws
 * Error for an invalid address
 */
export function readAddress(hash) {
  const text = hash.slice(1), mark = text.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  const name = mark < 0 ? text : text.slice(0, mark);
  const at = {state: query.get('state'), toMove: query.get('to_move'), plies: Number(query.get('plies_played') ?? 0)};
  try {
    return {name: decodeURIComponent(name), at};
  } catch {
    throw new Error(`${shortText(name, 40)}: not the name of a table`);
  }
}

/** The start of a table in the game's notation, or null. */
export const startOf = meta => meta.start?.state ?? meta.start ?? null;
