import { firstAt } from '../../base/bisect.ts';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';
import {
  emptyRows,
  encodeRows,
  type PackedRows,
  positionKey,
  ROWS_IN_TEXT_BLOCK,
} from '../data/packed-rows.ts';
import { englishOf, NO_CONFIDENCE, type ReportPosition, type ShownReason } from '../data/report-facts.ts';
import { encodeVarints, toDeltas } from '../../base/geo/varints.ts';
import { shownText } from '../data/shown-text.ts';
import type { ResultRow } from './result-rows.ts';
import { cellAt, type Place } from './row-columns.ts';
import type { Reasons } from './sentences.ts';
import type { RowOutcome } from './survey.ts';

/** The rows of a report for its page. */
export interface Packed {
  rowsShown: number;
  /** The different positions, as keys in ascending order. */
  positionKeys: Float64Array;
  levels: string[];
  reasons: ShownReason[];
  areas: string[];
  /** Compressed while the caller goes on. */
  compressed: Promise<CompressedRows>;
}

/** The rows of a report, compressed. */
export interface CompressedRows {
  rowBytes: Buffer;
  positionBytes: Buffer;
  textBlocks: Buffer[];
  /** As far as they fit. */
  detailBlocks: Buffer[];
}

/** The columns of the texts of a row and of its details. */
export interface TextPlaces {
  texts: readonly Place[];
  details: readonly Place[];
}

/** Packs the rows of a report as they are read. Shape: at most `count` rows. */
export interface Packer {
  add(
    number: number,
    outcome: RowOutcome,
    position: ReportPosition | undefined,
    row: ResultRow,
    places: TextPlaces,
  ): void;
  finish(): Packed;
}

/** Different reasons that rows of the page have; later ones are shown as their kind. */
const MOST_REASONS = 2000;
const MOST_KINDS = 2000;
/** In front of the number of a kind, which no reason begins with. */
const KIND = '\0';
const MOST_LEVELS = 200;
const MOST_AREAS = 65_000;
/** Bytes of the details of all rows at most; those of later rows are left out. */
const MOST_DETAIL_BYTES = 900_000;
/** Candidates of a row are a long text. */
const DETAIL_LIMIT = 2000;

/** Starts packing. */
export function createPacker(count: number, reasonsOfRun: Reasons): Packer {
  const rows = emptyRows(count);
  const keys = new Float64Array(count).fill(-1);
  const levels = createNumbering(MOST_LEVELS);
  const reasons = createNumbering(MOST_REASONS + MOST_KINDS);
  const areas = createNumbering(MOST_AREAS);
  const texts = createTextBlocks();
  const more = createTextBlocks(DETAIL_LIMIT, MOST_DETAIL_BYTES);
  let size = 0;
  return {
    add(number, { status, level, confidence, reason, verdict, use, area }, position, row, places) {
      rows.number[size] = number;
      rows.status[size] = status;
      rows.level[size] = levels.numberOf(level);
      rows.verdict[size] = verdict;
      rows.use[size] = use;
      rows.area[size] = areas.numberOf(area);
      rows.reason[size] =
        reasons.list.length < MOST_REASONS
          ? reasons.numberOf(reason)
          : reasons.numberOf(`${KIND}${reasonsOfRun.kindOf(reason) ?? ''}`);
      // Not rounded up: a row belongs to the band that its bar counts it in.
      rows.confidence[size] = Number.isFinite(confidence)
        ? Math.floor(confidence * 1000 + 1e-6)
        : NO_CONFIDENCE;
      if (position) keys[size] = positionKey(position);
      texts.add(row, places.texts);
      more.add(row, places.details);
      size += 1;
    },
    finish() {
      const shown = cutRows(rows, size);
      const distinct = numberPositions(keys.subarray(0, size), shown.position);
      const compressed = Promise.all([
        compressBeside(encodeRows(shown)),
        compressBeside(encodeVarints(toDeltas(distinct))),
        texts.finish(),
        more.finish(),
      ]).then(([rowBytes, positionBytes, textBlocks, detailBlocks]) => ({
        rowBytes,
        positionBytes,
        textBlocks,
        detailBlocks,
      }));
      ignoreUnhandled(compressed);
      return {
        rowsShown: size,
        positionKeys: distinct,
        levels: levels.list,
        reasons: reasons.list.map((reason) => shownReason(reason, reasonsOfRun)),
        areas: areas.list,
        compressed,
      };
    },
  };
}

