import { open, readdir, readFile, stat, type FileHandle } from 'node:fs/promises';
import { join, posix } from 'node:path';
import {
  INDEX_ENTRY_BYTES,
  INDEX_NAME,
  TAR_BLOCK_BYTES as BLOCK_BYTES,
} from '../../engine/routing/valhalla/tile-extract.ts';

interface Tile {
  name: string;
  id: number;
  bytes: number;
}

/**
 * Writes the road tiles of a folder to one tar file, with the index that Valhalla needs to map the file into memory.
 *
 * Guarantee: the same tiles give the same bytes; the file has no date, user or uninitialized memory.
 * Source: Valhalla's `valhalla_build_extract`: `index.bin` first, with an entry of 64-bit offset, 32-bit tile id and 32-bit size
 * for each tile, little-endian.
 */
export async function writeTileTar(tileDir: string, file: string): Promise<{ tiles: number; bytes: number }> {
  const tiles = await listTiles(tileDir);
  const index = Buffer.alloc(tiles.length * INDEX_ENTRY_BYTES);
  let offset = BLOCK_BYTES + padded(index.length);
  tiles.forEach(({ id, bytes }, at) => {
    index.writeBigUInt64LE(BigInt(offset + BLOCK_BYTES), at * INDEX_ENTRY_BYTES);
    index.writeUInt32LE(id, at * INDEX_ENTRY_BYTES + 8);
    index.writeUInt32LE(bytes, at * INDEX_ENTRY_BYTES + 12);
    offset += BLOCK_BYTES + padded(bytes);
  });
  const out = await open(file, 'w');
  try {
    await append(out, INDEX_NAME, index);
    for (const { name } of tiles) {
      const tile = await readFile(join(tileDir, name));
      normalizeTile(tile);
      await append(out, name, tile);
    }
    await out.write(Buffer.alloc(2 * BLOCK_BYTES));
    await out.sync();
    return { tiles: tiles.length, bytes: offset + 2 * BLOCK_BYTES };
  } finally {
    await out.close();
  }
}

async function listTiles(tileDir: string): Promise<Tile[]> {
  const names = (await readdir(tileDir, { recursive: true }))
    .filter((name) => name.endsWith('.gph'))
    .map((name) => name.split(/[\\/]/).join(posix.sep))
    .sort();
  return Promise.all(
    names.map(async (name) => ({ name, id: tileId(name), bytes: (await stat(join(tileDir, name))).size })),
  );
}

/** Returns the id of a tile from its path (`2/000/639/063.gph`): the level in the lowest three bits, the number above. */
function tileId(name: string): number {
  const [level = '', ...number] = name.replace(/\.gph$/, '').split(posix.sep);
  return ((Number(number.join('')) << 3) | Number(level)) >>> 0;
}

async function append(out: FileHandle, name: string, bytes: Buffer): Promise<void> {
  await out.write(header(name, bytes.length));
  await out.write(bytes);
  const padding = padded(bytes.length) - bytes.length;
  if (padding > 0) await out.write(Buffer.alloc(padding));
}

/** Builds the header of a tar member. Source: POSIX.1-1988, ustar. */
function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0, 100, 'latin1');
  block.write('0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/** Positions in the header of a tile. Units: bytes. */
const AT = { forwardRestrictions: 96, reverseRestrictions: 100, edgeInfo: 104, dateCreated: 112 } as const;

const RESTRICTION_BYTES = 24;
const VIA_BYTES = 8;
const HAS_TIMES = 1n << 46n;
/** The bits of a restriction's three words with its hours. */
const TIME_BITS = [0xffff_8000_0000_0000n, 0xffff_c000_0000_0000n, 0x00ff_ffe0_0000n] as const;
const ALL_BITS = 0xffff_ffff_ffff_ffffn;

/**
 * Clears the bytes of a road tile that differ between builds of the same extract, in place: the date, and the hours of turn restrictions
 * without hours, which the builder leaves uninitialized.
 *
 * Source: Valhalla 3.6.1, baldr/graphtileheader.h and baldr/complexrestriction.h.
 */
function normalizeTile(tile: Buffer): void {
  tile.writeUInt32LE(0, AT.dateCreated);
  const end = tile.readUInt32LE(AT.edgeInfo);
  const reverse = tile.readUInt32LE(AT.reverseRestrictions);
  normalizeRestrictions(tile, tile.readUInt32LE(AT.forwardRestrictions), reverse);
  normalizeRestrictions(tile, reverse, end);
}

function normalizeRestrictions(tile: Buffer, from: number, end: number): void {
  for (let at = from; at + RESTRICTION_BYTES <= end;) {
    const words = [0, 8, 16].map((offset) => tile.readBigUInt64LE(at + offset)) as [bigint, bigint, bigint];
    if ((words[0] & HAS_TIMES) === 0n) {
      words.forEach((word, index) =>
        tile.writeBigUInt64LE(word & (ALL_BITS ^ (TIME_BITS[index] as bigint)), at + index * 8),
      );
    }
    const vias = Number((words[2] >> 16n) & 31n);
    at += RESTRICTION_BYTES + vias * VIA_BYTES;
  }
}
