/** What is downloaded once and handed to every worker: the program, and the networks that its players read. */

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

/** A program with nothing but an instruction that older browsers lack: four products of bytes and their sum. */
const DOT = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
  10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 147, 2, 11,
);

/** It travels compressed: many hosts send files as they are, and do not know what this one is. */
async function compile() {
  const { body } = await download('program/hexring.packed');
  const unpacked = /** @type {ReadableStream<BufferSource>} */ (body).pipeThrough(new DecompressionStream('gzip'));
  const program = new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } });
  return WebAssembly.validate(DOT) ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await older(program));
}

/** The program for a browser that would refuse it, with other instructions in some places. @param {Response} program */
async function older(program) {
  const whole = new Uint8Array(await program.arrayBuffer());
  /** @type {{ bytes: number[], places: number[] }[]} */
  const changes = await (await download('program/older.json')).json();
  for (const { bytes, places } of changes) places.forEach((place) => whole.set(bytes, place));
  return whole;
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

/** The networks' files: the usual one, that for large boards, and that for seasons. */
export const loadNetworks = once(() => Promise.all(
  ['network', 'large', 'seasons'].map(async (name) => (await download(`program/${name}.safetensors`)).arrayBuffer()),
));
