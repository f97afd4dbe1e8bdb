import { isUtf8 } from 'node:buffer';
import { HEADER_SEPARATOR } from '../base/text/header-names.ts';
import { createCsvFramer } from './csv-frame.ts';
import { findCsvHeader, isAddressList, lineStart, totalsLine } from './csv-header.ts';
import { readCsvCells } from './csv-read.ts';
import { inputBad } from './input-bad.ts';
import type { DetectedInput, InputHead } from './input-format.ts';
import { COLUMNS_MAX } from './limits.ts';
import { countNewlines } from './lines.ts';
import type { Frame } from './record.ts';

/** The delimiters that are detected in CSV, by the names that a job may state. */
export const CSV_DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

const SAMPLE_ROWS = 500;
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The reading of a head with one delimiter: the cells of the header, and the `share` of rows with the same number. */
interface Candidate {
  delimiter: string;
  /** Where the header begins. */
  start: number;
  header: string[];
  dataOffset: number;
  rows: number;
  share: number;
  /** A blank follows nearly every delimiter of the rows, as in a text. */
  isProse: boolean;
  /** The number of cells that most rows have, and the share of rows that have it. */
  usualCells: number;
  usualShare: number;
}

/**
 * Detects the delimiter and the header of a CSV head, UTF-8 without BOM.
 *
 * Errors: INPUT_BAD if more than one delimiter fits, or none, with the candidates; if the header cannot be read.
 */
export function inspectCsv({
  bytes: head,
  isWhole,
  delimiter: stated,
  header: isStatedHeader,
  table = {},
  report,
}: InputHead): DetectedInput {
  // Excel states the delimiter in a first line `sep=;`.
  const line = SEPARATOR_LINE.exec(head.toString('latin1', 0, 10));
  const first = line?.[0].length ?? 0;
  const isList =
    isStatedHeader === undefined &&
    Object.keys(table).length === 0 &&
    stated === undefined &&
    isAddressList(head, first, isWhole);
  if (isList)
    report(
      'The first line is an address, like those below it: the input is read as a list without a header (state header: true if the first line is one).',
    );
  const hasHeader = isStatedHeader ?? !isList;
  const start = table.headerRow === undefined ? first : lineStart(head, table.headerRow);
  if (start === undefined)
    throw inputBad(`The input has no line ${table.headerRow}, which was stated as its header.`);
  const wanted = stated === undefined || stated === 'auto' ? line?.[1] : delimiterOf(stated);
  // Delimiters that do not occur read the same.
  let undivided: Candidate | undefined;
  const candidates = Object.values(CSV_DELIMITERS)
    .map((delimiter) =>
      head.includes(delimiter, start)
        ? tryDelimiter(head, start, isWhole, delimiter)
        : { ...(undivided ??= tryDelimiter(head, start, isWhole, delimiter)), delimiter },
    )
    .map((candidate) =>
      hasHeader && table.headerRow === undefined && table.headerRows === undefined
        ? belowTitle(head, start, isWhole, candidate)
        : candidate,
    );
  const chosen =
    wanted === undefined
      ? chooseDelimiter(candidates, hasHeader, report)
      : useStated(delimiterOf(wanted), candidates, report);
  if (chosen.header.length > COLUMNS_MAX) {
    throw inputBad(`The header has ${chosen.header.length} columns, at most ${COLUMNS_MAX} are read.`);
  }
  if (!hasHeader) {
    const width = chosen.share >= 0.5 ? chosen.header.length : chosen.usualCells;
    const columns = Array.from({ length: width }, (_, at) => `column_${at + 1}`);
    report(
      `The input has no header: its columns are called ${columns.length === 1 ? 'column_1' : `column_1 to column_${width}`}.`,
    );
    return { delimiter: chosen.delimiter, columns, dataOffset: start };
  }
  const headerStart = chosen.start;
  const place = { start: headerStart, line: lineOf(head, headerStart), isWhole, delimiter: chosen.delimiter };
  // One row is what most tables have; more are searched where it has gaps.
  const hasGaps = chosen.header.some((name) => name.trim() === '');
  const joined = table.headerRows !== undefined || hasGaps ? findCsvHeader(head, place, table) : undefined;
  const isOne =
    table.headerRows === 1 ||
    joined === undefined ||
    (joined.start !== headerStart && table.headerRows === undefined);
  const columns = isOne ? chosen.header : joined.columns;
  const dataOffset = isOne ? chosen.dataOffset : joined.next;
  if (!isOne)
    report(
      `The header is the lines ${joined.first} to ${joined.last}, joined: ${columns
        .filter((name) => name.includes(HEADER_SEPARATOR))
        .slice(0, 3)
        .map((name) => JSON.stringify(name))
        .join(', ')}.`,
    );
  if (headerStart > start)
    report(
      `The header is line ${lineOf(head, headerStart)}; the lines with text above it are not read (state header_row where another line is the header, as in --set input.header_row=${lineOf(head, headerStart)}).`,
    );
  const totals = isWhole ? totalsLine(head.subarray(dataOffset), chosen.delimiter) : undefined;
  if (totals)
    report(
      `The last line (${totals.line + lineOf(head, dataOffset) - 1}) looks like a row of totals; it is read like the others.`,
    );
  if (looksLikeData(chosen.header)) {
    report(
      'The first line looks like data, not like a header: it has cells that are numbers. If it is a row, state header: false (--set input.header=false).',
    );
  }
  return { delimiter: chosen.delimiter, columns, dataOffset };
}

