/** The backend of `hexring serve`: requests over HTTP, news over WebSockets. */

import { keyFor } from '../seats.js';
import { texts } from '../words/language.js';

/** The server wants to know first who asks. */
export class Stranger extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function request(method, path, body, signal) {
  const key = keyFor(path);
  /** @type {RequestInit} */
  const init = { method, signal, headers: key ? { Seat: key } : {} };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(path, init).catch((error) => {
    throw error.name === 'AbortError' ? error : new Error(texts.page.noServer);
  });
  if (!response.ok) {
    const fault = await response.json().catch(() => ({}));
    const words = fault.error ?? texts.page.serverFails(response.status);
    throw response.status === 401 ? new Stranger(words) : new Error(words, { cause: response.status });
  }
  return response;
}

/** @type {import('../types.js').Backend['ask']} */
export async function ask(method, path, body) {
  const text = await (await request(method, path, body)).text();
  return text ? JSON.parse(text) : null;
}

/** @type {import('../types.js').Backend['file']} */
export const file = async (path) => (await request('GET', path)).blob();

/** @type {import('../types.js').Backend['stream']} */
export async function stream(path, body, hear, signal) {
  const response = await request('POST', path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = JSON.parse(text);
      if (line.type === 'error') throw new Error(line.error);
      hear(line);
    }
  }
}

/**
 * The connection is made again whenever it breaks, so that a restart of the server is hardly
 * noticed.
 *
 * @type {import('../types.js').Backend['listen']}
 */
export function listen(path, hear, online = () => {}) {
  let ended = false;
  /** @type {WebSocket | undefined} */
  let socket;
  const connect = () => {
    if (ended) return;
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);
    socket.onopen = () => {
      const key = keyFor(path);
      // Others see who is here.
      if (key) socket?.send(key);
      online(true);
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = () => {
      if (ended) return;
      online(false);
      setTimeout(connect, 700);
    };
  };
  connect();
  return () => {
    ended = true;
    socket?.close();
  };
}
