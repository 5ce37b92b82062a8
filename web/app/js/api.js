/** Calls of the server. Refusals are errors with the server's words. */

/** @import { Choice, Color, Experiment, Game, GameRecord, LabGame, Level, Listed, Player, Position, Report, Rules, Thought } from './types.js' */

/** The server wants to know first who asks. */
export class Stranger extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function request(method, path, body, signal) {
  const json = { 'Content-Type': 'application/json' };
  const init = body === undefined ? { method, signal } : { method, signal, headers: json, body: JSON.stringify(body) };
  const response = await fetch(path, init).catch((error) => {
    throw error.name === 'AbortError' ? error : new Error('the server does not answer');
  });
  if (!response.ok) {
    const fault = await response.json().catch(() => ({}));
    const words = fault.error ?? `the server answers ${response.status}`;
    throw response.status === 401 ? new Stranger(words) : new Error(words);
  }
  return response;
}

/** @param {string} path @param {unknown} body */
const post = async (path, body) => (await request('POST', path, body)).json();

/** @returns {Promise<Player[]>} */
export const players = async () => (await request('GET', '/api/players')).json();

/** @returns {Promise<Level[]>} */
export const levels = async () => (await request('GET', '/api/levels')).json();

/** @param {object} settings @returns {Promise<Game>} */
export const newGame = (settings) => post('/api/games', settings);

/** @param {string} id @returns {Promise<Game>} */
export const game = async (id) => (await request('GET', `/api/games/${id}`)).json();

/** @param {string} search @returns {Promise<Listed[]>} */
export const games = async (search) =>
  (await request('GET', `/api/games?search=${encodeURIComponent(search)}`)).json();

/** @param {string} id */
export const deleteGame = (id) => request('DELETE', `/api/games/${id}`);

/** @param {string} id @param {string} move @param {number} after @returns {Promise<Game>} */
export const play = (id, move, after) => post(`/api/games/${id}/moves`, { move, after });

/** @param {string} id @param {'undo' | 'redo' | 'resign' | 'stop' | 'step'} action @returns {Promise<Game>} */
export const act = (id, action) => post(`/api/games/${id}/${action}`, {});

/** @param {string} id @param {{ paused?: boolean, pace?: number }} settings @returns {Promise<Game>} */
export const settings = (id, settings) => post(`/api/games/${id}/settings`, settings);

/** @param {string} id @param {string} player @returns {Promise<Choice>} */
export const hint = (id, player) => post(`/api/games/${id}/hint`, { player });

/** @param {string} id @returns {Promise<GameRecord>} */
export const gameRecord = async (id) => (await request('GET', `/api/games/${id}/record?format=json`)).json();

/** @param {GameRecord} record @returns {Promise<Position>} */
export const position = (record) => post('/api/positions', { record });

/** @param {object} request @returns {Promise<{ svg: string }>} */
export const drawing = (request) => post('/api/drawings', request);

/** @param {string} text @param {Rules} [rules] @returns {Promise<{ format: string, record: GameRecord }>} */
export const readRecord = (text, rules) => post('/api/records/read', { text, rules });

/** @param {GameRecord} record @param {string} format @returns {Promise<{ text: string }>} */
export const writeRecord = (record, format) => post('/api/records/write', { record, format });

/**
 * @typedef {{ type: 'thought' | 'choice', choice: Choice }
 *   | { type: 'value', index: number, red: number | null, best: string | null }
 *   | { type: 'progress', nodes: number }
 *   | { type: 'solution', winner?: Color | null, red?: number, moves: string[], nodes?: number, seconds: number, theorem?: string }
 *   | { type: 'error', error: string }} AnalysisLine
 */

/**
 * Asks a player or the solver and hands on every line of its answer. Aborting the signal ends its search.
 *
 * @param {'analyses' | 'evaluations' | 'solutions'} path
 * @param {{ record: GameRecord, player?: string, color?: Color }} body
 * @param {(line: AnalysisLine) => void} hear
 * @param {AbortSignal} signal
 */
export async function analyse(path, body, hear, signal) {
  const response = await request('POST', `/api/${path}`, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = /** @type {AnalysisLine} */ (JSON.parse(text));
      if (line.type === 'error') throw new Error(line.error);
      hear(line);
    }
  }
}

/** @returns {Promise<Experiment[]>} */
export const experiments = async () => (await request('GET', '/api/experiments')).json();

/** @param {object} match @returns {Promise<{ name: string }>} */
export const newMatch = (match) => post('/api/experiments', match);

/** @param {string} name @param {boolean} quick */
export const startExperiment = (name, quick) => request('POST', `/api/experiments/${name}/start`, { quick });

/** @param {string} name */
export const stopExperiment = (name) => request('POST', `/api/experiments/${name}/stop`, {});

/** @param {string} name */
export const deleteMatch = (name) => request('DELETE', `/api/experiments/${name}`);

/** Where the report is a page of its own. @param {string} name @param {boolean} quick */
export const reportPage = (name, quick) => `/api/experiments/${name}/report.html?quick=${quick}`;

/** @param {string} name @param {boolean} quick @returns {Promise<Report>} */
export const report = async (name, quick) => (await request('GET', `/api/experiments/${name}/report?quick=${quick}`)).json();

/** @param {string} name @param {{ player: string, from: number, limit: number }} query @returns {Promise<LabGame[]>} */
export const labGames = async (name, { player, from, limit }) =>
  (await request('GET', `/api/experiments/${name}/games?player=${encodeURIComponent(player)}&from=${from}&limit=${limit}`)).json();

/** @param {string} name @param {string} key @returns {Promise<GameRecord>} */
export const labRecord = async (name, key) =>
  (await request('GET', `/api/experiments/${name}/record?key=${encodeURIComponent(key)}`)).json();

/**
 * Follows a game.
 *
 * @param {string} id
 * @param {{ game: (game: Game) => void, thought: (thought: Thought) => void,
 *   online: (online: boolean) => void, deleted: () => void }} hear
 * @returns {() => void} Ends it.
 */
export const follow = (id, hear) => listen(`/api/games/${id}/live`, (news) => {
  if (news.type === 'game') hear.game(news.game);
  else if (news.type === 'thought') hear.thought(news);
  else hear.deleted();
}, hear.online);

/**
 * Follows the laboratory.
 *
 * @param {{ changed: () => void, progress: (news: { name: string, quick: boolean, done: number, total: number }) => void }} hear
 * @returns {() => void} Ends it.
 */
export const followLaboratory = (hear) => listen('/api/experiments/live', (news) => {
  if (news.type === 'progress') hear.progress(news);
  else hear.changed();
});

/**
 * Listens to news. The connection is made again whenever it breaks, so that a restart of the server
 * is hardly noticed.
 *
 * @param {string} path
 * @param {(news: any) => void} hear
 * @param {(online: boolean) => void} [online]
 * @returns {() => void} Ends it.
 */
function listen(path, hear, online = () => {}) {
  let ended = false;
  /** @type {WebSocket | undefined} */
  let socket;
  const connect = () => {
    if (ended) return;
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);
    socket.onopen = () => online(true);
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = () => {
      if (ended) return;
      online(false);
      setTimeout(connect, 700);
    };
  };
  connect();
  return () => {
    ended = true;
    socket?.close();
  };
}
