import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { readCacheState } from '../../src/remote/probe-service.ts';
import { readEndpoint } from '../../src/remote/endpoint.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { startLoopbackService, type Loopback } from '../support/loopback-service.ts';
import { mostInOneSecond } from '../support/rate-log.ts';

/** Sizes of the suite: small in `make test`, large in `make test-all`. */
export interface RemoteKillSizes {
  /** Answers after which each process is killed. */
  kills: readonly number[];
  /** Processes with a rate, one after another; none: not tested. */
  ratedProcesses?: number;
}

/** Defines the tests of promise 3 for processes that use a remote service, its cache and its quota one after another. */
export function describeRemoteKills({ kills, ratedProcesses = 0 }: RemoteKillSizes): void {
  const source = fileURLToPath(new URL('./remote-worker.ts', import.meta.url));
  const cleanups: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function setUp(delayMs: number) {
    const worker = await bundleProgram(source);
    const loopback = await startLoopbackService({ delayMs });
    cleanups.push(() => loopback.close());
    const cacheDir = mkdtempSync(join(tmpdir(), 'geomill-kill-'));
    cleanups.push(() => rmSync(cacheDir, { recursive: true, force: true }));
    const startWorker = (...rest: (string | number)[]) => {
      const child = fork(worker, [loopback.baseUrl, cacheDir, ...rest.map(String)]);
      cleanups.push(() => void child.kill('SIGKILL'));
      return child;
    };
    return { loopback, cacheDir, startWorker };
  }

  const exitOf = async (child: ChildProcess) => (await once(child, 'exit'))[0] as number | null;

  async function untilRequests(loopback: Loopback, count: number) {
    while ((await loopback.log()).length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  describe('remote service: killed processes', () => {
    it('sends again only what was in flight', async () => {
      const questions = 300;
      const concurrency = 8;
      const { loopback, cacheDir, startWorker } = await setUp(2);
      for (const more of kills) {
        const child = startWorker(questions, concurrency);
        await untilRequests(loopback, (await loopback.log()).length + more);
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      expect(await exitOf(startWorker(questions, concurrency))).toBe(0);
      const log = await loopback.log();
      expect(new Set(log.map(({ question }) => question)).size).toBe(questions);
      expect(log.length).toBeLessThanOrEqual(questions + kills.length * concurrency);

      const remote = createRemoteService({ baseUrl: loopback.baseUrl, cacheDir });
      cleanups.push(() => remote.close());
      await Promise.all(
        Array.from({ length: questions }, (_, nth) =>
          remote.service.geocodeForward({ text: `question ${nth}` }),
        ),
      );
      expect(remote.stats()).toMatchObject({ requests: 0, cacheHits: questions });
    });

    it('goes on at once when the process before is killed, and leaves no file of it behind', async () => {
      const questions = 300;
      const { loopback, cacheDir, startWorker } = await setUp(2);
      const killed = startWorker(questions, 4);
      const living = exitOf(startWorker(questions, 4));
      await untilRequests(loopback, 60);
      killed.kill('SIGKILL');
      expect(await living).toBe(0);
      const sent = (await loopback.log()).length;
      expect(await exitOf(startWorker(questions, 4))).toBe(0);
      expect((await loopback.log()).length).toBe(sent);
      const names = readdirSync(cacheDir, { recursive: true, encoding: 'utf8' });
      expect(names.map((name) => name.replace(/[0-9a-f]{16}/, '*')).sort()).toEqual([
        '*',
        '*/quota.1',
        '*/quota.2',
        'answers-2.log',
      ]);
    });

    it('never spends more than the quota, whoever waits for its turn and is killed', async () => {
      const { loopback, startWorker } = await setUp(5);
      const perDay = 100;
      const killed = startWorker(1000, 4, perDay);
      await untilRequests(loopback, 20);
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      const exits = await Promise.all(
        [startWorker(1000, 4, perDay), startWorker(1000, 4, perDay)].map(exitOf),
      );
      expect(exits).toEqual([75, 75]);
      const sent = (await loopback.log()).length;
      expect(sent).toBeLessThanOrEqual(perDay);
      const inFlight = 4;
      expect(sent).toBeGreaterThanOrEqual(perDay - inFlight);
    });

    it('counts no request that waits for the rate limit', async () => {
      const { loopback, cacheDir, startWorker } = await setUp(5);
      const killed = startWorker(1000, 20, 100, 10);
      await untilRequests(loopback, 12);
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      const counted = readCacheState(cacheDir, {
        service: readEndpoint(loopback.baseUrl, false).name,
      })?.quota;
      // When a later process is done, what the killed one wrote has been received.
      expect(await exitOf(startWorker(1, 1, 100, 10))).toBe(0);
      const inFlight = 4;
      expect(counted?.requests).toBeGreaterThanOrEqual(12);
      expect(counted?.requests).toBeLessThanOrEqual((await loopback.log()).length + inFlight);
    });

    const following = 'keeps a rate over processes that follow one another, also behind one that is killed';
    if (ratedProcesses > 0)
      it(following, async () => {
        const { loopback, startWorker } = await setUp(5);
        const rate = 20;
        const inFlight = 4;
        const processes = Array.from({ length: ratedProcesses }, () => startWorker(80, inFlight, 0, rate));
        await untilRequests(loopback, 30);
        processes[0]?.kill('SIGKILL');
        expect(await Promise.all(processes.slice(1).map(exitOf))).toEqual(Array(ratedProcesses - 1).fill(0));
        // What was written before a second and received in it was in flight.
        const received = (await loopback.log()).map(({ atMs }) => atMs);
        expect(mostInOneSecond(received)).toBeLessThanOrEqual(rate + inFlight);
      });
  });
}