/** Reports whether the cells of a first line are a row: all of them are numbers or empty, or one is a decimal number. */
function looksLikeData(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^-?\d*(?:[.,]\d+)?$/.test(cell.trim())) ||
    cells.some((cell) => /^\s*-?\d+[.,]\d+\s*$/.test(cell))
  );
}

/** Returns the delimiter that a name or the character itself states. Errors: INPUT_BAD for others. */
export function delimiterOf(stated: string): string {
  const delimiter =
    (CSV_DELIMITERS as Record<string, string | undefined>)[stated] ?? stated.replace('\\t', '\t');
  if ((Object.values(CSV_DELIMITERS) as string[]).includes(delimiter)) return delimiter;
  throw inputBad(
    `The delimiter ${JSON.stringify(stated)} is not supported; state one of ${Object.keys(CSV_DELIMITERS).join(', ')}.`,
  );
}

function tryDelimiter(head: Buffer, start: number, isWhole: boolean, delimiter: string): Candidate {
  const { frame, dataOffset } = firstRecord(head, start, isWhole, delimiter);
  const bytes = head.subarray(frame.start, frame.end);
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw inputBad(
      `The header (line ${lineOf(head, start)}) contains bytes that are not UTF-8 text, the first at byte ${firstBadByte(bytes)} of the line. State the encoding (windows-1258, utf-16le, utf-16be), or save the file as UTF-8.`,
    );
  }
  const header = cellsOf(head, [frame], delimiter)[0] ?? [];
  const frames: Frame[] = [];
  createCsvFramer(delimiter, header.length).frame(head, dataOffset, isWhole, SAMPLE_ROWS, frames);
  const cells = cellsOf(head, frames, delimiter);
  const counts = new Map<number, number>();
  for (const { length } of cells) counts.set(length, (counts.get(length) ?? 0) + 1);
  const later = cells.flatMap((row) => row.slice(1));
  const rows = frames.length;
  const [usualCells, usualRows] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [header.length, 0];
  const share = rows === 0 ? 1 : (counts.get(header.length) ?? 0) / rows;
  return {
    delimiter,
    start,
    header,
    dataOffset,
    rows,
    share,
    isProse: later.length > 0 && later.filter((cell) => cell.startsWith(' ')).length >= later.length * 0.9,
    usualCells,
    usualShare: usualRows / Math.max(rows, 1),
  };
}

/** Returns the candidate whose header is below a title, where the rows have other numbers of cells than the first line, or that has few. */
function belowTitle(head: Buffer, start: number, isWhole: boolean, candidate: Candidate): Candidate {
  const { delimiter, header, usualCells, usualShare } = candidate;
  const named = header.filter((name) => name.trim() !== '').length;
  const isTitle =
    usualCells > header.length ? usualShare >= 0.8 : usualCells > 1 && named <= usualCells * 0.5;
  if (!isTitle || usualCells < 2) return candidate;
  const found = findCsvHeader(head, { start, line: lineOf(head, start), isWhole, delimiter });
  if (found === undefined || found.start === start) return candidate;
  const below = tryDelimiter(head, found.start, isWhole, delimiter);
  return below.share >= 0.5 ? below : candidate;
}

/** Returns the number of the line that contains a position, from 1. */
function lineOf(head: Buffer, position: number): number {
  return 1 + countNewlines(head, 0, position);
}

/** Returns the number, from 1, of the first byte that is NUL or not UTF-8. */
function firstBadByte(bytes: Buffer): number {
  const decoded = bytes.toString('utf8');
  const good = /^[^\0\ufffd]*/.exec(decoded)?.[0] ?? '';
  return Buffer.byteLength(good) + 1;
}

/** Returns the cells of the records that can be read. */
function cellsOf(bytes: Buffer, frames: readonly Frame[], delimiter: string): string[][] {
  return readCsvCells({ bytes, frames }, delimiter).flatMap((row) => ('cells' in row ? [row.cells] : []));
}

function firstRecord(head: Buffer, start: number, isWhole: boolean, delimiter: string) {
  const frames: Frame[] = [];
  const { next } = createCsvFramer(delimiter, 0).frame(head, start, isWhole, 1, frames);
  const [frame] = frames;
  if (frame === undefined && isWhole) throw inputBad('The input has no header line.');
  if (frame === undefined || frame.issue?.code === 'row_too_large') {
    throw inputBad(
      'The first line cannot be a header: it is over 1 MiB long, or a quote in it is never closed. The input may be no CSV, or have no line ends.',
    );
  }
  return { frame, dataOffset: next };
}

