import { lowerBound } from '../../../base/bisect.ts';
import { keepLast } from './keep-last.ts';
import { inflateRawSync } from 'node:zlib';
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
  const keptLinesOf = keepLast(KEPT_BLOCKS, linesOf);
  return (place) => {
    const record = findRecord(tables, place);
    return record < 0 ? undefined : parseRecord(keptLinesOf(tables, blockOf(record)), record);
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
