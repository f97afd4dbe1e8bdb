import { discoverColumns } from '../../../formats/discover-columns.ts';
import { inspectInput, type FoundLayout, type StatedInput } from '../../../formats/inspect.ts';
import { inputFormat } from '../../../formats/inputs.ts';
import { HEAD_BYTES } from '../../../formats/limits.ts';
import { LF } from '../../../formats/lines.ts';
import { needsSpool } from '../../../formats/spool.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';
import type { ByteSource } from './byte-source.ts';

/** The beginning of a stream that its layout is detected from. Units: bytes. */
const LAYOUT_BYTES = 64 << 10;

/**
 * Detects the layout of a stream from its beginning, and skips byte order mark and header.
 *
 * Shape: the columns of CSV are those of the header. Those of NDJSON are the members of the first 64 KiB of records: rows are written before the end of
 * the stream, and all of them have the same members. `refuse` throws for an input that would have to be copied first.
 * Errors: INPUT_BAD if the stream is empty or cannot be read as stated; those of `refuse`.
 */
export async function readStreamLayout(
  source: ByteSource,
  stated: StatedInput,
  refuse: (found: FoundLayout) => never,
  name = '',
): Promise<FoundLayout> {
  let { head, isWhole } = await source.peek(LAYOUT_BYTES);
  // The first record may be longer than the usual beginning.
  if (!head.includes(LF)) ({ head, isWhole } = await source.peek(HEAD_BYTES));
  const found = await inspectInput({ head, name, isWhole }, stated);
  if (needsSpool(found)) refuse(found);
  const layout = inputFormat(found.format).hasHeader
    ? found
    : { ...found, columns: await discoverColumns([wholeLines(head, isWhole, found.dataOffset)], found) };
  if (layout.columns.length === 0) {
    throw new GeomillError('INPUT_BAD', message('input.noMembers'));
  }
  source.skip(layout.dataOffset);
  return layout;
}

function wholeLines(head: Buffer, isWhole: boolean, offset: number): Buffer {
  return head.subarray(offset, isWhole ? head.length : head.lastIndexOf(LF) + 1);
}
