import { message } from '../../base/messages/message.ts';
import { fromBufferPromise, type Entry, type ZipFile as Archive } from 'yauzl';
import { inputBad } from '../input-bad.ts';

/** A file inside of a zip archive. */
export interface ZipFile {
  readonly name: string;
  /** Inflates the file, block by block. Errors: INPUT_BAD if it is damaged, encrypted, or a bomb. */
  open(): AsyncIterable<Buffer>;
}

/** What is made of packed bytes may have so many times their number, and `FREE_BYTES` in any case. Tables reach a ratio of about 50. */
const RATIO_MAX = 300;
const FREE_BYTES = 32 * 1024 * 1024;

/** A sheet is searched for merged cells, then read. */
const READS_MAX = 2;

const [STORED, DEFLATED] = [0, 8];

/** Returns the number of bytes that so many packed ones may become. */
export function unpackedMax(packed: number): number {
  return Math.max(FREE_BYTES, packed * RATIO_MAX);
}

/**
 * Returns the files of a zip archive by name, in the order of its directory.
 *
 * Errors: INPUT_BAD if the archive is truncated or damaged, or if all that is read of it, files read again included, is too much for its size.
 */
export async function readZip(bytes: Buffer): Promise<Map<string, ZipFile>> {
  let left = READS_MAX * unpackedMax(bytes.length);
  // Entries may share bytes, and a workbook may name one file many times.
  const count = (block: Buffer) => {
    left -= block.length;
    if (left < 0) throw inputBad(message('workbook.inflates', { most: RATIO_MAX }));
  };
  const files = new Map<string, ZipFile>();
  try {
    // Names are looked up, never written to, so any is allowed; the sizes that an archive states prove nothing: what is inflated is counted.
    const archive = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false });
    for await (const entry of archive.eachEntry()) {
      const name = String(entry.fileName);
      files.set(name, { name, open: () => inflate(archive, entry, name, count) });
    }
  } catch (error) {
    throw (error as Error).message.startsWith('End of central directory')
      ? inputBad(message('workbook.truncated'), {}, error)
      : damaged('', error);
  }
  return files;
}

async function* inflate(
  archive: Archive,
  entry: Entry,
  name: string,
  count: (block: Buffer) => void,
): AsyncGenerator<Buffer> {
  const { compressionMethod: method, compressedSize: packed } = entry;
  if (entry.isEncrypted()) throw inputBad(message('workbook.encrypted', { file: name }));
  if (method !== STORED && method !== DEFLATED)
    throw inputBad(message('workbook.otherCompression', { file: name, method }));
  let inflated = 0;
  for await (const block of blocksOf(archive, entry, name)) {
    inflated += block.length;
    if (inflated > unpackedMax(packed))
      throw inputBad(message('workbook.fileInflates', { file: name, most: RATIO_MAX }));
    count(block);
    yield block;
  }
}

async function* blocksOf(archive: Archive, entry: Entry, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const block of await archive.openReadStreamPromise(entry)) yield block as Buffer;
  } catch (error) {
    throw damaged(name, error);
  }
}

function damaged(name: string, cause: unknown) {
  const reason =
    name === '' ? message('workbook.directoryDamaged') : message('workbook.fileDamaged', { file: name });
  return inputBad(reason, {}, cause);
}
