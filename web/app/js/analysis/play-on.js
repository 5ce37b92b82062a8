/** A game that goes on from the position that is looked at. */

/** @import { Color } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import * as api from '../api.js';
import { attempt, button, choice, h } from '../dom.js';
import { firstOpponent, playerField } from '../players.js';
import { colorChoices } from '../rules.js';
import { remember, settings } from '../settings.js';
import { texts } from '../words/language.js';

/** @param {AnalysisScreen} screen */
export function playOnCard(screen) {
  let opponent = settings.opponent || firstOpponent();
  let side = '';
  const play = () => attempt(async () => {
    const human = /** @type {Color} */ (side || screen.position.to_move || 'red');
    const players = human === 'red' ? { red: 'human', blue: opponent } : { red: opponent, blue: 'human' };
    const game = await api.newGame({ record: screen.lineRecord(), players });
    location.hash = `#/game/${game.id}`;
  });
  const field = playerField(texts.playOn.against, opponent, (spec) => {
    opponent = spec;
    if (spec !== 'human') remember({ opponent: spec });
  });
  return h('details', { class: 'card' }, h('summary', {}, texts.playOn.title), field,
    h('div', { class: 'row' }, choice(texts.playOn.youPlay, [['', texts.playOn.whoever], ...colorChoices()], side, (value) => {
      side = value;
    })),
    h('div', { class: 'row' }, button(texts.playOn.begin, play, { class: 'main' })));
}
