import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfferedSlots } from '../../src/runtime/tour-slots.ts';
import { geomill, startServing } from './cli-harness.ts';

/** One vehicle from 08:00 to 10:00, with a stop in the north that closes at 08:30. */
const INPUT = `van,name,lat,lon,kg,open_until
a,North,21.05,105.80,2,08:30
a,South,20.95,105.80,2,
`;
let folder: string;
let run: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-slot-'));
  run = join(folder, 'out');
  await writeFile(join(folder, 'in.csv'), INPUT);
  const sets = [
    'batch={van}',
    'start=21,105.8',
    'end_by=10:00',
    'vehicles=1',
    'capacity=5',
    'demand={kg}',
    'trips=1',
  ];
  const stated = sets.flatMap((set) => ['--set', `route.${set}`]);
  const done = await geomill([
    'run',
    'route',
    '--input',
    join(folder, 'in.csv'),
    '--output',
    run,
    '--no-report',
    ...stated,
  ]);
  expect([done.exitCode, done.stderr]).toEqual([0, expect.anything()]);
});
afterAll(() => rm(folder, { recursive: true }));

const slot = async (place: string, ...more: string[]) => {
  const { exitCode, stdout, stderr } = await geomill(['route', 'slot', run, place, '--json', ...more]);
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  return (JSON.parse(stdout) as OfferedSlots).windows.map(
    ({ from, until }) => `${from.slice(0, 5)}-${until.slice(0, 5)}`,
  );
};

describe('windows that can be promised', () => {
  it('are those in which a tour can take the stop with all others in time', async () => {
    // Beside the way to the north; and beyond the south, after which the vehicle has to be back by 10:00.
    expect(await slot('21.04,105.80', '--minutes', '5', '--window', '30')).toEqual([
      '08:00-08:30',
      '08:30-09:00',
      '09:00-09:30',
      '09:30-10:00',
    ]);
    expect(await slot('20.90,105.80', '--window', '60')).toEqual(['09:00-10:00']);
  });

  it('are none where the vehicle has no room, or could not be back', async () => {
    expect(await slot('21.04,105.80', '--demand', '2')).toEqual([]);
    expect(await slot('20.40,105.80')).toEqual([]);
    const { stdout } = await geomill(['route', 'slot', run, '20.40,105.80']);
    expect(stdout).toBe('no window can be promised\n');
  });

  it('are answered by a server that has the run', async () => {
    const args = ['serve', '--port', '0', '--workers', '1', '--tours', run];
    const server = startServing(args, /at (http:\/\/127\.0\.0\.1:\d+)\/v1/);
    const base = await server.said;
    const ask = async (query: string) => {
      const response = await fetch(`${base}/v1/slots?${query}`);
      return [response.status, await response.json()] as const;
    };
    const [status, offered] = await ask('place=21.04,105.80&minutes=5&window=30');
    expect([status, (offered as OfferedSlots).windows.length]).toEqual([200, 4]);
    expect((await ask('place='))[0]).toBe(400);
    expect((await ask('place=21.04,105.80&minutes=soon'))[0]).toBe(400);
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths)).toContain('/v1/slots');
    expect(await server.end()).toMatchObject({ exitCode: 0 });
  });
});
