/** The tour beyond the plain board: cylinder, torus, seasons and coins. */

/** @import { Chapter } from './lessons.js' */

/** @type {Chapter} */
const cylinder = {
  id: 'cylinder', title: 'The cylinder', about: 'The left and right edges are one. Blue closes rings.',
  steps: [
    {
      title: 'A ring',
      text: 'On a cylinder the last column touches the first; the pale cells at the sides are copies. Red still joins top and bottom. Blue wins with a ring that goes all around: close it.',
      start: { rules: { board: 'cylinder:5x3' }, red: 'a1 a3 d3 e3', blue: 'a2 b2 c2 d1 d2', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'e2', are: 'wins' },
      done: 'The ring is closed. Drag the board sideways to see that it has no end.',
      missed: 'Red goes through the gap.',
      why: { text: 'The blue stones go from a2 to d2. Beyond e2 comes a2 again.', cells: 'e2' },
    },
    {
      title: 'Is this a ring?',
      text: 'Blue has a line from column a to column e, the first to the last. Has Blue won?',
      start: { rules: { board: 'cylinder:5x4' }, red: 'a1 b1 c4 d4', blue: 'a4 b3 c3 d2 e1', toMove: 'red' }, you: 'blue',
      task: {
        kind: 'choose', choices: [
          { label: 'Yes', right: false, says: 'Follow the line over the side: e1 does not touch a4.' },
          { label: 'No', right: true, says: 'Right. It has to come back to where it began.' },
        ],
      },
      done: 'Touching both sides is nothing here. Only a closed ring counts.',
      why: { text: 'The line begins in row 4 and ends in row 1. Between e1 and a4 it is open.', cells: 'a4 e1' },
    },
    {
      title: 'An even number of columns',
      text: 'With an even number of columns Red wins whoever begins: it always answers half way around, in the same ring. Try to close a ring as Blue, and watch.',
      start: { rules: { board: 'cylinder:4x4', first: 'blue' }, toMove: 'blue' }, you: 'blue',
      task: { kind: 'end', opponent: 'mirror' },
      done: 'Red has won. It does so on every cylinder with an even number of columns.',
      why: { text: 'Suppose that you close a ring. Its copy half way around would be all red. But both rings reach equally far up and down, so they would have to cross, and cannot.' },
    },
    {
      title: 'Do it yourself',
      text: 'Now you are Red, and Blue begins. Answer each blue stone half way around in its ring: two columns on.',
      start: { rules: { board: 'cylinder:4x3', first: 'blue' }, toMove: 'blue' }, you: 'red',
      task: { kind: 'follow', strategy: 'mirror', attacks: 'a2 b1 d2 c3' },
      done: 'Alpern and Beck found this in 1991. You have just played it.',
      missed: 'This is not the cell half way around.',
      why: { text: 'Count two columns from Blue’s last stone, in the same row.' },
    },
    {
      title: 'Three columns',
      text: 'With three columns there is no half way, and still Red wins every time. Play Blue, and read the reason for each answer.',
      start: { rules: { board: 'cylinder:3x4', first: 'blue' }, toMove: 'blue' }, you: 'blue',
      task: { kind: 'end', opponent: 'three-rings' },
      done: 'Red has won again. Huneke, Hayward and Toft proved in 2014 that it always does, however many rings there are.',
      why: { text: 'Red answers in or beside your ring, so that a red stone of that ring touches red in the rings above and below. So the red stones never lose touch from top to bottom.' },
    },
    {
      title: 'Answer by the rule',
      text: 'You are Red. Blue plays in a ring; answer so that a red stone of that ring touches red stones of the rings above and below. Beyond the top and the bottom everything counts as red.',
      start: { rules: { board: 'cylinder:3x3', first: 'blue' }, toMove: 'blue' }, you: 'red',
      task: { kind: 'follow', strategy: 'three-rings', attacks: 'a2 c1 c3' },
      done: 'That is the whole strategy. With five columns it fails, and there nobody knows yet whether Red always wins.',
      missed: 'This does not join the ring as well as it could.',
      why: { text: 'Look at the ring of Blue’s last stone. Join it with both neighbours if one move does; otherwise with the ring below, or above.' },
    },
  ],
};

