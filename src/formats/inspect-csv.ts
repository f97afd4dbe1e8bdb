import { isUtf8 } from 'node:buffer';
import { HEADER_SEPARATOR } from '../base/text/header-names.ts';
import { message } from '../base/messages/message.ts';
import { createCsvFramer } from './csv-frame.ts';
import { withoutEscapes } from './csv-escape.ts';
import { findCsvHeader, isAddressList, lineStart, totalsLine } from './csv-header.ts';
import { legendKind, type LegendKind } from './legend-row.ts';
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
export function inspectCsv(input: InputHead): DetectedInput {
  const delimiter = escapedDelimiter(input);
  if (delimiter === undefined) {
    const detected = inspectPlain(input);
    return input.escape === 'backslash' ? { ...detected, escape: 'backslash' } : detected;
  }
  if (input.escape !== 'backslash') input.report(message('csv.escapeDetected'));
  const bytes = withoutEscapes(input.bytes, delimiter);
  return { ...inspectPlain({ ...input, bytes, delimiter }), escape: 'backslash' };
}

/** Returns the delimiter of a head with backslash escapes, as stated, or where more of its rows can be read without them. */
function escapedDelimiter({ bytes, isWhole, delimiter: stated, escape }: InputHead): string | undefined {
  if (escape === 'double' || !bytes.includes('\\')) return undefined;
  const wanted = stated === undefined || stated === 'auto' ? undefined : delimiterOf(stated);
  const fitOf = (head: Buffer, delimiter: string) => {
    const { usualCells, usualShare } = tryDelimiter(head, 0, isWhole, delimiter);
    return usualCells > 1 || delimiter === wanted ? usualShare : 0;
  };
  const [best] = (wanted === undefined ? Object.values(CSV_DELIMITERS) : [wanted])
    .filter((delimiter) => bytes.includes(delimiter))
    .map((delimiter) => ({
      delimiter,
      plain: fitOf(bytes, delimiter),
      share: fitOf(withoutEscapes(bytes, delimiter), delimiter),
    }))
    .sort((a, b) => b.share - a.share || b.plain - a.plain);
  if (best === undefined) return undefined;
  const isBetter = best.share >= 0.9 && best.share > best.plain;
  return isBetter || escape === 'backslash' ? best.delimiter : undefined;
}

