import { inflateRawSync } from 'node:zlib';
import { decodeVarints, fromDeltas } from '../../base/geo/varints.ts';
import { decodeRows, ELEMENTS, type PackedRows, type TextColumns } from '../data/packed-rows.ts';
import type { ReportFacts } from '../data/report-facts.ts';
import type { RunContent } from '../read/read-run.ts';

/** The rows of a run as its report has them. Shape: `keys` of the positions; `texts` a list for each of `columns`, and one more with the match. */
export interface RunRows {
  rows: PackedRows;
  count: number;
  keys: ArrayLike<number>;
  levels: readonly string[];
  wards: readonly string[];
  columns: readonly string[];
  texts: string[][];
}

/** Returns the rows that were packed for a report. */
export async function rowsOfContent({ packed, textColumns }: RunContent): Promise<RunRows> {
  const { rowBytes, textBlocks } = await packed.compressed;
  return {
    rows: decodeRows(inflateRawSync(rowBytes), packed.rowsShown),
    count: packed.rowsShown,
    keys: packed.positionKeys,
    levels: packed.levels,
    wards: packed.areas.map((area) => area.slice(0, area.indexOf('/'))),
    columns: textColumns,
    texts: joinBlocks(textBlocks, textColumns.length + 1),
  };
}

/** A report that was written before, read again. */
interface WrittenPage {
  facts: ReportFacts;
  /** Decodes its rows; undefined where they are damaged. */
  rows(): RunRows | undefined;
  /** Its changed rows, as they are in the page; empty without any. */
  compared: Buffer;
}

/** Reads a report that was written before; undefined for a page that is none: a comparison is not worth a failure. */
export function readWrittenPage(html: string): WrittenPage | undefined {
  const element = (id: string) => {
    const start = html.indexOf(`id="${id}">`);
    return start < 0 ? '' : html.slice(start + id.length + 6, html.indexOf('<', start + id.length));
  };
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return attempt(() => {
    const facts = JSON.parse(element(ELEMENTS.facts)) as ReportFacts;
    const { areas, textColumns: columns, levels, textBlocks: offsets } = facts;
    const rows = (): RunRows => {
      const texts = element(ELEMENTS.texts);
      const blocks = offsets.slice(1).map((end, at) => bytes(texts.slice(offsets[at], end)));
      const keys = inflateRawSync(bytes(element(ELEMENTS.positions)));
      return {
        rows: decodeRows(inflateRawSync(bytes(element(ELEMENTS.rows))), facts.rowsShown),
        count: facts.rowsShown,
        keys: fromDeltas(decodeVarints(keys, facts.positions)),
        levels,
        wards: areas.map(([ward]) => ward),
        columns,
        texts: joinBlocks(blocks, columns.length + 1),
      };
    };
    return { facts, rows: () => attempt(rows), compared: bytes(element(ELEMENTS.compared)) };
  });
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function joinBlocks(blocks: readonly Buffer[], columns: number): string[][] {
  const joined: string[][] = Array.from({ length: columns }, () => []);
  for (const block of blocks)
    (JSON.parse(inflateRawSync(block).toString()) as TextColumns).forEach((column, at) => {
      for (const text of column) joined[at]?.push(text);
    });
  return joined;
}
