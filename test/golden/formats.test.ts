import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import type { StatedInput } from '../../src/formats/inspect.ts';
import { readInput } from '../support/formats.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const listOf = (folder: string) =>
  readdirSync(new URL(folder, FIXTURES)).map((name) => name.normalize('NFC'));
const load = (folder: string, name: string) => {
  const entry = readdirSync(new URL(folder, FIXTURES)).find((file) => file.normalize('NFC') === name);
  return readFileSync(fileURLToPath(new URL(folder, FIXTURES)) + entry!);
};

/** What must be stated to read a good file; all others are found out by looking. */
const STATED: Record<string, StatedInput> = { 'windows-1258.csv': { encoding: 'windows-1258' } };

/** Rows of the good files, from the table of `fixtures/README.md`. */
function rowsByName(): Map<string, number> {
  const rows = new Map<string, number>();
  const section = readFileSync(new URL('README.md', FIXTURES), 'utf8')
    .split('## Good inputs')[1]!
    .split('\n## ')[0]!;
  for (const line of section.split('\n')) {
    const [, names, counts] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const files = [...(names ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    const numbers = (counts ?? '').split(',').map(Number);
    files.forEach((file, index) => rows.set(file.normalize('NFC'), numbers[index] ?? numbers[0]!));
  }
  return rows;
}

describe('good fixtures', () => {
  const rows = rowsByName();
  const names = listOf('good/');

  it('are there', () => expect(names.length).toBeGreaterThan(20));

  it.each(names)('%s is read whole', async (name) => {
    const bytes = load('good/', name);
    const read = await readInput(bytes, name, STATED[name]);
    expect(read.bad).toEqual([]);
    expect(read.good.length).toBe(rows.get(name));
    for (const { cells } of read.good) expect(cells.length).toBe(read.layout.columns.length);
    // The same in blocks of a few bytes.
    const slow = await readInput(bytes, name, STATED[name], 5);
    expect(slow.good.map((row) => row.cells)).toEqual(read.good.map((row) => row.cells));
  });

  it.each([
    'semicolon.csv',
    'pipe.csv',
    'tab.tsv',
    'crlf.csv',
    'bom.csv',
    'utf16le-bom.csv',
    'utf16be-bom.csv',
    'utf16-without-bom.csv',
    'windows-1258.csv',
    'quoted-everything.csv',
    'addresses.csv.gz',
  ])('%s says the same as the others of its kind', async (name) => {
    const expected = await readInput(load('good/', 'no-final-newline.csv'), 'no-final-newline.csv');
    const read = await readInput(load('good/', name), name, STATED[name]);
    expect(read.layout.columns).toEqual(expected.layout.columns);
    expect(read.good.map((row) => row.cells)).toEqual(expected.good.map((row) => row.cells));
  });

  it('windows-1258.csv is refused unless its encoding is named', async () => {
    await expect(readInput(load('good/', 'windows-1258.csv'), '')).rejects.toThrow(/windows-1258/);
  });
});

/** What the reading makes of each bad file: good rows, and the codes of the rejected ones; or the refusal. */
const BAD: Record<string, { good: number; bad: string[] } | RegExp> = {
  'binary.csv': /binary/,
  'comma-in-semicolon-file.csv': /comma.*semicolon/,
  'deep.json': { good: 1, bad: ['too_deep'] },
  'empty.csv': /empty/,
  'html-instead-of.csv': /web page/,
  'invalid-utf8.csv': { good: 8, bad: ['invalid_utf8', 'invalid_utf8'] },
  'not-a-collection.geojson': /Topology/,
  'not-gzip.csv.gz': /not compressed with gzip/,
  'not-json.ndjson': { good: 8, bad: ['invalid_json', 'invalid_json'] },
  'not-objects.ndjson': { good: 3, bad: ['not_an_object', 'not_an_object', 'not_an_object'] },
  'nul-bytes.csv': { good: 8, bad: ['nul_byte', 'nul_byte'] },
  'only-blank-lines.csv': /blank lines/,
  'ragged.csv': { good: 7, bad: ['too_few_cells', 'too_many_cells', 'too_few_cells'] },
  'stray-quote-among-quoted.csv': { good: 9, bad: ['stray_quote'] },
  'stray-quote-inside.csv': { good: 10, bad: [] },
  'stray-quote.csv': { good: 9, bad: ['stray_quote'] },
  'text-after-closing-quote.csv': { good: 9, bad: ['stray_quote'] },
  'truncated-array.json': /byte \d+.*truncated/,
  'truncated.csv.gz': /breaks off after byte \d+/,
  'two-documents.json': /not valid JSON.*byte \d+/,
  'unclosed-quote-at-end.csv': { good: 9, bad: ['stray_quote'] },
  'utf16-odd-length.csv': { good: 6, bad: ['invalid_utf8'] },
  'wrong-checksum.csv.gz': /damaged/,
};

describe('bad fixtures', () => {
  const names = listOf('bad/');

  it('are there, and those expected too', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(Object.keys(BAD).filter((name) => !existsSync(new URL(`bad/${name}`, FIXTURES)))).toEqual([]);
  });

  it.each(names)('%s costs what it must', async (name) => {
    const expected = BAD[name];
    const result = await readInput(load('bad/', name), name).catch((error: unknown) => error);
    if (expected instanceof RegExp) {
      expect(isGeomillError(result, 'INPUT_BAD')).toBe(true);
      expect((result as Error).message).toMatch(expected);
      return;
    }
    if (result instanceof Error) throw result;
    const { good, bad, rows } = result as Awaited<ReturnType<typeof readInput>>;
    expect(good.length + bad.length).toBe(rows.length);
    // The faults of files that are not named above are not in their form: all rows can be read.
    expect(bad.map((row) => row.issues.map((issue) => issue.code).join())).toEqual(expected?.bad ?? []);
    if (expected !== undefined) expect(good.length).toBe(expected.good);
  });
});
