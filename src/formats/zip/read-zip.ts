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

/** What is made of packed bytes may have so many times their number, and `FREE_BYTES` in any case. Tables reach a ratio of about 50. */
const RATIO_MAX = 300;
const FREE_BYTES = 32 * 1024 * 1024;

/** A sheet is searched for merged cells, then read. */
const READS_MAX = 2;

/** Returns the number of bytes that so many packed ones may become. */
export function unpackedMax(packed: number): number {
  return Math.max(FREE_BYTES, packed * RATIO_MAX);
}

/**
 * Returns the files of a zip archive by name, in the order of its directory. Source: PKWARE APPNOTE 6.3.
 *
 * Errors: INPUT_BAD if the archive is truncated or damaged, or if all that is read of it, files read again included, is too much for its size.
 */
export function readZip(bytes: Buffer): Map<string, ZipFile> {
  const end = findEnd(bytes);
  const entries = bytes.readUInt16LE(end + 10);
  const files = new Map<string, ZipFile>();
  let at = bytes.readUInt32LE(end + 16);
  let left = READS_MAX * unpackedMax(bytes.length);
  // Entries may share bytes, and a workbook may name one file many times.
  const count = (block: Buffer) => {
    left -= block.length;
    if (left < 0) throw tooLarge('workbook, with files that are read more than once,');
  };
  for (let nth = 0; nth < entries; nth += 1) {
    if (at + BYTES.entry > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE.entry) throw damaged();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + BYTES.entry, at + BYTES.entry + nameBytes);
    const entry = readEntry(bytes, at, name);
    files.set(name, { name, open: () => inflate(bytes, entry, count) });
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

async function* inflate(bytes: Buffer, entry: Entry, count: (block: Buffer) => void): AsyncGenerator<Buffer> {
  const { name, isEncrypted, method, packed, offset } = entry;
  if (isEncrypted)
    throw inputBad(`The file ${name} of the workbook is encrypted. Save it without a password.`);
  if (offset + BYTES.local > bytes.length || bytes.readUInt32LE(offset) !== SIGNATURE.local)
    throw damaged(name);
  const start = offset + BYTES.local + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw damaged(name);
  const content = bytes.subarray(start, start + packed);
  if (method !== 0 && method !== 8)
    throw inputBad(
      `The file ${name} of the workbook is compressed with method ${method}; only deflate is read.`,
    );
  let inflated = 0;
  for await (const block of method === 0 ? blocksOf(content) : inflateRaw(content, name)) {
    inflated += block.length;
    if (inflated > unpackedMax(packed)) throw tooLarge(`file ${name} of the workbook`);
    count(block);
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

function tooLarge(what: string) {
  return inputBad(
    `The ${what} inflates to more than ${RATIO_MAX} times its size, which no table does. Save the sheet as "CSV UTF-8" if it is one.`,
  );
}

function damaged(name = '', cause?: unknown) {
  const where = name === '' ? 'Its directory' : `Its file ${name}`;
  return inputBad(`The workbook is damaged. ${where} cannot be read. Download or copy it again.`, {}, cause);
}
