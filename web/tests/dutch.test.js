/** The page in its second language: whole, remembered, and with room for longer words. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { en } from '../app/js/words/en.js';
import { nl } from '../app/js/words/nl.js';
import { backend, cell, click, game, message, open, play, stop, withPage } from './support.js';

/** @import { Page } from 'playwright-core' */

after(stop);

/** @param {object} part @returns {string[]} */
const sentences = (part) => Object.values(part).flatMap((text) => (typeof text === 'object' ? sentences(text) : [text]))
  .filter((text) => typeof text === 'string' && text.trim().includes(' ')).map((text) => text.trim());

const DUTCH = new Set(sentences(nl));

/** What is said in more than one word, and differently in Dutch. */
const ENGLISH = sentences(en).filter((text) => !DUTCH.has(text));

/** Everything that is read or heard on the page. @param {Page} page */
const heard = (page) => page.evaluate(() => {
  const attributes = ['aria-label', 'title', 'placeholder'];
  const marked = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join(', '))];
  return [document.title, document.body.textContent, ...marked.flatMap((element) => attributes.map((name) => element.getAttribute(name)))].join('\n');
});

/** What is too wide for its place: the page itself, or a text in what does not scroll. @param {Page} page */
const tooWide = (page) => page.evaluate(() => {
  const root = document.documentElement;
  const texts = [...document.querySelectorAll('header a, button, a, label, summary, h1, h2, h3, p, span, td, th, dt, dd, legend, strong')];
  const broad = texts.filter((element) => {
    const box = element.getBoundingClientRect();
    if (element.closest('.unseen, .scroll, svg') || !box.width || getComputedStyle(element).display === 'inline') return false;
    return element.scrollWidth > element.clientWidth + 1 || box.right > root.clientWidth + 1;
  });
  const page = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth}`] : [];
  return [...page, ...broad.map((element) => `${element.tagName} ${element.textContent}`)];
});

/** @param {Page} page @param {string} where */
async function checkScreen(page, where) {
  const text = await heard(page);
  assert.deepEqual(ENGLISH.filter((sentence) => text.includes(sentence)), [], `English on ${where}`);
  assert.deepEqual(await tooWide(page), [], `too wide on ${where}`);
}

const PHONE = { width: 390, height: 844 };

test('a game is played in Dutch from the choice of the language to its end, and the language is remembered', () => withPage(async (page) => {
  await open(page, '#/');
  await page.getByLabel('Language').selectOption('nl');
  await page.getByRole('heading', { name: 'Nieuwe partij' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'nl');
  for (const label of ['Kolommen', 'Rijen']) {
    await page.getByRole('spinbutton', { name: label }).fill('3');
    await page.getByRole('spinbutton', { name: label }).blur();
  }
  await page.getByLabel(/^Blauw/).selectOption('Mens');
  await page.getByText('Klik op een veld om meteen te beginnen').waitFor();
  await checkScreen(page, 'the first screen');
  await cell(page, 'b1').click();
  await page.getByText('Blauw is aan zet, of klik op de steen om hem over te nemen: de wissel').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Opgeven' }).waitFor();
  await cell(page, 'b1').locator('.stone').waitFor();
  await click(page, 'a2 b2 a3 b3');
  await message(page, 'Rood wint met een pad');
  assert.equal(await page.title(), 'rood wint – hexring');
  await checkScreen(page, 'a game');
  await page.getByRole('link', { name: 'Partijen' }).click();
  await page.getByRole('cell', { name: 'rood wint' }).waitFor();
  await checkScreen(page, 'the games');
  await page.getByLabel('Taal').selectOption('en');
  await page.getByRole('cell', { name: 'red wins' }).waitFor();
  await page.getByRole('heading', { name: 'Games' }).waitFor();
}, { viewport: PHONE }));

test('a lesson is learned and a puzzle solved in Dutch', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/learn`);
  await page.getByRole('heading', { name: 'Leren' }).waitFor();
  await checkScreen(page, 'the chapters');
  await open(page, '#/learn/tour/connect/1');
  await page.getByText('Jouw zet: Rood.').waitFor();
  await cell(page, 'a4').click();
  await page.getByText('Boven en onder zijn verbonden. De witte lijn laat zien hoe.').waitFor();
  await page.getByRole('button', { name: 'Waarom?' }).click();
  await page.getByText('De steen op b3 raakt twee velden van de onderste rij.').waitFor();
  await checkScreen(page, 'a lesson');
  const { puzzles } = await (await fetch(`${backend.url}/data/puzzles.json`)).json();
  await open(page, `#/learn/puzzle/${puzzles[0].id}`);
  await page.getByText('Eén zet wint. Vind hem.').waitFor();
  await page.locator('.message.you').waitFor();
  await cell(page, puzzles[0].answer).click();
  await page.getByText('Opgelost.').waitFor();
  await checkScreen(page, 'a puzzle');
  await page.goto(`${backend.url}/#/learn/puzzles`);
  await page.getByText('1 van', { exact: false }).first().waitFor();
  await checkScreen(page, 'the puzzles');
}, { locale: 'nl-BE', viewport: PHONE }));

test('analysis speaks Dutch, and writes numbers as the Dutch do', () => withPage(async (page) => {
  const id = await game(page, { board: '4x4' });
  await play(page, id, ['b2', 'c3', 'a4']);
  await open(page, `#/analysis/game/${id}`);
  await page.locator('.engine').getByLabel(/^Speler/).selectOption('mcts');
  await page.getByRole('button', { name: 'Denk na', exact: true }).click();
  await page.locator('.facts', { hasText: /\d,\d % voor blauw/ }).waitFor();
  await page.getByText('Groener is beter.').waitFor();
  await page.getByRole('button', { name: 'Oplossen' }).click();
  await page.locator('.line', { hasText: /^(Rood|Blauw) wint/ }).waitFor();
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await checkScreen(page, 'the analysis');
}, { locale: 'nl-NL', viewport: PHONE }));

test('a match is played in Dutch', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/laboratory`);
  await page.getByRole('heading', { name: 'Laboratorium' }).waitFor();
  await checkScreen(page, 'the laboratory');
  await page.getByLabel(/^Speler 1/).selectOption('random');
  await page.getByLabel(/^Speler 2/).selectOption('random');
  await page.getByLabel('Partijen per paar').fill('2');
  await page.getByRole('button', { name: 'Start de wedstrijd' }).click();
  await page.getByText(/klaar: 2 van 2 gedaan/).waitFor();
  await page.getByRole('cell', { name: /(rood|blauw) wint, \d+ zetten/ }).first().waitFor();
  await page.getByText('Too few: er zijn nog te weinig paren').waitFor();
  await checkScreen(page, 'a match');
}, { locale: 'nl', viewport: PHONE }));

test('a language that the page does not speak gets English', () => withPage(async (page) => {
  await open(page, '#/');
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
}, { locale: 'cs-CZ' }));

test('an address that leads nowhere says so in Dutch', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/nowhere`);
  await page.getByRole('heading', { name: 'Hier is niets' }).waitFor();
  await page.getByText('deze pagina bestaat niet').waitFor();
}, { locale: 'nl' }));
