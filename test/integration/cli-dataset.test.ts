import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeomillExtension, OsmFeature } from '../../src/contract/records/osm-feature.ts';
import type { QuestionCosts } from '../../src/runtime/question-costs.ts';
import { addBlocks } from '../support/add-blocks.ts';
import { findDatasetFault } from '../support/dataset-fault.ts';
import { readManifest } from '../../src/engine/gazetteer/store/manifest.ts';
import { geomill, type CliResult } from './cli-harness.ts';

const OSM = `<?xml version="1.0"?>
<osm version="0.6">
  <node id="1" lat="21.0300" lon="105.8500"/>
  <node id="2" lat="21.0310" lon="105.8500"/>
  <node id="3" lat="21.0305" lon="105.8501">
    <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Phố Thử Nghiệm"/>
  </node>
  <node id="4" lat="21.0306" lon="105.8502"><tag k="amenity" v="cafe"/><tag k="name" v="Cà Phê Thử"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Phố Thử Nghiệm"/></way>
</osm>
`;
const ADDRESSES =
  'SO_NHA,TEN_DUONG,vĩ độ,kinh độ\n10,Phố Của Bảng,21.0307,105.8503\n12/3,Phố Của Bảng,21.0308,105.8504\nkhông,Phố Của Bảng,21.03,105.85\n14,Phố Của Bảng,,\n';
const PLACES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Bảo tàng Thử', category: 'museum', phone: '0241234567' },
      geometry: { type: 'Point', coordinates: [105.851, 21.031] },
    },
  ],
});
const SQUARE = [
  [105.84, 21.02],
  [105.86, 21.02],
  [105.86, 21.04],
  [105.84, 21.04],
  [105.84, 21.02],
];
const BOUNDARY = JSON.stringify({
  type: 'Feature',
  properties: { name: 'Hoàn Kiếm', full_name: 'Phường Hoàn Kiếm', code: '00070', admin_level: 6 },
  geometry: { type: 'Polygon', coordinates: [SQUARE] },
});
const LEGACY =
  'province,district,ward,newProvince,newWard,newWardCode\n' +
  'Thành phố Hà Nội,Quận Hoàn Kiếm,Phường Thử Cũ,Thành phố Hà Nội,Phường Hoàn Kiếm,00070\n' +
  'Thành phố Hà Nội,Quận Hoàn Kiếm,Phường Hàng Bạc,Thành phố Hà Nội,Phường Hoàn Kiếm,00070\n';

let folder: string;
let first: CliResult;
const at = (name: string) => join(folder, name);
const build = (out: string, ...args: string[]) => geomill(['dataset', 'build', '--out', at(out), ...args]);
const sources = () => [
  ...['--osm', at('small.osm'), '--admin', at('wards.ndjson.gz'), '--places', at('places.geojson')],
  ...[
    '--addresses',
    at('addresses.csv'),
    '--columns',
    'number=SO_NHA,street=TEN_DUONG',
    '--legacy',
    at('legacy.csv'),
  ],
  // Road tiles have tests of their own, and so have the streets of the base.
  ...['--no-roads', '--from', 'none'],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-dataset-'));
  await writeFile(at('small.osm'), OSM);
  await writeFile(at('addresses.csv'), ADDRESSES);
  await writeFile(at('places.geojson'), PLACES);
  await writeFile(at('wards.ndjson.gz'), gzipSync(BOUNDARY));
  await writeFile(at('legacy.csv'), LEGACY);
  first = await build('first', ...sources());
  expect(first.exitCode).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

async function bytesOf(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).sort();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, (await readFile(join(dir, name))).toString('base64')]),
    ),
  ) as Record<string, string>;
}

async function damaged(name: string, change: (dir: string) => Promise<void>): Promise<string> {
  const dir = at(name);
  await cp(at('first'), dir, { recursive: true });
  await change(dir);
  return dir;
}

