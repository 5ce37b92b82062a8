/** What the page owes those who play: nothing is spoiled, nothing comes too late or too fast, nothing is forgotten. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, backend, browser, cell, click, game, message, open, play, server, serverTest, stop, withPage } from './support.js';

after(stop);

/** What the page keeps in the browser, before it is opened. @param {import('playwright-core').Page} page @param {object} settings */
const settle = (page, settings) => page.addInitScript((kept) => localStorage.setItem('hexring', JSON.stringify(kept)), settings);

serverTest('a hint that comes after a move is dropped', () => withPage(async (page) => {
  const id = await game(page, { board: '5x5' });
  await settle(page, { hint: 'heuristic' });
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((done) => { release = done; });
  const answered = new Promise((done, fail) => {
    page.route('**/analyses', async (route) => {
      const response = await route.fetch().catch(fail);
      await held;
      // A request that was given up takes no answer.
      if (response) await route.fulfill({ response }).catch(() => {});
      done(null);
    });
  });
  await open(page, `#/game/${id}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Thinking about a hint').waitFor();
  await click(page, 'c3');
  release();
  await answered;
  await click(page, 'b4');
  assert.equal(await page.locator('.slot.hint, .stage .heat').count(), 0);
}));

test('a hint shows how far it is and can be called off', () => withPage(async (page) => {
  await settle(page, { hint: 'mcts:time=60s' });
  await open(page, `#/game/${await game(page, { board: '7x7' })}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  const standing = page.getByText(/Thinking about a hint · [\d,]+ /);
  await standing.waitFor();
  // News that come while the button is down do not take it away.
  await page.getByRole('button', { name: 'Cancel' }).hover();
  const before = String(await standing.textContent());
  await page.mouse.down();
  await page.waitForFunction((text) => !document.body.textContent.includes(text), before);
  await page.mouse.up();
  await page.getByText('Thinking about a hint').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.slot.hint').count(), 0);
  await page.getByRole('button', { name: 'Hint' }).waitFor();
}));

test('the odds are those of the result when the game is over', () => withPage(async (page) => {
  await settle(page, { odds: { playing: true, watching: true } });
  await open(page, `#/game/${await game(page, { board: '3x3' }, { players: { red: 'human', blue: 'mcts:playouts=50' } })}`);
  await click(page, 'b2');
  await message(page, /Red to move|wins/);
  for (let moves = 0; !(await page.locator('.message', { hasText: 'wins' }).count()); moves++) {
    assert.ok(moves < 9, 'the game does not end');
    const plies = await page.locator('.ply').count();
    await page.locator('.slot.open:not(.copy)').first().click();
    await page.waitForFunction((before) => document.querySelectorAll('.ply').length > before, plies);
    await message(page, /Red to move|wins/);
  }
  const winner = (await page.locator('.message').textContent())?.startsWith('Red');
  await page.locator('.chances', { hasText: winner ? 'Red 100 %' : '100 % Blue' }).waitFor();
}));

test('whoever is swapped out of a side is told so', () => withPage(async (page) => {
  const players = { red: 'human', blue: 'mcts:playouts=500' };
  await open(page, `#/game/${await game(page, { board: '3x3', swap: 'sides' }, { players })}`);
  await cell(page, 'b2').click();
  await page.locator('.swap-news', { hasText: 'You are Blue now' }).waitFor();
  await page.locator('.seat', { hasText: /Blue\s+Person you/ }).waitFor();
}));

for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
  test(`coins fall one after the other, unless nothing shall move: ${reducedMotion}`, () => withPage(async (page) => {
    const id = await game(page, { board: 'torus:9x9', turns: 'random' }, { players: { red: 'human', blue: 'random' } });
    // From here on time passes for the page only where the test says so.
    await page.clock.install();
    await open(page, `#/game/${id}`);
    await message(page, 'Red to move');
    await page.clock.pauseAt(Date.now() + 60_000);
    const plies = page.locator('.ply');
    let longest = 0;
    for (let turn = 0; turn < 6; turn++) {
      const before = await plies.count();
      await page.locator('.slot.open:not(.copy)').nth(10 * turn).click();
      await plies.nth(before).waitFor({ state: 'attached' });
      const all = await played(page, id, before);
      for (let shown = before + 1; shown < all && reducedMotion === 'no-preference'; shown++) {
        await page.clock.runFor(750);
        assert.equal(await plies.count(), shown, 'a coin falls while the one before is looked at');
        await page.clock.runFor(50);
        await plies.nth(shown).waitFor({ state: 'attached' });
      }
      await plies.nth(all - 1).waitFor({ state: 'attached' });
      await message(page, 'Red to move');
      longest = Math.max(longest, all - before - 1);
      // The last one has been looked at, too.
      if (reducedMotion === 'no-preference') await page.clock.runFor(800);
    }
    assert.ok(longest > 1, 'Blue never has two coins in a row');
  }, { reducedMotion }));
}

