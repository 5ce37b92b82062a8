/** Draws the site's own pictures anew, the preview for links and the icons: `npm run preview`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ask, browser, stop } from './support.js';

const FOLDER = fileURLToPath(new URL('../site/', import.meta.url));
const ICON = readFileSync(new URL('../app/icon.svg', import.meta.url), 'utf8');

/** A red ring around a torus, won in the middle of a fight. */
const GAME = 'torus:7x7\nd4 c4 e3 e4 d5 c6 e2 f2 e5 f4 e1 c3 e6 f5 e7';

const STYLE = `body { margin: 0; background: #fcfbf8; color: #23262b; font-family: sans-serif; }
  .preview { display: flex; align-items: center; gap: 50px; width: 1200px; height: 630px; }
  .board { width: 640px; height: 630px; overflow: hidden; } .board svg { width: 980px; height: auto; margin: 18px 0 0 -170px; }
  h1 { display: flex; align-items: center; gap: 18px; font-size: 76px; margin: 0 0 20px; } h1 svg { width: 84px; } p { font-size: 32px; line-height: 1.4; margin: 0; }`;

const context = await browser.newContext({ viewport: { width: 1200, height: 630 } });
const page = await context.newPage();
const { record } = await ask(page, 'readRecord', GAME);
const { svg } = await ask(page, 'drawing', { record });
const words = 'Hex on the plane,<br>the cylinder and the torus.<br>Play, analyse, solve.';
await page.goto('about:blank');
await page.setContent(`<style>${STYLE}</style><div class="preview"><div class="board">${svg}</div><div><h1>${ICON}hexring</h1><p>${words}</p></div></div>`);
await page.screenshot({ path: `${FOLDER}preview.png` });
for (const size of [192, 512]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>${STYLE} svg { display: block; width: 100vw; }</style>${ICON}`);
  await page.screenshot({ path: `${FOLDER}icon-${size}.png`, omitBackground: true });
}
await context.close();
await stop();
