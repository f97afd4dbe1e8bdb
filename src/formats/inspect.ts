import { message, type Message } from '../base/messages/message.ts';
import { createTranscoder, isOfLetters } from './transcode.ts';
import { findEncoding } from './inspect-encoding.ts';
import { refuseForeignFormat } from './inspect-signature.ts';
import { gunzipHead, isGzip } from './gunzip.ts';
import { inputBad } from './input-bad.ts';
import type { FoundLayout, InputSource, StatedInput } from './input-source.ts';
import type { DetectedInput, InputFormat, InputHead } from './input-format.ts';
import { formatOfName, INPUT_FORMATS, inputFormat } from './inputs.ts';
import { sampleJson, type JsonSample } from './json-sample.ts';
import { asBuffer, countNewlines, withNewlines } from './lines.ts';
import { parseRange } from './cell-range.ts';
import type { InputLayout, StatedTable } from './record.ts';
import { incompleteTail } from './utf8.ts';

export type { FoundLayout, InputSource, StatedInput } from './input-source.ts';

/**
 * Detects how to read an input: by its content first, by its name second.
 *
 * Shape: the columns of CSV are exact; those of the other formats are the ones of the first records, see `discoverColumns` and `spoolInput` for all.
 * Detected settings are reported in `findings`.
 * Errors: INPUT_BAD if the input is empty, of another kind, in an encoding that must be stated, or can be read in more than one way;
 * the message lists the candidates and how to state one.
 */
export async function inspectInput(source: InputSource, stated: StatedInput = {}): Promise<FoundLayout> {
  const findings: Message[] = [];
  if (source.head.length === 0) throw inputBad(message('input.empty'));
  let { isWhole } = source;
  let bytes = asBuffer(source.head);
  const compression = isGzip(bytes) ? 'gzip' : 'none';
  if (compression === 'gzip') {
    ({ bytes, isWhole } = await gunzipHead(bytes, isWhole));
    if (bytes.length === 0 && isWhole) throw inputBad(message('input.emptyGzip'));
  } else if (/\.gz$/i.test(source.name)) {
    throw inputBad(message('input.notGzip'));
  }
  const binary = Object.values(INPUT_FORMATS).find((format) => format.binary?.isDetected(bytes));
  if (binary !== undefined) return binaryLayout(binary, compression, stated);
  refuseForeignFormat(bytes);
  const { encoding, bomLength } = findEncoding(bytes, isWhole, stated.encoding ?? 'auto', findings);
  const decoded = decodeHead(bytes, encoding, bomLength, isWhole);
  if (decoded.trim() === '') {
    if (isWhole) throw inputBad(message('input.onlyBlankLines'));
    throw inputBad(message('input.onlyWhiteSpace', { bytes: bytes.length }));
  }
  const lineEnds = decoded.includes('\r') && !decoded.includes('\n') ? ('cr' as const) : undefined;
  if (lineEnds) findings.push(message('input.oldMacLines'));
  const text = lineEnds ? decoded.replaceAll('\r', '\n') : decoded;
  const statedFormat = stated.format === 'auto' ? undefined : stated.format;
  const promised = formatOfName(source.name)?.name;
  const expected = statedFormat ?? promised;
  let sample: { json: JsonSample | undefined } | undefined;
  const head: InputHead = {
    // The original bytes of UTF-8: decoding would change the length of invalid ones, and so all positions.
    bytes: encoding === 'utf-8' ? withNewlines(bytes.subarray(bomLength), lineEnds) : Buffer.from(text),
    text,
    isWhole,
    stated: statedFormat,
    expected,
    delimiter: stated.delimiter,
    escape: stated.escape,
    header: stated.header,
    table: statedTable(stated),
    json: () => (sample ??= { json: sampleJson(text, isWhole, expected) }).json,
    report: (finding) => findings.push(finding),
  };
  const { format, detected } = detectFormat(head);
  const { headerRow, headerRows, range } = head.table ?? {};
  if (range !== undefined || (format.name !== 'csv' && (headerRow ?? headerRows) !== undefined))
    throw inputBad(
      message(range === undefined ? 'input.headerRowOfOther' : 'input.rangeOfOther', { format: format.name }),
    );
  if (
    promised !== undefined &&
    promised !== format.name &&
    inputFormat(promised).hasHeader !== format.hasHeader
  )
    findings.push(message('input.nameSaysOther', { promised, format: format.name }));
  const { columns, delimiter = '', escape, dataOffset = 0 } = detected;
  // The byte order mark of UTF-8 stays in the decoded input; those of the other encodings do not.
  const bomBytes = encoding === 'utf-8' ? bomLength : 0;
  return {
    compression,
    encoding,
    findings,
    format: format.name,
    delimiter,
    columns,
    ...(escape && { escape }),
    ...(lineEnds && { lineEnds }),
    dataOffset: bomBytes + dataOffset,
    firstLine: 1 + countNewlines(head.bytes, 0, dataOffset),
  };
}

/** Returns the layout of a format that is no text; its columns are known when it is rewritten. Errors: INPUT_BAD if another one is stated. */
function binaryLayout(
  { name }: InputFormat,
  compression: FoundLayout['compression'],
  stated: StatedInput,
): FoundLayout {
  const { format = 'auto', sheet, encoding } = stated;
  const table = statedTable(stated);
  if (format !== 'auto' && format !== name) throw otherFormat(format, name);
  return {
    compression,
    // The texts of a workbook are Unicode, but those of a font are its codes.
    encoding: isOfLetters(encoding) ? encoding : 'utf-8',
    findings: [],
    format: name,
    delimiter: '',
    columns: [],
    dataOffset: 0,
    firstLine: 1,
    ...(sheet === undefined ? {} : { sheet: String(sheet) }),
    ...(table && { table }),
  };
}

/** Returns what is stated about the place of the table; undefined where nothing is. Errors: INPUT_BAD if the range is none. */
function statedTable({ header, header_row, header_rows, range }: StatedInput): StatedTable | undefined {
  if (range !== undefined) parseRange(range);
  if (header === false && (header_row ?? header_rows) !== undefined)
    throw inputBad(message('input.headerStatedTwice'));
  const table: StatedTable = {
    ...(header === false && { header }),
    ...(header_row !== undefined && { headerRow: header_row }),
    ...(header_rows !== undefined && { headerRows: header_rows }),
    ...(range !== undefined && { range }),
  };
  return Object.keys(table).length === 0 ? undefined : table;
}

function otherFormat(stated: string, found: string) {
  return inputBad(message('input.otherFormat', { stated, found }));
}

function detectFormat(head: InputHead): { format: InputFormat; detected: DetectedInput } {
  const { stated, expected, text } = head;
  // The expected format first: CSV accepts nearly every text.
  const formats = Object.values(INPUT_FORMATS);
  const first = formats.filter(({ name }) => name === expected);
  for (const format of new Set([...first, ...formats])) {
    const detected = format.detect(head);
    if (detected === undefined) continue;
    if (stated === undefined || stated === format.name) return { format, detected };
    throw otherFormat(stated, format.name);
  }
  throw inputBad(
    message('input.notJson', {
      by: stated === undefined ? 'named' : 'stated',
      format: String(expected),
      text: JSON.stringify(text.trimStart().slice(0, 60)),
    }),
  );
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
