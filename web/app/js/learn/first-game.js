/** The way from the tour to a game of one's own. */

import * as api from '../api.js';
import { attempt, button } from '../dom.js';
import { texts } from '../words/language.js';

/** Begins a game on a small board against the weakest level. There is no swap: a first stone that changes hands would puzzle. */
export const firstGame = () => button(texts.learn.firstGame, () => attempt(async () => {
  const { id } = await api.newGame({ rules: { board: '7x7' }, players: { red: 'human', blue: 'level:n=1' } });
  location.hash = `#/game/${id}`;
}));
