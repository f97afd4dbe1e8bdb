import { inflateRawSync } from 'node:zlib';
import { lowerBound } from './access.ts';
import { RECORDS_PER_BLOCK, type PlaceRecord, type PlaceTables } from './place-tables.ts';

/** Blocks that a reader caches: a megabyte, and every block of a city. */
const KEPT_BLOCKS = 256;

/**
 * Returns the details of a place that the tables have no column for; undefined if there are none.
 *
 * Cost: about 40 microseconds, nearly all of it to inflate the block.
 */
export function recordOf(tables: PlaceTables, place: number): PlaceRecord | undefined {
  const record = findRecord(tables, place);
  return record < 0 ? undefined : parseRecord(linesOf(tables, blockOf(record)), record);
}

/** Creates a reader of many records, which caches inflated blocks; see `recordOf`. */
export function createRecordReader(tables: PlaceTables): (place: number) => PlaceRecord | undefined {
  const keptBlock = new Int32Array(KEPT_BLOCKS).fill(-1);
  const keptLines: (readonly string[])[] = new Array<readonly string[]>(KEPT_BLOCKS).fill([]);
  return (place) => {
    const record = findRecord(tables, place);
    if (record < 0) return undefined;
    const block = blockOf(record);
    const slot = block % KEPT_BLOCKS;
    if (keptBlock[slot] !== block) {
      keptBlock[slot] = block;
      keptLines[slot] = linesOf(tables, block);
    }
    return parseRecord(keptLines[slot], record);
  };
}

function findRecord({ recordPlace }: PlaceTables, place: number): number {
  const record = lowerBound(recordPlace, place);
  return recordPlace[record] === place ? record : -1;
}

function blockOf(record: number): number {
  return Math.floor(record / RECORDS_PER_BLOCK);
}

function linesOf({ recordBlocks, recordBlockOffset }: PlaceTables, block: number): string[] {
  const bytes = recordBlocks.subarray(recordBlockOffset[block], recordBlockOffset[block + 1]);
  return inflateRawSync(bytes).toString().split('\n');
}

function parseRecord(lines: readonly string[], record: number): PlaceRecord {
  return JSON.parse(lines[record % RECORDS_PER_BLOCK]) as PlaceRecord;
}
