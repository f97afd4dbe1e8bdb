import { GeomillError } from '../../errors/geomill-error.ts';
import { discoverColumns } from '../../formats/discover-columns.ts';
import { inspectInput, type FoundLayout } from '../../formats/inspect.ts';
import { inputFormat } from '../../formats/inputs.ts';
import { HEAD_BYTES } from '../../formats/limits.ts';
import { LF } from '../../formats/lines.ts';
import { needsSpool } from '../../formats/spool.ts';
import type { BatchRequest } from './batch-request.ts';
import type { BodySource } from './body-source.ts';
import type { BatchFormat } from './media-types.ts';

/** The beginning of the body that its layout is detected from. Units: bytes. */
const LAYOUT_BYTES = 64 << 10;

/**
 * Detects the layout of a body from its beginning, and skips byte order mark and header.
 *
 * Shape: the columns of CSV are those of the header. Those of NDJSON are the members of the first 64 KiB of records, unless the request states them:
 * the response begins before the end of the body, and all its records have the same members.
 * Errors: INPUT_BAD if the body is empty, not in the stated format, or not UTF-8.
 */
export async function readLayout(
  body: BodySource,
  format: BatchFormat,
  { columns, delimiter }: Pick<BatchRequest, 'columns' | 'delimiter'>,
): Promise<FoundLayout> {
  if (format === 'ndjson' && columns) return statedLayout(columns);
  let { head, isWhole } = await body.peek(LAYOUT_BYTES);
  // The first record may be longer than the usual beginning.
  if (!head.includes(LF)) ({ head, isWhole } = await body.peek(HEAD_BYTES));
  const found = await inspectInput(
    { head, name: '', isWhole },
    { format, encoding: 'utf-8', ...(delimiter === undefined ? {} : { delimiter }) },
  );
  if (needsSpool(found)) {
    throw new GeomillError(
      'INPUT_BAD',
      'the lines of the body end with a carriage return alone: send them with LF or CRLF',
    );
  }
  const layout = inputFormat(format).hasHeader
    ? found
    : { ...found, columns: await discoverColumns([wholeLines(head, isWhole, found.dataOffset)], found) };
  if (layout.columns.length === 0) {
    throw new GeomillError('INPUT_BAD', 'the first rows of the body have no members: there is no column');
  }
  body.skip(layout.dataOffset);
  return layout;
}

/** The layout where the request states the columns: no byte has to be awaited. */
function statedLayout(columns: readonly string[]): FoundLayout {
  return {
    format: 'ndjson',
    compression: 'none',
    encoding: 'utf-8',
    delimiter: '',
    columns,
    dataOffset: 0,
    firstLine: 1,
    findings: [],
  };
}

function wholeLines(head: Buffer, isWhole: boolean, offset: number): Buffer {
  return head.subarray(offset, isWhole ? head.length : head.lastIndexOf(LF) + 1);
}
