import type { RowReader } from './input-format.ts';
import { recordsOf } from './inputs.ts';
import type { InputLayout } from './record.ts';

/** Returns the reader for an input that is plain UTF-8 text (see `needsSpool`); `columns` must be the exact ones. */
export function createRowReader(layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns'>): RowReader {
  return recordsOf(layout.format).createReader(layout);
}
