// SPDX-License-Identifier: MIT
// The server's answers.

const maxTries = 3;
const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

/** `name=value` pairs of a query; null and undefined are left out, arrays are repeated. */
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

/** The object in an answer; an empty one if a refusal has none.
 *  @throws Error if the answer is not whole, AbortError if it is not wanted any more */
async function readAnswer(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    if (response.ok) throw new Error('The answer of the server is incomplete.');
    return {};
  }
}

/** The object that the server answers. A busy server is asked again.
 *  @param path  names below `api`, not encoded
 *  @throws Error with one line */
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
    const isTable = path.length === 2;  // one that is damaged stays so
    if (response.status === 503 && !isTable && tries < maxTries) {
      await wait(Math.min(10, Number(response.headers.get('Retry-After')) || 1));
      continue;
    }
    const answer = await readAnswer(response);
    if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
    return answer;
  }
}

/** By place the number of a piece or null. @param pieces  pairs of a place and a piece, as the server says them */
export function cellsOf(board, pieces) {
  return withChanges(board.places.map(() => null), pieces);
}

function withChanges(cells, changes) {
  const changed = [...cells];
  for (const [place, piece] of changes) changed[place] = piece;
  return changed;
}

/** A position with its moves. On a board, it and each of its moves have `cells`, by place the number of a piece or null,
 *  and `hands`; the server says only which places have pieces, and what moves change.
 *  @param table  as the server describes it, with its `name` */
export async function askPosition(table, words, signal = undefined) {
  const position = await ask(['tables', table.name, 'position'], words, signal);
  if (!table.board) return position;
  const cells = cellsOf(table.board, position.cells);
  const moves = position.moves.map(
    ({changes, ...move}) => ({hands: position.hands, ...move, cells: withChanges(cells, changes)}));
  return {...position, cells, moves};
}
