import { createChunkCutter } from '../../formats/chunk-cutter.ts';
import type { FoundLayout } from '../../formats/inspect.ts';
import type { ByteSource, SourceSizes } from '../../run/pipeline/stream/byte-source.ts';
import { Refusal } from '../refusal.ts';

/** A body may inflate to so many times its bytes, and to `FREE_BYTES` in any case. Tables reach a ratio of about 50, as in `zip/read-zip.ts`. */
const UNPACKED_RATIO = 300;
const FREE_BYTES = 1 << 20;
/** An answer may have so many times the bytes of the rows, or of the compressed body, and `FREE_ANSWER_BYTES` in any case. Short rows reach 200, compressed ones 400. */
const ANSWER_RATIO = 400;
const PACKED_ANSWER_RATIO = 1000;
const FREE_ANSWER_BYTES = 8 << 20;
/** A body that inflates more than tables do, and one of very wide rows, is judged by its first `FREE_BYTES`; else rows are answered as they come. */
const USUAL_RATIO = 50;
const WIDE_ROW_BYTES = 8 << 10;

/** Checks how much a body inflates. Errors: 413. */
export function checkUnpacked({ packed, unpacked }: SourceSizes): void {
  if (unpacked <= FREE_BYTES || unpacked <= UNPACKED_RATIO * packed) return;
  throw new Refusal(
    413,
    `the body inflates to more than ${UNPACKED_RATIO} times its size, which no table does: send it without gzip if it is one`,
  );
}

/** Checks the size of an answer to what was read of a body. Errors: 413. */
export function checkAnswer(answerBytes: number, { packed, unpacked }: SourceSizes): void {
  if (answerBytes <= FREE_ANSWER_BYTES) return;
  const isPacked = packed < unpacked;
  if (answerBytes > FREE_ANSWER_BYTES + ANSWER_RATIO * unpacked) {
    throw new Refusal(
      413,
      `the answer would have more than ${ANSWER_RATIO} times the bytes of the rows, since all rows have all columns: leave out rows without cells, or send fewer columns`,
    );
  }
  if (isPacked && answerBytes > FREE_ANSWER_BYTES + PACKED_ANSWER_RATIO * packed) {
    throw new Refusal(
      413,
      `the answer would have more than ${PACKED_ANSWER_RATIO} times the bytes of the body: send it without gzip, or in parts`,
    );
  }
}

/**
 * Checks the beginning of a body before the first row is answered, while a refusal can still be a status.
 *
 * Shape: `emptyRowBytes` is the size of the answer to a row without cells.
 * Errors: 413.
 */
export async function checkBeginning(
  body: ByteSource,
  layout: FoundLayout,
  emptyRowBytes: number,
): Promise<void> {
  const isDoubtful = body.sizes.unpacked > USUAL_RATIO * body.sizes.packed || emptyRowBytes > WIDE_ROW_BYTES;
  const { head, isWhole } = await body.peek(isDoubtful ? FREE_BYTES + 1 : 0);
  // Two bytes are the shortest row.
  if ((head.length / 2) * emptyRowBytes <= FREE_ANSWER_BYTES) return;
  const chunks = createChunkCutter(layout).push(head, isWhole);
  const rows = chunks.reduce((sum, { frames }) => sum + frames.length, 0);
  checkAnswer(rows * emptyRowBytes, body.sizes);
}
