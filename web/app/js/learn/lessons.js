/**
 * The tour: what it says, and the positions that it is played on. `web/tests/learn.test.js` asks the
 * solver about every one of them.
 */

/** @import { Color } from '../types.js' */
/** @import { Start } from './judge.js' */

/**
 * @typedef {object} Reason   Why something is so, in words and drawn on the board.
 * @property {string} text
 * @property {string} [cells]   Cells that it speaks of.
 * @property {string} [player]   Whose score map is drawn instead.
 */

/**
 * @typedef {object} Task   What a step asks for, by its `kind`.
 *
 * - `win`: play until you have won. Moves that give the win away are refused with their refutation,
 *   unless it is `free`.
 * - `find`: one of the `answers`. They are all moves that win (`wins`), all that lose (`loses`), or
 *   where a coin decides the best ones (`best`).
 * - `end`: play until somebody has won.
 * - `follow`: play until you have won, by the rules of a `strategy`.
 * - `place`: any legal move.
 * - `fill`, `flip`: a full board, drawn anew `times` times; a full board whose cells you turn over.
 * - `choose`: one of some words.
 *
 * @property {'win' | 'find' | 'end' | 'follow' | 'place' | 'fill' | 'flip' | 'choose'} kind
 * @property {boolean} [free]
 * @property {string} [answers]
 * @property {'wins' | 'loses' | 'best'} [are]
 * @property {string} [opponent]   The player that answers.
 * @property {string} [attacks]   What the other side plays first, as far as it can.
 * @property {string} [strategy]
 * @property {number} [times]
 * @property {{ label: string, right: boolean, says: string }[]} [choices]
 */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} text
 * @property {Start} start
 * @property {Color} you
 * @property {Task} task
 * @property {string} done   What is said when it is reached.
 * @property {string} [missed]   What is said of a move that misses it.
 * @property {Reason} why
 */

/** @typedef {{ id: string, title: string, about: string, steps: Step[] }} Chapter */

/** @type {Chapter} */
const connect = {
  id: 'connect', title: 'Connect', about: 'How to move, and how to win.',
  steps: [
    {
      title: 'One stone is missing',
      text: 'Red wins by joining the top edge with the bottom edge. Stones join where their cells touch. You are Red: click the cell that is missing.',
      start: { rules: { board: '4x4' }, red: 'c1 c2 b3', blue: 'a2 b2 d3', toMove: 'red' }, you: 'red', task: { kind: 'win' },
      done: 'Top and bottom are joined. The white line shows how.',
      missed: 'The red stones do not reach the bottom yet.',
      why: { text: 'The stone on b3 touches two cells of the last row. Either one joins it with the bottom.', cells: 'a4 b4' },
    },
    {
      title: 'Blue goes sideways',
      text: 'Blue wins by joining the left edge with the right edge. Now you are Blue. Put the missing stone.',
      start: { rules: { board: '4x4' }, red: 'b1 d3 b4', blue: 'a3 b2 c2', toMove: 'blue' }, you: 'blue', task: { kind: 'win' },
      done: 'Left and right are joined: Blue has won.',
      missed: 'The blue stones do not reach the right edge yet.',
      why: { text: 'The stone on c2 touches two cells of the last column.', cells: 'd1 d2' },
    },
    {
      title: 'Win a whole game',
      text: 'An empty board, and you begin as Red. Players take turns, one stone each, and stones never move. Join top and bottom.',
      start: { rules: { board: '3x3' }, toMove: 'red' }, you: 'red', task: { kind: 'win', free: true, opponent: 'level:n=1' },
      done: 'You have won your first game.',
      missed: 'Blue was quicker this time. Try again.',
      why: { text: 'Begin in the middle. From there two ways lead to the top and two to the bottom, and Blue can close only one of each.', cells: 'b1 c1 a3 b3' },
    },
  ],
};

