// Workbooks of an input that are filled with results, and what must hold of them.
import { expect } from 'vitest';
import { inspectInput } from '../../src/formats/inspect.ts';
import { outputFormat, RECORD } from '../../src/formats/outputs.ts';
import type { DerivedFormat, RowFormat } from '../../src/formats/output-format.ts';
import { FROM_INPUT, type OutputColumn } from '../../src/formats/record.ts';
import { spoolInput } from '../../src/formats/spool.ts';
import { readZip } from '../../src/formats/zip/read-zip.ts';

/** The columns that are added. */
export const ADDED: readonly OutputColumn[] = [
  { name: 'Nhãn & <mã>', type: 'string' },
  { name: 'lat', type: 'number' },
  { name: 'ok', type: 'boolean' },
];
const valuesOf = (row: number) =>
  row % 3 === 2 ? [null, null, null] : [` ${row} Lê Lợi, "Huế" `, row + 0.5, true];

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Reads rows and columns of a workbook as a run does. */
export async function read(
  bytes: Buffer,
  stated: { sheet?: string; range?: string; header_row?: number } = {},
) {
  const layout = await inspectInput({ head: bytes, name: 'x.xlsx', isWhole: true }, stated);
  let text = '';
  const spooled = await spoolInput(once(bytes), layout, async (block) => {
    text += Buffer.from(block).toString();
  });
  const rows = text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  return { layout, columns: spooled.columns, findings: spooled.findings, rows };
}

/** Fills a workbook with the values of so many rows. */
export async function fill(
  bytes: Buffer,
  layout: Awaited<ReturnType<typeof read>>['layout'],
  rows: number,
): Promise<Buffer> {
  const columns = [{ name: 'own', type: 'any' as const, description: FROM_INPUT }, ...ADDED];
  const writer = (outputFormat(RECORD) as RowFormat).open(columns);
  const written = [...Array(rows).keys()].map((row) => ({ values: ['x', ...valuesOf(row)], position: null }));
  const record = Buffer.from(writer.head + writer.encode(written) + writer.tail);
  const { sheet, table } = layout;
  const input = { open: () => once(bytes), sheet, table, rejected: 0 };
  const blocks: Uint8Array[] = [];
  const format = outputFormat('workbook') as DerivedFormat;
  for await (const block of format.make({ columns, input, open: () => once(record) })) blocks.push(block);
  return Buffer.concat(blocks);
}

/** Returns the files of a workbook by name. */
export async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for (const [name, file] of await readZip(bytes)) {
    const blocks: Buffer[] = [];
    for await (const block of file.open()) blocks.push(block);
    parts.set(name, Buffer.concat(blocks).toString('latin1'));
  }
  return parts;
}

/** Fills a workbook, and expects the results beside their rows and every other part unchanged. Shape: undefined for one that no run reads without settings. */
export async function fillAndCompare(bytes: Buffer, isReadOtherwise = false): Promise<Buffer | undefined> {
  const before = await read(bytes).catch(() => undefined);
  // A workbook that no run reads, or only with settings.
  if (before === undefined || before.rows.length === 0) return undefined;
  const filled = await fill(bytes, before.layout, before.rows.length);
  const [old, now] = [await partsOf(bytes), await partsOf(filled)];
  expect([...now.keys()]).toEqual([...old.keys()]);
  const changed = [...now.keys()].filter((part) => now.get(part) !== old.get(part));
  expect(changed).toHaveLength(1);
  const [part = ''] = changed;
  expect(part).toMatch(/^xl\/worksheets\//);
  // Every element of the old sheet is there, in its order: what was added stands between them.
  let at = 0;
  for (const [tag] of old.get(part)!.matchAll(/<[^<>]+>/g)) {
    if (/^<\/?(\w+:)?(?:cols?|dimension|row)\b/.test(tag)) continue;
    const found = now.get(part)!.indexOf(tag, at);
    expect([tag, found >= at]).toEqual([tag, true]);
    at = found + tag.length;
  }
  if (isReadOtherwise) return filled;
  const after = await read(filled);
  const added = after.columns.filter((column) => !before.columns.includes(column));
  expect(added.map((column) => column.replace(/^.* \/ /, ''))).toEqual(ADDED.map((column) => column.name));
  expect(after.rows).toHaveLength(before.rows.length);
  after.rows.forEach((row, nth) => {
    const [label, lat, ok] = valuesOf(nth);
    expect([nth, ...added.map((column) => row[column] ?? null)]).toEqual([nth, label, lat, ok]);
    expect(Object.fromEntries(before.columns.map((column) => [column, row[column]]))).toEqual(
      Object.fromEntries(before.columns.map((column) => [column, before.rows[nth]![column]])),
    );
  });
  return filled;
}
