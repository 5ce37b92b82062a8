/** What people write and draw into an analysis: names, comments, marks, letters, arrows. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { backend, cell, click, open, stop, withPage } from './support.js';

/** @import { Page } from 'playwright-core' */

after(stop);

/** @param {Page} page */
async function sgf(page) {
  await page.locator('summary', { hasText: 'Save and share' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save SGF' }).click()]);
  return String(readFileSync(await file.path()));
}

test('an analysis has a name, is listed under it, and found by it', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c3,b4');
  await page.getByLabel('Name', { exact: true }).fill('The [odd] ladder');
  await page.getByLabel('Name', { exact: true }).blur();
  await page.waitForTimeout(300);
  assert.match(await sgf(page), /GN\[The \[odd\\\] ladder\]/);
  await page.goto(`${backend.url}/#/games`);
  await page.getByLabel('Find games').fill('nothing of the kind');
  await page.getByRole('link', { name: 'The [odd] ladder' }).waitFor({ state: 'detached' });
  await page.getByLabel('Find games').fill('odd');
  await page.getByRole('link', { name: 'The [odd] ladder' }).click();
  await cell(page, 'b4').locator('.stone').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'The [odd] ladder');
}));

test('a comment stays although the next click is on the board', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c3');
  await page.getByLabel('Comment').pressSequentially('the middle');
  await click(page, 'b4');
  assert.equal(await page.getByLabel('Comment').inputValue(), '');
  await page.getByRole('button', { name: /red c3/ }).click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'the middle');
  assert.match(await sgf(page), /C\[the middle\]/);
}));

test('marks, letters and arrows are drawn, kept in SGF, and read from it', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c3');
  const use = async (/** @type {string} */ tool, /** @type {string[]} */ ...cells) => {
    await page.getByRole('button', { name: tool, exact: true }).click();
    for (const name of cells) await cell(page, name).click();
  };
  await use('Triangle', 'a1', 'b1');
  await use('Square', 'b1');
  await use('Circle', 'c3');
  await use('Cross', 'd4', 'd4');
  await use('Letter', 'a5', 'b5');
  await use('Arrow', 'c3', 'e5');
  await page.locator('.arrow.note').waitFor({ state: 'attached' });
  const check = async () => {
    assert.equal(await page.locator('.shape').count(), 3);
    assert.equal(await page.locator('.shape.triangle').count(), 1);
    assert.equal(await cell(page, 'b5').locator('text').textContent(), 'B');
  };
  await check();
  const text = await sgf(page);
  for (const part of [/TR\[a1\]/, /SQ\[b1\]/, /CR\[c3\]/, /LB\[a5:A\]\[b5:B\]/, /AR\[c3:e5\]/]) assert.match(text, part);
  assert.doesNotMatch(text, /MA\[/);
  await page.keyboard.press('Control+z');
  await page.locator('.arrow.note').waitFor({ state: 'detached' });
  await open(page, '#/analysis');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('.arrow.note').waitFor({ state: 'attached' });
  await check();
}));

test('marks are drawn by keys alone', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c3');
  await page.getByRole('button', { name: 'Triangle' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.slot[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.shape.triangle').waitFor({ state: 'attached' });
}));
