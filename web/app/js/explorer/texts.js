/** Everything that the explorer says. */

export const SAYS = {
  title: 'Explorer',
  lead: 'What was played in a position, in the games that are kept here and in the experiments of the laboratory. Positions that are the same but for a symmetry of the board count together.',
  needsProgram: 'Looking through games needs the program: run hexring on your own machine, and this page has it.',
  looking: 'Looking…',
  source: 'Look in',
  everywhere: 'All games',
  own: 'Games played here',
  board: 'Another board',
  topology: 'Board',
  topologies: /** @type {[string, string][]} */ ([['plane', 'Plane'], ['cylinder', 'Cylinder'], ['torus', 'Torus']]),
  columns: 'Columns',
  rows: 'Rows',
  turns: 'Turns',
  turnRules: /** @type {[string, string][]} */ ([['alternate', 'Alternate'], ['random', 'A coin decides']]),
  show: 'Show this board',
  start: 'Start',
  back: 'Back',
  analyse: 'Analyse',
  coin: 'The next stone is',
  colors: { red: 'Red', blue: 'Blue' },
  moves: 'Moves so far',
  continuations: 'What was played',
  table: ['Move', 'Games', 'Won by the mover', 'Then'],
  games: 'Games with this position',
  list: ['Red', 'Blue', 'Result', 'Open'],
  nothing: 'No game has this position.',
  noMoves: 'These games end here.',
  /** @param {number} games @param {number} red @param {number} blue */
  summary: (games, red, blue) => `${games} games: Red won ${red}, Blue ${blue}.`,
  /** @param {number} share @param {number} low @param {number} high */
  share: (share, low, high) => `${(100 * share).toFixed(1)} % (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`,
  /** @param {'red' | 'blue' | null} winner @param {number} plies */
  result: (winner, plies) => `${winner ? `${winner} wins` : 'no result'}, ${plies} moves`,
  /** @param {string} move */
  play: (move) => `Play ${move}`,
  /** @param {string} key */
  open: (key) => `Open game ${key}`,
};
