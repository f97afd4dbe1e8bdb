import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFinishedRun, type FinishedRun } from '../support/finished-run.ts';
import { geomill } from './cli-harness.ts';

const ROWS = Number(process.env.GEOMILL_DIFF_ROWS ?? 2000);

let folder: string;
const of = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-diff-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A row of a run: its cells by name. */
type Cells = Record<
  'id' | 'status' | 'reason' | 'lat' | 'lon' | 'label' | 'level' | 'ward' | 'province',
  string
>;

const rowOf = (at: number): Cells => ({
  id: `C${String(at).padStart(6, '0')}`,
  status: 'ok',
  reason: '',
  lat: (10 + (at % 997) / 1000).toFixed(6),
  lon: (106 + (at % 883) / 1000).toFixed(6),
  label: `${at} Lê Lợi`,
  level: 'house',
  ward: String(20_000 + (at % 90)),
  province: '79',
});

const none = { status: 'not_found', reason: 'no match', lat: '', lon: '', level: '', ward: '', province: '' };
/** Adds metres to the north. */
const north = (row: Cells, meters: number) => (Number(row.lat) + meters / 111_195).toFixed(6);

/** How a row of the new run differs, and the kinds that stand in the file; `old` where the old run has another row too. */
const EDITS: readonly {
  kinds: string;
  old?: (row: Cells) => Partial<Cells>;
  edit: (row: Cells) => Partial<Cells>;
}[] = [
  { kinds: '', edit: () => ({}) },
  { kinds: '', edit: (row) => ({ lat: north(row, 90), label: 'elsewhere' }) },
  { kinds: 'moved', edit: (row) => ({ lat: north(row, 110) }) },
  { kinds: 'moved level', edit: (row) => ({ lat: north(row, 5000), level: 'street' }) },
  {
    kinds: 'moved ward province',
    edit: (row) => ({ lat: north(row, 50_000), ward: '00004', province: '01' }),
  },
  { kinds: 'lost status', edit: () => none },
  { kinds: 'gained status', old: () => none, edit: () => ({}) },
  { kinds: 'ward', edit: () => ({ ward: '26740' }) },
  { kinds: 'level', edit: () => ({ level: 'interpolated' }) },
  { kinds: 'status', old: () => none, edit: () => ({ ...none, status: 'error', reason: 'timeout' }) },
];

interface Generated {
  before: Cells[];
  after: Cells[];
  kinds: Map<string, string>;
}

function generate(): Generated {
  const made: Generated = { before: [], after: [], kinds: new Map() };
  for (let at = 0; at < ROWS; at += 1) {
    const { kinds, old, edit } = EDITS[(at * 7 + Math.floor(at / 10)) % EDITS.length]!;
    const row = rowOf(at);
    made.before.push({ ...row, ...old?.(row) });
    made.after.push({ ...row, ...edit(row) });
    if (kinds !== '') made.kinds.set(row.id, kinds);
  }
  return made;
}

async function writeRun(
  name: string,
  rows: readonly Cells[],
  more: Partial<FinishedRun> = {},
): Promise<string> {
  await writeFinishedRun(of(name), {
    columns: ['id'],
    more: ['ward_code_new', 'province_code_new'],
    rows: rows.map((row) => [
      row.id,
      row.status,
      row.reason,
      row.lat,
      row.lon,
      row.label,
      row.level,
      '',
      row.ward,
      row.province,
    ]),
    ...more,
  });
  return of(name);
}

const diff = async (...args: string[]) => geomill(['diff', of('old'), of('new'), ...args]);
const summaryOf = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await diff('--json', ...args);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as {
    rows: number;
    same: number;
    changes: Record<string, number>;
    [name: string]: unknown;
  };
};
const changedRows = async (name = 'changes.csv') =>
  parse<Record<string, string>>(await readFile(of(`to/${name}`), 'utf8'), { columns: true, bom: true });

