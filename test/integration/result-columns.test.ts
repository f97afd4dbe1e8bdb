import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import readExcelFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('result-columns');
const ROWS = [...Array(40).keys()].map((at) => (at % 7 === 3 ? `${at} nowhere` : `${at} Lê Lợi`));
const INPUT = `id,địa chỉ,ghi chú\n${ROWS.map((row, at) => `00${at},${row},"a, ""b"" ${at}"`).join('\n')}\n`;
const FORMATS = ['csv', 'xlsx', 'geojson', 'parquet', 'ndjson', 'csv.gz'];
const LIST = 'label=Nhãn,id,geocode_lat,status';
const NAMES = ['Nhãn', 'id', 'geocode_lat', 'geocode_status'];

async function setUp() {
  const folder = loopback.newFolder();
  const service = await loopback.start({
    answer: (_, query) => {
      const text = query.get('text') ?? '';
      const feature = {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [106.7, 10.7] },
        properties: { name: text, label: `${text}, Huế`, id: 'x', source: 'test' },
      };
      const features = text.includes('nowhere') ? [] : [feature];
      return { type: 'FeatureCollection', features, bbox: [], errors: null };
    },
  });
  const input = join(folder, 'in.csv');
  await mkdir(folder, { recursive: true });
  await writeFile(input, INPUT);
  const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
  const path = (...names: string[]) => join(folder, ...names);
  const run = (name: string, ...more: string[]) =>
    geomill(
      [
        ...['run', 'geocode', '--input', input, '--output', name === '-' ? '-' : path(name), '--quiet'],
        ...['--set', 'geocode.text={địa chỉ}', '--yes', ...more],
      ],
      env,
    );
  return { path, run, command: (...args: string[]) => geomill([...args, '--quiet'], env) };
}

