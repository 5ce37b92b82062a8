/** What is downloaded once and handed to every worker: the program, and the network that its players read. */

/** @param {string} path From the folder of the page. */
const place = (path) => new URL(`../../${path}`, import.meta.url).href;

/** @param {string} path */
async function download(path) {
  const response = await fetch(place(path)).catch(() => {
    throw new Error(`${path} could not be fetched`);
  });
  if (!response.ok) throw new Error(`${path} could not be fetched: the host answers ${response.status}`);
  return response;
}

/** It travels compressed: many hosts send files as they are, and do not know what this one is. */
async function compile() {
  const { body } = await download('program/hexring.packed');
  const program = /** @type {ReadableStream<BufferSource>} */ (body).pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(program, { headers: { 'Content-Type': 'application/wasm' } }));
}

/**
 * Does something once; what has failed is tried again by the next who asks.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
function once(work) {
  /** @type {Promise<T> | undefined} */
  let done;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** The compiled program. */
export const loadProgram = once(compile);

/** The network's file. */
export const loadNetwork = once(async () => (await download('program/network.safetensors')).arrayBuffer());
