import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { decodeRows, ROWS_IN_TEXT_BLOCK, type TextColumns } from '../../src/report/data/packed-rows.ts';
import {
  englishOf,
  type ReportFacts,
  STATUSES,
  type ToursFacts,
} from '../../src/report/data/report-facts.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { useFigures } from '../../src/contract/uses.ts';
import { englishText } from '../../src/base/messages/message.ts';
import { usesMessage } from '../../src/run/pipeline/run-counts.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { createDurableFs, type DurableFs } from '../../src/base/files/durable-fs.ts';
import { effort } from '../support/effort.ts';
import { starterDataset } from '../../src/runtime/package-files.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { geocodedRows } from '../support/report-rows.ts';
import { seededRandom } from '../support/memory-disk.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const makeFolder = useTemporaryFolders('report');
const { start: startService } = useLoopback('report');
const ROWS = [
  ['1', '86 Bát Đàn', 'ok', '', '21.03392', '105.84701', 'Phố Bát Đàn, Hà Nội', 'street', '0.987'],
  ['2', 'đâu đó', 'not_found', 'no match', '', '', '', '', ''],
  ['3', 'Chợ Bến Thành', 'ok', '', '10.77204', '106.69831', 'Chợ Bến Thành', 'poi', '0.4'],
];