describe('a run with chosen columns', () => {
  it('has them in every format, in the data package and on standard output', async () => {
    const { path, run } = await setUp();
    expect((await run('all', '--set', 'outputs=csv')).exitCode).toBe(0);
    const done = await run('some', '--result-columns', LIST, '--set', `outputs=${FORMATS.join(',')}`);
    expect([done.stderr, done.exitCode]).toEqual(['', 0]);
    const csv = await readFile(path('some', 'in.csv'), 'utf8');
    const lines = csv.trimEnd().split('\n');
    expect(lines[0]).toBe(NAMES.join());
    expect(lines.slice(1, 5)).toEqual([
      '"0 Lê Lợi, Huế",000,10.7,ok',
      '"1 Lê Lợi, Huế",001,10.7,ok',
      '"2 Lê Lợi, Huế",002,10.7,ok',
      ',003,,not_found',
    ]);
    expect(lines).toHaveLength(41);
    const [header, first] = (await readExcelFile(path('some', 'in.xlsx')))[0]!.data;
    expect([header, first]).toEqual([NAMES, ['0 Lê Lợi, Huế', '000', 10.7, 'ok']]);
    const { features } = JSON.parse(await readFile(path('some', 'in.geojson'), 'utf8')) as {
      features: { properties: object; geometry: unknown }[];
    };
    expect(Object.keys(features[0]!.properties)).toEqual(NAMES);
    expect(features[0]!.geometry).toEqual({ type: 'Point', coordinates: [106.7, 10.7] });
    const parquet = await readFile(path('some', 'in.parquet'));
    const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length);
    const [row] = await parquetReadObjects({ file });
    expect(row).toMatchObject({ Nhãn: '0 Lê Lợi, Huế', id: '000', geocode_lat: 10.7, lat: 10.7 });
    expect(row).not.toHaveProperty('geocode_label');
    const { resources } = JSON.parse(await readFile(path('some', 'datapackage.json'), 'utf8')) as {
      resources: { path: string; schema?: { fields: { name: string }[] } }[];
    };
    expect(resources.map((each) => each.path)).toContain('in.csv.gz');
    for (const { path: name, schema } of resources)
      if (schema) expect([name, schema.fields.map((field) => field.name)]).toEqual([name, NAMES]);
    expect((await run('-', '--result-columns', LIST)).stdout).toBe(csv);
    const all = await readFile(path('all', 'in.csv'), 'utf8');
    expect((await run('-', '--result-columns', 'all')).stdout).toBe(all);
    expect((await run('every', '--result-columns', 'input,all', '--set', 'outputs=csv')).exitCode).toBe(0);
    expect(await readFile(path('every', 'in.csv'), 'utf8')).toBe(all);
  });

  it('fills the workbook of the input, also of a run that is finished already', async () => {
    const { path, run } = await setUp();
    const input = 'fixtures/workbooks/plain-openpyxl.xlsx';
    const fill = (outputs: string) =>
      run(
        'book',
        '--input',
        input,
        '--set',
        `outputs=${outputs}`,
        '--set',
        'geocode.text={Địa chỉ}',
        ...more,
      );
    const more = ['--result-columns', 'input,label=Nhãn,lat'];
    const first = await fill('csv');
    expect([first.stderr, first.exitCode]).toEqual(['', 0]);
    const done = await fill('csv,workbook');
    expect([done.stderr, done.exitCode]).toEqual(['', 0]);
    const rows = (await readExcelFile(path('book', 'plain-openpyxl.workbook.xlsx')))[0]!.data;
    expect(rows[0]?.slice(-2)).toEqual(['Nhãn', 'geocode_lat']);
    const plain = (await readExcelFile(input))[0]!.data;
    expect(rows.map((row) => row.slice(0, -2))).toEqual(plain);
    const at = plain[0]!.indexOf('Địa chỉ');
    rows.slice(1).forEach((row) => expect(row.slice(-2)).toEqual([`${String(row[at])}, Huế`, 10.7]));
    const refused = await run('none', '--set', 'outputs=workbook');
    expect(refused.exitCode).toBe(78);
    expect(refused.stderr).toContain('this input is none: use xlsx');
  });

  it('is not continued with others, and names a fault before its first row', async () => {
    const { run } = await setUp();
    expect((await run('o', '--limit', '5', '--result-columns', 'answer')).exitCode).toBe(0);
    const refused = await run('o', '--result-columns', 'usual');
    expect(refused.exitCode).toBe(65);
    expect(refused.stderr).toContain(
      'the list of columns of the results was input,answer and is input,usual',
    );
    expect((await run('o')).stderr).toContain('was input,answer and is all');
    expect((await run('o', '--result-columns', 'answer')).exitCode).toBe(0);
    const wrong = await run('w', '--result-columns', 'id,lable');
    expect(wrong.exitCode).toBe(78);
    expect(wrong.stderr).toContain('--set result_columns: there is no column "lable": did you mean label?');
  });

  it('can be shown, reviewed, retried, exported, and merged from its shards', async () => {
    const { path, run, command } = await setUp();
    const more = ['--result-columns', LIST, '--set', 'outputs=csv'];
    expect((await run('o', ...more)).exitCode).toBe(0);
    const csv = await readFile(path('o', 'in.csv'), 'utf8');
    expect(await readFile(path('o', 'report.html'), 'utf8')).toContain('40');
    expect((await geomill(['export', path('o'), '--to', 'ndjson'])).exitCode).toBe(0);
    const [line = ''] = (await readFile(path('o', 'in.ndjson'), 'utf8')).split('\n');
    expect(Object.keys(JSON.parse(line) as object)).toEqual(NAMES);
    const list = path('review.csv');
    const reviewed = await command('review', path('o'), '--to', list);
    expect([reviewed.stderr, reviewed.exitCode]).toEqual(['', 0]);
    expect(await readFile(list, 'utf8')).toContain('3 nowhere');
    const retried = await command('retry', path('o'), '--not-found', '--output', path('again'));
    expect([retried.stderr, retried.exitCode]).toEqual(['', 0]);
    expect(await readFile(path('again', 'in.csv'), 'utf8')).toBe(csv);
    for (const shard of ['1/2', '2/2'])
      expect((await run(shard.replace('/', '-'), ...more, '--shard', shard)).exitCode).toBe(0);
    const merged = await command('merge', path('1-2'), path('2-2'), '--output', path('merged'));
    expect([merged.stderr, merged.exitCode]).toEqual(['', 0]);
    expect(await readFile(path('merged', 'in.csv'), 'utf8')).toBe(csv);
  });
});
