import { message, type Message } from '../base/messages/message.ts';
import { inputBad } from './input-bad.ts';

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
