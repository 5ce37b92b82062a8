/** People in two browsers: seats, names, clocks, offers, and what happens when somebody is cut off. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, backend, browser, cell, message, open, PATIENCE, server, stop, withPage } from './support.js';

after(stop);

/** @import { BrowserContext, Page } from 'playwright-core' */

/** Two browsers that have nothing in common. */
async function two() {
  const contexts = [await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }), await browser.newContext()];
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  pages.forEach((page) => page.setDefaultTimeout(60_000));
  return { here: pages[0], there: pages[1], contexts, close: () => Promise.all(contexts.map((context) => context.close())) };
}

/** Makes a game by the form, and gives the links of its seats. @param {Page} page @param {{ minutes?: string, increment?: string, side?: string, name?: string }} [wishes] */
async function invite(page, { minutes, increment = '0', side = '5', name = 'Ada' } = {}) {
  await open(page, '');
  for (const label of ['Columns', 'Rows']) {
    await page.getByLabel(label, { exact: true }).fill(side);
    await page.getByLabel(label, { exact: true }).blur();
  }
  await page.getByLabel(/^Blue/).selectOption('elsewhere');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').blur();
  if (minutes) {
    await page.getByLabel('With clocks').check();
    await page.getByLabel('Minutes for each').fill(minutes);
    await page.getByLabel('Minutes for each').blur();
    await page.getByLabel('Seconds more for a move').fill(increment);
    await page.getByLabel('Seconds more for a move').blur();
  }
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('form .fault:visible').count(), 0);
  await page.getByRole('button', { name: 'Play and invite' }).click();
  const link = (/** @type {string} */ label) => page.getByLabel(label, { exact: true }).inputValue();
  await page.getByLabel('Link to play Blue', { exact: true }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  return { id, play: await link('Link to play Blue'), watch: await link('Link to watch') };
}

/** Makes a move and waits until both have seen it. @param {Page} mover @param {Page} other @param {string} name */
async function move(mover, other, name) {
  await cell(mover, name).click();
  for (const page of [mover, other]) await cell(page, name).locator('.stone').waitFor();
}

/** What a clock shows, in seconds. @param {Page} page @param {string} color */
async function clock(page, color) {
  const text = (await page.locator(`[data-clock="${color}"]`).textContent()) ?? '';
  const [minutes, seconds] = text.split(':').map(Number);
  return 60 * minutes + seconds;
}

test('two people sit down by a link, and each moves their own stones only', { timeout: PATIENCE }, async () => {
  const { here, there, contexts, close } = await two();
  const { id, play, watch } = await invite(here);
  await here.locator('.seat', { hasText: 'not here' }).waitFor();
  await there.goto(play);
  await there.locator('.seat', { hasText: 'Ada' }).waitFor();
  await here.locator('.toast', { hasText: 'is here' }).waitFor();
  for (const page of [here, there]) await page.locator('.seat .here:not(.not)').waitFor();
  assert.ok(!there.url().includes('seat'), `the key stays in the address: ${there.url()}`);
  await there.getByLabel('Your name').fill('Grace');
  await there.getByLabel('Your name').blur();
  await here.locator('.seat', { hasText: 'Grace' }).waitFor();
  assert.equal(await here.title(), '● Your turn – hexring');
  await cell(there, 'c3').click();
  await there.locator('.toast', { hasText: 'It is Red’s turn' }).waitFor();
  await move(here, there, 'c3');
  await there.waitForFunction(() => document.title.startsWith('● Your turn'));
  // The server itself refuses, whatever a page does.
  const foreign = await here.evaluate(async (id) => {
    const { held } = await import(`${location.origin}/js/seats.js`);
    const post = (/** @type {Record<string, string>} */ headers) => fetch(`/api/games/${id}/moves`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify({ move: 'b2' }),
    }).then(async (response) => [response.status, (await response.json()).error]);
    return [await post({ Seat: held(id).key }), await post({}), await post({ Seat: 'somebody' })];
  }, id);
  assert.deepEqual(foreign.map(([status]) => status), [403, 403, 403]);
  assert.match(foreign[0][1], /Grace \(blue\)/);
  const watcher = await contexts[1].browser()?.newPage();
  assert.ok(watcher);
  await watcher.goto(watch);
  await cell(watcher, 'b2').click();
  await watcher.locator('.toast', { hasText: 'You watch this game' }).waitFor();
  assert.equal(await watcher.getByRole('button', { name: 'Resign' }).count(), 0);
  await move(there, watcher, 'b2');
  await there.reload();
  await cell(there, 'b2').locator('.stone.blue').waitFor();
  await move(here, there, 'd3');
  assert.equal(await watcher.locator('.seat .here:not(.not)').count(), 2);
  await there.close();
  for (const page of [here, watcher]) await page.locator('.seat .here.not').waitFor();
  await watcher.close();
  await close();
});

test('a game at one screen has no seats to invite to', () => withPage(async (page) => {
  await open(page, '');
  await page.getByLabel(/^Blue/).selectOption('human');
  await cell(page, 'c3').click();
  await message(page, 'Blue to move');
  assert.equal(await page.getByText('Invite', { exact: true }).count(), 0);
  await cell(page, 'd4').click();
  await message(page, 'Red to move');
}));

