// SPDX-License-Identifier: MIT
// Formats and parses addresses of positions, which have the form `#TABLE?state=...`.
import {queryText} from './api.js';
import {shortText} from './phrases.js';

/**
 * The address of a position. It contains the player to move only if positions are relative, and plies only if the game
 * has a move limit. @param node  `{state, toMove, plies}`; `toMove` is a name, or null for the first player
 */
export function addressOf(meta, {state, toMove, plies}) {
  const isOther = meta.seen_by === 'player_to_move' && toMove === meta.players[1];
  const isLimited = (meta.move_limit ?? null) !== null;
  const parameters = {state, to_move: isOther ? toMove : null, plies_played: isLimited && plies > 0 ? plies : null};
  return `#${encodeURIComponent(meta.name)}${queryText(parameters)}`;
}

/**
 * Parses an address. @returns `{name, at}`: the table's name, which may be empty, and the position as in `addressOf`,
 * whose `state` is null for the start. @throws Error if the address is invalid
 */
export function readAddress(hash) {
  const text = hash.slice(1), mark = text.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  const name = mark < 0 ? text : text.slice(0, mark);
  const at = {state: query.get('state'), toMove: query.get('to_move'), plies: Number(query.get('plies_played') ?? 0)};
  try {
    return {name: decodeURIComponent(name), at};
  } catch {
    throw new Error(`Invalid address: '${shortText(name, 40)}' is not a table name; choose a table.`);
  }
}

/** The start of a table in the game's notation, or null. */
export const startOf = meta => meta.start?.state ?? meta.start ?? null;
