import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { FoundLayout } from '../../formats/inspect.ts';
import type { ByteSource } from '../../run/pipeline/stream/byte-source.ts';
import { readStreamLayout } from '../../run/pipeline/stream/stream-layout.ts';
import type { BatchRequest } from './batch-request.ts';
import type { BatchFormat } from './media-types.ts';

/**
 * Detects the layout of a body from its beginning, and skips byte order mark and header.
 *
 * Shape: the columns of CSV are those of the header. Those of NDJSON are the members of the first 64 KiB of records, unless the request states them:
 * the response begins before the end of the body, and all its records have the same members.
 * Errors: INPUT_BAD if the body is empty, not in the stated format, or not UTF-8.
 */
export async function readLayout(
  body: ByteSource,
  format: BatchFormat,
  { columns, delimiter }: Pick<BatchRequest, 'columns' | 'delimiter'>,
): Promise<FoundLayout> {
  if (format === 'ndjson' && columns) return statedLayout(columns);
  const stated = { format, encoding: 'utf-8', ...(delimiter === undefined ? {} : { delimiter }) } as const;
  return readStreamLayout(body, stated, () => {
    throw new GeomillError(
      'INPUT_BAD',
      'the lines of the body end with a carriage return alone: send them with LF or CRLF',
    );
  });
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