test('take-backs and another game are offered, declined and accepted', { timeout: PATIENCE }, async () => {
  const { here, there, close } = await two();
  const { play } = await invite(here, { side: '3' });
  await there.goto(play);
  await there.locator('.seat').first().waitFor();
  await move(here, there, 'a1');
  await here.getByRole('button', { name: 'Ask to take back' }).click();
  await there.getByText('Ada asks to take back a move').waitFor();
  await there.getByRole('button', { name: 'Decline' }).click();
  await here.getByRole('button', { name: 'Ask to take back' }).click();
  await there.getByRole('button', { name: 'Accept' }).click();
  for (const page of [here, there]) await cell(page, 'a1').locator('.stone').waitFor({ state: 'detached' });
  await move(here, there, 'b2');
  await move(there, here, 'a3');
  await move(here, there, 'b1');
  // Blue takes back a move that Red has answered.
  await there.getByRole('button', { name: 'Ask to take back' }).click();
  await here.getByRole('button', { name: 'Accept' }).click();
  await cell(here, 'a3').locator('.stone').waitFor({ state: 'detached' });
  await message(here, 'Blue to move');
  await there.getByRole('button', { name: 'Resign' }).click();
  await there.getByRole('button', { name: 'Sure?' }).click();
  await message(here, 'Red wins: blue resigned');
  await there.getByRole('button', { name: 'Offer a rematch' }).click();
  await here.getByRole('button', { name: 'Accept' }).click();
  for (const page of [here, there]) await message(page, 'Red to move');
  await here.locator('.seat', { hasText: /Blue\s+Ada you/ }).waitFor();
  await move(there, here, 'c3');
  await move(here, there, 'a1');
  await close();
});

test('whoever runs out of time has lost, and the record says so', { timeout: PATIENCE }, async () => {
  const { here, there, close } = await two();
  const { id, play } = await invite(here, { minutes: '0.1' });
  await there.goto(play);
  await there.locator('.seat').first().waitFor();
  await move(here, there, 'c3');
  assert.equal(await clock(here, 'blue'), 6);
  await move(there, here, 'b2');
  await message(there, 'Blue wins: red ran out of time');
  await message(here, 'Blue wins: red ran out of time');
  const sgf = await (await fetch(`${server.url}/api/games/${id}/record`)).text();
  assert.match(sgf, /RE\[W\+T/);
  await close();
});

/**
 * Two clocks that are read one after the other show the same time, at least once in some tries: a
 * busy machine may pause between them.
 * @param {number} seconds @param {() => Promise<number[]>} read @param {string} what
 */
async function near(seconds, read, what) {
  const pairs = [];
  for (let tries = 0; tries < 10; tries += 1) {
    const [one, other] = await read();
    if (Math.abs(one - other) <= seconds) return;
    pairs.push(`${one} and ${other}`);
  }
  assert.fail(`${what}: ${pairs.join(', ')}`);
}

test('one is killed, one is offline, the server starts again: the same game and the right clocks', { timeout: PATIENCE }, async () => {
  const { here, there, contexts, close } = await two();
  const { id, play } = await invite(here, { minutes: '5', increment: '3' });
  await there.goto(play);
  await there.locator('.seat').first().waitFor();
  await move(here, there, 'c3');
  await move(there, here, 'b2');
  const truth = async () => (await ask(here, 'game', id)).apart.clock;
  const left = async () => (await truth()).left.red / 1000;
  await here.waitForTimeout(1500);
  // The server is killed: both stand, and no time is lost but what was used.
  const asked = Date.now();
  const before = await left();
  await server.kill();
  const killed = Date.now();
  await there.getByText('The server does not answer').waitFor();
  await there.waitForTimeout(3000);
  const started = Date.now();
  await server.start();
  await here.getByText('The server does not answer').waitFor({ state: 'detached' });
  const asking = Date.now();
  const after = await left();
  const back = Date.now();
  const running = (killed - asked + back - started) / 1000;
  assert.ok(before - after > -1 && before - after < running + 1, `${before} s before the restart, ${after} s after it, which ran for ${running} s`);
  await near(1.5, async () => [await clock(here, 'red'), await left()], 'the page shows another time than the server has');
  // Blue's browser is killed while Red moves, and comes back with its seat.
  const crashed = there.waitForEvent('crash');
  await there.goto('chrome://crash').catch(() => {});
  await crashed;
  await cell(here, 'd3').click();
  await cell(here, 'd3').locator('.stone').waitFor();
  const used = (await truth()).left.red / 1000;
  const thought = (Date.now() - asking) / 1000;
  assert.ok(used > after - thought + 2 && used < after + 3.1, `${after} s, then a move after ${thought} s: ${used} s`);
  const again = await contexts[1].newPage();
  await again.goto(`${backend.url}/#/game/${id}`);
  await cell(again, 'd3').locator('.stone').waitFor();
  // Red is offline while Blue moves, and cannot move meanwhile.
  await contexts[0].setOffline(true);
  await cell(again, 'a5').click();
  await cell(again, 'a5').locator('.stone.blue').waitFor();
  await again.waitForTimeout(1000);
  await contexts[0].setOffline(false);
  await cell(here, 'a5').locator('.stone.blue').waitFor();
  await move(here, again, 'd1');
  for (const color of ['red', 'blue']) {
    await near(1.5, async () => [await clock(here, color), await clock(again, color)], `${color} here and there`);
  }
  const stones = (/** @type {Page} */ page) => page.locator('.stage .slot:is(.red, .blue)').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-cell')).sort().join(' '));
  assert.equal(await stones(here), 'a5 b2 c3 d1 d3');
  assert.equal(await stones(again), 'a5 b2 c3 d1 d3');
  await close();
});
