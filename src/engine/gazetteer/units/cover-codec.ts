import { message } from '../../../base/messages/message.ts';
import { BASE_CELL_COUNT } from '../../../base/geo/h3-tree.ts';
import {
  badCover,
  createSegmentReader,
  createSegmentWriter,
  NO_WARD,
  SEGMENT_MEANING,
  SPLIT,
  type SegmentReader,
  type SegmentWriter,
} from './cover-segment.ts';

export { NO_WARD, SPLIT };

/** Number of children of a cell. */
export const CHILD_COUNT = 7;

const MAGIC = 'GMC2';
/** Resolution of a region: 12,000 km², so that a question about one place decodes a small part of the cover. */
const REGION_RESOLUTION = 3;
const REGION_ENTRY_BYTES = 8;

/** Layout of `cells.bin`: the fields of its header, little-endian, and the segments behind it. */
export const COVER_LAYOUT = {
  magic: { offset: 0, bytes: 4, meaning: `\`${MAGIC}\`, ASCII` },
  finestResolution: { offset: 4, bytes: 1, meaning: 'H3 resolution of the finest cells, 0 to 15' },
  reserved: { offset: 5, bytes: 3, meaning: '0' },
  splitCount: { offset: 8, bytes: 4, meaning: 'number of divided cells in the first segment' },
  topBytes: { offset: 12, bytes: 4, meaning: 'length of the first segment' },
  regionCount: { offset: 16, bytes: 4, meaning: 'number of regions' },
  regions: {
    offset: 20,
    bytes: undefined,
    meaning:
      'for each region, in order: its number of divided cells below it, and the length of its segment, 4 bytes each',
  },
  segments: {
    offset: undefined,
    bytes: undefined,
    meaning: `Brotli, one after another. The first: the ${BASE_CELL_COUNT} base cells of H3 in order, each followed by its seven children if it is divided (preorder), down to resolution ${REGION_RESOLUTION}. Each cell of that resolution that is divided is a region, whose seven children, in preorder, are a segment of its own. ${SEGMENT_MEANING}`,
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
 * NO_WARD.
 * Guarantee: the same cover gives the same bytes with the same Brotli library.
 */
export function encodeCover(preorder: Int32Array, finestResolution: number, quality?: number): Buffer {
  const top = createSegmentWriter();
  const regions: SegmentWriter[] = [];
  let at = 0;

  function write(segment: SegmentWriter, resolution: number): void {
    const symbol = preorder[at++] ?? NO_WARD;
    segment.write(symbol);
    if (symbol !== SPLIT) return;
    let below = segment;
    if (resolution === REGION_RESOLUTION) regions.push((below = createSegmentWriter()));
    for (let digit = 0; digit < CHILD_COUNT; digit++) write(below, resolution + 1);
  }
  while (at < preorder.length) write(top, 0);

  const payloads = [top, ...regions].map((segment) => segment.compress(quality));
  const header = Buffer.alloc(COVER_LAYOUT.regions.offset + regions.length * REGION_ENTRY_BYTES);
  header.write(MAGIC, COVER_LAYOUT.magic.offset, 'latin1');
  header.writeUInt8(finestResolution, COVER_LAYOUT.finestResolution.offset);
  header.writeUInt32LE(top.splitCount, COVER_LAYOUT.splitCount.offset);
  header.writeUInt32LE(payloads[0]?.length ?? 0, COVER_LAYOUT.topBytes.offset);
  header.writeUInt32LE(regions.length, COVER_LAYOUT.regionCount.offset);
  for (const [i, { splitCount }] of regions.entries()) {
    const entry = COVER_LAYOUT.regions.offset + i * REGION_ENTRY_BYTES;
    header.writeUInt32LE(splitCount, entry);
    header.writeUInt32LE(payloads[i + 1]?.length ?? 0, entry + 4);
  }
  return Buffer.concat([header, ...payloads]);
}

/**
 * Returns the region of a cell: the cell of resolution 3 that contains it.
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
  if (header.length < COVER_LAYOUT.regions.offset || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw badCover(message('dataset.noCover'));
  return header;
}

/** A part of `cells.bin`. Shape: `end` and `start` are offsets in the file. */
interface Segment {
  splitCount: number;
  start: number;
  end: number;
}

/** Returns the first segment and those of the regions, after a check of their lengths. */
function segmentsOf(bytes: Buffer): [top: Segment, ...regions: Segment[]] {
  const regionCount = bytes.readUInt32LE(COVER_LAYOUT.regionCount.offset);
  let start = COVER_LAYOUT.regions.offset + regionCount * REGION_ENTRY_BYTES;
  if (start > bytes.length) throw badCover(message('dataset.coverTooShort'));
  const segment = (splitCount: number, length: number): Segment => {
    const end = start + length;
    const found = { splitCount, start, end };
    start = end;
    return found;
  };
  const top = segment(
    bytes.readUInt32LE(COVER_LAYOUT.splitCount.offset),
    bytes.readUInt32LE(COVER_LAYOUT.topBytes.offset),
  );
  const regions = Array.from({ length: regionCount }, (_, i) => {
    const entry = COVER_LAYOUT.regions.offset + i * REGION_ENTRY_BYTES;
    return segment(bytes.readUInt32LE(entry), bytes.readUInt32LE(entry + 4));
  });
  if (start !== bytes.length) throw badCover(message('dataset.otherCoverLength'));
  return [top, ...regions];
}

/**
 * Decodes a cover from the bytes of `cells.bin`.
 *
 * Shape: with `region`, only what is under that region, see {@link regionOf}; a divided cell of another region reads as no ward.
 * Errors: DATASET_BAD if the bytes are not a cover, or if they contain a ward of `wardCount` or above.
 * Cost: about 20 ns a node that is kept, and 4 bytes in memory.
 */
export function decodeCover(bytes: Uint8Array, wardCount: number, region?: string): CoverTree {
  const file = headerOf(bytes);
  const [top, ...regions] = segmentsOf(file);
  const finestResolution = file.readUInt8(COVER_LAYOUT.finestResolution.offset);
  const limits: Limits = { finestResolution, wardCount };
  const { roots, blocks: topBlocks, regionBlocks } = readTop(file, top, regions.length, limits);
  if (regionBlocks.length !== regions.length)
    throw badCover(message('dataset.otherRegions', { regions: regions.length, cells: regionBlocks.length }));
  const wanted = region === undefined ? undefined : blockOfRegion(region, roots, topBlocks);
  const chosen: { block: number; splitCount: number; reader: SegmentReader }[] = [];
  let blockCount = top.splitCount;
  for (const [i, block] of regionBlocks.entries()) {
    const segment = regions[i];
    if (wanted !== undefined && wanted !== block) continue;
    chosen.push({
      block,
      splitCount: segment.splitCount,
      reader: createSegmentReader(
        file.subarray(segment.start, segment.end),
        CHILD_COUNT + segment.splitCount * CHILD_COUNT,
      ),
    });
    blockCount += segment.splitCount;
  }
  const blocks = sharedInt32(blockCount * CHILD_COUNT);
  blocks.set(topBlocks);
  let nextBlock = top.splitCount;
  for (const { block, splitCount, reader } of chosen) {
    readRegion(reader, { blocks, block, nextBlock, endBlock: nextBlock + splitCount }, limits);
    nextBlock += splitCount;
  }
  return { finestResolution, roots, blocks };
}

/** What the nodes of a cover may be. */
type Limits = Pick<CoverTree, 'finestResolution'> & { wardCount: number };

/**
 * Reads the first segment.
 *
 * Shape: `regionBlocks` are the blocks of the regions, in order; their nodes are no ward until a region is read into them.
 */
function readTop(file: Buffer, top: Segment, regionCount: number, { finestResolution, wardCount }: Limits) {
  // The children of a region are in the segment of the region.
  const dividedHere = top.splitCount - regionCount;
  const reader = createSegmentReader(
    file.subarray(top.start, top.end),
    BASE_CELL_COUNT + dividedHere * CHILD_COUNT,
  );
  const roots = sharedInt32(BASE_CELL_COUNT);
  const blocks = new Int32Array(top.splitCount * CHILD_COUNT).fill(leafOf(NO_WARD, wardCount));
  const regionBlocks: number[] = [];
  let blockCount = 0;

  function readNodes(nodes: Int32Array, from: number, count: number, resolution: number): void {
    for (let i = from; i < from + count; i++) {
      const symbol = reader.next();
      if (symbol !== SPLIT) {
        nodes[i] = leafOf(symbol, wardCount);
        continue;
      }
      if (resolution === finestResolution || blockCount === top.splitCount)
        throw badCover(message('dataset.tooManyCells'));
      const block = blockCount++;
      nodes[i] = block;
      if (resolution === REGION_RESOLUTION) regionBlocks.push(block);
      else readNodes(blocks, block * CHILD_COUNT, CHILD_COUNT, resolution + 1);
    }
  }
  readNodes(roots, 0, BASE_CELL_COUNT, 0);
  if (!reader.isAtEnd() || blockCount !== top.splitCount) throw badCover(message('dataset.coverTooLong'));
  return { roots, blocks, regionBlocks };
}

/** Returns the block of a region, or a negative number if no region has that name. */
function blockOfRegion(region: string, roots: Int32Array, blocks: Int32Array): number {
  const bits = Number.parseInt(region, 16);
  const digits = [bits >>> 6, bits >>> 3, bits].map((shifted) => shifted & 7);
  let node = roots[bits >>> 9] ?? -1;
  for (const digit of digits) {
    if (node < 0 || digit >= CHILD_COUNT) return -1;
    node = blocks[node * CHILD_COUNT + digit];
  }
  return node;
}

/** Where the nodes of a region go. Shape: its children are in `block`, the blocks below it from `nextBlock` to before `endBlock`. */
interface RegionTarget {
  blocks: Int32Array;
  block: number;
  nextBlock: number;
  endBlock: number;
}

function readRegion(
  reader: SegmentReader,
  target: RegionTarget,
  { finestResolution, wardCount }: Limits,
): void {
  const { blocks, endBlock } = target;
  let { nextBlock } = target;

  function readBlock(block: number, resolution: number): void {
    for (let i = block * CHILD_COUNT; i < (block + 1) * CHILD_COUNT; i++) {
      const symbol = reader.next();
      if (symbol !== SPLIT) {
        blocks[i] = leafOf(symbol, wardCount);
        continue;
      }
      if (resolution === finestResolution || nextBlock === endBlock)
        throw badCover(message('dataset.tooManyCells'));
      blocks[i] = nextBlock;
      readBlock(nextBlock++, resolution + 1);
    }
  }
  readBlock(target.block, REGION_RESOLUTION + 1);
  if (!reader.isAtEnd() || nextBlock !== endBlock) throw badCover(message('dataset.coverTooLong'));
}

function leafOf(ward: number, wardCount: number): number {
  if (ward >= wardCount) throw badCover(message('dataset.unknownWard', { ward, count: wardCount }));
  return -2 - ward;
}

/** Memory that worker threads read without a copy. */
function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
