import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { RowSink } from './row-sink.ts';
import { badSource } from './source-report.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Longest row: an unclosed quote would otherwise collect the rest of the file. */
const ROW_CHARACTERS_MAX = 1 << 20;

/** Reads the rows of a CSV file, UTF-8, quoted or not; see readSourceRows. */
export async function readCsvRows(
  file: string,
  head: Buffer,
  blocks: AsyncIterable<Buffer>,
  sink: RowSink,
): Promise<void> {
  let columnCount = -1;
  let number = 0;
  const take = (values: string[]): void => {
    if (columnCount < 0) {
      columnCount = values.length;
      sink.columns(
        values.map((name) => name.trim()),
        true,
      );
      return;
    }
    number += 1;
    if (values.length !== columnCount) sink.bad(number, 'another number of cells than the header');
    else sink.row(number, values, undefined);
  };
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
  });
  parser.on('data', take);
  try {
    await finished(
      Readable.from(blocks)
        .on('error', (error) => parser.destroy(error))
        .pipe(parser),
    );
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw badSource(file, `${fault(cause)} after row ${number}, byte ${parser.info.bytes}.`, cause);
  }
  if (columnCount < 0) throw badSource(file, 'the file is empty: expected a header and rows.');
}

function fault(error: CsvError): string {
  const isQuote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  return isQuote
    ? 'a quoted cell is not closed, or a row is over a million characters long; double a quote that is part of the text. It begins'
    : `the file cannot be read as CSV (${error.message})`;
}

/** Returns the most frequent delimiter in the first line, outside of quotes. */
function delimiterOf(head: Buffer): string {
  const line = /^[^\n]*(?=\n|$)/.exec(head.toString('utf8'))?.[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  let best: string = DELIMITERS[0];
  for (const delimiter of DELIMITERS) {
    if (bare.split(delimiter).length > bare.split(best).length) best = delimiter;
  }
  return best;
}
