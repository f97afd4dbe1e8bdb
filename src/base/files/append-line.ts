import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const NEWLINE = 0x0a;

/**
 * Appends a line to a file, creating it; several processes may append to one file.
 *
 * Guarantee: the line begins at the beginning of a line, also after one that a power cut has left torn, and is durable afterwards.
 * Errors: those of the file system.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o644);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, NEWLINE);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // One write: lines of several processes are not mixed.
    await handle.appendFile(`${last[0] === NEWLINE ? '' : '\n'}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