/**
 * How many moves there are when it is Red's turn again, whatever the page shows of them.
 * @param {import('playwright-core').Page} page @param {string} id @param {number} before
 */
async function played(page, id, before) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    // Players that live in the browser let it breathe before they move: no time has to pass for it.
    await page.clock.runFor(0);
    const { plies, position } = await ask(page, 'game', id);
    if (plies.length > before && position.to_move === 'red') return plies.length;
  }
  throw new Error('Blue never moves');
}

test('seasons and their years are seen before the game, and a click keeps its stone', () => withPage(async (page) => {
  await open(page, '');
  await page.locator('summary', { hasText: 'Rules' }).click();
  // Whoever swaps takes the stone away to its mirror place.
  await page.getByLabel(/^Swap/).selectOption('none');
  await page.getByLabel('Seasons').selectOption('3');
  await page.locator('.stage .slot.s3').first().waitFor();
  await page.locator('form .year', { hasText: '→' }).first().waitFor();
  const shut = page.locator('.stage .slot.shut').first();
  await shut.click();
  await page.locator('.toast', { hasText: 'out of season' }).waitFor();
  const first = page.locator('.stage .slot.open').first();
  const name = await first.getAttribute('data-cell') ?? '';
  const layout = () => page.locator('.stage .slot:not(.copy)').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('class')?.match(/ s(\d)/)?.[1]).join(''));
  const before = await layout();
  await first.click();
  await page.locator('.seat .year').first().waitFor();
  await cell(page, name).locator('.stone').waitFor();
  assert.equal(await layout(), before, 'the game has other seasons than its preview');
  await page.locator('.seat .season-tag.now').first().waitFor();
}));

