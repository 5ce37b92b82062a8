/**
 * What the page asks, in the words of docs/api.md, whoever answers: a server, or the browser itself.
 * Refusals are errors with their words.
 */

/** @import { AnalysisLine, Backend, Beginning, Color, Exact, ExactLine, Experiment, Game, GameRecord, LabGame, Level, Listed, Names, Player, Position, Present, Report, Rules, Thought } from './types.js' */
export { Stranger } from './backend/server.js';

/** Whether the browser itself answers, and there is no server. */
export const isBrowser = document.documentElement.dataset.backend === 'browser';

/** @type {Backend} */
const backend = await (isBrowser ? import('./backend/browser.js') : import('./backend/server.js'));

/** @param {string} path */
const get = (path) => backend.ask('GET', path);

/** @param {string} path @param {unknown} body */
const post = (path, body) => backend.ask('POST', path, body);

/** @returns {Promise<Player[]>} */
export const players = () => get('/api/players');

/** @returns {Promise<Level[]>} */
export const levels = () => get('/api/levels');

/** How a game would begin, and who could play it. @param {object} request @returns {Promise<Beginning>} */
export const beginning = (request) => post('/api/rules', request);

/** Where other machines find the page. @returns {Promise<{ links: string[], local: boolean }>} */
export const addresses = () => get('/api/addresses');

/** @param {object} settings @returns {Promise<Game & { keys?: Names }>} */
export const newGame = (settings) => post('/api/games', settings);

/** @param {string} id @returns {Promise<Game>} */
export const game = (id) => get(`/api/games/${id}`);

/** @param {string} search @returns {Promise<Listed[]>} */
export const games = (search) => get(`/api/games?search=${encodeURIComponent(search)}`);

/** @param {string} id */
export const deleteGame = (id) => backend.ask('DELETE', `/api/games/${id}`);

/** @param {string} id @param {string} move @param {number} after @returns {Promise<Game>} */
export const play = (id, move, after) => post(`/api/games/${id}/moves`, { move, after });

/** The seat that this browser holds. @param {string} id @returns {Promise<Color>} */
export const seat = async (id) => (await get(`/api/games/${id}/seat`)).seat;

/** @param {string} id @param {string} name @returns {Promise<Game>} */
export const setName = (id, name) => post(`/api/games/${id}/name`, { name });

/** @param {string} id @param {'take-back' | 'rematch'} what @returns {Promise<Game>} */
export const offer = (id, what) => post(`/api/games/${id}/offer`, { what });

/** @param {string} id @param {'undo' | 'redo' | 'resign' | 'stop' | 'step' | 'accept' | 'decline'} action @returns {Promise<Game>} */
export const act = (id, action) => post(`/api/games/${id}/${action}`, {});

/** @param {string} id @param {{ paused?: boolean, pace?: number }} settings @returns {Promise<Game>} */
export const settings = (id, settings) => post(`/api/games/${id}/settings`, settings);

/** @param {string} id @returns {Promise<GameRecord>} */
export const gameRecord = (id) => get(`/api/games/${id}/record?format=json`);

/** @param {GameRecord} record @returns {Promise<Position>} */
export const position = (record) => post('/api/positions', { record });

/** @param {object} request @returns {Promise<{ svg: string }>} */
export const drawing = (request) => post('/api/drawings', request);

/** @param {string} text @param {Rules} [rules] @returns {Promise<{ format: string, record: GameRecord }>} */
export const readRecord = (text, rules) => post('/api/records/read', { text, rules });

/** @param {GameRecord} record @param {string} format @returns {Promise<{ text: string }>} */
export const writeRecord = (record, format) => post('/api/records/write', { record, format });

/**
 * Asks a player or the solver and hands on every line of its answer. Aborting the signal ends its search.
 *
 * @param {'analyses' | 'evaluations' | 'solutions'} path
 * @param {{ record: GameRecord, player?: string, color?: Color, seed?: number, endless?: boolean, from?: number }} body
 * @param {(line: AnalysisLine) => void} hear
 * @param {AbortSignal} signal
 */
export const analyse = (path, body, hear, signal) => backend.stream(`/api/${path}`, body, hear, signal);

/** @param {Exact} question @param {(line: ExactLine) => void} hear @param {AbortSignal} signal */
export const exact = ({ path, body }, hear, signal) => backend.stream(`/api/${path}`, body, hear, signal);

/** What was played in the position at the end of a record. @param {{ record: GameRecord, source?: string }} request @returns {Promise<import('./explorer/screen.js').Explored>} */
export const explore = (request) => post('/api/explorer', request);

/** @returns {Promise<Experiment[]>} */
export const experiments = () => get('/api/experiments');

/** @param {object} match @returns {Promise<{ name: string }>} */
export const newMatch = (match) => post('/api/experiments', match);

/** @param {string} name @param {boolean} quick */
export const startExperiment = (name, quick) => backend.ask('POST', `/api/experiments/${name}/start`, { quick });

/** @param {string} name */
export const stopExperiment = (name) => backend.ask('POST', `/api/experiments/${name}/stop`, {});

/** @param {string} name */
export const deleteMatch = (name) => backend.ask('DELETE', `/api/experiments/${name}`);

/** The report as a page of its own, as a file. @param {string} name @param {boolean} quick */
export const reportPage = (name, quick) => backend.file(`/api/experiments/${name}/report.html?quick=${quick}`);

/** All games of an experiment as a file. @param {string} name @param {'csv' | 'jsonl' | 'sgf'} format */
export const labExport = (name, format) => backend.file(`/api/experiments/${name}/export?format=${format}`);

/** @param {string} name @param {boolean} quick @returns {Promise<Report>} */
export const report = (name, quick) => get(`/api/experiments/${name}/report?quick=${quick}`);

/** @param {string} name @param {{ player: string, from: number, limit: number }} query @returns {Promise<LabGame[]>} */
export const labGames = (name, { player, from, limit }) =>
  get(`/api/experiments/${name}/games?player=${encodeURIComponent(player)}&from=${from}&limit=${limit}`);

/** @param {string} name @param {string} key @returns {Promise<GameRecord>} */
export const labRecord = (name, key) => get(`/api/experiments/${name}/record?key=${encodeURIComponent(key)}`);

/**
 * Follows a game.
 *
 * @param {string} id
 * @param {{ game: (game: Game) => void, thought: (thought: Thought) => void,
 *   present: (here: Present) => void, online: (online: boolean) => void, deleted: () => void }} hear
 * @returns {() => void} Ends it.
 */
export const follow = (id, hear) => backend.listen(`/api/games/${id}/live`, (news) => {
  if (news.type === 'game') hear.game(news.game);
  else if (news.type === 'thought') hear.thought(news);
  else if (news.type === 'present') hear.present(news.here);
  // A page may be older than its server: what it does not know is nothing to it.
  else if (news.type === 'deleted') hear.deleted();
}, hear.online);

/**
 * Follows the laboratory.
 *
 * @param {{ changed: () => void, progress: (news: { name: string, quick: boolean, done: number, total: number }) => void }} hear
 * @returns {() => void} Ends it.
 */
export const followLaboratory = (hear) => backend.listen('/api/experiments/live', (news) => {
  if (news.type === 'progress') hear.progress(news);
  else hear.changed();
});
