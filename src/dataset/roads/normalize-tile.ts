/** Positions in the header of a tile. Units: bytes. */
const FORWARD_RESTRICTIONS_OFFSET = 96;
const REVERSE_RESTRICTIONS_OFFSET = 100;
const EDGE_INFO_OFFSET = 104;
const DATE_CREATED_OFFSET = 112;

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
export function normalizeTile(tile: Buffer): void {
  tile.writeUInt32LE(0, DATE_CREATED_OFFSET);
  const end = tile.readUInt32LE(EDGE_INFO_OFFSET);
  const reverse = tile.readUInt32LE(REVERSE_RESTRICTIONS_OFFSET);
  normalizeRestrictions(tile, tile.readUInt32LE(FORWARD_RESTRICTIONS_OFFSET), reverse);
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
