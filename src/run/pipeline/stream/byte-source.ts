import { failure } from '../../../base/errors/geomill-error.ts';
import { gunzip, isGzip } from '../../../formats/gunzip.ts';

/** Sizes of a stream. Units: bytes. */
export interface SourceSizes {
  packed: number;
  unpacked: number;
}

/** A stream of bytes that is read like a file, from its beginning to its end. */
export interface ByteSource {
  /** What was read of the stream so far, and the bytes that it was inflated from; the same number for one that is not compressed. */
  readonly sizes: Readonly<SourceSizes>;
  /** Reads up to `bytes` from the beginning, or all of a shorter stream; {@link ByteSource.read} returns them again. */
  peek(bytes: number): Promise<{ head: Buffer; isWhole: boolean }>;
  /** Drops bytes of the beginning. */
  skip(bytes: number): void;
  /** Fills a buffer with the next bytes. Shape: returns their number, 0 at the end. */
  read(into: Uint8Array): Promise<number>;
}

/**
 * Opens a stream, inflated if it is compressed.
 *
 * Shape: a stream that begins like gzip is inflated whatever is said of it; one that is said to be gzip must be. `check` throws for sizes that are refused.
 * Errors: INPUT_BAD for damaged gzip; those of `check`.
 */
export function openBytes(
  blocks: AsyncIterable<Uint8Array>,
  isSaidGzip: boolean,
  check: (sizes: SourceSizes) => void = () => undefined,
): ByteSource {
  const sizes: SourceSizes = { packed: 0, unpacked: 0 };
  let packed: number | undefined;
  const content = inflateIfGzip(blocks, isSaidGzip, (bytes) => (packed = bytes));
  return createSource(content, sizes, (bytes) => {
    sizes.unpacked += bytes;
    sizes.packed = packed ?? sizes.unpacked;
    check(sizes);
  });
}

async function* inflateIfGzip(
  blocks: AsyncIterable<Uint8Array>,
  isSaidGzip: boolean,
  onPacked: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const iterator = blocks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  if (isGzip(head)) {
    yield* gunzip(all(), onPacked);
    return;
  }
  if (isSaidGzip && head.length > 0) {
    await iterator.return?.();
    throw failure('INPUT_BAD', 'input.bodyNotGzip');
  }
  yield* all();
}

function createSource(
  blocks: AsyncGenerator<Uint8Array, void>,
  sizes: Readonly<SourceSizes>,
  onRead: (bytes: number) => void,
): ByteSource {
  let held: Buffer = Buffer.alloc(0);
  let isEnded = false;

  async function pull(): Promise<Uint8Array | undefined> {
    if (isEnded) return undefined;
    const next = await blocks.next();
    if (next.done === true) isEnded = true;
    else onRead(next.value.length);
    return next.value ?? undefined;
  }

  return {
    sizes,
    async peek(bytes) {
      const parts = [held];
      let length = held.length;
      for (let block = length < bytes ? await pull() : undefined; block; block = await pull()) {
        parts.push(Buffer.from(block.buffer, block.byteOffset, block.byteLength));
        length += block.length;
        if (length >= bytes) break;
      }
      held = Buffer.concat(parts);
      return { head: held, isWhole: isEnded };
    },
    skip(bytes) {
      held = held.subarray(bytes);
    },
    async read(into) {
      while (held.length === 0) {
        const block = await pull();
        if (block === undefined) return 0;
        held = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
      }
      const length = Math.min(into.length, held.length);
      into.set(held.subarray(0, length));
      held = held.subarray(length);
      return length;
    },
  };
}