function inspectPlain({
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
  if (isList) report(message('csv.firstLineIsAddress'));
  const hasHeader = isStatedHeader ?? !isList;
  const start = table.headerRow === undefined ? first : lineStart(head, table.headerRow);
  if (start === undefined) throw inputBad(message('csv.noSuchLine', { line: table.headerRow as number }));
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
  if (chosen.header.length > COLUMNS_MAX)
    throw inputBad(message('csv.tooManyColumns', { columns: chosen.header.length, most: COLUMNS_MAX }));
  if (!hasHeader) {
    const width = chosen.share >= 0.5 ? chosen.header.length : chosen.usualCells;
    const columns = Array.from({ length: width }, (_, at) => `column_${at + 1}`);
    report(message('csv.noHeader', { count: columns.length, last: width }));
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
  const below = isOne && table.headerRows === undefined ? legendBelow(head, isWhole, chosen) : undefined;
  const legend = isOne ? below : joined.legend;
  const dataOffset = isOne ? (below?.next ?? chosen.dataOffset) : joined.next;
  if (!isOne)
    report(
      message('csv.headerOfLines', {
        first: joined.first,
        last: joined.last,
        columns: columns
          .filter((name) => name.includes(HEADER_SEPARATOR))
          .slice(0, 3)
          .map((name) => JSON.stringify(name)),
      }),
    );
  if (headerStart > start) report(message('csv.headerBelow', { line: lineOf(head, headerStart) }));
  if (legend) report(message('input.legendRow', { row: legend.row, kind: legend.kind }));
  const totals = isWhole ? totalsLine(head.subarray(dataOffset), chosen.delimiter) : undefined;
  if (totals) report(message('csv.lastLineTotals', { line: totals.line + lineOf(head, dataOffset) - 1 }));
  if (looksLikeData(chosen.header)) report(message('csv.firstLineIsData'));
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
    message('csv.unknownDelimiter', { stated: JSON.stringify(stated), names: Object.keys(CSV_DELIMITERS) }),
  );
}

function tryDelimiter(head: Buffer, start: number, isWhole: boolean, delimiter: string): Candidate {
  const { frame, dataOffset } = firstRecord(head, start, isWhole, delimiter);
  const bytes = head.subarray(frame.start, frame.end);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw inputBad(message('csv.headerNotUtf8', { line: lineOf(head, start), byte: firstBadByte(bytes) }));
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

/** Returns the first record below a header of one row where it is about the columns, and the position behind it; numbers are data. */
function legendBelow(
  head: Buffer,
  isWhole: boolean,
  { delimiter, header, dataOffset, rows }: Candidate,
): { row: number; kind: LegendKind; next: number } | undefined {
  if (rows < 2) return undefined;
  const { frame, dataOffset: next } = firstRecord(head, dataOffset, isWhole, delimiter);
  const [cells = []] = cellsOf(head, [frame], delimiter);
  const kind = legendKind(cells, new Map(header.entries()), false);
  return kind === undefined || kind === 'numbering'
    ? undefined
    : { row: lineOf(head, frame.start), kind, next };
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
  if (frame === undefined && isWhole) throw inputBad(message('csv.noHeaderLine'));
  if (frame === undefined || frame.issue?.code === 'row_too_large')
    throw inputBad(message('csv.headerTooLong'));
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
      message('csv.otherDelimiterFits', {
        chosen: nameOf(chosen),
        better: nameOf(better),
        columns: better.header.length,
      }),
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
  if (best.share < (second === undefined ? 1 / 3 : 0.5))
    throw longerRows(ranked) ?? ambiguous(ranked, 'none');
  const isClear =
    second === undefined ||
    best.share - second.share >= 0.3 ||
    (best.header.length >= 2 * second.header.length && best.share >= second.share);
  if (!isClear) throw ambiguous(ranked, 'several');
  const { rows, share } = best;
  const found = { delimiter: nameOf(best), columns: best.header.length };
  report(
    rows === 0
      ? message('csv.delimiterDetected', found)
      : message('csv.delimiterDetectedInRows', { ...found, share: Math.round(share * 100), rows }),
  );
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
    throw inputBad(message('csv.titleAboveHeader', { cells: table.usualCells, delimiter: nameOf(table) }), {
      candidates: [table.delimiter],
    });
  }
  // Uses the delimiter that splits the fewest rows.
  const [chosen] = [...single].sort((a, b) => b.share - a.share) as [Candidate];
  report(message('csv.oneColumn'));
  return chosen;
}

function refuseBadHeader(candidate: Candidate): void {
  if (candidate.header.length === 0) throw inputBad(message('csv.headerUnclosedQuote'));
}

/** Returns the refusal of a table whose rows have more cells than its header, as where each row ends with a delimiter. */
function longerRows(candidates: readonly Candidate[]) {
  const table = candidates.find(
    ({ header, usualCells, usualShare }) => usualCells > header.length && usualShare >= 0.9,
  );
  if (table === undefined) return undefined;
  const { header, usualCells, delimiter } = table;
  return inputBad(
    message('csv.rowsLongerThanHeader', {
      columns: header.length,
      cells: usualCells,
      delimiter: nameOf(table),
    }),
    { candidates: [delimiter] },
  );
}

function ambiguous(candidates: readonly Candidate[], fits: 'none' | 'several') {
  const described = candidates.map((candidate) =>
    message('csv.delimiterCandidate', {
      delimiter: nameOf(candidate),
      columns: candidate.header.length,
      share: Math.round(candidate.share * 100),
      rows: candidate.rows,
    }),
  );
  return inputBad(
    message('csv.noDelimiter', { fits, candidates: described, delimiter: nameOf(candidates[0]!) }),
    { candidates: candidates.map((candidate) => candidate.delimiter) },
  );
}

function nameOf(candidate: Candidate): string {
  return Object.entries(CSV_DELIMITERS).find(([, delimiter]) => delimiter === candidate.delimiter)![0];
}
