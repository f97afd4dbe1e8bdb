import type { ReportPosition } from '../data/report-facts.ts';
import { createPacker, type Packed } from './pack.ts';
import { createRandom } from './random.ts';
import type { RowOutcome } from './survey.ts';

/** Bytes of the packed rows of a sample at most: as base64, with the script and the outlines, they make a page of 3.2 MB. */
export const MOST_PACKED_BYTES = 2_050_000;

const SEGMENTS = 8;
const ROWS_OF_A_SEGMENT = 2048;

/** Estimates how many rows fit into the page, from rows of some segments of the results. */
export interface SizeEstimate {
  /** Offers a row; `textsOf` is called where it is used. */
  add(
    number: number,
    outcome: RowOutcome,
    position: ReportPosition | undefined,
    textsOf: () => readonly string[],
  ): void;
  /** Returns the number of rows that fit, at most those wanted. */
  fitting(): number;
}

/**
 * Starts the estimate for a sample of `wanted` out of `all` rows.
 *
 * Shape: of each segment as many rows in a thousand are packed as the sample will have: the nearer rows are to each other, the better they compress.
 * Guarantee: the same rows give the same number.
 */
export function createSizeEstimate(all: number, wanted: number, mostBytes = MOST_PACKED_BYTES): SizeEstimate {
  const share = Math.min(1, wanted / Math.max(1, all));
  const step = Math.max(1, Math.floor(all / SEGMENTS));
  const segmentRows = Math.min(step, Math.ceil(ROWS_OF_A_SEGMENT / share));
  const capacity = SEGMENTS * segmentRows + step;
  const packer = createPacker(Math.min(capacity, all));
  const random = createRandom();
  let rows = 0;
  return {
    add(number, outcome, position, textsOf) {
      if ((number - 1) % step >= segmentRows || random() >= share) return;
      rows += 1;
      packer.add(number, outcome, position, textsOf());
    },
    fitting() {
      const bytesPerRow = packedBytes(packer.finish()) / Math.max(1, rows);
      return Math.max(1, Math.min(wanted, Math.floor(mostBytes / bytesPerRow)));
    },
  };
}

function packedBytes({ rowBytes, positionBytes, textBlocks }: Packed): number {
  return textBlocks.reduce((sum, { length }) => sum + length, rowBytes.length + positionBytes.length);
}