function useStated(
  delimiter: string,
  candidates: readonly Candidate[],
  report: InputHead['report'],
): Candidate {
  const chosen = candidates.find((candidate) => candidate.delimiter === delimiter)!;
  refuseBadHeader(chosen);
  const better = candidates.find((other) => other.header.length > 1 && other.share >= 0.9);
  if (chosen.header.length === 1 && better !== undefined) {
    report(
      `With the stated delimiter ${nameOf(chosen)} there is one column; ${nameOf(better)} would give ${better.header.length}.`,
    );
  }
  return chosen;
}

function chooseDelimiter(
  candidates: readonly Candidate[],
  hasHeader: boolean,
  report: InputHead['report'],
): Candidate {
  // A list of addresses without a header is text with commas.
  const split = candidates.filter(({ header, isProse }) => header.length > 1 && (hasHeader || !isProse));
  if (split.length === 0) return chooseSingleColumn(candidates, report);
  const ranked = [...split].sort((a, b) => b.share - a.share || b.header.length - a.header.length);
  const [best, second] = ranked as [Candidate, Candidate | undefined];
  // If only one delimiter is in the header, many rows may be ragged; if several are, the rows must decide clearly.
  if (best.share < (second === undefined ? 1 / 3 : 0.5)) {
    throw longerRows(ranked) ?? ambiguous(ranked, 'fits the rows');
  }
  const isClear =
    second === undefined ||
    best.share - second.share >= 0.3 ||
    (best.header.length >= 2 * second.header.length && best.share >= second.share);
  if (!isClear) throw ambiguous(ranked, 'alone fits the rows');
  const rows =
    best.rows === 0
      ? ''
      : `, in the header and in ${Math.round(best.share * 100)} % of the ${best.rows} rows in the sample`;
  report(`The delimiter is ${nameOf(best)}, detected: ${best.header.length} columns${rows}.`);
  return best;
}

/** Reads the file as a single column, unless its rows look like a table under a title. */
function chooseSingleColumn(candidates: readonly Candidate[], report: InputHead['report']): Candidate {
  candidates.forEach(refuseBadHeader);
  // Those that split the header are the commas of a text.
  const unsplit = candidates.filter((candidate) => candidate.header.length === 1);
  const single = unsplit.length > 0 ? unsplit : candidates;
  const table = single.find(
    ({ usualCells, usualShare, isProse }) => usualCells > 1 && usualShare >= 0.9 && !isProse,
  );
  if (table !== undefined) {
    throw inputBad(
      `The first line has one cell, but the rows below have ${table.usualCells} with the delimiter ${nameOf(table)}. ` +
        'Remove the title above the header. If it is one column of text, put the text in quotes, or state a delimiter that does not occur in it (delimiter: tab).',
      { candidates: [table.delimiter] },
    );
  }
  // Uses the delimiter that splits the fewest rows.
  const [chosen] = [...single].sort((a, b) => b.share - a.share) as [Candidate];
  report(
    'The input has one column; no delimiter splits its header, so delimiters in its rows are read as text.',
  );
  return chosen;
}

function refuseBadHeader(candidate: Candidate): void {
  if (candidate.header.length === 0) {
    throw inputBad(
      'The header cannot be read: a quoted cell in the first line is not closed properly. Double a quote that is part of the text.',
    );
  }
}

/** Returns the refusal of a table whose rows have more cells than its header, as where each row ends with a delimiter. */
function longerRows(candidates: readonly Candidate[]) {
  const table = candidates.find(
    ({ header, usualCells, usualShare }) => usualCells > header.length && usualShare >= 0.9,
  );
  if (table === undefined) return undefined;
  const { header, usualCells, delimiter } = table;
  return inputBad(
    `The header has ${header.length} cells, but the rows have ${usualCells} with the delimiter ${nameOf(table)}. ` +
      'If each row ends with a delimiter, end the header with one too; otherwise add the missing names to the header.',
    { candidates: [delimiter] },
  );
}

function ambiguous(candidates: readonly Candidate[], what: string) {
  const described = candidates.map(
    (candidate) =>
      `${nameOf(candidate)} (${candidate.header.length} columns, ${Math.round(candidate.share * 100)} % of the first ${candidate.rows} rows)`,
  );
  return inputBad(
    `No delimiter ${what}. Candidates: ${described.join(', ')}. State the right one, for example delimiter: ${nameOf(candidates[0]!)}.`,
    { candidates: candidates.map((candidate) => candidate.delimiter) },
  );
}

function nameOf(candidate: Candidate): string {
  return Object.entries(CSV_DELIMITERS).find(([, delimiter]) => delimiter === candidate.delimiter)![0];
}
