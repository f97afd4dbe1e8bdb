import { inflateRawSync } from 'node:zlib';
import { lowerBound } from './access.ts';
import { RECORDS_PER_BLOCK, type PlaceRecord, type PlaceTables } from './place-tables.ts';

/** Blocks that a reader keeps: a megabyte, and every block of a city. */
const KEPT_BLOCKS = 256;

/**
 * Reads what a place has beside its place in the tables; undefined where there is nothing.
 *
 * Cost: about 40 microseconds, nearly all of it for inflating the block.
 */
export function recordOf(tables: PlaceTables, place: number): PlaceRecord | undefined {
  const record = findRecord(tables, place);
  return record < 0 ? undefined : parseRecord(linesOf(tables, blockOf(record)), record);
}

/** Creates a reader of records that keeps some blocks inflated, for who reads many. Shape: answers as of `recordOf`. */
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
    return parseRecord(keptLines[slot] as readonly string[], record);
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
  const start = recordBlockOffset[block] as number;
  const bytes = Buffer.from(
    recordBlocks.buffer,
    recordBlocks.byteOffset + start,
    (recordBlockOffset[block + 1] as number) - start,
  );
  return inflateRawSync(bytes).toString().split('\n');
}

function parseRecord(lines: readonly string[], record: number): PlaceRecord {
  return JSON.parse(lines[record % RECORDS_PER_BLOCK] as string) as PlaceRecord;
}
