/** A reporter for node --test: the files in which a test failed, one a line. */

/** @param {AsyncIterable<{ type: string, data: { file?: string } }>} events */
export default async function* failed(events) {
  const told = new Set();
  for await (const { type, data: { file } } of events) {
    if (type !== 'test:fail' || !file || told.has(file)) continue;
    told.add(file);
    yield `${file}\n`;
  }
}
