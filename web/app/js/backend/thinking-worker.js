/** A worker that thinks about one thing at a time; while it does, it hears nothing, and is ended from outside. */

/** @type {(thinker: Promise<any>) => void} */
let ready = () => {};

/** There when the program is; work may be here before it. @type {Promise<any>} */
const thinker = new Promise((done) => {
  ready = done;
});

/** @param {WebAssembly.Module} program @param {ArrayBuffer[]} networks */
async function begin(program, networks) {
  const { initSync, Thinker } = await import(new URL('../../program/hexring.js', import.meta.url).href);
  initSync({ module: program });
  return new Thinker(...networks.map((network) => new Uint8Array(network)));
}

onmessage = async ({ data }) => {
  if (data.program) {
    ready(begin(data.program, data.networks));
    return;
  }
  try {
    const hear = (/** @type {string} */ line) => postMessage({ line: JSON.parse(line) });
    postMessage({ done: JSON.parse((await thinker).think(JSON.stringify(data.work), hear)) });
  } catch (error) {
    // What the program refuses is an error with words; a program that is broken cannot go on.
    const broken = error instanceof WebAssembly.RuntimeError;
    postMessage({ error: error instanceof Error ? error.message : String(error), broken });
  }
};
