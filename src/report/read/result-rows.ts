import { cellText } from '../../base/text/cell-text.ts';
import { scanFeatures, type FeatureCells } from '../../formats/feature-scan.ts';
import { cellTextOf } from '../../formats/read-features.ts';
import type { RecordReader } from '../../formats/output-format.ts';
import { readRecords } from '../../run/pipeline/rerun/stored-rows.ts';

const BYTE_ORDER_MARK = /^\ufeff/;

/** A row of a result file. Shape: `text` returns a cell of the columns that were asked for, by its place in that list; empty where there is none. */
export interface ResultRow {
  text(at: number): string;
}

/** Finds the columns that are read, in the header of the file. Shape: indexes of columns. */
export type ChooseColumns = (header: readonly string[]) => readonly number[];

/**
 * Reads the rows of a file, those of a block together: a generator that yields behind each block.
 *
 * Shape: the row that `onRow` receives is valid during the call only.
 */
export type ScanRows = (
  blocks: AsyncIterable<Uint8Array>,
  choose: ChooseColumns,
  onRow: (row: ResultRow) => void,
) => AsyncGenerator<void>;

/** Returns the scan of the GeoJSON that Geomill writes, with these columns. Cost: decodes only the cells that are asked for. */
export function scanOfFeatures(names: readonly string[]): ScanRows {
  return async function* (blocks, choose, onRow) {
    const chosen = choose(names);
    let current: FeatureCells;
    const row: ResultRow = { text: (at) => cellTextOf(current, chosen[at] as number) };
    const addRow = (cells: FeatureCells) => {
      current = cells;
      onRow(row);
    };
    yield* scanFeatures(blocks, names, addRow, () => undefined);
  };
}

/** Returns the scan of the CSV or of the lines of JSON that Geomill writes. Cost: decodes all cells. */
export function scanOfRecords(reader: RecordReader): ScanRows {
  const isCsv = reader.syntax === 'csv';
  return async function* (blocks, choose, onRow) {
    let header: string[] | undefined;
    let chosen: readonly number[] = [];
    let values: readonly unknown[] = [];
    const row: ResultRow = { text: (at) => cellText(values[chosen[at] as number]) };
    for await (const records of readRecords(blocks, { separator: '', isQuoted: isCsv })) {
      for (const record of records) {
        if (!header) {
          header = isCsv
            ? reader.read(record.replace(BYTE_ORDER_MARK, ''), []).map(cellText)
            : Object.keys(JSON.parse(record) as object);
          chosen = choose(header);
          if (isCsv) continue;
        }
        values = reader.read(record, header);
        onRow(row);
      }
      yield;
    }
  };
}
