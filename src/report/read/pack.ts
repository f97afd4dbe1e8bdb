import { deflateRawSync } from 'node:zlib';
import { emptyRows, encodeRows, positionKey, type PackedRows } from '../data/packed-rows.ts';
import { NO_CONFIDENCE, type ReportPosition } from '../data/report-facts.ts';
import { encodeTextBlock, ROWS_IN_TEXT_BLOCK } from '../data/text-block.ts';
import { encodeVarints, toDeltas } from '../data/varints.ts';
import { shownText } from './shown-text.ts';
import type { RowOutcome } from './survey.ts';

/** The rows of a report, compressed for its page. */
export interface Packed {
  rowsShown: number;
  /** The different positions, as keys in ascending order. */
  positionKeys: Float64Array;
  levels: string[];
  reasons: string[];
  rowBytes: Buffer;
  positionBytes: Buffer;
  textBlocks: Buffer[];
}

/** Packs the rows of a report as they are read. Shape: at most `count` rows. */
export interface Packer {
  add(
    number: number,
    outcome: RowOutcome,
    position: ReportPosition | undefined,
    texts: readonly string[],
  ): void;
  finish(): Packed;
}

/** Different reasons that rows of the page have; later ones have none there, and are read in the results. */
const MOST_REASONS = 2000;
const MOST_LEVELS = 200;

/** Starts packing. */
export function createPacker(count: number): Packer {
  const rows = emptyRows(count);
  const keys = new Float64Array(count).fill(-1);
  const levels = createNumbering(MOST_LEVELS);
  const reasons = createNumbering(MOST_REASONS);
  const texts = createTextBlocks();
  let size = 0;
  return {
    add(number, { status, level, confidence, reason }, position, rowTexts) {
      rows.number[size] = number;
      rows.status[size] = status;
      rows.level[size] = levels.numberOf(level);
      rows.reason[size] = reasons.numberOf(shownText(reason));
      rows.confidence[size] = Number.isFinite(confidence) ? Math.round(confidence * 1000) : NO_CONFIDENCE;
      if (position) keys[size] = positionKey(position);
      texts.add(rowTexts);
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
        rowBytes: compress(encodeRows(shown)),
        positionBytes: compress(encodeVarints(toDeltas(distinct))),
        textBlocks: texts.finish(),
      };
    },
  };
}

/** The highest level takes half as long again, for a thousandth of the bytes. */
const LEVEL = 8;

/** Compresses bytes for the page. */
export function compress(bytes: Uint8Array | string): Buffer {
  return deflateRawSync(bytes, { level: LEVEL });
}

function cutRows(rows: PackedRows, size: number): PackedRows {
  return {
    number: rows.number.subarray(0, size),
    status: rows.status.subarray(0, size),
    level: rows.level.subarray(0, size),
    confidence: rows.confidence.subarray(0, size),
    reason: rows.reason.subarray(0, size),
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

function createTextBlocks() {
  const blocks: Buffer[] = [];
  let columns: string[][] = [];
  const size = () => columns[0]?.length ?? 0;
  const flush = () => {
    if (size() > 0) blocks.push(compress(encodeTextBlock(columns)));
    columns = [];
  };
  return {
    add(texts: readonly string[]): void {
      texts.forEach((text, at) => (columns[at] ??= []).push(shownText(text)));
      if (size() === ROWS_IN_TEXT_BLOCK) flush();
    },
    finish(): Buffer[] {
      flush();
      return blocks;
    },
  };
}