/** Reads a report as its page does. */
async function readReport(path: string) {
  const html = await readFile(path, 'utf8');
  const element = (id: string) => new RegExp(`id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? '';
  const inflated = (base64: string) => inflateRawSync(Buffer.from(base64, 'base64'));
  const facts = JSON.parse(element('facts')) as ReportFacts;
  const textsOf = (id: 'texts' | 'details', offsets: readonly number[]) =>
    offsets
      .slice(1)
      .map((end, at) => JSON.parse(inflated(element(id).slice(offsets[at], end)).toString()) as TextColumns)
      .flatMap((columns) => columns[0]!.map((_, row) => columns.map((column) => column[row])));
  return {
    html,
    facts,
    rows: decodeRows(inflated(element('row-data')), facts.rowsShown),
    texts: textsOf('texts', facts.textBlocks),
    details: textsOf('details', facts.detailBlocks),
    tours:
      element('tours') === '' ? undefined : (JSON.parse(inflated(element('tours')).toString()) as ToursFacts),
  };
}

async function write(folder: string, rows: Iterable<string[]> = ROWS, fs?: DurableFs, mostRows?: number) {
  await writeFinishedRun(folder, { columns: ['id', 'address'], rows });
  return again(folder, fs, mostRows);
}

async function again(folder: string, fs = createDurableFs(), mostRows?: number): Promise<string> {
  const files = await readPageFiles('dist/report');
  return (await writeReport({ folder, files, version: '1.2.3', ...(mostRows && { mostRows }) }, fs)).path;
}

describe('the report of a run', () => {
  let fromCsv: ReturnType<typeof readReport> | undefined;

  it('has the figures and the rows of the results', async () => {
    const { facts, rows, texts } = await readReport(await write(makeFolder()));
    expect(facts.counts).toEqual({ rows: 3, results: 3, rejected: 0 });
    const [stage] = facts.stages;
    expect(stage).toMatchObject({
      statuses: { ok: 2, ambiguous: 0, not_found: 1, skipped: 0, error: 0 },
      levels: { street: 1, poi: 1 },
      reasons: [{ reason: 'no match', status: 'not_found', rows: 1 }],
    });
    expect(stage?.bins?.[19]).toBe(1);
    expect(stage?.bins?.[8]).toBe(1);
    expect([...rows.status]).toEqual([0, STATUSES.indexOf('not_found'), 0]);
    expect([...rows.confidence]).toEqual([987, 0xffff, 400]);
    expect([...rows.position].map((number) => number > 0)).toEqual([true, false, true]);
    expect(texts).toEqual(ROWS.map((row) => [row[0], row[1], row[6]]));
  });

  it('has the cells of all rows, in their order, over several blocks', async () => {
    const admin = await openAdminDataset(starterDataset());
    const rows = [...geocodedRows({ admin, rows: ROWS_IN_TEXT_BLOCK + 1000, isNoisy: true })];
    const { facts, texts } = await readReport(await write(makeFolder(), rows));
    expect(facts.textBlocks).toHaveLength(3);
    expect(texts).toEqual(rows.map(([id, address, , , , , label]) => [id, address, label]));
  });

  it('loads nothing: its policy allows its own script and styles only', async () => {
    const { html } = await readReport(await write(makeFolder()));
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'"/,
    );
    expect(html).not.toMatch(/(src|href)="(?!data:,")/);
  });

  it('is the same for the same results', async () => {
    const folder = makeFolder();
    const path = await write(folder);
    const first = await readFile(path);
    await again(folder);
    expect(await readFile(path)).toEqual(first);
  });

  it('has a sample of many rows, with all counts, rows that are not ok among them', async () => {
    const folder = makeFolder();
    const many = Array.from({ length: 5000 }, (_, at) => {
      if (at % 100 === 0) return [String(at), 'x', 'error', 'broken', '', '', '', '', ''];
      return [
        String(at),
        `${at} Lê Lợi`,
        'ok',
        '',
        String(10 + (at % 70) / 10),
        '106.5',
        `${at}`,
        'house',
        '1',
      ];
    });
    const { facts, rows, texts } = await readReport(await write(folder, many, undefined, 1000));
    expect(facts.counts.results).toBe(5000);
    expect(facts.rowsShown).toBeGreaterThan(900);
    expect(facts.rowsShown).toBeLessThanOrEqual(1000);
    expect([...rows.status].filter((status) => status === STATUSES.indexOf('error'))).toHaveLength(50);
    expect(facts.positions).toBe(70);
    // The number of a row is its place in the results.
    expect(texts.map(([id]) => Number(id) + 1)).toEqual([...rows.number]);
    const first = await readFile(join(folder, 'report.html'));
    await again(folder, undefined, 1000);
    expect(await readFile(join(folder, 'report.html'))).toEqual(first);
  });

  it('has fewer rows where their texts would make the page too large', async () => {
    const random = seededRandom(1);
    const noise = () =>
      Array.from({ length: 20 }, () => Math.floor(random() * 2 ** 40).toString(36)).join('');
    const long = Array.from({ length: 24_000 }, (_, at) => [
      ...[String(at), noise(), 'ok', '', '10.5', '106.5', `${at}`, 'house', '1'],
    ]);
    const path = await write(makeFolder(), long, undefined, 23_000);
    const { facts } = await readReport(path);
    const { size } = await stat(path);
    expect(size).toBeLessThan(3.2e6);
    expect(size).toBeGreaterThan(2.4e6);
    expect(facts.counts.results).toBe(24_000);
    expect(facts.rowsShown).toBeLessThan(22_000);
  });

  it('leaves the run as it was when the process ends at any operation, and is written by the next one', async () => {
    const folder = makeFolder();
    const path = await write(folder);
    const whole = await readFile(path);
    const files = ['rows.csv', 'rejects.ndjson', 'manifest.json'];
    const contents = () => Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const before = await contents();
    let ended = 0;
    for (let operations = 0; ; operations += 1) {
      const result = await again(folder, endAfter(operations)).catch((error: Error) => error.message);
      expect(await contents()).toEqual(before);
      // The old report stays until the new one is whole.
      expect(await readFile(path)).toEqual(whole);
      if (result !== 'ended') break;
      ended += 1;
    }
    expect(ended).toBeGreaterThan(10);
    await again(folder);
    expect((await readdir(folder)).sort()).toEqual([...files, 'datapackage.json', 'report.html'].sort());
  });

  it('is refused without a finished run, with other results, and over a planted link', async () => {
    const folder = makeFolder();
    await expect(again(folder)).rejects.toMatchObject({ code: 'INPUT_MISSING' });
    expect(await readdir(folder)).toEqual([]);
    await write(folder);
    await writeFile(join(folder, 'rows.csv'), 'id\n');
    await expect(again(folder)).rejects.toMatchObject({ code: 'RESULTS_CHANGED' });
    const other = makeFolder();
    await writeFinishedRun(other, { columns: ['id', 'address'], rows: ROWS });
    const target = join(makeFolder(), 'target');
    await writeFile(target, 'mine');
    await symlink(target, join(other, '.report.html.part'));
    await expect(again(other)).rejects.toMatchObject({ code: 'OUTPUT_REFUSED' });
    expect(await readFile(target, 'utf8')).toBe('mine');
  });

  it('has the tours of a run that plans them, with every stop', async () => {
    const folder = makeFolder();
    // Two batches show all of it; those of the whole file take ten seconds.
    const [header = '', ...deliveries] = (await readFile('fixtures/deliveries.csv', 'utf8')).split('\n');
    const input = join(makeFolder(), 'deliveries.csv');
    const two = deliveries.filter((line) => /^HN-0[12],/.test(line));
    const more = (at: number) => `0901234${100 + at},${at === 1 ? 'Gọi trước' : ''},59X1-123.45`;
    const rows = two.map((line, at) => `${line},${more(at)}`);
    await writeFile(input, [`${header},Điện thoại,Ghi chú,Biển số xe`, ...rows, ''].join('\n'));
    const args = ['run', 'route', '--input', input, '--output', folder, '--json'];
    const { exitCode, stdout } = await geomill([...args, '--set', 'route.capacity=90']);
    expect(exitCode).toBe(0);
    const { report } = JSON.parse(stdout) as { report: string };
    const { tours, facts } = await readReport(report);
    expect(tours?.tours.flatMap(({ stops }) => stops)).toHaveLength(facts.stages[0]!.statuses.ok);
    for (const { stops, line } of tours?.tours ?? []) {
      expect(stops.map(({ stop }) => stop)).toEqual(stops.map((_, at) => at + 1));
      expect(line.length).toBeGreaterThan(2);
    }
    expect(tours?.tours[0]?.stops[0]?.load).toBeGreaterThan(0);
    expect(tours?.loadColumn).toBe('parcels');
    const [tour] = tours?.tours ?? [];
    expect(tour?.vehicle).toBe('59X1-123.45');
    const second = tour?.stops.find(({ phone }) => phone === '0901234101');
    expect(second).toMatchObject({ remark: 'Gọi trước', opens: '08:00', closes: '11:30', minutes: '10' });
    expect(second?.text).not.toMatch(/59X1|Gọi/);
    // The copy of the input by batches has an identity of its own; that of the run is the layout of the input.
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    expect(manifest.identity.columns).toContain('parcels');
    expect(manifest.input.layout).toMatchObject({ format: 'csv', delimiter: ',' });
  });

  it.each(['excel', 'ndjson', 'geojson', 'geojsonl', 'geojsons'])(
    'is read from %s as from csv',
    async (format) => {
      const run = async (outputs: string) => {
        const folder = makeFolder();
        const args = ['run', 'geocode', '--input', 'fixtures/addresses.csv', '--output', folder, '--quiet'];
        expect(
          (await geomill([...args, '--limit', String(effort(15, 40)), '--set', `outputs=${outputs}`])).stderr,
        ).toBe('');
        return readReport(join(folder, 'report.html'));
      };
      const [one, other] = [await (fromCsv ??= run('csv')), await run(format)];
      expect(other.texts).toEqual(one.texts);
      expect(other.rows).toEqual(one.rows);
      expect(other.facts.stages).toEqual(one.facts.stages);
    },
  );
});

describe('geomill report', () => {
  it('writes the report again, and says where', async () => {
    const folder = makeFolder();
    const args = ['run', 'forcode', '--input', 'fixtures/points.csv', '--output', folder, '--quiet'];
    expect((await geomill([...args, '--no-report'])).exitCode).toBe(0);
    const path = join(folder, 'report.html');
    expect(existsSync(path)).toBe(false);
    expect(existsSync(join(folder, 'activity.ndjson'))).toBe(false);
    expect(await geomill(['report', folder])).toEqual({ exitCode: 0, stdout: `${path}\n`, stderr: '' });
    expect((await stat(path)).size).toBeGreaterThan(50_000);
  });

  it.each(['geocode', 'convert'])('says the figures of a run of %s as terminal and JSON do', async (job) => {
    const folder = makeFolder();
    const args = ['run', job, '--input', 'fixtures/addresses.csv', '--output', folder, '--limit', '40'];
    const { exitCode, stdout } = await geomill([...args, '--json', '--quiet']);
    expect(exitCode).toBe(0);
    const json = JSON.parse(stdout) as { uses: Record<string, Record<string, number>>; seconds: number };
    const { facts } = await readReport(join(folder, 'report.html'));
    const figures = useFigures(facts.overall.uses);
    expect(json.uses[job]).toMatchObject(Object.fromEntries(figures.map(({ name, rows }) => [name, rows])));
    const sentence = englishText(usesMessage(facts.counts.rows, facts.overall.uses)!);
    expect(sentence).toMatch(/^40 rows: \d+ at the right ward/);
    // The summary of the finished run, which is not run again.
    expect((await geomill(args)).stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect(facts.run.seconds).toBe(json.seconds);
    expect(facts.run.command).toBe(`geomill run ${job} --input addresses.csv`);
  });

  it('lists what a run remarks about rows, with the rows', async () => {
    const folder = makeFolder();
    const args = ['run', 'reverse', '--input', 'fixtures/bad/swapped-lat-lon.csv', '--output', folder];
    expect((await geomill([...args, '--quiet'])).exitCode).toBe(0);
    const { facts, rows } = await readReport(join(folder, 'report.html'));
    const [swapped] = facts.warnings;
    expect(swapped).toMatchObject({ rows: 5, filter: { dimension: 'reason' } });
    const named = facts.reasons.findIndex(({ text }) => englishOf(text) === swapped?.filter?.value);
    expect([...rows.reason]).toEqual(Array<number>(5).fill(named + 1));
  });

  it('has the texts and the details of each row of a geocoded file, as its results have them', async () => {
    const folder = makeFolder();
    const args = ['run', 'geocode', '--input', 'fixtures/addresses.csv', '--output', folder, '--quiet'];
    expect((await geomill(args)).exitCode).toBe(0);
    const { facts, texts, details } = await readReport(join(folder, 'report.html'));
    const results = parse<Record<string, string>>(await readFile(join(folder, 'addresses.csv')), {
      columns: true,
    });
    const cells = (columns: readonly string[]) => results.map((row) => columns.map((name) => row[name]));
    expect(texts).toEqual(cells([...facts.textColumns, 'geocode_label']));
    expect(facts.detailColumns).toContain('geocode_ward_new');
    expect(details).toEqual(cells(facts.detailColumns));
  });

  it('leaves chosen columns out, for others, and nothing of them elsewhere', async () => {
    const folder = makeFolder();
    const input = join(makeFolder(), 'people.csv');
    await writeFile(
      input,
      'phone,name,address\n0901234567,Lan Secret,"86 Bát Đàn, Hà Nội"\n0907654321,Minh Hidden,"Zzyzx Unmatchable 77"\n',
    );
    const args = [
      'run',
      'geocode',
      '--input',
      input,
      '--output',
      folder,
      '--quiet',
      '--set',
      'geocode.text={name} {address}',
    ];
    await geomill(args);
    const shared = join(folder, 'report-shared.html');
    const result = await geomill(['report', folder, '--without', 'phone,name']);
    expect(result).toEqual({ exitCode: 0, stdout: `${shared}\n`, stderr: '' });
    const { facts, texts, details } = await readReport(shared);
    expect(facts.textColumns).toEqual(['address']);
    expect(JSON.stringify([facts, texts, details])).not.toMatch(/09012|09076|Secret|Hidden/);
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
    expect((await geomill(['report', folder, '--without', 'fone'])).exitCode).toBe(64);
    // One of earlier results does not stay.
    expect((await geomill(['report', folder])).exitCode).toBe(0);
    expect(existsSync(shared)).toBe(false);
  });

  it('has the thumbnails of street pictures that the dataset of the run has', async () => {
    const folder = makeFolder();
    const dataset = join(makeFolder(), 'dataset');
    const build = ['dataset', 'build', '--imagery', 'fixtures/street/items.ndjson', '--out', dataset];
    expect((await geomill([...build, '--quiet'])).exitCode).toBe(0);
    const run = ['run', 'imagery', '--input', 'fixtures/street/houses.csv', '--dataset', dataset];
    expect((await geomill([...run, '--output', folder, '--quiet'])).exitCode).toBe(0);
    const path = join(folder, 'report.html');
    expect((await readReport(path)).facts.pictures.names).toEqual([]);
    await cp('fixtures/street/pictures', join(dataset, 'pictures'), { recursive: true });
    expect((await geomill(['report', folder, '--dataset', dataset])).exitCode).toBe(0);
    const { facts, html } = await readReport(path);
    const { names, offsets } = facts.pictures;
    expect(names.length).toBeGreaterThan(10);
    const base64 = /id="pictures">([^<]*)</.exec(html)?.[1]?.slice(offsets[0], offsets[1]);
    const [name = ''] = names;
    expect(base64).toBe(await readFile(join('fixtures/street', name), 'base64'));
  });

  it('lists the parts of the input that took longest in a local run', async () => {
    const folder = makeFolder();
    const args = ['run', 'geocode', '--input', 'fixtures/addresses.csv', '--output', folder, '--quiet'];
    expect((await geomill(args)).exitCode).toBe(0);
    const { facts } = await readReport(join(folder, 'report.html'));
    const { chunks = [], requests } = facts.activity[0]?.slowest ?? {};
    expect(requests).toBeUndefined();
    expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(facts.counts.rows);
    expect(Math.min(...chunks.map(({ row }) => row))).toBe(1);
    expect(Math.min(...chunks.map(({ ms }) => ms))).toBeGreaterThan(0);
  });

  it('lists the requests that took longest in a remote run, without the key', async () => {
    const slow = 'Tràng Tiền';
    const { baseUrl } = await startService({
      key: 'secret-key',
      intercept(request, response) {
        if (
          !decodeURIComponent(request.url ?? '')
            .replaceAll('+', ' ')
            .includes(slow)
        )
          return false;
        setTimeout(() => response.writeHead(404).end('{}'), 150);
        return true;
      },
    });
    const folder = makeFolder();
    const input = join(folder, 'rows.csv');
    await writeFile(input, `id,address\n1,"1 Lê Lợi"\n2,"5 ${slow}"\n3,"86 Bát Đàn"\n`);
    const args = ['run', 'geocode', '--input', input, '--output', join(folder, 'out'), '--service', baseUrl];
    await geomill([...args, '--quiet', '--no-cache'], {
      GEOMILL_API_KEY: 'secret-key',
      GEOMILL_CACHE: join(folder, 'cache'),
    });
    const { facts, html } = await readReport(join(folder, 'out/report.html'));
    const { chunks, requests = [] } = facts.activity[0]?.slowest ?? {};
    expect(chunks).toBeUndefined();
    expect(requests).toHaveLength(3);
    expect(requests[0]).toMatchObject({ operation: 'geocodeForward', outcome: '404' });
    expect(requests[0]?.query).toContain(`text=5 ${slow}`);
    expect(requests[0]?.ms).toBeGreaterThan(140);
    expect(html).not.toContain('secret-key');
  });

  it('keeps no report of other results', async () => {
    const folder = makeFolder();
    const args = ['run', 'forcode', '--input', 'fixtures/points.csv', '--output', folder, '--quiet'];
    await geomill(args);
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
    await geomill([...args, '--restart', '--no-report']);
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
  });

  it('fails no run: the results are there, and a sentence says what to do', async () => {
    const folder = makeFolder();
    await mkdir(join(folder, '.report.html.part'));
    const args = ['run', 'forcode', '--input', 'fixtures/points.csv', '--output', folder, '--quiet'];
    const { exitCode, stderr } = await geomill(args);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`"geomill report ${folder}" writes it`);
    expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
  });

  it('says which command there is for a folder without a finished run', async () => {
    const { exitCode, stderr } = await geomill(['report', makeFolder()]);
    expect(exitCode).toBe(66);
    expect(stderr).toContain('there is no finished run in');
  });
});

/** A file system whose process ends after some operations: nothing after them has an effect. */
function endAfter(operations: number): DurableFs {
  let left = operations;
  const ends = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          if (left <= 0 && name !== 'close') throw new Error('ended');
          left -= 1;
          const result: unknown = await (value as (...all: unknown[]) => unknown).apply(of, args);
          return typeof result === 'object' && result !== null && 'close' in result ? ends(result) : result;
        };
      },
    });
  return ends(createDurableFs());
}
