import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportFacts } from '../../src/report/data/report-facts.ts';
import { openDuckDb } from '../support/duckdb.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
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
        changed_rows: { lost: 0, gained: 2, ward: 0, moved: 0, answer: 0, new: 1, same: 1, gone: 0 },
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
      '  row by row: 2 usable now, 1 new row, 1 the same',
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
    // Counts hide what rows show.
    expect(stdout).toContain('  row by row: 1 no longer usable, 1 usable now, 0 the same\n');
  });

  it('has rows, columns left out in neither run, and no rows of a run that is longer than a page', async () => {
    const { march, april, factsOf } = await writeRuns({ secret7: FOUND }, { other8: FOUND, b: NONE });
    const without = ['--without', 'customer_id'];
    expect((await geomill(['report', april, '--against', march, ...without])).exitCode).toBe(0);
    expect(await readFile(join(april, 'report-shared.html'), 'utf8')).not.toMatch(/secret7|other8/);
    await geomill(['report', april, '--against', march]);
    expect((await factsOf()).earlier?.compared).toMatchObject({ gone: 1, goneTexts: ['secret7'] });
    const options = { folder: april, files: await readPageFiles('dist/report'), version: '1' };
    const { earlier } = await writeReport({
      ...options,
      mostRows: 0,
      against: { folder: march, name: 'march' },
    });
    expect(earlier).toMatchObject({ compared: undefined });
  });

  it('compares a nightly update with the report of the night before, also when it is written again', async () => {
    const folder = makeFolder();
    const [input, night] = [join(folder, 'customers.csv'), join(folder, 'night')];
    const run = async (lines: readonly string[]) => {
      await writeFile(input, lines.join('\n'));
      const args = ['run', 'geocode', '--input', input, '--key', 'code', '--output', night, '--quiet'];
      expect((await geomill(args)).exitCode).toBe(0);
    };
    const compared = async () => {
      const html = await readFile(join(night, 'report.html'), 'utf8');
      return (JSON.parse(/id="facts">([^<]*)</.exec(html)?.[1] ?? '') as ReportFacts).earlier?.compared;
    };
    const [a, b] = ['a,"Chợ Bến Thành, TP.HCM"', 'b,"86 Bát Đàn, Hà Nội"'];
    await run(['code,address', a, b, 'c,"Phường Ba Đình, Hà Nội"']);
    expect(await compared()).toBeUndefined();
    await run(['code,address', b, 'a,"Xã Bố Hạ, Bắc Ninh"', 'd,"Phường Ba Đình, Hà Nội"']);
    const expected = {
      by: { column: 'code' },
      counts: { lost: 0, gained: 0, ward: 1, moved: 0, answer: 0, new: 1 },
      ...{ same: 1, gone: 1, goneTexts: ['c · Phường Ba Đình, Hà Nội'] },
    };
    expect(await compared()).toMatchObject(expected);
    await geomill(['report', night]);
    expect(await compared()).toMatchObject(expected);
    // Without that report there are counts.
    await geomill(['report', night, '--against', night]);
    await geomill(['report', night]);
    expect(await compared()).toBeUndefined();
  });

  it('names the decree that put rows into other wards, as the tables of the law have it', async () => {
    const folder = makeFolder();
    const input = join(folder, 'wards.csv');
    await writeFile(
      input,
      'text\n"Phường Bến Nghé, Quận 1, TP.HCM"\n"Phường Hàng Bài, Quận Hoàn Kiếm, Hà Nội"\n',
    );
    for (const [name, day] of [
      ['then', '2025-06-30'],
      ['now', '2025-07-01'],
    ] as const) {
      const args = [
        'run',
        'convert',
        '--input',
        input,
        '--set',
        `convert.to=${day}`,
        '--output',
        join(folder, name),
      ];
      expect((await geomill([...args, '--quiet'])).exitCode).toBe(0);
    }
    const report = ['report', join(folder, 'now'), '--against', join(folder, 'then')];
    expect((await geomill(report)).exitCode).toBe(0);
    const html = await readFile(join(folder, 'now/report.html'), 'utf8');
    const { earlier } = JSON.parse(/id="facts">([^<]*)</.exec(html)?.[1] ?? '') as ReportFacts;
    expect(earlier?.compared?.counts.ward).toBe(2);
    const edges = (await readFile('fixtures/starter/dated-edges.csv', 'utf8'))
      .split('\n')
      .map((line) => line.split(','));
    const itemOf = (code: string) =>
      edges.find(([, from, , , day]) => from === code && day === '2025-07-01')!.slice(8, 10);
    expect(earlier?.compared?.causes.map(({ decree, item }) => [decree, item])).toEqual(
      ['26740', '00088'].map(itemOf),
    );
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
