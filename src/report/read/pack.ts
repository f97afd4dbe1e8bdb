import { deflateRawSync } from 'node:zlib';
import { commonReason } from '../data/common-reason.ts';
import { emptyRows, encodeRows, positionKey, type PackedRows } from '../data/packed-rows.ts';
import { NO_CONFIDENCE, type ReportPosition } from '../data/report-facts.ts';
import { encodeTextBlock, ROWS_IN_TEXT_BLOCK } from '../data/text-block.ts';
import { encodeVarints, toDeltas } from '../../base/geo/varints.ts';
import { shownText } from '../data/shown-text.ts';
import type { RowOutcome } from './survey.ts';

/** The rows of a report, compressed for its page. */
export interface Packed {
  rowsShown: number;
  /** The different positions, as keys in ascending order. */
  positionKeys: Float64Array;
  levels: string[];
  reasons: string[];
  areas: string[];
  rowBytes: Buffer;
  positionBytes: Buffer;
  textBlocks: Buffer[];
  /** As far as they fit. */
  detailBlocks: Buffer[];
}

/** Packs the rows of a report as they are read. Shape: at most `count` rows. */
export interface Packer {
  add(
    number: number,
    outcome: RowOutcome,
    position: ReportPosition | undefined,
    texts: readonly string[],
    details?: readonly string[],
  ): void;
  finish(): Packed;
}

/** Different reasons that rows of the page have; later ones have none there, and are read in the results. */
const MOST_REASONS = 2000;
/** Those are numbered again without the texts in quotes. */
const MOST_COMMON_REASONS = 2000;
const MOST_LEVELS = 200;
const MOST_AREAS = 65_000;
/** Bytes of the details of all rows at most; those of later rows are left out. */
const MOST_DETAIL_BYTES = 900_000;
/** Candidates of a row are a long text. */
const DETAIL_LIMIT = 2000;

/** Starts packing. */
export function createPacker(count: number): Packer {
  const rows = emptyRows(count);
  const keys = new Float64Array(count).fill(-1);
  const levels = createNumbering(MOST_LEVELS);
  const reasons = createNumbering(MOST_REASONS + MOST_COMMON_REASONS);
  const areas = createNumbering(MOST_AREAS);
  const texts = createTextBlocks();
  const more = createTextBlocks(DETAIL_LIMIT, MOST_DETAIL_BYTES);
  let size = 0;
  return {
    add(number, { status, level, confidence, reason, verdict, area }, position, rowTexts, details = []) {
      rows.number[size] = number;
      rows.status[size] = status;
      rows.level[size] = levels.numberOf(level);
      rows.verdict[size] = verdict;
      rows.area[size] = areas.numberOf(area);
      rows.reason[size] =
        reasons.list.length < MOST_REASONS
          ? reasons.numberOf(shownText(reason))
          : reasons.numberOf(commonReason(reason));
      // Not rounded up: a row belongs to the band that its bar counts it in.
      rows.confidence[size] = Number.isFinite(confidence)
        ? Math.floor(confidence * 1000 + 1e-6)
        : NO_CONFIDENCE;
      if (position) keys[size] = positionKey(position);
      texts.add(rowTexts);
      more.add(details);
      size += 1;
    },
    finish() {
      const shown = cutRows(rows, size);
      const distinct = numberPositions(keys.subarray(0, size), shown.position);
      return {
        rowsShown: size,
        positionKeys: distinct,
        levels: levels.list,
        reasons: reasons.list,
        areas: areas.list,
        rowBytes: compress(encodeRows(shown)),
        positionBytes: compress(encodeVarints(toDeltas(distinct))),
        textBlocks: texts.finish(),
        detailBlocks: more.finish(),
      };
    },
  };
}

/** Level 8 takes twice to four times as long, for 1 to 2 % of the bytes. */
const LEVEL = 6;

/** Compresses bytes for the page. */
export function compress(bytes: Uint8Array | string): Buffer {
  return deflateRawSync(bytes, { level: LEVEL });
}

function cutRows(rows: PackedRows, size: number): PackedRows {
  return {
    number: rows.number.subarray(0, size),
    status: rows.status.subarray(0, size),
    level: rows.level.subarray(0, size),
    verdict: rows.verdict.subarray(0, size),
    confidence: rows.confidence.subarray(0, size),
    reason: rows.reason.subarray(0, size),
    area: rows.area.subarray(0, size),
    position: rows.position.subarray(0, size),
  };
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
    if (key >= 0) numbers[row] = indexIn(distinct, key) + 1;
  });
  return distinct;
}

function indexIn(sorted: Float64Array, key: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Packs texts into blocks. Shape: `limit` is that of a text; blocks after `mostBytes` are left out. */
function createTextBlocks(limit?: number, mostBytes = Infinity) {
  const blocks: Buffer[] = [];
  let left = mostBytes;
  let columns: string[][] = [];
  const size = () => columns[0]?.length ?? 0;
  const flush = () => {
    const block = size() > 0 && left > 0 ? compress(encodeTextBlock(columns)) : undefined;
    columns = [];
    if (!block) return;
    left -= block.length;
    if (left > 0) blocks.push(block);
  };
  return {
    add(texts: readonly string[]): void {
      texts.forEach((text, at) => (columns[at] ??= []).push(shownText(text, limit)));
      if (size() === ROWS_IN_TEXT_BLOCK) flush();
    },
    finish(): Buffer[] {
      flush();
      return blocks;
    },
  };
}
