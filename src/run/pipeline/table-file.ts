import { collectBytes } from '../../formats/collect-bytes.ts';
import { collectTable, type Table } from '../../formats/read-table.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { streamFile } from './stream-file.ts';

const MOST_MB = 64;

/** Reads a table that a person edits, in any format of an input, and the bytes of its file. Errors: INPUT_MISSING, INPUT_BAD, IO. */
export async function readTableFile(fs: DurableFs, path: string): Promise<Table & { bytes: Buffer }> {
  if (!(await fs.exists(path)))
    throw new GeomillError('INPUT_MISSING', `there is no file ${path}: check the path`);
  const bytes = await collectBytes(streamFile(fs, path), MOST_MB, 'Divide it.');
  async function* blocks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return { ...(await collectTable({ name: path, blocks: blocks() })), bytes };
}
