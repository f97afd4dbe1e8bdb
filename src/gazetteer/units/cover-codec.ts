import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { GeomillError } from '../../errors/geomill-error.ts';
import { BASE_CELL_COUNT } from '../../geo/h3-tree.ts';

/** Symbol in the preorder list of a cover for a cell that is divided into its seven children. */
export const SPLIT = -2;
/** Ward index of a cell in no ward. */
export const NO_WARD = -1;
/** Number of children of a cell. */
export const CHILD_COUNT = 7;

const MAGIC = 'GMC1';
const MAX_WARDS = 0xfffe;
const SPLIT_BYTE = 0;
const SPELLED_BYTE = 255;
const RECENT_COUNT = 254;
/** Room for the wards that are spelled out, beside one byte for each node. */
const SPELLED_WARDS_BYTES = 1 << 16;
/** A damaged header must not allocate gigabytes. */
const MAX_CHUNK_BYTES = 1 << 25;

/** Layout of `cells.bin`: the fields of its header, little-endian, and the payload behind it. */
export const COVER_LAYOUT = {
  magic: { offset: 0, bytes: 4, meaning: `\`${MAGIC}\`, ASCII` },
  finestResolution: { offset: 4, bytes: 1, meaning: 'H3 resolution of the finest cells, 0 to 15' },
  reserved: { offset: 5, bytes: 3, meaning: '0' },
  splitCount: { offset: 8, bytes: 4, meaning: 'number of divided cells' },
  payload: {
    offset: 12,
    bytes: undefined,
    meaning: `Brotli. The ${BASE_CELL_COUNT} base cells of H3 in order, each followed by its seven children if it is divided (preorder). ${SPLIT_BYTE} is a divided cell; 1 to ${RECENT_COUNT} is the ward that was used that many different wards ago; ${SPELLED_BYTE} is followed by row of \`wards.csv\` + 1 as 16 bits (0 = no ward)`,
  },
} as const;

/**
 * The H3 cells that cover all wards, as a tree over the digits of a cell.
 *
 * Shape: `roots` has one node for each of the 122 base cells, `blocks` seven nodes for each divided cell, by digit. A node of 0
 * or more is the number of a block; a node below 0 is a leaf, `-2 - ward`, so -1 is no ward. Both are in shared memory.
 * Units: `finestResolution` is the H3 resolution of the finest leaves.
 */
export interface CoverTree {
  finestResolution: number;
  roots: Int32Array;
  blocks: Int32Array;
}

/**
 * Encodes a cover as the bytes of `cells.bin`; see {@link COVER_LAYOUT}.
 *
 * Shape: `preorder` lists the 122 base cells, each followed by its children if it is SPLIT, and so on; other symbols are the index of a ward or
 * NO_WARD. Wards are encoded by how recently they were used, because neighbouring cells repeat few wards.
 * Guarantee: the same cover gives the same bytes with the same Brotli library.
 */
export function encodeCover(preorder: Int32Array, finestResolution: number): Buffer {
  const payload: number[] = [];
  const recent = createRecentWards();
  let splitCount = 0;
  for (const symbol of preorder) {
    if (symbol === SPLIT) {
      splitCount++;
      payload.push(SPLIT_BYTE);
      continue;
    }
    if (symbol >= MAX_WARDS) throw new RangeError(`a cover can have ${MAX_WARDS} wards, not ${symbol + 1}`);
    const rank = recent.rankOf(symbol);
    if (rank >= 0) {
      payload.push(rank + 1);
      recent.useRank(rank);
    } else {
      payload.push(SPELLED_BYTE, (symbol + 1) & 0xff, (symbol + 1) >> 8);
      recent.use(symbol);
    }
  }
  const header = Buffer.alloc(COVER_LAYOUT.payload.offset);
  header.write(MAGIC, COVER_LAYOUT.magic.offset, 'latin1');
  header.writeUInt8(finestResolution, COVER_LAYOUT.finestResolution.offset);
  header.writeUInt32LE(splitCount, COVER_LAYOUT.splitCount.offset);
  const bytes = Uint8Array.from(payload);
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return Buffer.concat([header, compressed]);
}

/**
 * Returns the region of a cell: the cell of resolution 3 that contains it, 12,000 km².
 *
 * Shape: four hex digits, the seven bits of the base cell and the three digits below it. A cell coarser than resolution 3 is a region of its own.
 */
export function regionOf(cell: string): string {
  return cell.slice(2, 6);
}

/**
 * Returns the H3 resolution of the finest leaves, from the header of `cells.bin`.
 *
 * Errors: DATASET_BAD if the bytes are not a cover.
 */
export function finestResolutionOf(bytes: Uint8Array): number {
  return headerOf(bytes).readUInt8(COVER_LAYOUT.finestResolution.offset);
}

/** Returns the bytes of a cover as a buffer, after a check of its magic. */
function headerOf(bytes: Uint8Array): Buffer {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.length < COVER_LAYOUT.payload.offset || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw badCover('it does not start like a cover of this version');
  }
  return header;
}

