import type { DurableFile, DurableFs } from '../../base/files/durable-fs.ts';

const BLOCK_BYTES = 1 << 18;

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
