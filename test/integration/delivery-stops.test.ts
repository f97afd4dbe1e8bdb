import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

type Row = Record<string, string>;

/** Returns the seconds from midnight of a time as in 08:30 or 08:30:00. */
function readTimeOfDay(text: string): number {
  const [hours = NaN, minutes = NaN, seconds = 0] = text.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The rows of a batch are not together in the input, and one row cannot be read. */
const INPUT = `stop,van,lat,lon,kg,minutes,from
s1,north,21.03,105.85,4,5,
s2,south,10.77,106.70,1,3.5,
s3,north,21.05,105.82,2,7,09:15
s4,south,10.79,106.69,5
s5,south,10.80,106.65,5,3.5,
s6,north,21.01,105.84,6,5,
`;
const SETS = [
  'batch={van}',
  'start=first',
  'capacity=100',
  'demand={kg}',
  'service_minutes={minutes}',
  'open_from={from}',
  'later_departure=false',
];

let folder: string;
let rows: Row[];
let stops: Row[];
let tours: { properties: Record<string, number> }[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-stops-'));
  const input = join(folder, 'in.csv');
  await writeFile(input, INPUT);
  const sets = [...SETS, 'end=start'].flatMap((set) => ['--set', `route.${set}`]);
  const run = await geomill(['run', 'route', '--input', input, '--output', join(folder, 'out'), ...sets]);
  expect([run.exitCode, run.stderr]).toEqual([0, expect.anything()]);
  const read = (name: string) => readFile(join(folder, 'out', name), 'utf8');
  rows = parse<Row>(await read('in.csv'), { columns: true });
  stops = parse<Row>(await read('in.stops.csv'), { columns: true });
  tours = (JSON.parse(await read('in.routes.geojson')) as { features: typeof tours }).features;
  const { files } = JSON.parse(await read('manifest.json')) as { files: Record<string, { name: string }> };
  expect(files.stops?.name).toBe('in.stops.csv');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the stops for drivers', () => {
  it('are each tour from its departure to its return, with the rows of the input', () => {
    expect(stops.map(({ batch, order, event }) => [batch, order, event])).toEqual([
      ['north', '0', 'departure'],
      ['north', '1', 'stop'],
      ['north', '2', 'stop'],
      ['north', '3', 'return'],
      ['south', '0', 'departure'],
      ['south', '1', 'stop'],
      ['south', '2', 'return'],
    ]);
    const named = stops.filter(({ row }) => row !== '');
    expect(new Set(named.map(({ stop }) => stop))).toEqual(new Set(['s1', 's2', 's3', 's5', 's6']));
    for (const { row, stop } of named) expect(`s${row}`).toBe(stop);
    for (const each of stops.filter(({ event }) => event === 'return')) expect(each.stop).toBe('');
  });

  it('and the results add up to the tours, to the second and the metre', () => {
    const sum = (list: readonly Row[], ...names: string[]) =>
      list.reduce((total, row) => total + names.reduce((each, name) => each + Number(row[name]), 0), 0);
    for (const { properties } of tours) {
      const own = stops.filter(({ batch }) => batch === String(properties.batch));
      expect(sum(own, 'leg_seconds', 'wait_seconds', 'service_seconds')).toBe(properties.end_seconds);
      expect(sum(own, 'leg_meters')).toBe(properties.distance_meters);
      const { travel_seconds = 0, wait_seconds = 0, service_seconds = 0 } = properties;
      expect(travel_seconds + wait_seconds + service_seconds).toBe(properties.end_seconds);
      for (const stop of own.filter(({ row }) => row !== '')) {
        const row = rows.find((each) => each.stop === stop.stop);
        expect(row?.route_leg_seconds).toBe(stop.leg_seconds);
        if (stop.event === 'stop') expect(row?.route_arrival_time).toBe(stop.arrival_time);
      }
    }
    const late = stops.find(({ stop }) => stop === 's3');
    expect(Number(late?.wait_seconds)).toBeGreaterThan(60);
    expect(late?.departure_time).toBe('09:22:00');
    expect(stops.filter(({ batch }) => batch === 'north').map(({ load }) => load)).toContain('8');
  });
});

describe('the columns of a delivery list', () => {
  it('are used or named: no stop is outside of its times', async () => {
    const [header = '', ...lines] = (await readFile('fixtures/deliveries.csv', 'utf8')).trim().split('\n');
    const chosen = lines.filter((line) => /^(?:HN-0[159]|SG-1[67]),/.test(line));
    const input = join(folder, 'deliveries.csv');
    const urgent = chosen.map((line, at) => `${line},${at % 3}`);
    await writeFile(input, [`${header},priority`, ...urgent, ''].join('\n'));
    const output = join(folder, 'detected');
    const { exitCode, stderr } = await geomill(['run', 'route', '--input', input, '--output', output]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(
      'tours are planned with open_from "{open_from}", open_until "{open_until}", service_minutes "{service_minutes}", demand "{parcels}"',
    );
    expect(stderr).toContain(
      'tours are planned without "priority" (priorities are planned where the job states priority: "{priority}")',
    );
    const planned = parse<Row>(await readFile(join(output, 'deliveries.csv'), 'utf8'), { columns: true });
    expect(planned).toHaveLength(chosen.length);
    const limited = planned.filter(({ open_until }) => open_until !== '');
    expect(limited.length).toBeGreaterThan(10);
    for (const { route_status, route_arrival_time, route_wait_seconds, open_from, open_until } of limited) {
      expect(route_status).toBe('ok');
      const begin = readTimeOfDay(route_arrival_time as string);
      expect(begin + Number(route_wait_seconds)).toBeGreaterThanOrEqual(readTimeOfDay(open_from as string));
      expect(begin + Number(route_wait_seconds)).toBeLessThanOrEqual(readTimeOfDay(open_until as string));
    }
    for (const { service_minutes, route_service_seconds } of planned)
      expect(Number(route_service_seconds)).toBe(Number(service_minutes) * 60);
  });

  it('stop the run where a sample shows something else in them', async () => {
    const input = join(folder, 'yes.csv');
    const rows = Array.from({ length: 12 }, (_, at) => `n,21.0${at},105.8,yes,17:00`);
    await writeFile(input, ['van,lat,lon,open,close', ...rows, ''].join('\n'));
    const sets = ['batch={van}', 'start=first'].flatMap((set) => ['--set', `route.${set}`]);
    const args = ['run', 'route', '--input', input, '--output', join(folder, 'yes'), ...sets];
    const { exitCode, stderr } = await geomill(args);
    expect(exitCode).toBe(65);
    expect(stderr).toContain('100 % of the cells of {open}');
    expect(stderr).toMatch(/--set '?route.detect_columns=false'? --set '?route.open_until=\{close\}/);
  });
});
