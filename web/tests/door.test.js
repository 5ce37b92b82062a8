/** A server that lets in who has its link. */

import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { Server, click, stop, withPage } from './support.js';

const locked = await new Server(['--token', 'opensesame']).start();

after(async () => {
  await locked.kill();
  rmSync(locked.data, { recursive: true, force: true });
  await stop();
});

/** It is another server than the one of the other tests, and refuses at first. */
const faults = /401|request to/;

test('strangers are told what they need, and the link lets them in for good', () => withPage(async (page) => {
  await page.goto(`${locked.url}/`);
  await page.locator('h1', { hasText: 'A link is needed' }).waitFor();
  await page.locator('p', { hasText: 'open the link with the token' }).waitFor();
  await page.goto(`${locked.url}/?token=opensesame#/`);
  await page.locator('.board').first().waitFor();
  if (page.url().includes('token')) throw new Error(`the token is still in ${page.url()}`);
  const made = await page.evaluate(async () => {
    const players = { red: 'human', blue: 'human' };
    const body = JSON.stringify({ rules: { board: '5x5' }, players });
    return (await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json();
  });
  await page.goto(`${locked.url}/#/game/${made.id}`);
  await page.locator('.board').first().waitFor();
  await click(page, 'c3 b2');
}, { faults }));
