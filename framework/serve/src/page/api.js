// SPDX-License-Identifier: MIT
// Requests to the server.

const maxTries = 3;
const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

/** `name=value` pairs of a query; null and undefined are omitted, arrays are repeated. */
export function queryText(words) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) query.append(name, one);
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The object in an answer; an empty one if an error response has none. @throws Error if the answer is incomplete,
 * AbortError if it is no longer needed
 */
async function readAnswer(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    if (response.ok) throw new Error('The answer of the server is incomplete.');
    return {};
  }
}

/**
 * The object that the server returns. A request to a busy server is repeated. @param path  names below `api`, not
 * encoded @throws Error with one line
 */
export async function ask(path, words = {}, signal = undefined) {
  const url = `api/${path.map(encodeURIComponent).join('/')}${queryText(words)}`;
  for (let tries = 1;; ++tries) {
    let response;
    try {
      response = await fetch(url, {signal});
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Error('The server does not answer.');
    }
    const isTable = path.length === 2;  // a damaged table stays damaged
    if (response.status === 503 && !isTable && tries < maxTries) {
      await wait(Math.min(10, Number(response.headers.get('Retry-After')) || 1));
      continue;
    }
    const answer = await readAnswer(response);
    if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
    return answer;
  }
}

/** [cell]: the number of a piece or null. @param pieces  pairs of a cell and a piece, as in the server's answer */
export function cellsOf(board, pieces) {
  return withChanges(board.places.map(() => null), pieces);
}

function withChanges(cells, changes) {
  const changed = [...cells];
  for (const [place, piece] of changes) changed[place] = piece;
  return changed;
}

/**
 * A position with its moves. On a board, the position and each of its moves have `cells`, the number of a piece or null
 * by cell, and `hands`; the server sends only the occupied cells, and the changes of moves. @param table  the server's
 * description, with the table's `name`
 */
export async function askPosition(table, words, signal = undefined) {
  const position = await ask(['tables', table.name, 'position'], words, signal);
  if (!table.board) return position;
  const cells = cellsOf(table.board, position.cells);
  const moves = position.moves.map(
    ({changes, ...move}) => ({hands: position.hands, ...move, cells: withChanges(cells, changes)}));
  return {...position, cells, moves};
}
