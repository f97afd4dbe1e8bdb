/** Bytes of a stream, taken in parts of any length. */
export interface ByteQueue {
  /** Takes the next bytes; fewer at the end of the stream. */
  take(length: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
}

/** Creates a queue over the blocks of a stream. Cost: memory for the blocks of one part. */
export function createByteQueue(blocks: AsyncIterable<Uint8Array>): ByteQueue {
  const iterator = blocks[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);

  const fill = async (length: number): Promise<void> => {
    const parts = [rest];
    let count = rest.length;
    while (count < length) {
      const next = await iterator.next();
      if (next.done === true) break;
      // A copy: the reader may use its block again.
      parts.push(Buffer.from(next.value));
      count += next.value.length;
    }
    if (parts.length > 1) rest = Buffer.concat(parts);
  };

  return {
    async take(length) {
      if (rest.length < length) await fill(length);
      const taken = rest.subarray(0, length);
      rest = rest.subarray(length);
      return taken;
    },
    async isAtEnd() {
      if (rest.length === 0) await fill(1);
      return rest.length === 0;
    },
  };
}
