import { asBuffer } from './lines.ts';
import { message, type Message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';

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

const MB = 1024 * 1024;

/** Collects the bytes of an input whose parts refer to one another. Errors: INPUT_BAD with the advice if there are more than the limit. */
export async function collectBytes(
  blocks: AsyncIterable<Uint8Array>,
  limitMb: number,
  advice: Message,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    bytes += block.length;
    if (bytes > limitMb * MB) throw inputBad(message('input.tooLarge', { megabytes: limitMb, advice }));
    parts.push(block);
  }
  return Buffer.concat(parts);
}
