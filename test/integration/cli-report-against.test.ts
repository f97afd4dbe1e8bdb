import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportFacts } from '../../src/report/data/report-facts.ts';
import { openDuckDb } from '../support/duckdb.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const makeFolder = useTemporaryFolders('against');
const FOUND = ['ok', '', '10.772040', '106.698310', 'Chợ Bến Thành', 'poi', '0.95'];
const NONE = ['not_found', 'no match', '', '', '', '', ''];
const moved = (lat: string, level = 'poi') => FOUND.with(2, lat).with(5, level);

/** Writes the runs `march` and `april`; rows by their id. */
async function writeRuns(march: Record<string, string[]>, april: Record<string, string[]>) {
  const folder = makeFolder();
  for (const [name, rows] of Object.entries({ march, april }))
    await writeFinishedRun(join(folder, name), {
      columns: ['customer_id'],
      rows: Object.entries(rows).map(([id, cells]) => [id, ...cells]),
      inputSha256: String(Object.keys(rows).length),
    });
  const factsOf = async () => {
    const html = await readFile(join(folder, 'april/report.html'), 'utf8');
    return JSON.parse(/id="facts">([^<]*)</.exec(html)?.[1] ?? '') as ReportFacts;
  };
  return { march: join(folder, 'march'), april: join(folder, 'april'), factsOf };
}

describe('geomill report --against', () => {
  it('compares any two runs in page, terminal and JSON, and leaves the other run alone', async () => {
    const { march, april, factsOf } = await writeRuns(
      { a: FOUND, b: NONE, c: NONE },
      { a: FOUND, b: FOUND, c: FOUND, d: NONE },
    );
    const manifest = await readFile(join(march, 'manifest.json'));
    const json = await geomill(['report', april, '--against', `${march}/`, '--json']);
    expect(json).toMatchObject({ exitCode: 0, stderr: '' });
    const changes = [
      { kind: 'rows', stage: '', name: '', before: 3, after: 4 },
      { kind: 'status', stage: 'geocode', name: 'ok', before: 1, after: 3 },
      { kind: 'status', stage: 'geocode', name: 'not_found', before: 2, after: 1 },
    ];
    expect(JSON.parse(json.stdout)).toEqual({
      report: join(april, 'report.html'),
      against: {
        run: `${march}/`,
        same_input: false,
        complete: true,
        rows: { before: 3, after: 4 },
        changes,
      },
    });
    // The page is passed on: it has the name of the folder, and no path.
    expect((await factsOf()).earlier).toMatchObject({ name: 'march', isSameInput: false, changes });
    const { stdout } = await geomill(['report', april, '--against', march]);
    expect(stdout.split('\n')).toEqual([
      join(april, 'report.html'),
      `compared with ${march}: 3 rows of another input`,
      '  rows                                  +1  from 3 to 4',
      '  geocode status ok                     +2  from 1 to 3',
      '  geocode status not_found              -1  from 2 to 1',
      '',
    ]);
    expect(await readFile(join(march, 'manifest.json'))).toEqual(manifest);
    expect(await geomill(['report', april])).toMatchObject({ stdout: `${join(april, 'report.html')}\n` });
    expect((await factsOf()).earlier).toBeUndefined();
  });

  it('says that nothing differs', async () => {
    const { march, april } = await writeRuns({ a: FOUND, b: NONE }, { a: NONE, b: FOUND });
    const { stdout } = await geomill(['report', april, '--against', march]);
    expect(stdout).toContain('2 rows of the same input, all counts are the same\n');
  });

  it('refuses what cannot be compared, and says the new words of a command that is gone', async () => {
    const { march, april } = await writeRuns({ a: FOUND }, { a: FOUND });
    const path = join(march, 'manifest.json');
    const text = await readFile(path, 'utf8');
    const refused = async (code: number, ...words: string[]) => {
      const { exitCode, stderr } = await geomill(words);
      expect(exitCode).toBe(code);
      return stderr;
    };
    expect(await refused(64, 'report', april, '--against', path)).toContain('manifest.json is a file');
    expect(await refused(66, 'report', april, '--against', makeFolder())).toContain('no finished run');
    const points = makeFolder();
    const run = ['run', 'forcode', '--input', 'fixtures/points.csv', '--output', points];
    expect((await geomill([...run, '--limit', '5', '--no-report', '--quiet'])).exitCode).toBe(0);
    expect(await refused(64, 'report', april, '--against', points)).toMatch(
      /run are geocode, those of .* forcode:/,
    );
    await writeFile(path, text.slice(0, -20));
    expect(await refused(65, 'report', april, '--against', march)).toContain(march);
  });

  it('and the query of docs/COMMANDS.md lists the rows that changed', async () => {
    const { march, april } = await writeRuns(
      { '007': FOUND, a: FOUND, b: NONE, c: FOUND, e: FOUND },
      { '007': FOUND, a: moved('10.773040'), b: FOUND, c: moved('10.772050', 'house'), d: NONE },
    );
    const page = await readFile('docs/COMMANDS.md', 'utf8');
    const sql = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const into = join(makeFolder(), 'changes.csv');
    const connection = await (await openDuckDb()).connect();
    await connection.run(
      sql
        .replace('output/march/customers.csv', join(march, 'rows.csv'))
        .replace('output/april/customers.csv', join(april, 'rows.csv'))
        .replace('output/changes.csv', into),
    );
    connection.closeSync();
    expect((await readFile(into, 'utf8')).trim().split('\n').slice(1).toSorted()).toEqual([
      'a,ok,ok,poi,poi,111.0',
      'b,not_found,ok,,poi,',
      'c,ok,ok,poi,house,1.0',
      'd,,not_found,,,',
      'e,ok,,poi,,',
    ]);
  });
});
