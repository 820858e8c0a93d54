// SPDX-License-Identifier: MIT
// Sends requests to the server.

const maxTries = 3;
const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

/** The query `?name=value&...`; omits null and undefined values, and repeats the name for each element of an array. */
export function queryText(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) query.append(name, one);
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The JSON object in a response, or an empty object if an error response has none. @throws Error if the response is
 * incomplete, AbortError if the request was aborted
 */
async function readAnswer(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    if (response.ok) throw new Error('The response of the server is incomplete; try again.');
    return {};
  }
}

/**
 * The JSON object that the server returns. Repeats the request if the server is busy. @param path  segments after
 * `api`, not encoded @throws Error whose message is one line
 */
export async function request(path, parameters = {}, signal = undefined) {
  const url = `api/${path.map(encodeURIComponent).join('/')}${queryText(parameters)}`;
  for (let tries = 1;; ++tries) {
    let response;
    try {
      response = await fetch(url, {signal});
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Error('The server does not respond; check that it is running, and reload the page.');
    }
    const isTable = path.length === 2;  // its status 503 means that the table is damaged
    if (response.status === 503 && !isTable && tries < maxTries) {
      await wait(Math.min(10, Number(response.headers.get('Retry-After')) || 1));
      continue;
    }
    const answer = await readAnswer(response);
    if (!response.ok) throw new Error(answer.error ?? `The server returned the status ${response.status}.`);
    return answer;
  }
}

/** The piece of each cell, as its number or null. @param pieces  pairs `[cell, piece]`, as in the server's response */
export function cellsOf(board, pieces) {
  return withChanges(board.places.map(() => null), pieces);
}

function withChanges(cells, changes) {
  const changed = [...cells];
  for (const [cell, piece] of changes) changed[cell] = piece;
  return changed;
}

/**
 * Requests a position with its moves. If the game has a board, the position and each move have `hands` and `cells`, as
 * of `cellsOf`; the server sends only occupied cells, and the changes of moves. @param table  the server's description
 * of the table, with its `name`
 */
export async function requestPosition(table, parameters, signal = undefined) {
  const position = await request(['tables', table.name, 'position'], parameters, signal);
  if (!table.board) return position;
  const cells = cellsOf(table.board, position.cells);
  const moves = position.moves.map(
    ({changes, ...move}) => ({hands: position.hands, ...move, cells: withChanges(cells, changes)}));
  return {...position, cells, moves};
}
