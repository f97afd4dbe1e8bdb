import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from '../integration/cli-harness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-days-'));
});
afterAll(() => rm(folder, { recursive: true }));

const JOB = `name: days
stages:
  - route: { batch: '{van}', start: '21.03,105.85', end: start, service_minutes: '10', OPTIONS }
outputs: [csv]
`;

/** Runs a job over a list; returns its exit code, what it says, and columns of its stops. */
async function planned(name: string, options: string, input: string) {
  const [job, list, out] = ['yaml', 'csv', ''].map((end) => join(folder, end ? `${name}.${end}` : name));
  await writeFile(job!, JOB.replace('OPTIONS', options));
  await writeFile(list!, input);
  const run = await geomill([
    'run',
    job!,
    '--input',
    list!,
    '--output',
    out!,
    '--json',
    '--no-report',
    '--service',
    'local',
  ]);
  const [header = '', ...lines] = (await readFile(join(out!, `${name}.stops.csv`), 'utf8'))
    .trim()
    .split('\n');
  const at = (column: string) => header.split(',').indexOf(column);
  const columns = ['tour', 'event', 'vehicle', 'trip', 'arrival_time', 'departure_time', 'stop'].map(at);
  const stops = lines.map((line) => columns.map((column) => line.split(',')[column]).join(' '));
  return { exitCode: run.exitCode, summary: JSON.parse(run.stdout) as Record<string, unknown>, stops };
}

describe('golden days', () => {
  it('a night shift passes midnight', async () => {
    const { exitCode, stops } = await planned(
      'night',
      "vehicles: [{ name: dem, shift: '22:00-06:00', breaks: ['01:00-01:30'] }], open_from: '{from}', open_until: '{until}'",
      'stop,van,lat,lon,from,until\nbakery,v,21.04,105.85,00:30,02:00\nbar,v,21.05,105.85,22:00,24:30\nmarket,v,21.06,105.86,04:00,05:00\n',
    );
    expect(exitCode).toBe(0);
    expect(stops).toMatchInlineSnapshot(`
      [
        "1 departure dem 1  00:23:48+1 ",
        "1 stop dem 1 00:30:00+1 00:40:00+1 bar",
        "1 stop dem 1 00:43:06+1 00:53:06+1 bakery",
        "1 stop dem 1 00:59:56+1 04:10:00+1 market",
        "1 return dem 1 04:19:44+1  ",
      ]
    `);
  });

  it('a list of two days has a tour on each', async () => {
    const { stops } = await planned(
      'two',
      "days: ['2026-11-30', '2026-12-01'], day: '{day}', end_by: '17:00', vehicles: [{ name: A }]",
      'stop,van,lat,lon,day\nmonday,v,21.04,105.85,2026-11-30\ntuesday,v,21.05,105.85,2026-12-01\nany,v,21.06,105.86,\n',
    );
    expect(stops).toMatchInlineSnapshot(`
      [
        "1 departure A 1  08:00:00 ",
        "1 stop A 1 08:03:06 08:13:06 monday",
        "1 return A 1 08:16:12  ",
        "2 departure A 1  08:00:00 ",
        "2 stop A 1 08:09:44 08:19:44 any",
        "2 stop A 1 08:23:58 08:33:58 tuesday",
        "2 return A 1 08:40:10  ",
      ]
    `);
  });

  it('a second trip is one of the same vehicle, and what is left ends the run with 3 where all is required', async () => {
    const input = `stop,van,lat,lon,kg\n${[4, 5, 6, 7].map((nth) => `s${nth},v,21.0${nth},105.85,10`).join('\n')}\n`;
    const options = "vehicles: 2, capacity: 20, demand: '{kg}', require: all";
    const { exitCode, stops, summary } = await planned('trips', `${options}, end_by: '12:00'`, input);
    expect([exitCode, summary.without_tour]).toEqual([0, 0]);
    expect(stops).toMatchInlineSnapshot(`
      [
        "1 departure  1  08:00:00 ",
        "1 stop  1 08:09:18 08:19:18 s6",
        "1 stop  1 08:22:23 08:32:23 s7",
        "1 reload  2 08:44:47 08:59:47 ",
        "1 stop  2 09:02:53 09:12:53 s4",
        "1 stop  2 09:15:59 09:25:59 s5",
        "1 return  2 09:32:10  ",
      ]
    `);
    const short = await planned('short', `${options}, trips: 1, end_by: '08:40'`, input);
    expect(short.exitCode).toBe(3);
    expect(short.summary.without_tour).toBeGreaterThan(0);
  });
});
