/** The explorer: what was played, step by step, and the games behind it. */

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { ask, backend, click, game, play, serverTest, stop, withPage } from './support.js';

after(stop);

/** @import { Page } from 'playwright-core' */

/** Shares in the table of what was played. @param {Page} page */
const rows = (page) => page.getByRole('region', { name: 'What was played' }).locator('tbody tr');

serverTest('a position is found up to symmetries, stepped into, and its games are opened', () => withPage(async (page) => {
  const rules = { board: 'plane:3x3' };
  await play(page, await game(page, rules), ['b1', 'a2', 'b2', 'c2', 'a3']);
  // The same game turned by half a circle, and another answer.
  await play(page, await game(page, rules), ['b3', 'c2', 'b2', 'a2', 'c1']);
  await play(page, await game(page, rules), ['b1', 'b2', 'a2']);
  await page.goto(`${backend.url}/#/explorer/plane%3A3x3`);
  await page.getByText('3 games: Red won 2, Blue 0.').waitFor();
  assert.equal(await rows(page).count(), 1, 'all three begin with images of one move');
  await page.getByRole('button', { name: 'Play b1' }).click();
  await page.getByRole('button', { name: 'Play a2' }).waitFor();
  assert.equal(await rows(page).count(), 2);
  assert.match(await rows(page).first().innerText(), /a2\s+2\s+0\.0 % \(0 to 66\)\s+b2 \(2\)/);
  await click(page, 'a2');
  await page.getByText('2 games: Red won 2, Blue 0.').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Open game/ }).count(), 2);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByText('3 games: Red won 2, Blue 0.').waitFor();
  await page.goBack();
  await page.getByText('2 games: Red won 2, Blue 0.').waitFor();
  await page.getByRole('link', { name: /^Open game/ }).first().click();
  await page.locator('.message', { hasText: 'wins' }).waitFor();
}));

serverTest('a position that nobody had shows no empty lists', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/explorer/plane%3A9x9`);
  await page.getByText('No game has this position.').waitFor();
  for (const name of ['What was played', 'Games with this position']) await page.getByRole('heading', { name }).waitFor({ state: 'hidden' });
}));

serverTest('experiments are looked through too, and can be chosen', () => withPage(async (page) => {
  const { name } = await ask(page, 'newMatch', { players: ['random', 'random'], board: 'torus:4x4', games: 10, seed: 1 });
  await ask(page, 'startExperiment', name, false);
  await page.goto(`${backend.url}/#/laboratory/${name}`);
  await page.getByText('done: 10 of 10 done').waitFor();
  await page.goto(`${backend.url}/#/explorer/torus%3A4x4`);
  await page.getByText(/^10 games: Red won/).waitFor();
  assert.equal(await rows(page).count(), 1, 'on a torus all first moves are one');
  await page.getByLabel('Look in').selectOption('games');
  await page.getByText('No game has this position.').waitFor();
  await page.getByLabel('Look in').selectOption(name);
  await page.getByText(/^10 games: Red won/).waitFor();
}));
