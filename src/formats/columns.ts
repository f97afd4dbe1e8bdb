import { GeomillError } from '../errors/geomill-error.ts';
import { createChunkCutter } from './chunk-cutter.ts';
import { COLUMNS_MAX } from './limits.ts';
import { asBuffer } from './lines.ts';
import { parseJsonObject } from './ndjson-read.ts';
import type { InputLayout } from './record.ts';

/** A collector of the member names of a series of JSON objects. */
export interface ColumnCollector {
  /** Adds the text of one record; a text that is no JSON object is ignored: it becomes a rejected row. */
  add(json: string): void;
  /** Returns the names in the order they first appeared in. */
  columns(): string[];
}

/** Returns a collector. Errors: INPUT_BAD when there are more names than `COLUMNS_MAX`, since then data is used as names. */
export function createColumnCollector(): ColumnCollector {
  const names = new Set<string>();
  return {
    add(json) {
      const parsed = parseJsonObject(json);
      if ('code' in parsed) return;
      for (const name of Object.keys(parsed.object)) names.add(name);
      if (names.size > COLUMNS_MAX) {
        throw new GeomillError(
          'INPUT_BAD',
          `The rows have more than ${COLUMNS_MAX} different member names; names must be the same in all rows, not data.`,
        );
      }
    },
    columns: () => [...names],
  };
}

/**
 * Returns the exact columns of an NDJSON input that needs no spool, from one pass over all of it.
 *
 * Shape: `blocks` are the input's bytes from `layout.dataOffset` on. Errors: INPUT_BAD when there are too many columns.
 */
export async function discoverColumns(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  layout: InputLayout,
): Promise<string[]> {
  const collector = createColumnCollector();
  const cutter = createChunkCutter(layout);
  const collect = (block: Uint8Array, atEnd: boolean) => {
    for (const chunk of cutter.push(block, atEnd)) {
      const bytes = asBuffer(chunk.bytes);
      for (const frame of chunk.frames) {
        if (frame.issue === undefined) collector.add(bytes.toString('utf8', frame.start, frame.end));
      }
    }
  };
  for await (const block of blocks) collect(block, false);
  collect(new Uint8Array(0), true);
  return collector.columns();
}