/** @type {Chapter} */
const noDraw = {
  id: 'no-draw', title: 'No draw', about: 'Why somebody always wins.',
  steps: [
    {
      title: 'Fill the board',
      text: 'Let chance put a stone on every cell. However they fall, one colour has its line, and never both. Fill the board three times.',
      start: { rules: { board: '5x5' } }, you: 'red', task: { kind: 'fill', times: 3 },
      done: 'Three times, three winners. It never ends without one.',
      why: { text: 'Take all red stones that hang together with the top. If they reach the bottom, Red has won. If not, the cells along their border are blue, and this border runs from left to right without a gap.' },
    },
    {
      title: 'Turn the winner round',
      text: 'The board is full. Click a cell to change its colour, and look who has won. Make the other colour win.',
      start: { rules: { board: '4x4' }, red: 'a1 b1 c1 d2 c2 b3 b4 a4', blue: 'd1 a2 b2 a3 c3 d3 c4 d4' }, you: 'red', task: { kind: 'flip' },
      done: 'To cut one line you had to complete the other. So there is no draw.',
      missed: 'The line has found another way.',
      why: { text: 'Only three cells meet at each corner, so two lines can never cross. The only way to stop one is the other.' },
    },
  ],
};

/** @type {Chapter} */
const bridges = {
  id: 'bridges', title: 'Bridges', about: 'Two stones apart, and yet joined.',
  steps: [
    {
      title: 'Blue comes in',
      text: 'The red stones on c2 and b4 do not touch, but two cells lie between them. This is a bridge. Blue plays into it: answer.',
      start: { rules: { board: '5x5' }, red: 'c2 b4', blue: 'a4 d4 e2', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'c3 c1 b5' },
      done: 'Blue took one cell of each pair, you took the other. That is all there is to a bridge.',
      missed: 'Blue cuts through.',
      why: { text: 'Each red stone needs one cell of a pair. When Blue takes one of a pair, take the other one at once.', cells: 'b3 c3 c1 d1 a5 b5' },
    },
    {
      title: 'The other side',
      text: 'The same bridge, and Blue tries the other cell.',
      start: { rules: { board: '5x5' }, red: 'c2 b4', blue: 'a4 d4 e2', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'b3 d1 a5' },
      done: 'It does not matter on which side Blue comes in.',
      missed: 'Blue cuts through.',
      why: { text: 'Each red stone needs one cell of a pair. When Blue takes one of a pair, take the other one at once.', cells: 'b3 c3 c1 d1 a5 b5' },
    },
    {
      title: 'Build one',
      text: 'A bridge goes further than a step beside your stone, and is as safe. There is one winning move. Find it.',
      start: { rules: { board: '5x5' }, red: 'c2', blue: 'd3 c4', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'b4', are: 'wins' },
      done: 'c2 and b4 are joined by a bridge, and each of them with its edge.',
      missed: 'Blue gets in front of you.',
      why: { text: 'From c2 a bridge leads to b4, past the blue stones: Blue cannot take both cells between. And b4 has two cells to the bottom.', cells: 'b3 c3 a5 b5' },
    },
  ],
};

/** @type {Chapter} */
const edges = {
  id: 'edges', title: 'Edges', about: 'How much room a stone needs to reach an edge.',
  steps: [
    {
      title: 'The second row',
      text: 'A stone one row away from the edge has two cells to it: a bridge to the edge. Blue takes one. Hold it.',
      start: { rules: { board: '4x4' }, red: 'b1 b2 b3', blue: 'c1 c2 a3', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'b4 a4' },
      done: 'A stone on the second row is as good as at the edge.',
      missed: 'Blue goes through below your stone.',
      why: { text: 'b3 touches a4 and b4. Blue has one of them, so you take the other.', cells: 'a4 b4' },
    },
    {
      title: 'The third row',
      text: 'Two rows away a stone is still joined with the edge, if it has this much room. Blue attacks, you hold.',
      start: { rules: { board: '6x4' }, red: 'd1 d2', blue: 'c1 e1 c2 f2 b3 f3 a4', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'c3' },
      done: 'These cells are called a template: inside it Red can answer everything.',
      missed: 'Now Blue closes the way to the edge.',
      why: { text: 'Red needs these cells. When Blue blocks on one side, go down on the other, to the second row, where two cells are left to the edge.', cells: 'e2 c3 d3 e3 b4 c4 d4 e4' },
    },
    {
      title: 'The other way down',
      text: 'The same room, and Blue stands right below your stone.',
      start: { rules: { board: '6x4' }, red: 'd1 d2', blue: 'c1 e1 c2 f2 b3 f3 a4', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'd3' },
      done: 'Red reaches the second row on one side or the other.',
      missed: 'Now Blue closes the way to the edge.',
      why: { text: 'Beside d3 there is room on both sides. A stone on the second row, or a bridge to it, has two cells to the edge.', cells: 'e2 c3 e3 b4 c4 d4 e4' },
    },
  ],
};

