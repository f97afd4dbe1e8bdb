import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

type Row = Record<string, string>;

/** Two clusters, north and south of the depot at 21,105.8: one vehicle each, with room for three parcels. */
const INPUT = `van,name,lat,lon,kg
a,N1,21.05,105.80,1
a,N2,21.06,105.80,1
a,N3,21.07,105.80,1
a,S1,20.95,105.80,1
a,S2,20.94,105.80,1
a,S3,20.93,105.80,1
`;
const SETS = ['batch={van}', 'start=21,105.8', 'vehicles=2', 'capacity=3', 'demand={kg}', 'balance=1'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-again-'));
  await writeFile(join(folder, 'in.csv'), INPUT);
});
afterAll(() => rm(folder, { recursive: true }));

async function plan(name: string, sets = SETS): Promise<string> {
  const out = join(folder, name);
  const stated = sets.flatMap((set) => ['--set', `route.${set}`]);
  const run = await geomill(['run', 'route', '--input', join(folder, 'in.csv'), '--output', out, ...stated]);
  expect([run.exitCode, run.stderr]).toEqual([0, expect.anything()]);
  return out;
}

/** Plans again with files of these lines, and returns the folder. */
async function again(
  run: string,
  at: string,
  done: readonly string[],
  added: readonly string[] = [],
  out = `${run}-again`,
) {
  await writeFile(join(folder, 'done.csv'), ['row,served,time,note,lat,lon', ...done, ''].join('\n'));
  await writeFile(join(folder, 'new.csv'), ['van,name,lat,lon,kg', ...added, ''].join('\n'));
  const files = [
    '--done',
    join(folder, 'done.csv'),
    ...(added.length > 0 ? ['--new', join(folder, 'new.csv')] : []),
  ];
  const result = await geomill(['route', 'again', run, '--at', at, ...files, '--no-report', '--output', out]);
  return { ...result, out };
}

const rowsOf = async (out: string, extension: string) =>
  parse<Row>(await readFile(join(out, `in${extension}`), 'utf8'), { columns: true });
/** Returns the names of the stops of each tour, with `@` and the position in front, and `|` where the vehicle loads. */
async function toursOf(out: string): Promise<string[]> {
  const tours = new Map<string, string>();
  for (const { tour = '', event, name, stop_lat, trip } of await rowsOf(out, '.stops.csv')) {
    const before = tours.get(tour);
    const word =
      event === 'departure' ? `@${stop_lat}` : event === 'reload' ? '|' : event === 'stop' ? name : '';
    if (trip !== undefined) tours.set(tour, [before, word].filter(Boolean).join(' '));
  }
  return [...tours.values()].sort();
}

describe('geomill route again', () => {
  it('keeps what was served, and plans the rest from where each vehicle is, with new stops loaded at the depot', async () => {
    const run = await plan('day');
    expect(await toursOf(run)).toHaveLength(2);
    const { exitCode, stderr, out } = await again(
      run,
      '08:40',
      ['1,yes,08:15,,,', '4,no,08:20,đóng cửa,20.955,105.8'],
      ['a,New,21.055,105.8,1'],
    );
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('2 rows done, 1 new row')]);
    const tours = await toursOf(out);
    // The vehicle of the north has N2 and N3 on board; that of the south is where its driver says.
    expect(tours).toHaveLength(2);
    expect(tours[0]).toMatch(/^@20\.955 S[23] S[23]/);
    expect(tours[1]).toMatch(/^@21\.05 N[23] N[23]/);
    expect(tours.filter((tour) => tour.includes('| New'))).toHaveLength(1);
    const stops = await rowsOf(out, '.stops.csv');
    for (const { event, departure_time } of stops)
      if (event === 'departure') expect(departure_time! >= '08:40:00').toBe(true);
    const results = await rowsOf(out, '.csv');
    expect(results.map(({ route_status }) => route_status)).toEqual([
      'ok',
      'ok',
      'ok',
      'not_found',
      'ok',
      'ok',
      'ok',
    ]);
    expect(results[0]).toMatchObject({ route_tour: '', again_served: 'yes 08:15' });
    expect(results[3]!.route_reason).toBe('not served (08:20 đóng cửa)');
  });

  it('goes on from a plan that was made again', async () => {
    const first = await again(await plan('twice'), '08:40', ['1,yes,08:15,,,'], ['a,New,21.055,105.8,1']);
    const second = await again(first.out, '08:50', ['2,yes,08:45,,,'], [], join(folder, 'twice-2'));
    expect([second.exitCode, second.stderr]).toEqual([0, expect.stringContaining('1 row done, 0 new rows')]);
    const results = await rowsOf(second.out, '.csv');
    expect(results.map(({ again_served }) => again_served)).toEqual([
      'yes 08:15',
      'yes 08:45',
      '',
      '',
      '',
      '',
      '',
    ]);
    const tours = await toursOf(second.out);
    expect(tours.some((tour) => tour.startsWith('@21.06 N3'))).toBe(true);
    expect(tours.join()).toMatch(/\| New/);
  });

  it('knows the depot of a list whose first row it is', async () => {
    const run = await plan('first', ['batch={van}', 'start=first', 'end=last']);
    const { out, exitCode } = await again(run, '08:30', ['2,yes,08:05,,,']);
    expect(exitCode).toBe(0);
    const [tour] = await toursOf(out);
    expect(tour).toMatch(/^@21\.06 /);
    expect(tour).not.toMatch(/N[12]|\|/);
    expect((await rowsOf(out, '.stops.csv')).at(-1)).toMatchObject({ stop_lat: '20.93' });
  });

  it.each([
    ['7,yes,,,,', 'line 2: row is no number of a row of the input, 1 to 6'],
    ['1,maybe,,,,', 'line 2: served is neither yes nor no'],
    ['1,yes,noon,,,', 'line 2: time is no time of day'],
  ])('refuses what drivers cannot have done: %s', async (line, words) => {
    const run = join(folder, 'day');
    const { exitCode, stderr } = await again(run, '08:40', [line]);
    expect([exitCode, stderr]).toEqual([65, expect.stringContaining(words)]);
  });
});
