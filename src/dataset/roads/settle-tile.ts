/** Where the header of a tile tells of what follows. Units: bytes. */
const FORWARD_RESTRICTIONS_AT = 96;
const REVERSE_RESTRICTIONS_AT = 100;
const EDGE_INFO_AT = 104;
const DATE_CREATED_AT = 112;

const RESTRICTION_BYTES = 24;
const VIA_BYTES = 8;
const HAS_TIMES = 1n << 46n;
/** The bits of a restriction's three words that say when it holds. */
const TIMES = [0xffff_8000_0000_0000n, 0xffff_c000_0000_0000n, 0x00ff_ffe0_0000n] as const;
const WORD = 0xffff_ffff_ffff_ffffn;

/**
 * Clears what in a road tile depends on the day and the memory it was made in, in place: the date, and the times of turn restrictions that
 * hold always, which the builder never sets.
 *
 * Source: Valhalla 3.6.1, baldr/graphtileheader.h and baldr/complexrestriction.h.
 */
export function settleTile(tile: Buffer): void {
  tile.writeUInt32LE(0, DATE_CREATED_AT);
  const end = tile.readUInt32LE(EDGE_INFO_AT);
  const reverse = tile.readUInt32LE(REVERSE_RESTRICTIONS_AT);
  settleRestrictions(tile, tile.readUInt32LE(FORWARD_RESTRICTIONS_AT), reverse);
  settleRestrictions(tile, reverse, end);
}

function settleRestrictions(tile: Buffer, from: number, end: number): void {
  for (let at = from; at + RESTRICTION_BYTES <= end;) {
    const words = [0, 8, 16].map((offset) => tile.readBigUInt64LE(at + offset)) as [bigint, bigint, bigint];
    if ((words[0] & HAS_TIMES) === 0n) {
      words.forEach((word, index) =>
        tile.writeBigUInt64LE(word & (WORD ^ (TIMES[index] as bigint)), at + index * 8),
      );
    }
    const vias = Number((words[2] >> 16n) & 31n);
    at += RESTRICTION_BYTES + vias * VIA_BYTES;
  }
}
