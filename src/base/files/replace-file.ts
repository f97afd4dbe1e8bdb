import type { DurableFs } from './durable-fs.ts';

/**
 * Replaces a file: written under another name, synced, and renamed, so that a reader finds all of the old content or all of the new.
 *
 * Shape: `part` is the name until then; the folder is not synced, so that several files cost one sync. Errors: IO, OUTPUT_REFUSED.
 */
export async function replaceFile(
  fs: DurableFs,
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  part = `${path}.part`,
): Promise<void> {
  const file = await fs.openWrite(part);
  try {
    await file.truncate(0);
    if (typeof content === 'string') await file.write(Buffer.from(content), 0);
    else {
      let bytes = 0;
      for await (const block of content) {
        await file.write(block, bytes);
        bytes += block.length;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.rename(part, path);
}
