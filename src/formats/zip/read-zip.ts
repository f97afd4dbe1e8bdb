import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { inputBad } from '../input-bad.ts';

/** A file inside of a zip archive. */
export interface ZipFile {
  readonly name: string;
  /** Inflates the file, block by block. Errors: INPUT_BAD if it is damaged, encrypted, or a bomb. */
  open(): AsyncIterable<Buffer>;
}

/** The records of an archive: what each begins with, and its bytes without name, comment and extra fields. */
const SIGNATURE = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
const BYTES = { end: 22, entry: 46, local: 30 } as const;
const COMMENT_BYTES_MAX = 0xffff;
const IN_64_BITS = 0xffff_ffff;
const BLOCK_BYTES = 1 << 16;

/** A file may inflate to so many times its bytes, and to `FREE_BYTES` in any case. Tables reach a ratio of about 50. */
const RATIO_MAX = 300;
const FREE_BYTES = 64 * 1024 * 1024;

/**
 * Returns the files of a zip archive by name, in the order of its directory. Source: PKWARE APPNOTE 6.3.
 *
 * Errors: INPUT_BAD if the archive is truncated or damaged.
 */
export function readZip(bytes: Buffer): Map<string, ZipFile> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const files = new Map<string, ZipFile>();
  let at = bytes.readUInt32LE(end + 16);
  for (let nth = 0; nth < count; nth += 1) {
    if (at + BYTES.entry > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE.entry) throw damaged();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + BYTES.entry, at + BYTES.entry + nameBytes);
    const entry = readEntry(bytes, at, name);
    files.set(name, { name, open: () => inflate(bytes, entry) });
    at += BYTES.entry + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  packed: number;
  offset: number;
}

function readEntry(bytes: Buffer, at: number, name: string): Entry {
  const packed = bytes.readUInt32LE(at + 20);
  const offset = bytes.readUInt32LE(at + 42);
  if (packed === IN_64_BITS || offset === IN_64_BITS)
    throw inputBad('The workbook is larger than 4 GB. Save the sheet as "CSV UTF-8".');
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  return { name, isEncrypted, method: bytes.readUInt16LE(at + 10), packed, offset };
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - BYTES.end - COMMENT_BYTES_MAX);
  for (let at = bytes.length - BYTES.end; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === SIGNATURE.end) return at;
  }
  throw inputBad(
    'The workbook breaks off: its directory is missing. It is truncated; download or copy it again.',
  );
}

async function* inflate(bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const { name, isEncrypted, method, packed, offset } = entry;
  if (isEncrypted)
    throw inputBad(`The file ${name} of the workbook is encrypted. Save it without a password.`);
  if (offset + BYTES.local > bytes.length || bytes.readUInt32LE(offset) !== SIGNATURE.local)
    throw damaged(name);
  const start = offset + BYTES.local + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw damaged(name);
  const content = bytes.subarray(start, start + packed);
  if (method === 0) {
    yield content;
    return;
  }
  if (method !== 8)
    throw inputBad(
      `The file ${name} of the workbook is compressed with method ${method}; only deflate is read.`,
    );
  let inflated = 0;
  for await (const block of inflateRaw(content, name)) {
    inflated += block.length;
    if (inflated > FREE_BYTES && inflated > packed * RATIO_MAX)
      throw inputBad(
        `The file ${name} of the workbook inflates to more than ${RATIO_MAX} times its size, which no table does. Save the sheet as "CSV UTF-8" if it is one.`,
      );
    yield block;
  }
}

async function* inflateRaw(content: Buffer, name: string): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw();
  const source = Readable.from(blocksOf(content), { objectMode: true });
  source.pipe(inflater);
  try {
    for await (const block of inflater) yield block as Buffer;
  } catch (error) {
    throw String((error as { code?: unknown }).code).startsWith('Z_') ? damaged(name, error) : error;
  } finally {
    source.destroy();
    inflater.destroy();
  }
}

function* blocksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += BLOCK_BYTES) yield content.subarray(at, at + BLOCK_BYTES);
}

function damaged(name = '', cause?: unknown) {
  const where = name === '' ? 'Its directory' : `Its file ${name}`;
  return inputBad(`The workbook is damaged. ${where} cannot be read. Download or copy it again.`, {}, cause);
}