/** Returns how many rows have each kind of change. */
function countKinds(kinds: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of kinds) for (const kind of text.split(' ')) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe('geomill diff', () => {
  it('finds each change of generated rows and no other, by number', async () => {
    const { before, after, kinds } = generate();
    await writeRun('old', before);
    await writeRun('new', after);
    const summary = await summaryOf('--to', of('to'));
    expect(summary).toMatchObject({
      joined_by: 'row',
      rows: ROWS,
      same: ROWS - kinds.size,
      moved_meters: 100,
    });
    expect(summary.changes).toEqual({
      ...summary.changes,
      ...countKinds(kinds.values()),
      added: 0,
      removed: 0,
    });
    const rows = await changedRows();
    expect(rows.map((row) => [rowOf(Number(row.new_row) - 1).id, row.changes])).toEqual([...kinds]);
    expect(rows.every((row) => row.old_row === row.new_row)).toBe(true);
    const lines = (await readFile(of('to/moved.geojsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(summary.changes.moved!);
    for (const line of lines) {
      const { geometry, properties } = JSON.parse(line) as {
        geometry: unknown;
        properties: Record<string, number>;
      };
      const at = properties.new_row! - 1;
      const ends = [before[at]!, after[at]!].map(({ lat, lon }) => [Number(lon), Number(lat)]);
      expect(geometry).toEqual({ type: 'LineString', coordinates: ends });
      expect([110, 5000, 50_000].some((meters) => Math.abs(meters - properties.moved_meters!) < 1)).toBe(
        true,
      );
    }
    expect((await readdir(of('to'))).sort()).toEqual(['changes.csv', 'changes.excel.csv', 'moved.geojsonl']);
  });

  it('joins by a column when the inputs are different, whatever the order of the rows', async () => {
    const { before, after, kinds } = generate();
    await writeRun('old', before.slice(5));
    await writeRun('new', after.slice(0, -3).reverse(), { inputSha256: '1' });
    const refused = await diff();
    expect(refused.exitCode).toBe(64);
    expect(refused.stderr).toContain('their inputs are different');
    expect(refused.stderr).toContain('--key');
    const summary = await summaryOf('--key', 'id', '--to', of('to'));
    const ids = before.map(({ id }) => id);
    const only = new Map([
      ...ids.slice(0, 5).map((id) => [id, 'added']),
      ...ids.slice(-3).map((id) => [id, 'removed']),
    ] as [string, string][]);
    expect(summary.rows).toBe(ROWS - only.size);
    const rows = await changedRows();
    expect(new Map(rows.map((row) => [row.key, row.changes]))).toEqual(new Map([...kinds, ...only]));
    expect(rows).toHaveLength(new Set([...kinds.keys(), ...only.keys()]).size);
  });

  it('numbers the rows as the input does where rows were rejected', async () => {
    const rows = [0, 1, 2, 3, 4].map(rowOf);
    const reject = (row: number) => ({ row, line: row + 1, reasons: [], raw: '' });
    await writeRun('old', [rows[0]!, rows[2]!, rows[3]!], { rejects: [reject(2), reject(5)] });
    await writeRun('new', rows.slice(1), { rejects: [reject(1)] });
    const summary = await summaryOf('--to', of('to'));
    expect(summary).toMatchObject({ rows: 2, same: 2 });
    expect((await changedRows()).map((row) => [row.old_row, row.new_row, row.changes])).toEqual([
      ['1', '', 'removed'],
      ['', '2', 'added'],
      ['', '5', 'added'],
    ]);
  });

  it('shows and writes hostile cells as text', async () => {
    const cell = '=HYPERLINK("x")\u001b[31m\u202e<script>alert(1)</script>' + 'x'.repeat(1 << 20);
    const before = { ...rowOf(0), id: cell };
    await writeRun('old', [before, { ...rowOf(1), id: '007' }]);
    await writeRun('new', [
      { ...before, lat: '11.5', label: cell },
      { ...rowOf(1), id: '007', level: cell },
    ]);
    const { stdout, exitCode } = await diff('--key', 'id', '--to', of('to'));
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(stdout.length).toBeLessThan(2000);
    const [plain, excel] = await Promise.all([changedRows(), changedRows('changes.excel.csv')]);
    expect(plain.map((row) => row.key)).toEqual([cell, '007']);
    expect(excel.map((row) => row.key)).toEqual([`'${cell}`, '="007"']);
    expect(plain[0]!.new_label).toBe(cell);
  });

  it.each([
    ['an id that two rows have', '"id" is "C000001" in more than one row', ['--key', 'id'], [1, 1]],
    ['a column that is missing', 'no column "name"', ['--key', 'name'], [1, 2]],
    ['the folder of a run for --to', 'is the folder of a run', ['--to', 'old'], [1, 2]],
  ])('refuses %s', async (_, message, args, ids) => {
    await writeRun('old', [rowOf(1), rowOf(2)]);
    await writeRun('new', ids.map(rowOf));
    const { exitCode, stderr } = await diff(...args.map((text) => (text === 'old' ? of('old') : text)));
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(message);
  });

  it('refuses a folder without a finished run, and results that were changed', async () => {
    await writeRun('old', [rowOf(1)]);
    expect(await diff()).toMatchObject({ exitCode: 66 });
    await writeRun('new', [rowOf(1)]);
    await writeFile(of('new/rows.csv'), 'id\n1\n');
    expect(await diff('--to', of('to'))).toMatchObject({ exitCode: 65 });
    expect(await readdir(folder)).not.toContain('to');
  });

  it('joins the runs of a job over one input, of two output formats', async () => {
    const run = (name: string, ...args: string[]) =>
      geomill([
        'run',
        'forcode',
        '--input',
        'fixtures/points.csv',
        '--output',
        of(name),
        '--no-report',
        '--quiet',
        ...args,
      ]);
    expect(await run('old')).toMatchObject({ exitCode: 0 });
    expect(await run('new', '--set', 'outputs=ndjson', '--limit', '100')).toMatchObject({ exitCode: 0 });
    const summary = await summaryOf();
    expect(summary).toMatchObject({ rows: 100, same: 100 });
    expect(summary.changes).toMatchObject({ removed: 54, status: 0, moved: 0 });
  });
});
