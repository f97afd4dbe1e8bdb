import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { geomill } from '../support/geomill-process.ts';
import { startLoopbackProcess } from '../support/loopback-process.ts';
import type { Loopback } from '../support/loopback-service.ts';
import { seededRandom } from '../support/memory-disk.ts';

const STARTER = fileURLToPath(new URL('../../fixtures/starter', import.meta.url));

/** Which tests of the suite to define, and how large. */
export interface KillSizes {
  /** Kills of runs against the local service, for each number of workers. */
  localKills?: number;
  /** Kills of runs against a remote service. */
  remoteKills?: number;
  /** Rows of runs in threads that a signal stops. */
  stopRows?: number;
  /** Rows of a run of the stage convert that is killed at ten places. */
  convertRows?: number;
}

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const SIGNALS = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];

/** Defines the tests of promises 3 and 13: killed and stopped processes of the built command line. */
export function describeKills({
  localKills = 0,
  remoteKills = 0,
  stopRows = 0,
  convertRows = 0,
}: KillSizes): void {
  const IN_FLIGHT = 8;
  const FILES = ['in.csv', 'in.geojson', 'rejects.ndjson', 'manifest.json'];

  const BESIDE = ['datapackage.json', 'report.html'];
  /** Lists a folder without the log of its processes, which one that was killed does not write. */
  const listFiles = async (dir: string) =>
    (await readdir(dir)).filter((name) => name !== 'activity.ndjson' && name !== '.command.json').sort();

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Writes a job that commits often, so that a kill finds much to tear. */
  async function writeJob(stage: string, chunkBytes = 4096): Promise<string> {
    const path = join(folder, `${stage}.yaml`);
    await writeFile(
      path,
      `name: ${stage}\nstages: [${stage}]\noutputs: [csv, geojson]\nlimits: { chunk_bytes: ${chunkBytes}, checkpoint_ms: 5 }\n`,
    );
    return path;
  }

  async function writeRows(
    name: string,
    header: string,
    count: number,
    row: (at: number) => string,
  ): Promise<string> {
    await mkdir(join(folder, name), { recursive: true });
    const path = join(folder, name, 'in.csv');
    const rows = Array.from({ length: count }, (_, at) => (at % 97 === 50 ? 'ragged\n' : row(at)));
    await writeFile(path, `${header}\n${rows.join('')}`);
    return path;
  }

  const readAll = (dir: string) =>
    Promise.all(FILES.map((name) => readFile(join(dir, name), 'utf8').catch(() => 'missing')));

  /** Runs a command to its end, killing it at random moments before, and returns how often it was killed in the middle. */
  async function runKilled(
    args: readonly string[],
    env: Record<string, string>,
    wholeMs: number,
    random: () => number,
  ) {
    const killed = await geomill(args, env, (child) => {
      setTimeout(() => child.kill('SIGKILL'), random() * wholeMs).unref();
    });
    const again = await geomill(args, env);
    expect(again.code, again.stderr).toBe(0);
    return killed.signal === 'SIGKILL' ? 1 : 0;
  }

  if (localKills > 0)
    describe('promise 3, from the local service', () => {
      const inFolder = (name: string) => join(folder, `local-${name}`);
      let command: (out: string, workers: number) => string[];
      let wanted: string[];

      /** Runs to the end, and returns how long it took; ms. */
      async function runWhole(out: string, workers: number): Promise<number> {
        const startMs = performance.now();
        const { code, stderr } = await geomill(command(out, workers));
        expect(code, stderr).toBe(0);
        return performance.now() - startMs;
      }

      beforeAll(async () => {
        const job = await writeJob('forcode', 32_768);
        const random = seededRandom(1);
        // Enough bytes for two threads to be started at all; long rows, for what counts is how many chunks there are.
        const note = 'ghi chú '.repeat(80);
        const input = await writeRows(
          'local-input',
          'id,lat,lon,note',
          2600,
          (at) => `${at},${(10 + random()).toFixed(6)},${(106 + random()).toFixed(6)},${note}\n`,
        );
        command = (out, workers) => [
          ...['run', '--yes', job, '--input', input, '--output', inFolder(out)],
          ...['--workers', `${workers}`, '--quiet'],
        ];
      });

      it.each([1, 2])(
        `gives the bytes of an uninterrupted run after each of ${localKills} kills, with %d workers`,
        async (workers) => {
          const wholeMs = await runWhole(`whole-${workers}`, workers);
          wanted ??= await readAll(inFolder(`whole-${workers}`));
          expect(await readAll(inFolder(`whole-${workers}`))).toEqual(wanted);
          const random = seededRandom(workers);
          let kills = 0;
          for (let round = 0; round < localKills || kills === 0; round += 1) {
            kills += await runKilled(command('killed', workers), {}, wholeMs, random);
            expect(await readAll(inFolder('killed')), `round ${round}`).toEqual(wanted);
            expect(await listFiles(inFolder('killed'))).toEqual([...FILES, ...BESIDE].sort());
            await rm(inFolder('killed'), { recursive: true });
          }
          expect(kills).toBeGreaterThan(0);
        },
      );
    });

  if (remoteKills > 0)
    describe('promise 3, from a remote service', () => {
      let service: Loopback;
      beforeAll(async () => {
        service = await startLoopbackProcess({ delayMs: 5, key: 'a-long-key' });
      });
      afterAll(() => service.close());

      it(`sends again at most what was in flight at each of ${remoteKills} kills`, async () => {
        const job = await writeJob('geocode');
        const random = seededRandom(2);
        const address = (round: number) => (at: number) => `${at},"${round} ${at % 700} Lê Lợi, Bến Nghé"\n`;
        const options = ['--service', service.baseUrl, '--concurrency', `${IN_FLIGHT}`, '--quiet'];
        const env = (name: string) => ({ GEOMILL_API_KEY: 'a-long-key', GEOMILL_CACHE: join(folder, name) });
        let wholeMs = 0;
        let kills = 0;
        for (let round = 0; round <= remoteKills || kills === 0; round += 1) {
          const input = await writeRows(`remote-${round}`, 'id,address', 500, address(round));
          const command = (out: string) => [
            'run',
            '--yes',
            job,
            '--input',
            input,
            '--output',
            join(folder, out),
            ...options,
          ];
          const before = (await service.log()).length;
          const startMs = performance.now();
          if (round === 0) {
            const { code, stderr } = await geomill(command('first'), env('cache-first'));
            expect(code, stderr).toBe(0);
            wholeMs = performance.now() - startMs;
            continue;
          }
          const wasKilled = await runKilled(command('killed'), env('cache-killed'), wholeMs, random);
          const sent = (await service.log()).slice(before).map(({ question }) => question);
          const distinct = new Set(sent).size;
          expect(sent.length, `round ${round}`).toBeLessThanOrEqual(distinct + wasKilled * IN_FLIGHT);
          kills += wasKilled;

          // The uninterrupted run of the same input is answered from the cache: not one request more.
          const whole = await geomill(command('whole'), env('cache-killed'));
          expect(whole.code, whole.stderr).toBe(0);
          expect((await service.log()).length).toBe(before + sent.length);
          expect(await readAll(join(folder, 'killed')), `round ${round}`).toEqual(
            await readAll(join(folder, 'whole')),
          );
          for (const name of ['killed', 'whole', 'cache-killed'])
            await rm(join(folder, name), { recursive: true });
        }
        expect(kills).toBeGreaterThan(0);
      });
    });

  if (convertRows > 0)
    describe('promise 3, of the stage convert', () => {
      const PLACES = 10;

      it(`gives the bytes of an uninterrupted run of ${convertRows} rows after kills at ${PLACES} places`, async () => {
        const { history } = await openAdminDataset(STARTER);
        if (history === undefined) throw new Error('the starter dataset has no dated units');
        const wards = history.unitsOn('ward', '2025-06-30').map((ward) => history.lineOf(ward));
        // Exact names, and in one row of eight a name that only the full search reads.
        const input = await writeRows('convert-input', 'id,address', convertRows, (at) => {
          const line = wards[(at * 7919) % wards.length] ?? '';
          return `${at},"${at % 500} Lê Lợi, ${at % 8 === 0 ? line.replaceAll(',', '') : line}"\n`;
        });
        const job = await writeJob('convert', 262_144);
        const command = (out: string) => [
          ...['run', '--yes', job, '--input', input, '--output', join(folder, out)],
          ...['--workers', '2', '--quiet'],
        ];
        const whole = await geomill(command('convert-whole'));
        expect(whole.code, whole.stderr).toBe(0);
        const { size } = statSync(join(folder, 'convert-whole', 'in.csv'));
        for (let place = 1; place <= PLACES; place += 1) {
          const killed = await geomill(command('convert-killed'), {}, (child) => {
            const part = join(folder, 'convert-killed', '.in.csv.part');
            const timer = setInterval(() => {
              const written = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
              if (written < (size * place) / (PLACES + 1)) return;
              child.kill('SIGKILL');
              clearInterval(timer);
            }, 2);
            timer.unref();
          });
          expect(killed.signal, `place ${place}: ${killed.stderr}`).toBe('SIGKILL');
        }
        const again = await geomill(command('convert-killed'));
        expect(again.code, again.stderr).toBe(0);
        for (const name of FILES) {
          const [wanted, bytes] = await Promise.all(
            ['convert-whole', 'convert-killed'].map((out) => readFile(join(folder, out, name))),
          );
          expect(wanted?.equals(bytes as Buffer), name).toBe(true);
        }
        expect(await listFiles(join(folder, 'convert-killed'))).toEqual([...FILES, ...BESIDE].sort());
      }, 900_000);
    });

  if (stopRows > 0)
    describe('promise 13', () => {
      it.each(SIGNALS)('commits and ends after %s, and the same command goes on', async (signal) => {
        const service = await startLoopbackProcess({ delayMs: 20 });
        const job = await writeJob('geocode');
        const input = await writeRows(`stop-${signal}`, 'id,address', 1500, (at) => `${at},"${at} Lê Lợi"\n`);
        const out = join(folder, `out-${signal}`);
        const args = ['run', '--yes', job, '--input', input, '--output', out, '--service', service.baseUrl];
        const env = { GEOMILL_API_KEY: 'key', GEOMILL_CACHE: join(folder, `cache-${signal}`) };
        const stopped = await geomill(args, env, (child) => {
          // Not after a fixed time: on a busy machine nothing may have been sent by then.
          const timer = setInterval(() => {
            void service.log().then((requests) => {
              if (requests.length < 20) return;
              clearInterval(timer);
              child.kill(signal);
            });
          }, 50);
          timer.unref();
        });
        expect(stopped.code, stopped.stderr).toBe(EXIT_CODES[signal]);
        const sent = (await service.log()).length;
        expect(sent).toBeGreaterThan(0);
        const again = await geomill([...args, '--json'], env);
        expect(again.code, again.stderr).toBe(0);
        expect((await service.log()).length).toBeLessThanOrEqual(1500 + IN_FLIGHT);
        await service.close();
      });

      it.each(SIGNALS)('ends a run in threads too: %s', async (signal) => {
        const job = await writeJob('reverse', 16_384);
        const random = seededRandom(3);
        const place = () => `${(10 + random()).toFixed(6)},${(106 + random()).toFixed(6)}`;
        const name = `threads-${signal}`;
        const input = await writeRows(
          name,
          'id,lat,lon,note',
          stopRows,
          (at) => `${at},${place()},${'x'.repeat(40)}\n`,
        );
        const args = (out: string, workers: number) => [
          ...['run', '--yes', job, '--input', input, '--output', join(folder, `${name}-${out}`)],
          ...['--workers', `${workers}`, '--quiet'],
        ];
        const stopped = await geomill(args('stopped', 2), {}, (child) => {
          const timer = setInterval(() => {
            const rows = statSync(join(folder, `${name}-stopped`, '.in.csv.part'), { throwIfNoEntry: false });
            if (!rows || rows.size === 0) return;
            child.kill(signal);
            clearInterval(timer);
          }, 5);
          timer.unref();
        });
        expect(stopped.code, stopped.stderr).toBe(EXIT_CODES[signal]);
        expect(stopped.stderr).toMatch(/stopped after row \d+/);
        expect((await geomill(args('stopped', 2))).code).toBe(0);
        expect((await geomill(args('whole', 1))).code).toBe(0);
        expect(await readAll(join(folder, `${name}-stopped`))).toEqual(
          await readAll(join(folder, `${name}-whole`)),
        );
      });
    });
}
