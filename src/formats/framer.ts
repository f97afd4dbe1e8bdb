import { createBatchFramer } from './batch-frame.ts';
import { createCsvFramer } from './csv-frame.ts';
import type { Framer } from './framing.ts';
import { createLineFramer } from './ndjson-frame.ts';
import type { InputLayout } from './record.ts';

/** Says what a framer must know of an input. */
export type FramedLayout = Pick<InputLayout, 'format' | 'delimiter' | 'columns' | 'isBatched'>;

/** Returns the framer for an input that is plain UTF-8 text (see `needsSpool`). */
export function createFramer(layout: FramedLayout): Framer {
  const records =
    layout.format === 'csv' ? createCsvFramer(layout.delimiter, layout.columns.length) : createLineFramer();
  return layout.isBatched === true ? createBatchFramer(records) : records;
}
