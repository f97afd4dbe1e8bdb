import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Compression, PMTiles, ResolvedValueCache, type DecompressFunc, type Source } from 'pmtiles';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFile, DurableFs } from '../../base/files/durable-fs.ts';

const MAGIC = 'PMTiles';
const VERSION = 3;
/** Limit of a part, as it is and without its compression, so that a damaged file does not ask for all memory. */
const MOST_BYTES = 32 << 20;
/** Kept open, so that the tiles around the points, which lie side by side, read each directory once. */
const MOST_DIRECTORIES = 100;

/** What the tiles of an archive are. */
export type TileType = 'mvt' | 'png' | 'jpeg' | 'webp' | 'avif';

const TILE_TYPES: readonly (TileType | undefined)[] = [undefined, 'mvt', 'png', 'jpeg', 'webp', 'avif'];

/** An open PMTiles archive. */
export interface TileArchive {
  type: TileType;
  minZoom: number;
  maxZoom: number;
  /** Source of the tiles, as text. */
  attribution: string;
  /** Returns a tile without its compression, undefined where the archive has none. */
  tile(zoom: number, x: number, y: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a PMTiles archive. Source: PMTiles specification, version 3.
 *
 * Errors: INPUT_MISSING without the file; INPUT_BAD if it is no such archive, damaged, or compressed with zstd.
 */
export async function openPmtiles(fs: DurableFs, path: string): Promise<TileArchive> {
  if ((await fs.stat(path))?.kind !== 'file')
    throw new GeomillError('INPUT_MISSING', `there is no file ${path}`);
  const file = await fs.openRead(path);
  try {
    return await open(file, path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function open(file: DurableFile, path: string): Promise<TileArchive> {
  const bad = (what: string, cause?: unknown) =>
    new GeomillError(
      'INPUT_BAD',
      `${path} cannot be the ground of the map: ${what}. Give a PMTiles file of version ${VERSION}`,
      { cause },
    );
  const begin = await readAt(file, 0, MAGIC.length + 1);
  if (begin.toString('latin1', 0, MAGIC.length) !== MAGIC) throw bad('it is no PMTiles archive');
  if (begin[MAGIC.length] !== VERSION) throw bad(`it has version ${begin[MAGIC.length]}`);

  const source: Source = {
    getKey: () => path,
    async getBytes(offset, length) {
      if (!(length <= MOST_BYTES)) throw bad(`a part of it has ${length} bytes`);
      const bytes = await readAt(file, offset, length);
      // The first part, with header and root, is asked for as long as it can be.
      if (bytes.length < length && offset > 0) throw bad('it is truncated');
      return { data: arrayOf(bytes) };
    },
  };
  const decompress: DecompressFunc = async (data, compression) => {
    const options = { maxOutputLength: MOST_BYTES };
    if (compression === Compression.Gzip) return arrayOf(gunzipSync(data, options));
    if (compression === Compression.Brotli) return arrayOf(brotliDecompressSync(data, options));
    if (compression === Compression.None) return data;
    const name = compression === Compression.Zstd ? 'zstd' : `of type ${compression}`;
    throw bad(`its compression is ${name}, not gzip, brotli or none`);
  };
  // The cache reads the directories, and would decompress them by itself without a limit.
  const cache = new ResolvedValueCache(MOST_DIRECTORIES, true, decompress);
  const archive = new PMTiles(source, cache, decompress);
  /** Errors: those of the library, and of decompression, as what they mean here. */
  const read = async <T>(get: () => Promise<T>): Promise<T> => {
    try {
      return await get();
    } catch (cause) {
      throw cause instanceof GeomillError ? cause : bad('it is damaged', cause);
    }
  };

  const { tileType, minZoom, maxZoom, jsonMetadataLength } = await read(() => archive.getHeader());
  const type = TILE_TYPES[tileType];
  if (type === undefined) throw bad('its tiles are neither vector tiles nor pictures');
  return {
    type,
    minZoom,
    maxZoom,
    attribution: jsonMetadataLength > 0 ? attributionOf(await read(() => archive.getMetadata())) : '',
    async tile(zoom, x, y) {
      const found = await read(() => archive.getZxy(zoom, x, y));
      return found && Buffer.from(found.data);
    },
    close: () => file.close(),
  };
}

async function readAt(file: DurableFile, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let size = 0;
  while (size < length) {
    const read = await file.read(bytes.subarray(size), offset + size);
    if (read === 0) break;
    size += read;
  }
  return bytes.subarray(0, size);
}

function arrayOf({ buffer, byteOffset, length }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
}

/** Returns the source that the metadata names, without markup. */
function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown };
  if (typeof attribution !== 'string') return '';
  const entities: Record<string, string> = { copy: '©', amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
  return attribution
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
}