/**
 * Decodes a cover from the bytes of `cells.bin`.
 *
 * Shape: with `region`, only what is under that region, see {@link regionOf}; elsewhere a divided cell reads as no ward.
 * Errors: DATASET_BAD if the bytes are not a cover, or if they contain a ward of `wardCount` or above.
 * Cost: about 20 ns a node; 4 bytes in memory for each node that is kept.
 */
export function decodeCover(bytes: Uint8Array, wardCount: number, region?: string): CoverTree {
  const header = headerOf(bytes);
  const finestResolution = header.readUInt8(COVER_LAYOUT.finestResolution.offset);
  const splitCount = header.readUInt32LE(COVER_LAYOUT.splitCount.offset);
  const payload = inflate(
    header.subarray(COVER_LAYOUT.payload.offset),
    BASE_CELL_COUNT + splitCount * CHILD_COUNT,
  );
  if (finestResolution > 15 || payload.length < BASE_CELL_COUNT + splitCount * CHILD_COUNT) {
    throw badCover('its header does not match its content');
  }
  const tree: CoverTree = {
    finestResolution,
    roots: sharedInt32(BASE_CELL_COUNT),
    blocks: sharedInt32(splitCount * CHILD_COUNT),
  };
  const { blocks } = tree;
  const recent = createRecentWards();
  let at = 0;
  let readBlocks = 0;
  let keptBlocks = 0;
  const path = region === undefined ? [] : pathOf(region);
  // Read although they are not kept, because the wards that follow refer back to theirs.
  const dropped = new Int32Array(CHILD_COUNT);

  function readNodes(nodes: Int32Array, from: number, count: number, resolution: number): void {
    for (let i = from; i < from + count; i++) {
      const byte = payload[at++];
      if (byte === SPLIT_BYTE) {
        if (resolution === finestResolution || readBlocks === splitCount)
          throw badCover('it divides too many cells');
        readBlocks++;
        if (nodes === dropped || (resolution < path.length && path[resolution] !== i - from)) {
          nodes[i] = -2 - NO_WARD;
          readNodes(dropped, 0, CHILD_COUNT, resolution + 1);
        } else {
          const block = keptBlocks++;
          nodes[i] = block;
          readNodes(blocks, block * CHILD_COUNT, CHILD_COUNT, resolution + 1);
        }
      } else if (byte === SPELLED_BYTE) {
        const ward = (payload[at] ?? 0) + ((payload[at + 1] ?? 0) << 8) - 1;
        at += 2;
        if (ward >= wardCount) throw badCover(`it refers to ward ${ward} of ${wardCount}`);
        recent.use(ward);
        nodes[i] = -2 - ward;
      } else {
        if (byte === undefined) throw badCover('it ends too early');
        nodes[i] = -2 - recent.useRank(byte - 1);
      }
    }
  }

  readNodes(tree.roots, 0, BASE_CELL_COUNT, 0);
  if (at !== payload.length || readBlocks !== splitCount) throw badCover('it is longer than its header says');
  return tree;
}

/** Returns the base cell and the three digits of a region. */
function pathOf(region: string): number[] {
  const bits = Number.parseInt(region, 16);
  return [bits >>> 9, (bits >>> 6) & 7, (bits >>> 3) & 7, bits & 7];
}

/** Creates the list of the wards used last, the latest first; it makes nearly every leaf a small number. */
function createRecentWards() {
  const wards = new Int32Array(RECENT_COUNT).fill(NO_WARD);
  let count = 0;
  return {
    rankOf: (ward: number): number => wards.subarray(0, count).indexOf(ward),
    use(ward: number): void {
      count = Math.min(count + 1, RECENT_COUNT);
      wards.copyWithin(1, 0, count - 1);
      wards[0] = ward;
    },
    useRank(rank: number): number {
      if (rank >= count) throw badCover('it refers to a ward before the first');
      const ward = wards[rank] as number;
      // A loop, because copyWithin costs more than the few moves of a typical call.
      for (let i = rank; i > 0; i--) wards[i] = wards[i - 1] as number;
      wards[0] = ward;
      return ward;
    },
  };
}

/** Memory that worker threads read without a copy. */
function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

/** Decompresses the payload. Shape: `leastBytes` is its expected length, or somewhat less. */
function inflate(bytes: Uint8Array, leastBytes: number): Buffer {
  // One chunk for all of it: by default zlib collects small ones and copies them together, so that the payload is in memory twice.
  const chunkSize = Math.min(leastBytes + SPELLED_WARDS_BYTES, MAX_CHUNK_BYTES);
  try {
    return brotliDecompressSync(bytes, { chunkSize });
  } catch (cause) {
    throw badCover('its content cannot be decompressed', cause);
  }
}

function badCover(what: string, cause?: unknown): GeomillError {
  return new GeomillError(
    'DATASET_BAD',
    `cells.bin of the dataset is damaged: ${what}. Copy the dataset again, or build it anew.`,
    { cause },
  );
}