describe('geomill dataset build', () => {
  it('gives the same bytes for the same sources, in place of an older dataset too', async () => {
    await cp('fixtures/starter', at('second'), { recursive: true });
    expect(await build('second', ...sources(), '--quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await bytesOf(at('second'))).toEqual(await bytesOf(at('first')));
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('says of each source what was used, and what was skipped for which reason', () => {
    const { stdout, stderr } = first;
    expect(stderr).toContain('reading addresses.csv\n');
    expect(stdout).toMatch(/first: 2 streets, 3 houses, \d[\d,]* places, /);
    expect(stdout).toContain('small.osm: 4 nodes, 1 ways; used 1 streets, 1 houses, 1 pois');
    expect(stdout).toContain('addresses.csv: 4 rows; used 2 rows\n');
    expect(stdout).toContain('skipped 1: house number not understood (row 3)\n');
    expect(stdout).toContain('skipped 1: no position (row 4)\n');
    expect(stdout).toContain('legacy.csv: 2 rows; used 1 new\n');
    expect(stdout).toContain('note 1: known already (row 2)\n');
  });

  it('sums up as one line of JSON, a failure too', async () => {
    const { stdout } = await build('told', ...sources(), '--credit', 'The city', '--json', '--quiet');
    const summary = JSON.parse(stdout) as { sources: object[]; counts: object };
    expect(summary).toMatchObject({
      outcome: 'finished',
      edition: '2026-09-20',
      counts: { streets: 2, houses: 3, wards: 3321, formerWards: 15_096 },
    });
    expect(summary.sources[4]).toMatchObject({
      kind: 'addresses',
      read: { rows: 4 },
      skipped: { 'no position': { count: 1, rows: [4] } },
      columns: { number: 'SO_NHA' },
    });
    const info = JSON.parse((await geomill(['dataset', 'info', at('told'), '--json'])).stdout) as {
      attribution: { text: string }[];
    };
    expect(info.attribution.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['© OpenStreetMap contributors', 'The city']),
    );
    const failed = await build('told', '--osm', at('none.osm'), '--json', '--quiet');
    expect(failed.exitCode).toBe(66);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      outcome: 'failed',
      code: 'INPUT_MISSING',
      exit_code: 66,
    });
  });

  it('downloads an extract from an address, once', async () => {
    const extract = Buffer.from(OSM);
    const md5 = createHash('md5').update(extract).digest('hex');
    let sent = 0;
    const server = createServer(({ url, headers }, response) => {
      if (url === '/small.osm.md5') response.end(`${md5}  small.osm\n`);
      else if (url !== '/small.osm') response.writeHead(404).end();
      else if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else {
        sent += 1;
        response.writeHead(200, { etag: '"v1"', 'content-length': extract.length }).end(extract);
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const from = (url: string, out: string) =>
        geomill(['dataset', 'build', '--out', at(out), '--osm', url, '--no-roads', '--from', 'none'], {
          GEOMILL_CACHE: at('cache'),
        });
      const { exitCode, stdout, stderr } = await from(`${host}/small.osm`, 'of-address');
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(
        /downloaded http:\S+small\.osm: 0\.0 MB in [\d.]+ s, its md5 is right; kept as \S+small\.osm/,
      );
      expect(stdout).toContain('small.osm: 4 nodes, 1 ways; used 1 streets, 1 houses, 1 pois');
      expect((await from(`${host}/small.osm`, 'of-address')).stderr).toContain('has not changed');
      expect(sent).toBe(1);
      const missing = await from(`${host}/none.osm.pbf`, 'of-nothing');
      expect(missing).toMatchObject({ exitCode: 66, stdout: '' });
      expect(missing.stderr).toContain('none.osm.pbf does not exist: the server answers 404');
    } finally {
      server.close();
    }
  });

  it('is built again from the sources that its manifest records, with its columns and credits', async () => {
    const args = [
      ...['--osm', at('small.osm'), '--addresses', at('addresses.csv'), '--no-roads', '--from', 'none'],
    ];
    const columns = ['--columns', 'number=SO_NHA,street=TEN_DUONG', '--credit', 'The city'];
    expect((await build('again', ...args, ...columns, '--quiet')).exitCode).toBe(0);
    const before = await bytesOf(at('again'));
    expect((await geomill(['dataset', 'rebuild', at('again'), '--quiet'])).exitCode).toBe(0);
    expect(await bytesOf(at('again'))).toEqual(before);
    const { stdout } = await geomill(['dataset', 'rebuild', at('again'), '--json', '--quiet']);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { streets: 2, houses: 3 },
      provinces: [{ name: 'Thành phố Hà Nội', streets: 2, houses: 3 }],
    });
    const refused = await geomill(['dataset', 'rebuild', 'fixtures/starter']);
    expect(refused).toMatchObject({ exitCode: 64, stdout: '' });
    expect(refused.stderr).toContain('fixtures/starter records no sources');
  });

  it('replaces no folder that holds anything else', async () => {
    await mkdir(at('mine'));
    await copyFile(at('legacy.csv'), join(at('mine'), 'thesis.txt'));
    const refused = await build('mine', ...sources());
    expect(refused.exitCode).toBe(73);
    expect(refused.stderr).toContain('thesis.txt, which is not part of a dataset');
    expect(await readdir(at('mine'))).toEqual(['thesis.txt']);
    expect((await build('legacy.csv', ...sources())).exitCode).toBe(73);
    expect(await readFile(at('legacy.csv'), 'utf8')).toBe(LEGACY);
  });

  it('leaves the old dataset where a source is broken', async () => {
    const before = await bytesOf(at('first'));
    await writeFile(at('broken.geojson'), PLACES.slice(0, -20));
    const { exitCode, stderr } = await build('first', '--places', at('broken.geojson'));
    expect(exitCode).toBe(65);
    expect(stderr).toMatch(/broken\.geojson: the input breaks off at its end, byte \d+/);
    expect(stderr).not.toContain('--set');
    expect(await bytesOf(at('first'))).toEqual(before);
  });

  it.each([
    [[], 64, /there is no source: give one with --osm/],
    [['--columns', 'nmber=X', '--places', 'x'], 64, /--columns nmber=X: did you mean number\?/],
    [['--columns', 'number', '--places', 'x'], 64, /write it as field=HEADER/],
    [['--from', 'jobs', '--places', 'x'], 78, /No dataset in jobs/],
    [['--adresses', 'x'], 64, /Did you mean --addresses\?/],
  ])('refuses %j', async (args, code, message) => {
    const { exitCode, stderr } = await build('refused', ...args);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(message);
    await expect(stat(at('refused'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses a stated column that no file has', async () => {
    const args = ['--addresses', at('addresses.csv'), '--columns', 'number=SO_NHA,ward=PHUONG'];
    const { exitCode, stderr } = await build('refused', ...args);
    expect(exitCode).toBe(64);
    expect(stderr).toContain('columns ward=PHUONG: no file has a column "PHUONG"');
    await expect(stat(at('refused'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('states chances of distances that fit its own addresses, also when it is built again', async () => {
    const rows = Array.from({ length: 330 }, (_, at) => {
      const [street, nth] = [at % 11, Math.floor(at / 11)];
      return `${2 * nth + 1},Trần Quang ${'ABCDEGHIKLM'[street]},${21.034 + street / 5000},${105.836 + nth / 10_000}`;
    });
    await writeFile(at('own.csv'), `number,street,lat,lon\n${rows.join('\n')}\n`);
    const args = ['--addresses', at('own.csv'), '--from', 'none', '--fit-chances'];
    expect((await build('fitted', ...args)).exitCode).toBe(0);
    const { id, chances, build: recorded } = await readManifest(at('fitted'));
    expect(chances).toHaveLength(3);
    expect(recorded?.fitsChances).toBe(true);
    expect((await geomill(['dataset', 'rebuild', at('fitted')])).exitCode).toBe(0);
    expect((await readManifest(at('fitted'))).id).toBe(id);
    const { stderr } = await build(
      'small',
      '--osm',
      at('small.osm'),
      '--from',
      'none',
      '--no-roads',
      '--fit-chances',
    );
    expect(stderr).toContain('fewer than 100 numbered addresses');
  });

  it('knows the streets of a table, learns what a person confirmed, and forgets it', async () => {
    await writeFile(
      at('streets.csv'),
      'street,ward,province\nPhố Đất Giá,Phường Hoàn Kiếm,Hà Nội\nPhố Thử Nghiệm,,\n',
    );
    const args = ['--osm', at('small.osm'), '--streets', at('streets.csv'), '--from', 'none', '--no-roads'];
    const built = await build('learning', ...args);
    expect(built.stdout).toContain('skipped 1: no position (row 2)\n');
    const before = await bytesOf(at('learning'));
    const matchOf = async (text: string) => {
      const { stdout } = await geomill([
        'ask',
        'geocodeForward',
        `text=${text}`,
        '--dataset',
        at('learning'),
      ]);
      const [{ geometry, properties }] = (JSON.parse(stdout) as { features: [OsmFeature] }).features;
      const { level, new: units } = properties.geomill as GeomillExtension;
      return { at: geometry?.coordinates, level, ward: units.ward_code };
    };
    expect(await matchOf('Phố Đất Giá, Hoàn Kiếm, Hà Nội')).toMatchObject({ level: 'street', ward: '00070' });

    await mkdir(at('reviewed'));
    const point = '21.0309,105.8507';
    const decisions = `"12 Phố Thử Nghiệm, Hà Nội",${point},\n"30 Phố Đất Giá, Hà Nội",${point},\n`;
    await writeFile(join(at('reviewed'), 'aliases.csv'), `text,lat,lon,feature\n${decisions}`);
    await writeFile(
      at('review.csv'),
      `row,text,choice,lat,lon\n2,"32 Phố Đất Giá, Hà Nội",,21.031,105.851\n`,
    );
    const learned = await build('learning', '--learn', at('reviewed'), '--learn', at('review.csv'));
    expect(learned.stdout).toContain('learned.csv: 3 rows; used 3 rows\n');
    // House 12 was surveyed.
    expect(learned.stdout).toContain('1: a number that is known better in its street\n');
    expect(await matchOf('30 Phố Đất Giá, Hoàn Kiếm, Hà Nội')).toMatchObject({
      level: 'house',
      at: [105.8507, 21.0309],
    });
    // The dataset has hardly any street of the province, but this very number.
    expect(await matchOf('30 Phố Đất Giá, Hà Nội')).toMatchObject({ level: 'house', ward: '00070' });
    expect(await matchOf('12 Phố Thử Nghiệm, Hoàn Kiếm, Hà Nội')).toMatchObject({ at: [105.8501, 21.0305] });
    expect((await geomill(['dataset', 'check', at('learning')])).exitCode).toBe(0);
    const table = await readFile(join(at('learning'), 'learned.csv'), 'utf8');
    expect(table).toMatch(
      /^address,lat,lon,source,date\n"12 Phố Thử Nghiệm, Hà Nội",21\.0309,105\.8507,.*reviewed,20\d\d-/,
    );
    expect((await geomill(['dataset', 'rebuild', at('learning'), '--quiet'])).exitCode).toBe(0);
    expect(await readFile(join(at('learning'), 'learned.csv'), 'utf8')).toBe(table);

    const unknown = await build('learning', '--unlearn', 'reviewd');
    expect(unknown).toMatchObject({ exitCode: 64, stdout: '' });
    expect(unknown.stderr).toContain('--unlearn reviewd: the dataset has learned nothing from it');
    expect((await build('learning', '--unlearn', at('reviewed'))).stdout).toContain(
      'learned.csv: 1 rows; used 1 rows',
    );
    expect((await build('learning', '--unlearn', 'all')).exitCode).toBe(0);
    expect(await bytesOf(at('learning'))).toEqual(before);
  });

  it('answers from what it built', async () => {
    const asked = await geomill([
      ...['ask', 'geocodeReverse', 'point.lat=21.03081', 'point.lon=105.85041', 'size=1'],
      ...['--dataset', at('first')],
    ]);
    expect(asked.exitCode).toBe(0);
    expect(asked.stdout).toContain('12/3');
    expect(asked.stdout).toContain('Phố Của Bảng');
  });
});

describe('geomill dataset info', () => {
  it('tells counts, area, edition, attribution and sizes', async () => {
    const { exitCode, stdout } = await geomill(['dataset', 'info', at('first')]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/places {6}2 streets, 3 houses, [\d,]+ places\n/);
    expect(stdout).toContain('34 provinces, 3,321 wards, 15,096 former wards\n');
    expect(stdout).toContain('units in force since 2026-09-20\n');
    expect(stdout).toContain('house, interpolated, alley, street, poi, ward, district, province\n');
    expect(stdout).toContain('© OpenStreetMap contributors (ODbL)\n');
    const sizes = [...stdout.matchAll(/(\S+) (bytes|kB|MB) {2}\S+houses\.bin\n/g)];
    expect(sizes).toHaveLength(1);
  });

  it('describes the map that comes with Geomill where none is named', async () => {
    const { exitCode, stdout } = await geomill(['dataset', 'info']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^fixtures\/starter: a dataset/);
  });

  it('names the provinces with streets', async () => {
    const { stdout } = await geomill(['dataset', 'info']);
    expect(stdout).toMatch(
      /\n {2}streets in {2}\d+ of 34 provinces: Thành phố Hồ Chí Minh \(\d+ of 168 wards\), /,
    );
    const { stdout: json } = await geomill(['dataset', 'info', '--json']);
    const { streets_in: covered } = JSON.parse(json) as { streets_in: { code: string; streets: number }[] };
    expect(covered.slice(0, 2).map(({ code }) => code)).toEqual(['79', '01']);
    expect(covered.every(({ streets }) => streets > 0)).toBe(true);
  });

  it('measures what a question reads of each file', async () => {
    const { stdout: json } = await geomill(['dataset', 'info', '--json', '--costs']);
    const { costs } = JSON.parse(json) as { costs: QuestionCosts };
    const { files, questions } = costs;
    const readOf = (name: string) => questions.find(({ operation }) => operation === name)!.read;
    // A question of words reads no more than the blocks that have them; a small file is read whole, a lazy one by those that need it.
    expect(readOf('geocodeForward')['names.bin']).toBeGreaterThan(readOf('geocodeReverse')['names.bin']!);
    expect(readOf('geocodeForward')['names.bin']).toBeLessThan(files['names.bin']! / 2);
    expect(readOf('geocodeForward')['wards.csv']).toBe(files['wards.csv']);
    expect(readOf('geocodeReverse')['spatial.bin']).toBe(files['spatial.bin']);
    expect(readOf('geocodeForward')['spatial.bin']).toBeUndefined();
    expect(readOf('autocomplete')['suggest.bin']).toBeGreaterThan(0);
    const { exitCode, stdout } = await geomill(['dataset', 'info', at('first'), '--costs']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\n +geocodeForward {2}autocomplete .* file\n(.*\n)+ +together( +[\d.]+ MB){6}\n$/,
    );
  });

  it('says of which day the units are, and the last decree', async () => {
    const { stdout } = await geomill(['dataset', 'info']);
    expect(stdout).toMatch(/\n {2}units as of {1}2026-09-20, by \d+ decrees\n/);
    expect(stdout).toContain(
      '\n  last decree 388/NQ-UBTVQH16 of 2026-09-20: Xã Bố Hạ thành Phường Bố Hạ và 11 đơn vị khác\n',
    );
    const { stdout: json } = await geomill(['dataset', 'info', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      units_as_of: '2026-09-20',
      last_decree: { id: '388/NQ-UBTVQH16', effective: '2026-09-20' },
    });
  });
});

describe('geomill dataset check', () => {
  it('finds nothing wrong in a dataset that is right', async () => {
    const { exitCode, stdout } = await geomill(['dataset', 'check', at('first')]);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/first is valid: \d+ files, /)]);
    expect(await findDatasetFault(at('first'))).toBeUndefined();
    expect((await geomill(['dataset', 'check'])).exitCode).toBe(0);
    const json = await geomill(['dataset', 'check', at('first'), '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'right' });
  });

  it('finds one byte that is another, in any file', async () => {
    const files = (await readdir(at('first'))).filter((name) => name !== 'manifest.json');
    expect(files.length).toBeGreaterThan(8);
    const dir = await damaged('flipped', async () => undefined);
    for (const name of files) {
      const bytes = await readFile(join(dir, name));
      const flipped = Buffer.from(bytes);
      const middle = bytes.length >> 1;
      if (bytes.length > 0) flipped[middle] = (bytes[middle] as number) ^ 1;
      await writeFile(join(dir, name), flipped);
      const { exitCode, stdout, stderr } = await geomill(['dataset', 'check', dir]);
      expect([name, exitCode, stdout]).toEqual([name, 78, '']);
      expect(stderr).toContain(`${name} has another SHA-256 than in its manifest`);
      await writeFile(join(dir, name), bytes);
    }
  });

  it('finds hashes of blocks that are not those of the files', async () => {
    const dir = await damaged('with blocks', addBlocks);
    expect((await geomill(['dataset', 'check', dir])).exitCode).toBe(0);
    const bytes = await readFile(join(dir, 'blocks.bin'));
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    await writeFile(join(dir, 'blocks.bin'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await edit(dir, (text) => text.replace(/("blocks\.bin":\{"sha256":")[0-9a-f]+/, `$1${sha256}`));
    const { exitCode, stderr } = await geomill(['dataset', 'check', dir]);
    expect(exitCode).toBe(78);
    expect(stderr).toMatch(/blocks\.bin does not fit [a-z]+\.bin: the hash of block \d+ is another/u);
  });

  it('looks at files that are only opened for routes too', async () => {
    const dir = await damaged('with roads', async (copy) => {
      const file = join(copy, 'manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as { files: Record<string, object> };
      manifest.files['roads.tar'] = { sha256: '0'.repeat(64), bytes: 5 };
      await writeFile(file, JSON.stringify(manifest));
      await writeFile(join(copy, 'roads.tar'), 'roads');
    });
    const { exitCode, stderr } = await geomill(['dataset', 'check', dir]);
    expect(exitCode).toBe(78);
    expect(stderr).toContain('roads.tar has another SHA-256 than in its manifest');
  });

  it.each<[string, RegExp, (dir: string) => Promise<void>]>([
    [
      'cut off',
      /houses\.bin has \d+ bytes instead of \d+/,
      async (dir) => {
        const bytes = await readFile(join(dir, 'houses.bin'));
        await writeFile(join(dir, 'houses.bin'), bytes.subarray(0, -1));
      },
    ],
    ['missing', /wards\.csv cannot be read \(ENOENT\)/, (dir) => rm(join(dir, 'wards.csv'))],
    [
      'of another version',
      /is geomill-dataset version 99; this program reads .*Build it anew/s,
      (dir) => edit(dir, (text) => text.replace(/"version": \d+/, '"version": 99')),
    ],
    ['no JSON', /manifest\.json is not JSON/, (dir) => edit(dir, (text) => text.slice(1))],
    ['no dataset', /No dataset in /, (dir) => rm(join(dir, 'manifest.json'))],
  ])('says what is wrong with a dataset that is %s', async (what, message, change) => {
    const dir = await damaged(`damaged ${what}`, change);
    const { exitCode, stdout, stderr } = await geomill(['dataset', 'check', dir]);
    expect([exitCode, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(message);
  });
});

async function edit(dir: string, change: (text: string) => string): Promise<void> {
  const file = join(dir, 'manifest.json');
  await writeFile(file, change(await readFile(file, 'utf8')));
}

it.each([['build'], ['info'], ['check']])('help of dataset %s teaches', async (command) => {
  const { exitCode, stdout } = await geomill(['dataset', command, '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`geomill dataset ${command}`);
  expect(stdout).toMatch(/Examples?:/);
});
