// A decree of one's own: added to a dataset, used by commands and by the server, counted in the rows of a run, removed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Conversion } from '../../src/contract/records/conversion.ts';
import { findDatasetFault } from '../support/dataset-fault.ts';
import { geomill, startGeomill } from './cli-harness.ts';

const DECREE = 'decree: 999/NQ-UBTVQH16\neffective: 2027-03-01\nitems:\n';
const ITEM = '  - code: "07294"\n    from: Phường Bố Hạ\n    to: Phường Cầu Gồ\n';
/** Renames a ward again, makes one of two, one of a part of a third, and divides a fourth. */
const LATER =
  'decree: 1000/NQ-UBTVQH16\neffective: 2027-04-01\nnew: ["99000", "99007"]\nitems:\n' +
  '  - code: "07294"\n    from: Phường Cầu Gồ\n    to: Phường Cầu Mới\n' +
  '  - code: "00070"\n    from: Phường Hoàn Kiếm\n    into: "99000"\n    to: Phường Hồ Gươm\n' +
  '  - code: "00082"\n    from: Phường Cửa Nam\n    into: "99000"\n    to: Phường Hồ Gươm\n' +
  '  - code: "00004"\n    from: Phường Ba Đình\n    to: Phường Ba Đình\n    share: 0.6\n' +
  '  - code: "00004"\n    from: Phường Ba Đình\n    into: "99007"\n    to: Phường Trúc Bạch\n' +
  '    share: 0.4\n    boundary: truc-bach.geojson\n' +
  '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "07330"\n    to: Xã Phúc Hòa\n    share: 0.6\n' +
  '  - code: "07306"\n    from: Xã Nhã Nam\n    into: "07333"\n    to: Xã Quang Trung\n    share: 0.4\n';

/** The north of Phường Ba Đình, as far as the lake. */
const [SOUTH, NORTH, WEST, EAST] = [21.039, 21.06, 105.835, 105.86];
const BOUNDARY = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [[WEST, SOUTH, EAST, SOUTH, EAST, NORTH, WEST, NORTH, WEST, SOUTH]].map((ring) =>
      Array.from({ length: ring.length / 2 }, (_, at) => ring.slice(2 * at, 2 * at + 2)),
    ),
  },
};

let folder: string;
let dataset: string;
const before = new Map<string, string>();
const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const hashesOf = async (): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>();
  for (const name of (await readdir(dataset)).sort())
    hashes.set(
      name,
      createHash('sha256')
        .update(await readFile(join(dataset, name)))
        .digest('hex'),
    );
  return hashes;
};

/** Two rows in the unit that changes, one that names a unit of its new name, and 200 elsewhere. */
async function addresses(): Promise<string> {
  const text = await readFile('fixtures/starter/former-wards.csv', 'utf8');
  const former = text
    .split('\n')
    .slice(1)
    .filter((_, at) => at % 75 === 7);
  const lines = former.slice(0, 200).map((row) => row.split(',').slice(1, 4).join(', '));
  const own = ['Phường Bố Hạ, Bắc Ninh', 'Xã Bố Hạ, Huyện Yên Thế, Bắc Giang', 'Cầu Gồ, Bắc Giang'];
  return `id,address\n${[...own, ...lines].map((line, id) => `${id},"${line}"\n`).join('')}`;
}

/** Geocodes the addresses into a folder with the dataset as it is; returns the JSON of the summary. */
async function runOf(name: string, ...more: string[]): Promise<{ update?: Record<string, number> }> {
  const input = await write('in.csv', await addresses());
  const options = ['--yes', '--workers', '1', '--no-report', '--json', '--dataset', dataset, ...more];
  const run = await geomill(['run', 'geocode', '--input', input, '--output', join(folder, name), ...options]);
  expect(run.exitCode, run.stderr).toBe(0);
  return JSON.parse(run.stdout) as { update?: Record<string, number> };
}

