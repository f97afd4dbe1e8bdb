import { createBatchFramer, type Framer } from './framing.ts';
import { recordsOf } from './inputs.ts';
import type { InputLayout } from './record.ts';

/** The part of a layout that a framer needs. */
export type FramedLayout = Pick<InputLayout, 'format' | 'delimiter' | 'columns' | 'isBatched'>;

/** Returns the framer for an input that is plain UTF-8 text (see `needsSpool`). */
export function createFramer(layout: FramedLayout): Framer {
  const records = recordsOf(layout.format).createFramer(layout);
  return layout.isBatched === true ? createBatchFramer(records) : records;
}