/** Returns a reason, or a kind of them, as the page shows it. */
function shownReason(reason: string, reasons: Reasons): ShownReason {
  if (reason.startsWith(KIND)) return { text: reasons.sentenceOfKind(Number(reason.slice(1))) };
  const text = reasons.sentenceOf(reason);
  const kind = reasons.kindOf(reason);
  const common = kind === undefined ? '' : englishOf(reasons.sentenceOfKind(kind));
  return { text, ...(common !== '' && common !== englishOf(text) && { kind: common }) };
}

/** Level 8 takes twice to four times as long, for 1 to 2 % of the bytes. */
const LEVEL = 6;

/** Compresses bytes for the page. */
export function compress(bytes: Uint8Array | string): Buffer {
  return deflateRawSync(bytes, { level: LEVEL });
}

const deflate = promisify(deflateRaw);

/** Compresses bytes for the page on a thread of the system, while this one goes on. Guarantee: the bytes of {@link compress}. */
function compressBeside(bytes: Uint8Array | string): Promise<Buffer> {
  return deflate(bytes, { level: LEVEL });
}

/** Leaves the failure of a promise to its caller, who waits for it later: without a handler it would end the process before. */
function ignoreUnhandled(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

function cutRows(rows: PackedRows, size: number): PackedRows {
  const columns = Object.entries(rows) as [string, Uint8Array][];
  return Object.fromEntries(
    columns.map(([name, column]) => [name, column.subarray(0, size)]),
  ) as unknown as PackedRows;
}

/** Numbers texts from 1 in the order of their first use. Shape: 0 for an empty text, and for those after `most`. */
function createNumbering(most: number) {
  const numbers = new Map<string, number>();
  const list: string[] = [];
  return {
    list,
    numberOf(text: string): number {
      if (text === '') return 0;
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (list.length === most) return 0;
      list.push(text);
      numbers.set(text, list.length);
      return list.length;
    },
  };
}

/** Sets the number of each row's position in the list of different ones, which it returns, sorted. */
function numberPositions(keys: Float64Array, numbers: Uint32Array): Float64Array {
  const sorted = Float64Array.from(keys).sort();
  const distinct = sorted.filter((key, at) => key >= 0 && key !== sorted[at - 1]);
  keys.forEach((key, row) => {
    if (key >= 0) numbers[row] = firstAt(0, distinct.length, (at) => distinct[at]! >= key) + 1;
  });
  return distinct;
}

/** Packs texts into blocks: the columns of some rows, as JSON. Shape: `limit` is that of a text; blocks after `mostBytes` are left out. */
function createTextBlocks(limit?: number, mostBytes = Infinity) {
  const blocks: Promise<Buffer>[] = [];
  let columns: string[][] = [];
  let bytes = 0;
  const flush = () => {
    if (columns.length === 0) return;
    const block = compressBeside(JSON.stringify(columns));
    ignoreUnhandled(block.then(({ length }) => (bytes += length)));
    blocks.push(block);
    columns = [];
  };
  return {
    add(row: ResultRow, places: readonly Place[]): void {
      // No later block fits.
      if (bytes >= mostBytes || places.length === 0) return;
      if (columns.length === 0) columns = places.map(() => []);
      places.forEach((place, at) => columns[at]!.push(shownText(cellAt(row, place), limit)));
      if (columns[0]!.length === ROWS_IN_TEXT_BLOCK) flush();
    },
    async finish(): Promise<Buffer[]> {
      flush();
      let left = mostBytes;
      return (await Promise.all(blocks)).filter(({ length }) => (left -= length) > 0);
    },
  };
}
