import { createTranscoder } from './transcode.ts';
import { inspectCsv } from './inspect-csv.ts';
import { findEncoding } from './inspect-encoding.ts';
import { sniffJson } from './inspect-json.ts';
import { refuseForeignFormat } from './inspect-signature.ts';
import { gunzipHead, isGzip } from './gunzip.ts';
import { inputBad } from './input-bad.ts';
import type { FoundLayout, InputSource, StatedInput } from './input-source.ts';
import { formatOfName, INPUT_FORMATS } from './inputs.ts';
import { asBuffer, countNewlines } from './lines.ts';
import type { InputLayout } from './record.ts';
import { incompleteTail } from './utf8.ts';

export type { FoundLayout, InputSource, StatedInput } from './input-source.ts';

/**
 * Finds out how an input is to be read: by its content first, by its name second.
 *
 * Shape: the columns of CSV are exact; those of the other formats are the ones seen in the beginning, see `discoverColumns` and `spoolInput` for all.
 * Everything that was guessed is told in `findings`.
 * Errors: INPUT_BAD when the input is empty, of another kind, in an encoding that must be named, or could be read in more than one way;
 * the message names the ways and how to state one.
 */
export async function inspectInput(source: InputSource, stated: StatedInput = {}): Promise<FoundLayout> {
  const findings: string[] = [];
  if (source.head.length === 0) throw inputBad('The input is empty (0 bytes).');
  let { isWhole } = source;
  let bytes = asBuffer(source.head);
  const compression = isGzip(bytes) ? 'gzip' : 'none';
  if (compression === 'gzip') {
    ({ bytes, isWhole } = await gunzipHead(bytes, isWhole));
    if (bytes.length === 0 && isWhole) throw inputBad('The input is empty: the gzip file holds 0 bytes.');
  } else if (/\.gz$/i.test(source.name)) {
    throw inputBad(
      'The input is named .gz but is not compressed with gzip. Rename it if it is plain, or download it again if it is an error page.',
    );
  }
  refuseForeignFormat(bytes);
  const { encoding, bomLength } = findEncoding(bytes, isWhole, stated.encoding ?? 'auto', findings);
  const text = decodeHead(bytes, encoding, bomLength, isWhole);
  if (text.trim() === '') {
    if (isWhole) throw inputBad('The input is empty: it holds only blank lines.');
    throw inputBad(`The input begins with ${bytes.length} bytes of white space.`);
  }
  refuseOldLineEnds(text);

  const common = { compression, encoding, findings } as const;
  // Of UTF-8 the mark stays in the decoded input; from the other encodings it is gone with the decoding.
  const bomBytes = encoding === 'utf-8' ? bomLength : 0;
  const json = stated.format === 'csv' ? undefined : sniffJson(text, isWhole, source.name, stated.format);
  if (json !== undefined) {
    tellOtherFormat(json.format, source.name, findings);
    return { ...common, ...json, delimiter: '', dataOffset: bomBytes, firstLine: 1 };
  }
  if (stated.format !== undefined && stated.format !== 'auto' && stated.format !== 'csv') {
    throw inputBad(
      `The input was stated to be ${stated.format}, but is not JSON. State format: csv, or auto.`,
    );
  }
  if (stated.format === 'csv' && sniffJson(text, isWhole, '', 'auto') !== undefined) {
    throw inputBad(
      'The input was stated to be csv, but holds JSON. State format: ndjson, json or geojson, or auto.',
    );
  }
  // The bytes themselves where they are UTF-8: decoding would change the length of invalid ones, and so all positions.
  const head = encoding === 'utf-8' ? bytes.subarray(bomLength) : Buffer.from(text);
  const csv = inspectCsv(head, isWhole, stated.delimiter, findings);
  tellOtherFormat('csv', source.name, findings);
  return {
    ...common,
    format: 'csv',
    delimiter: csv.delimiter,
    columns: csv.columns,
    dataOffset: bomBytes + csv.dataOffset,
    firstLine: 1 + countNewlines(head, 0, csv.dataOffset),
  };
}

function decodeHead(
  bytes: Buffer,
  encoding: InputLayout['encoding'],
  bomLength: number,
  isWhole: boolean,
): string {
  const decoded = createTranscoder(encoding).push(bytes.subarray(bomLength), isWhole);
  const whole = isWhole ? decoded.length : decoded.length - incompleteTail(decoded);
  return decoded.toString('utf8', 0, whole);
}

function refuseOldLineEnds(text: string): void {
  const returns = text.split('\r').length - 1;
  if (returns > 1 && !text.includes('\n')) {
    throw inputBad(
      `The lines of the input end with a carriage return alone, as on old Macs (${returns} of them). Save it with LF or CRLF, for example: tr '\\r' '\\n' < old > new.`,
    );
  }
}

function tellOtherFormat(found: InputLayout['format'], name: string, findings: string[]): void {
  const named = formatOfName(name);
  // A .json or .geojson file that holds one object a line is not worth a remark.
  if (named === undefined || named === found || (named !== 'csv' && found !== 'csv')) return;
  findings.push(
    `The name says ${INPUT_FORMATS[named].name}, the content is ${INPUT_FORMATS[found].name}; it is read as that.`,
  );
}
