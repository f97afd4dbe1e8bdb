import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Returns the error for a damaged `cells.bin`. */
export function badCover(fault: Message, cause?: unknown): GeomillError {
  return new GeomillError('DATASET_BAD', message('dataset.badCover', { fault }), { cause });
}

/** Symbol in the preorder list of a cover for a cell that is divided into its seven children. */
export const SPLIT = -2;
/** Ward index of a cell in no ward. */
export const NO_WARD = -1;

const MAX_WARDS = 0xfffe;
const SPLIT_BYTE = 0;
const SPELLED_BYTE = 255;
const RECENT_COUNT = 254;
/** A damaged header must not allocate gigabytes. */
const MAX_CHUNK_BYTES = 1 << 25;

/** Description of a segment before compression, for the documents. */
export const SEGMENT_MEANING = `${SPLIT_BYTE} is a divided cell; 1 to ${RECENT_COUNT} is the ward that was used that many different wards ago in this segment; ${SPELLED_BYTE} is followed by row of \`wards.csv\` + 1 as 16 bits (0 = no ward)`;

/** Writer of one segment of a cover: symbols in preorder, compressed at the end. */
export interface SegmentWriter {
  /** Number of divided cells written so far. */
  readonly splitCount: number;
  /** Appends SPLIT, NO_WARD or the index of a ward. Errors: RangeError beyond the largest ward index. */
  write: (symbol: number) => void;
  /** Compresses the symbols. Cost: with the highest quality of Brotli, the default, ten times that of 6, for a fifth less. */
  compress: (quality?: number) => Buffer;
}

/**
 * Creates the writer of a segment.
 *
 * Shape: wards are encoded by how recently they were used, because neighbouring cells repeat few wards.
 * Guarantee: the same symbols give the same bytes with the same Brotli library.
 */
export function createSegmentWriter(): SegmentWriter {
  const payload: number[] = [];
  const recent = createRecentWards();
  let splitCount = 0;
  return {
    get splitCount() {
      return splitCount;
    },
    write(symbol) {
      if (symbol === SPLIT) {
        splitCount++;
        payload.push(SPLIT_BYTE);
        return;
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
    },
    compress(quality = constants.BROTLI_MAX_QUALITY) {
      const bytes = Uint8Array.from(payload);
      return brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
    },
  };
}

/** Returns the smallest window that holds so many bytes: a larger one costs memory and time, and no byte is saved. */
function windowBits(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + 1));
  return Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.min(bits, constants.BROTLI_MAX_WINDOW_BITS));
}

/** Reader of one segment. */
export interface SegmentReader {
  /** Returns the next symbol. Errors: RangeError if the segment is damaged or at its end. */
  next: () => number;
  isAtEnd: () => boolean;
}

/**
 * Creates the reader of a compressed segment that has `symbolCount` symbols.
 *
 * Errors: DATASET_BAD if it cannot be decompressed, or has fewer symbols.
 */
export function createSegmentReader(compressed: Uint8Array, symbolCount: number): SegmentReader {
  const payload = decompress(compressed, symbolCount);
  if (payload.length < symbolCount) throw badCover(message('dataset.coverTooShort'));
  const recent = createRecentWards();
  let at = 0;
  return {
    next() {
      const byte = payload[at++];
      if (byte === undefined) throw badCover(message('dataset.coverTooShort'));
      if (byte === SPLIT_BYTE) return SPLIT;
      if (byte !== SPELLED_BYTE) return recent.useRank(byte - 1);
      const ward = (payload[at] ?? 0) + ((payload[at + 1] ?? 0) << 8) - 1;
      at += 2;
      recent.use(ward);
      return ward;
    },
    isAtEnd: () => at === payload.length,
  };
}

/** Creates the list of the wards used last, the latest first; it makes nearly every leaf a small number. */
function createRecentWards() {
  const wards = new Int32Array(RECENT_COUNT).fill(NO_WARD);
  let count = 0;
  return {
    rankOf(ward: number): number {
      for (let rank = 0; rank < count; rank++) if (wards[rank] === ward) return rank;
      return -1;
    },
    use(ward: number): void {
      count = Math.min(count + 1, RECENT_COUNT);
      wards.copyWithin(1, 0, count - 1);
      wards[0] = ward;
    },
    useRank(rank: number): number {
      if (rank >= count) throw badCover(message('dataset.wardBeforeFirst'));
      const ward = wards[rank];
      // A loop, because copyWithin costs more than the few moves of a typical call.
      for (let i = rank; i > 0; i--) wards[i] = wards[i - 1];
      wards[0] = ward;
      return ward;
    },
  };
}

function decompress(bytes: Uint8Array, symbolCount: number): Buffer {
  // One chunk for nearly all of it: by default zlib collects small ones and copies them together, so that the payload is in memory twice.
  const chunkSize = Math.max(64, Math.min(symbolCount + (symbolCount >> 3), MAX_CHUNK_BYTES));
  try {
    return brotliDecompressSync(bytes, { chunkSize });
  } catch (cause) {
    throw badCover(message('dataset.coverNotDecompressed'), cause);
  }
}
