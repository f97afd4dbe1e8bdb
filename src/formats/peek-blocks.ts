import { asBuffer } from './lines.ts';

/** Reads the first bytes of a stream. Shape: `head` has `bytes` or more, or is all there is; `all` is the stream from its beginning. */
export async function peekBlocks(
  blocks: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Buffer; isWhole: boolean; all: () => AsyncGenerator<Buffer> }> {
  const iterator = blocks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let isWhole = false;
  for (let length = 0; length < bytes && !isWhole;) {
    const next = await iterator.next();
    if (next.done === true) isWhole = true;
    else {
      first.push(Buffer.from(next.value));
      length += next.value.length;
    }
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    for await (const block of { [Symbol.asyncIterator]: () => iterator }) yield asBuffer(block);
  }
  return { head, isWhole, all };
}
