import type { DurableFile, DurableFs } from '../../../base/files/durable-fs.ts';

const BLOCK_BYTES = 1 << 18;

/**
 * Streams the bytes of a file, reading a block while the caller uses the one before.
 *
 * Shape: a block is valid until the next one is asked for: its memory is used again. Errors: IO.
 */
export async function* streamFileAhead(fs: DurableFs, path: string): AsyncGenerator<Uint8Array> {
  const file = await fs.openRead(path);
  const blocks = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)] as const;
  let reading = file.read(blocks[0], 0);
  try {
    for (let [nth, at] = [0, 0]; ; nth += 1) {
      const bytes = await reading;
      if (bytes === 0) return;
      at += bytes;
      reading = file.read(nth % 2 === 0 ? blocks[1] : blocks[0], at);
      // A failure is that of the next block: without a handler it would end the process before.
      reading.catch(() => undefined);
      yield (nth % 2 === 0 ? blocks[0] : blocks[1]).subarray(0, bytes);
    }
  } finally {
    await reading.catch(() => undefined);
    await file.close();
  }
}

/** Streams the bytes of a file from an offset on; `open` replaces how it is opened. Errors: IO. */
export async function* streamFile(
  fs: DurableFs,
  path: string,
  from = 0,
  open: (fs: DurableFs, path: string) => Promise<DurableFile> = (disk, name) => disk.openRead(name),
): AsyncGenerator<Uint8Array> {
  const file = await open(fs, path);
  try {
    for (let at = from; ;) {
      // A new block each time: the caller may store it.
      const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      const read = await file.read(block, at);
      if (read === 0) return;
      yield block.subarray(0, read);
      at += read;
    }
  } finally {
    await file.close();
  }
}

/** Generates the lines of a file of UTF-8 without their newlines, those that end in one block together. */
export async function* linesOf(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const block of blocks) {
    const [first = '', ...others] = decoder.decode(block, { stream: true }).split('\n');
    rest.push(first);
    if (others.length === 0) continue;
    const lines = [rest.join(''), ...others];
    rest = [lines.pop()!];
    yield lines;
  }
  const last = rest.join('');
  if (last !== '') yield [last];
}