/** @type {Chapter} */
const ladders = {
  id: 'ladders', title: 'Ladders', about: 'Running along an edge, and the stone that ends it.',
  steps: [
    {
      title: 'Running along the edge',
      text: 'Red threatens to reach the bottom, Blue must block, Red goes on beside it: a ladder. Follow it to its end on row 4 and see who wins.',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4', blue: 'a4 a5 b5 c3 d3 e3 f3', toMove: 'red' }, you: 'red',
      task: { kind: 'end', attacks: 'c5 d5 e5 f5' },
      done: 'The ladder ends at the side, and Blue has its line below you. A ladder alone leads nowhere.',
      why: { text: 'Each red stone on row 4 threatens one cell below it, and Blue just takes that cell.', cells: 'c5 d5 e5 f5' },
    },
    {
      title: 'A ladder escape',
      text: 'The same ladder, but a red stone waits on e5. There is one winning move now: begin the ladder.',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4 e5', blue: 'a4 a5 b5 c3 d3 e3 f3', toMove: 'red' }, you: 'red',
      task: { kind: 'win', attacks: 'c5 d5' },
      done: 'The ladder has run into your own stone. Such a stone is called a ladder escape.',
      missed: 'Blue gets in front of the ladder.',
      why: { text: 'Go along row 4, stone by stone. Each one threatens the bottom, so Blue has no time, and on e4 you meet e5.', cells: 'c4 d4 e4' },
    },
    {
      title: 'Two threats in one move',
      text: 'There is a hole in the blue wall on d3, and Red has a stone above it. There is one winning move. Find it.',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4 d2', blue: 'a4 a5 b5 c3 e3 f3 e2', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'd4', are: 'wins' },
      done: 'd4 is safe below, and above it has two ways: through c4 to b4, or through d3 to d2. Blue can close one.',
      missed: 'Blue closes the hole or the ladder, and that was enough.',
      why: { text: 'Look for the cell that uses both: the ladder on row 4 and the hole on d3.', cells: 'c4 d3' },
    },
  ],
};

/** @type {Chapter} */
const swap = {
  id: 'swap', title: 'The swap', about: 'What makes the first move fair.',
  steps: [
    {
      title: 'Red begins in the middle',
      text: 'The first player has an advantage. So after the first move the second player may swap, and take that stone over. Red has begun in the middle. You are second: swap?',
      start: { rules: { board: '5x5' }, red: 'c3', blue: '', toMove: 'blue' }, you: 'blue',
      task: {
        kind: 'choose', choices: [
          { label: 'Swap', right: true, says: 'Right. The middle wins, so take it.' },
          { label: 'Play on as Blue', right: false, says: 'Against best play Blue is lost now.' },
        ],
      },
      done: 'So a first move that is too strong helps nobody.',
      why: { text: 'With one of these first moves Red wins by best play. The middle is one of them.', cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
    {
      title: 'Red begins in a corner',
      text: 'Now Red has begun on a1. Do you want this stone?',
      start: { rules: { board: '5x5' }, red: 'a1', blue: '', toMove: 'blue' }, you: 'blue',
      task: {
        kind: 'choose', choices: [
          { label: 'Swap', right: false, says: 'This stone is worth less than your turn.' },
          { label: 'Play on as Blue', right: true, says: 'Right. The corner helps Red very little, and it is your turn.' },
        ],
      },
      done: 'A weak first move is left where it is.',
      why: { text: 'Only these first moves win for Red. The corner is not among them.', cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
    {
      title: 'Begin yourself',
      text: 'You are Red, and Blue may swap. Find a first move that Blue should not take over.',
      start: { rules: { board: '5x5' }, toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a1 b1 c1 d1 a2 a3 e3 e4 b5 c5 d5 e5', are: 'loses' },
      done: 'Blue leaves this stone to you. On larger boards good first moves are those that nobody is sure about.',
      missed: 'Blue would swap, and own a winning stone.',
      why: { text: 'These are the first moves that are too strong. Stay near the edge instead.', cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
  ],
};

/** The chapters on flat boards. @type {Chapter[]} */
export const PLANE = [connect, noDraw, bridges, edges, ladders, swap];