test('where a machine begins, a click says so and begins nothing', () => withPage(async (page) => {
  await open(page, '');
  await page.getByRole('button', { name: 'Exchange colours' }).click();
  await cell(page, 'c3').click();
  await page.locator('.toast', { hasText: 'Red begins: Level 3' }).waitFor();
  assert.match(page.url(), /#?\/?$/);
  assert.equal(await page.locator('.stage .stone').count(), 0);
}));

test('players that cannot play the rules are greyed, with the reason', () => withPage(async (page) => {
  await open(page, '');
  const option = page.locator('select[name="blue"] option[value="three-rings"]');
  await page.waitForFunction(() => document.querySelector('select[name="blue"] option[value="three-rings"]')?.hasAttribute('disabled'));
  assert.match((await option.textContent()) ?? '', /^three-rings \(it plays /);
  assert.equal(await page.locator('select[name="blue"] option[value="level:n=5"]').isDisabled(), false);
  assert.equal(await page.getByText('Behind it').isVisible(), false);
}));

test('people have a swap on the plane unless they say otherwise', () => withPage(async (page) => {
  await open(page, '');
  await page.getByText('the second player may swap').click();
  const swap = page.getByLabel(/^Swap/);
  assert.equal(await swap.inputValue(), 'pieces');
  await page.getByLabel('Rows', { exact: true }).fill('9');
  await page.getByLabel('Rows', { exact: true }).blur();
  assert.equal(await swap.inputValue(), 'sides');
  await page.getByText('Torus', { exact: true }).click();
  assert.equal(await swap.inputValue(), 'none');
  await swap.selectOption('sides');
  await page.reload();
  assert.equal(await swap.inputValue(), 'sides');
}));

test('what was wished and the game that goes on are found again', () => withPage(async (page) => {
  await open(page, '');
  await page.getByRole('button', { name: '7×7' }).click();
  await page.getByLabel(/^Blue/).selectOption('human');
  await cell(page, 'c3').click();
  await message(page, 'Blue to move');
  await page.goto(`${backend.url}/#/`);
  await page.reload();
  assert.equal(await page.getByLabel('Columns', { exact: true }).inputValue(), '7');
  await page.getByRole('link', { name: 'Go on with your game' }).click();
  await cell(page, 'c3').locator('.stone.red').waitFor();
}));

test('earlier positions are looked at by clicks and keys, and one comes back to now', () => withPage(async (page) => {
  const id = await game(page, { board: '5x5', swap: 'pieces' });
  await play(page, id, ['a2', 'swap', 'c3', 'd1']);
  await open(page, `#/game/${id}`);
  const stones = (/** @type {number} */ count) => page.waitForFunction((wanted) => document.querySelectorAll('.stage .stone').length === wanted, count);
  await page.getByRole('button', { name: 'Move 1, red a2' }).click();
  await cell(page, 'a2').locator('.stone.red').waitFor();
  await stones(1);
  await cell(page, 'e5').click();
  await page.locator('.toast', { hasText: 'earlier position' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await cell(page, 'b1').locator('.stone.blue').waitFor();
  await page.keyboard.press('ArrowRight');
  await stones(2);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await stones(3);
  await click(page, 'e5');
  await page.keyboard.press('ArrowLeft');
  await stones(3);
}));

test('the link of a live game leads to the game', () => withPage(async (page) => {
  const id = await game(page, { board: '5x5' });
  await open(page, `#/game/${id}`);
  await page.getByText('Save and share').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.toast', { hasText: 'Link copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Without a server nobody else could open the game itself.
  assert.match(link, link.startsWith('http') && link.includes('/game/') ? new RegExp(`/#/game/${id}$`) : /#\/analysis\/record\//);
}));

test('whoever plays by keys stays on the board from the first move on', () => withPage(async (page) => {
  await open(page, '');
  await page.locator('.slot[tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator('.seat').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-cell') === 'a3');
  assert.equal(await page.locator('[aria-live] .seat').count(), 0);
}));

test('games are found by the names that are shown', () => withPage(async (page) => {
  await game(page, { board: '5x5' }, { players: { red: 'human', blue: 'level:n=3' } });
  await game(page, { board: '5x6' }, { players: { red: 'level', blue: 'random' } });
  await page.goto(`${backend.url}/#/games`);
  const found = async (/** @type {string} */ text, /** @type {RegExp} */ row) => {
    await page.getByLabel('Find games').fill(text);
    await page.locator('tbody tr').first().getByText(row).first().waitFor();
  };
  await found('Level 3', /Level 3 · learner/);
  await found('Level 4 · casual player', /Level 4/);
  await found('learner', /Level 3 · learner/);
  await found('Person', /Person/);
  await page.getByLabel('Find games').fill('Level 9');
  await page.getByText('No games').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Begin a game' }).count(), 0);
}));

serverTest('whoever has no games yet is led to the first one', () => withPage(async (page) => {
  // Games of other tests may be there.
  await page.route('**/api/games?*', (route) => route.fulfill({ json: [] }));
  await page.goto(`${backend.url}/#/games`);
  await page.getByText('No games').waitFor();
  await page.getByRole('link', { name: 'Begin a game' }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
}));

serverTest('a browser that was away takes the game of a server that was started again', async () => {
  const [here, there] = [await browser.newContext(), await browser.newContext()];
  const [one, two] = [await here.newPage(), await there.newPage()];
  const id = await game(one, { board: '5x5' });
  await open(one, `#/game/${id}`);
  await open(two, `#/game/${id}`);
  await click(one, 'a1 b1 c1 d1');
  await cell(two, 'd1').locator('.stone').waitFor();
  await there.setOffline(true);
  await server.kill();
  await server.start();
  await one.getByText('The server does not answer').waitFor({ state: 'detached' });
  await click(one, 'e5 e4');
  assert.ok((await ask(one, 'game', id)).revision < 4);
  await there.setOffline(false);
  await cell(two, 'e4').locator('.stone').waitFor();
  await two.locator('.toast', { hasText: 'started again' }).waitFor();
  await here.close();
  await there.close();
});