/** @type {Chapter} */
const torus = {
  id: 'torus', title: 'The torus', about: 'All edges meet. Both players close rings.',
  steps: [
    {
      title: 'Red goes round downwards',
      text: 'Here the top also touches the bottom, and there are no edges at all. Red needs a ring that winds downwards. Close it.',
      start: { rules: { board: 'torus:4x4' }, red: 'a1 a3 a4 b3', blue: 'b1 c2 c4 d3', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a2', are: 'wins' },
      done: 'Down, over the edge, and back to the beginning. Drag the board in any direction to see it.',
      missed: 'Blue goes through the gap.',
      why: { text: 'Column a is red but for one cell.', cells: 'a2' },
    },
    {
      title: 'Blue goes round sideways',
      text: 'Blue needs a ring that winds sideways. You are Blue: close it.',
      start: { rules: { board: 'torus:4x4' }, red: 'c2 d1 d2 d4', blue: 'a3 b1 b3 c3', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'd3', are: 'wins' },
      done: 'That is a ring for Blue. A ring that comes back without going round would count for nobody.',
      missed: 'Red goes through the gap.',
      why: { text: 'Row 3 is blue but for one cell.', cells: 'd3' },
    },
    {
      title: 'Spirals',
      text: 'A ring may wind sideways and downwards at once. For Red only the way down counts. There is one winning move. Find it.',
      start: { rules: { board: 'torus:4x4' }, red: 'a2 b4 c3 d3', blue: 'a1 a4 c2 d1', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'b1', are: 'wins' },
      done: 'A spiral. Two spirals fit beside each other, so on a full torus both may have a ring: the first one wins.',
      missed: 'Blue comes between.',
      why: { text: 'The red stones go up from b4 to c3 and d3, over the right side to a2. One cell joins a2 with b4, over the bottom.', cells: 'b1' },
    },
    {
      title: 'Win one',
      text: 'On a torus all first moves are alike, and on a square one who begins wins with best play. You begin.',
      start: { rules: { board: 'torus:3x3' }, toMove: 'red' }, you: 'red', task: { kind: 'win' },
      done: 'A ring that winds downwards: you have won.',
      missed: 'Blue can now close its ring first.',
      why: { text: 'Make two ways to close your ring at once, and take away a cell of Blue’s whenever it has one.' },
    },
  ],
};

const TWO_SEASONS = { layout: '1212/2121/1212/2121', years: { red: '12', blue: '12' } };

/** @type {Chapter} */
const seasons = {
  id: 'seasons', title: 'Seasons', about: 'Not every cell can be played at every time.',
  steps: [
    {
      title: 'It is season 1',
      text: 'Every cell belongs to a season. On your first move you may only play in season 1, on the next in season 2, and so on around the year. Cells out of season are dim. Put a stone.',
      start: { rules: { board: '4x4', seasons: TWO_SEASONS }, toMove: 'red' }, you: 'red', task: { kind: 'place' },
      done: 'Your next move will be in season 2. Blue has a year of its own.',
      why: { text: 'These are the cells of season 1.', cells: 'a1 c1 b2 d2 a3 c3 b4 d4' },
    },
    {
      title: 'Think of the next season',
      text: 'You are Red in season 2, and your next move will be in season 1. There is one winning move. Find it.',
      start: { rules: { board: '4x4', seasons: TWO_SEASONS }, moves: 'a1 b2 d1 c2 c3 d2' }, you: 'red',
      task: { kind: 'find', answers: 'a2', are: 'wins' },
      done: 'Right. A bridge is safe only if you may answer in it, so count the seasons.',
      missed: 'Blue’s line is quicker in this season.',
      why: { text: 'Blue has b2, c2 and d2, and needs a2 or a3. a2 is of this season: take it now. a3 is of season 1, where you move before Blue.', cells: 'a2 a3' },
    },
  ],
};

/** @type {Chapter} */
const coins = {
  id: 'coins', title: 'Random turns', about: 'A coin decides who moves.',
  steps: [
    {
      title: 'The coin falls',
      text: 'Before every move a fair coin decides whose turn it is. Play to the end, and see how the luck turns.',
      start: { rules: { board: '3x3', turns: 'random' } }, you: 'red', task: { kind: 'end', opponent: 'random-spot' },
      done: 'Somebody may move three times in a row. All the same, good moves win more often.',
      why: { text: 'Whoever moves, the best cell is the one that most often decides the game if all the rest is filled by coins.', player: 'random-spot' },
    },
    {
      title: 'The cell that matters most',
      text: 'The best cell is the same for both players: the one that is most likely to decide the game. The coin says Red. Find it.',
      start: { rules: { board: '3x3', turns: 'random' }, red: 'a1', blue: 'c3', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a3', are: 'best' },
      done: 'Right. Taking it moves the chances most, for you or for Blue.',
      missed: 'Another cell decides the game more often.',
      why: { text: 'The greener a cell, the better your chances once you have it, with the rest left to the coin. For the other colour the order is the same.', player: 'random-spot' },
    },
    {
      title: 'On a larger board',
      text: 'Red has c2, Blue has d3, and the coin says Blue. Which cell matters most?',
      start: { rules: { board: '5x5', turns: 'random' }, red: 'c2', blue: 'd3', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'c3', are: 'best' },
      done: 'Right. Red would want this cell as much as you.',
      missed: 'Another cell decides the game more often.',
      why: { text: 'The greener a cell, the better your chances once you have it, with the rest left to the coin. For the other colour the order is the same.', player: 'random-spot' },
    },
  ],
};

/** The chapters beyond flat boards. @type {Chapter[]} */
export const BEYOND = [cylinder, torus, seasons, coins];
