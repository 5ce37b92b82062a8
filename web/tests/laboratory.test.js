/** The laboratory: a quick match from the form to the replay, experiments started and stopped. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { ask, backend, isBrowser, stop, withPage } from './support.js';

after(stop);

/** @import { Page } from 'playwright-core' */

/** @param {Page} page @param {string} [name] */
async function laboratory(page, name = '') {
  await page.goto(`${backend.url}/#/laboratory/${name}`);
  // Published experiments are too long for a browser alone.
  if (isBrowser) await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  else await page.getByRole('link', { name: /five columns/ }).waitFor();
}

/** The text of the file that a button saves. @param {Page} page @param {string | RegExp} button */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).first().click()]);
  return readFileSync(await download.path(), 'utf8');
}

test('a quick match is played, shows its table while it runs, and is replayed', () => withPage(async (page) => {
  await laboratory(page);
  const form = page.getByRole('form', { name: 'Quick match' });
  await form.getByLabel(/^Player 1/).selectOption('random');
  await form.getByLabel(/^Player 2/).selectOption('heuristic');
  await form.getByRole('button', { name: 'Add a player' }).click();
  await form.getByLabel(/^Player 3/).selectOption('level:n=1');
  await form.getByLabel('Board').selectOption('torus');
  await form.getByLabel('Games of each pair').fill('6');
  await form.getByRole('button', { name: 'Start the match' }).click();
  await page.getByText('done: 18 of 18 done').waitFor();
  await page.locator('.report td', { hasText: 'heuristic' }).first().waitFor();
  await page.locator('.report td', { hasText: 'too few' }).first().waitFor();
  await page.getByText('not enough pairs of games yet').first().waitFor();
  assert.equal(await page.locator('.report tbody').first().locator('tr').count(), 3);
  await page.locator('.report figure img').first().waitFor();
  assert.match(await saved(page, 'Save report'), /<h1>random – heuristic/);
  assert.match(await saved(page, /^Save as CSV/), /heuristic/);
  assert.equal((await saved(page, 'Save all games as CSV')).trim().split('\n').length, 19);
  assert.equal((await saved(page, 'Save all games as JSON Lines')).trim().split('\n').length, 18);
  assert.equal((await saved(page, 'Save all games as SGF')).match(/\(;/g)?.length, 18);
  const replays = page.getByRole('link', { name: /^Replay game/ });
  const numbers = (await replays.evaluateAll((links) => links.map((link) => Number(link.getAttribute('aria-label')?.match(/\d+/)?.[0]))));
  assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b), 'games are listed in order');
  await page.getByRole('link', { name: 'Replay game 2 of match' }).first().click();
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.message', { hasText: 'wins' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Sure?' }).click();
  await page.getByRole('heading', { name: /Who is stronger/ }).waitFor();
}));

test('an experiment is stopped and gone on with', () => withPage(async (page) => {
  const { name } = await ask(page, 'newMatch', { players: ['mcts:playouts=5000', 'random'], board: '7x7', games: 400 });
  await laboratory(page, name);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText(/running: \d+ of 400 done/).waitFor();
  await page.locator('.report tbody tr').first().waitFor();
  await page.waitForFunction(() => Number(document.querySelector('progress')?.value) >= 0 && /running: [1-9]/.test(document.body.textContent ?? ''));
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/stopped: \d+ of 400 done/).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText(/running: \d+ of 400 done/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/stopped: \d+ of 400 done/).waitFor();
  const before = await page.getByText(/stopped: \d+ of 400 done/).textContent();
  await page.reload();
  assert.equal(await page.getByText(/stopped: \d+ of 400 done/).textContent(), before);
}));

test('what a form asks for in vain is said', () => withPage(async (page) => {
  await laboratory(page);
  const form = page.getByRole('form', { name: 'Quick match' });
  await form.getByLabel(/^Player 1/).selectOption('mirror');
  await form.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('.toast.fault', { hasText: 'cannot play' }).waitFor();
}, { faults: /422/ }));

test('boards are solved one after the other, and a strategy meets every reply', () => withPage(async (page) => {
  await laboratory(page);
  await page.getByRole('link', { name: 'Exact answers' }).click();
  const table = page.getByRole('form', { name: 'Who wins on many boards' });
  await table.getByLabel('Columns from').fill('2');
  await table.getByLabel('to', { exact: true }).first().fill('4');
  await table.getByLabel('Rows from').fill('2');
  await table.getByLabel('to', { exact: true }).last().fill('3');
  await table.getByRole('button', { name: 'Start' }).click();
  const winners = page.getByRole('region', { name: 'Who wins when Blue moves first' });
  // Blue loses every cylinder of even circumference, and that of three columns by the strategy of the sources.
  await winners.locator('td', { hasText: 'Red' }).nth(5).waitFor();
  assert.equal(await winners.locator('td', { hasText: 'Blue' }).count(), 0);
  await table.getByRole('button', { name: 'Start' }).waitFor();
  assert.match(await saved(page, /^Save as CSV/), /^cylinder:4x3,blue,red,/m);

  const trial = page.getByRole('form', { name: 'A strategy against every reply' });
  await trial.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/^It wins against every reply: \d/).waitFor();
  await trial.getByLabel('Strategy').selectOption('shift');
  await trial.getByLabel('Columns', { exact: true }).fill('5');
  await trial.getByLabel('Rows', { exact: true }).fill('4');
  await trial.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('link', { name: 'Open the game in which it fails' }).click();
  await page.locator('.message', { hasText: 'Blue wins' }).waitFor();
}));

test('what takes too long is stopped, and what cannot be is said', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/exact`);
  const table = page.getByRole('form', { name: 'Who wins on many boards' });
  await table.getByLabel('Board').selectOption('plane');
  for (const field of await table.getByRole('spinbutton').all()) await field.fill('9');
  await table.getByRole('button', { name: 'Start' }).click();
  await table.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.', { exact: true }).waitFor();
  const trial = page.getByRole('form', { name: 'A strategy against every reply' });
  await trial.getByLabel('Board').selectOption('plane');
  await trial.getByRole('button', { name: 'Start' }).click();
  await page.locator('.toast.fault', { hasText: 'three-rings cannot play red' }).waitFor();
}, { faults: /422/ }));