/** Returns the wards that texts are today by a server of the dataset, and by Python, which asks the server for a batch. */
async function byServerAndPython(...texts: string[]): Promise<string[][]> {
  const server = startGeomill(['serve', '--port', '0', '--dataset', dataset, '--workers', '1'], { cwd: '.' });
  try {
    const address = await vi.waitFor(
      () => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.stderr()) ?? [];
        if (url === undefined) throw new Error(server.stderr());
        return url;
      },
      { timeout: 60_000, interval: 50 },
    );
    const wards: string[] = [];
    for (const text of texts) {
      const response = await fetch(`${address}/v1/convert?${new URLSearchParams({ text }).toString()}`);
      wards.push(((await response.json()) as { to: { ward: string } }).to.ward);
    }
    const program =
      'import sys, geomill\nfor row in geomill.convert(sys.argv[2:], server=sys.argv[1]): print(row["convert_to_ward"])';
    const env = {
      ...{ PYTHONPATH: resolve('python'), PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
      PATH: process.env.PATH,
    };
    const { stdout } = await promisify(execFile)('python3', ['-c', program, address, ...texts], { env });
    return [wards, stdout.trim().split('\n')];
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-decree-'));
  dataset = join(folder, 'data');
  await cp('fixtures/starter', dataset, { recursive: true });
  for (const [name, hash] of await hashesOf()) before.set(name, hash);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('geomill decree', () => {
  it('checks a decree, and counts the rows of a run in the units that change', async () => {
    await runOf('run', '--key', 'id');
    const file = await write('new.yaml', DECREE + ITEM);
    const args = ['decree', 'check', file, '--dataset', dataset, '--input', join(folder, 'run')];
    const { exitCode, stdout } = await geomill(args);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 unit would change. Of 203 rows')]);
    expect(stdout).toContain('2 are in them');
    expect(await hashesOf()).toEqual(before);
  });

  it('refuses a decree that does not fit, with all that is wrong', async () => {
    const file = await write('bad.yaml', DECREE + ITEM.replace('Phường Bố Hạ', 'Xã Bố Hạ'));
    const { exitCode, stderr } = await geomill(['decree', 'add', file, '--dataset', dataset]);
    expect([exitCode, stderr]).toEqual([65, expect.stringContaining('is called Phường Bố Hạ, not Xã Bố Hạ')]);
    expect(await hashesOf()).toEqual(before);
  });

  it('adds decrees, which commands and servers have, lists and removes them, and restores every byte', async () => {
    const [first, later] = [await write('new.yaml', DECREE + ITEM), await write('later.yaml', LATER)];
    expect((await geomill(['decree', 'add', first, '--dataset', dataset])).exitCode).toBe(0);
    const missing = await geomill(['decree', 'add', later, '--dataset', dataset]);
    expect([missing.exitCode, missing.stderr]).toEqual([66, expect.stringContaining('truc-bach.geojson')]);
    await write('truc-bach.geojson', JSON.stringify(BOUNDARY));
    const preview = (await geomill(['decree', 'check', later, '--dataset', dataset])).stdout;
    expect(preview).toContain('5 units would change');
    expect(preview).toContain('Phường Hoàn Kiếm -> new 99000  Phường Hồ Gươm');
    expect(preview).toContain('Phường Ba Đình -> new 99007  Phường Trúc Bạch (40 %, truc-bach.geojson)');
    expect((await geomill(['decree', 'add', later, '--dataset', dataset])).exitCode).toBe(0);
    expect((await geomill(['dataset', 'check', dataset])).stdout).toContain('is valid');
    expect(await findDatasetFault(dataset)).toBeUndefined();
    const { update } = await runOf('run', '--key', 'id');
    // The three rows, and those of units that share a name or a hash with one that changed.
    expect(update?.renewed).toBeGreaterThanOrEqual(3);
    expect(update?.renewed).toBeLessThan(60);
    expect((update?.kept ?? 0) + (update?.renewed ?? 0)).toBe(203);
    await runOf('whole', '--key', 'id');
    for (const file of ['in.csv', 'in.geojson', 'manifest.json'])
      expect(await readFile(join(folder, 'run', file))).toEqual(await readFile(join(folder, 'whole', file)));
    const list = await geomill(['decree', 'list', '--dataset', dataset, '--json']);
    expect((JSON.parse(list.stdout) as { id: string }[]).map(({ id }) => id)).toEqual([
      '999/NQ-UBTVQH16',
      '1000/NQ-UBTVQH16',
    ]);
    const ask = async (...words: string[]) => (await geomill(['ask', ...words, '--dataset', dataset])).stdout;
    for (const text of ['Xã Bố Hạ, Huyện Yên Thế, Bắc Giang', 'Phường Cầu Mới, Bắc Ninh'])
      expect(await ask('geocodeForward', `text=${text}`)).toContain('Phường Cầu Mới');
    expect(await ask('convert', 'text=Phường Bố Hạ, Bắc Ninh')).toContain('1000/NQ-UBTVQH16');
    for (const ward of ['Phường Cửa Nam', 'Phường Hoàn Kiếm', 'Phường Hồ Gươm'])
      expect(await ask('geocodeForward', `text=${ward}, Hà Nội`)).toContain('Phường Hồ Gươm');
    expect(await ask('wardAt', 'lat=21.022639', 'lng=105.850725')).toContain('"ward_code": "99000"');
    expect(await ask('wardAt', 'lat=21.0445', 'lng=105.843')).toContain('"ward_code": "99007"');
    expect(await ask('wardAt', 'lat=21.0375', 'lng=105.838')).toContain('"ward_code": "00004"');
    for (const text of ['Phố Châu Long, Phường Trúc Bạch, Hà Nội', 'Phố Châu Long, Phường Ba Đình, Hà Nội'])
      expect(await ask('geocodeForward', `text=${text}`, 'size=1')).toContain('"ward_code": "99007"');
    const part = JSON.parse(
      await ask('convert', 'text=Phường Trúc Bạch, Quận Ba Đình, Hà Nội'),
    ) as Conversion;
    expect([part.basis, part.candidates.map(({ code, share }) => [code, share])]).toEqual([
      'estimate',
      [
        ['00004', 0.6],
        ['99007', 0.4],
      ],
    ]);
    const divided = JSON.parse(await ask('convert', 'text=Xã Nhã Nam, Bắc Ninh')) as Conversion;
    expect(divided.basis).toBe('estimate');
    expect(divided.candidates.map(({ code, share }) => [code, share])).toEqual([
      ['07330', 0.6],
      ['07333', 0.4],
    ]);
    const wards = ['Phường Hồ Gươm', 'Phường Trúc Bạch', 'Phường Cầu Mới'];
    const texts = ['Phường Cửa Nam, Hà Nội', 'Phường Trúc Bạch, Hà Nội', 'Phường Bố Hạ, Bắc Ninh'];
    expect(await byServerAndPython(...texts)).toEqual([wards, wards]);
    const { exitCode } = await geomill(['decree', 'remove', '1000/NQ-UBTVQH16', '--dataset', dataset]);
    expect(exitCode).toBe(0);
    expect((await geomill(['decree', 'remove', '999/NQ-UBTVQH16', '--dataset', dataset])).exitCode).toBe(0);
    expect(await hashesOf()).toEqual(before);
    expect((await runOf('run', '--key', 'id')).update?.renewed).toBeLessThan(60);
    expect((await geomill(['decree', 'remove', 'x', '--dataset', dataset])).exitCode).toBe(66);
  }, 300_000);
});
