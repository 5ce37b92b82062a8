/** A host of plain files, as simple as there are: it serves a folder, and knows nothing else. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = /** @type {Record<string, string>} */ ({
  '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
});

export class Host {
  /** @param {string} folder @param {string} place   Where in the host's tree it is. */
  constructor(folder, place) {
    this.folder = folder;
    this.place = place;
    this.url = '';
    /** What was asked for. @type {string[]} */
    this.asked = [];
    this.server = createServer(async ({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://host');
      this.asked.push(pathname);
      const inside = normalize(pathname).startsWith(`${this.place}/`) ? pathname.slice(this.place.length) : null;
      const path = inside === '/' ? '/index.html' : inside;
      const content = path && await readFile(join(this.folder, path)).catch(() => null);
      const kind = KINDS[extname(path ?? '')] ?? 'application/octet-stream';
      response.writeHead(content ? 200 : 404, { 'Content-Type': kind }).end(content ?? undefined);
    });
  }

  async start() {
    const port = this.url ? Number(new URL(this.url).port) : 0;
    await new Promise((done) => { this.server.listen(port, '127.0.0.1', () => done(null)); });
    const address = /** @type {import('node:net').AddressInfo} */ (this.server.address());
    this.url = `http://127.0.0.1:${address.port}${this.place}`;
    return this;
  }

  /** Cuts the network. */
  async kill() {
    const gone = new Promise((done) => { this.server.close(done); });
    this.server.closeAllConnections();
    await gone;
  }
}
