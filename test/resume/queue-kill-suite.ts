import type { ChildProcess } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { geomill, type Ended } from '../support/geomill-process.ts';
import { NO_REDIS } from '../support/redis-server.ts';
import { FAULT_KINDS, type FaultKind } from './queue-fault-kinds.ts';
import { createQueueWorld, isToBeContinued, type QueueWorld } from './queue-world.ts';

/** On a machine that other tests share. */
const timeoutMs = (faults: number) => 900_000 + faults * 60_000;

/** How many faults of each kind to cause; 0 leaves a kind out. */
export type QueueFaults = Record<keyof typeof FAULT_KINDS | 'coordinatorKills', number>;

/** Defines the tests of promise 3 for a run on a queue: the bytes of one process, whatever fails. */
export function describeQueueFaults(rows: number, faults: QueueFaults): void {
  describe.skipIf(NO_REDIS)(`faults of a run on a queue${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
    let world: QueueWorld;
    beforeAll(async () => {
      world = await createQueueWorld(rows);
    }, timeoutMs(0));
    afterEach(() => world.stopWorkers());
    afterAll(() => world.close());

    async function expectWhole(out: string, ended: Ended): Promise<void> {
      expect(ended.code, ended.stderr).toBe(0);
      expect(await world.readAll(out)).toEqual(world.wanted);
      world.add(ended);
      await world.remove(out);
    }
    /** Prints how many jobs were computed twice, where that is asked for. */
    function tell(title: string, more: object = {}): void {
      if (process.env.GEOMILL_KILLS === undefined) return;
      process.stderr.write(`${title}: ${JSON.stringify({ ...world.figures, ...more })}\n`);
    }

    /** Causes faults while runs are in progress, one after another, until there were enough. */
    async function runWith(kind: FaultKind, many: number): Promise<void> {
      for (const options of kind.workers ?? [{}, {}]) world.startWorker(options);
      world.coordinator = kind.coordinator ?? {};
      let done = 0;
      let hasFailed = false;
      const causing = (async () => {
        for (; done < many; done += 1) {
          while (!(await world.hasJobs())) await delay(20);
          await delay(kind.everyMs * (0.5 + world.random()));
          await kind.cause(world, done);
        }
      })();
      causing.catch(() => (hasFailed = true));
      let runs = 0;
      do {
        runs += 1;
        await expectWhole(`run-${runs}`, await world.run(`run-${runs}`));
        tell(`${done} of ${many} ${kind.title}`, { runs });
      } while (done < many && !hasFailed);
      await causing;
    }

    for (const [name, kind] of Object.entries(FAULT_KINDS)) {
      const many = faults[name as keyof typeof FAULT_KINDS];
      if (many > 0) it(`${many} ${kind.title}`, () => runWith(kind, many), timeoutMs(many));
    }

    it.runIf(faults.coordinatorKills > 0)(
      `${faults.coordinatorKills} kills of the coordinator`,
      async () => {
        world.startWorker();
        world.startWorker();
        let runs = 1;
        let kills = 0;
        while (kills < faults.coordinatorKills) {
          const ended = await geomill(world.command(`run-${runs}`), {}, (child) => void killWithJobs(child));
          if (ended.signal === 'SIGKILL') {
            kills += 1;
            if (kills % 10 === 0) tell(`${kills} kills of the coordinator`, { runs });
          } else if (!isToBeContinued(ended)) await expectWhole(`run-${runs++}`, ended);
        }
        await expectWhole(`run-${runs}`, await world.run(`run-${runs}`));
        tell(`${kills} kills of the coordinator`, { runs, ...(await rowsComputed(runs)) });
      },
      timeoutMs(faults.coordinatorKills),
    );

    /** Kills a coordinator within 1.5 s after its run, and not only that of an earlier one, is on the queue. */
    async function killWithJobs(child: ChildProcess): Promise<void> {
      const own = `"coordinator":"${hostname()}:${child.pid}"`;
      const isQueued = async () => {
        const keys = await world.client.keys('geomill:run:*');
        const records = await Promise.all(keys.map((key) => world.client.get(key)));
        return records.some((record) => record?.includes(own));
      };
      while (child.exitCode === null && !(await isQueued())) await delay(10);
      await delay(world.random() * 1500);
      child.kill('SIGKILL');
    }

    /** Returns how many rows the workers, all of which still run, computed more than once. */
    async function rowsComputed(runs: number): Promise<{ rows: number; rows_twice: number }> {
      // A worker writes its figures every 5 s.
      await delay(6000);
      const keys = await world.client.keys('geomill:worker:*');
      const texts = await Promise.all(keys.map((key) => world.client.get(key)));
      const computed = texts.reduce(
        (sum, text) => sum + (JSON.parse(text ?? '{"rows":0}') as { rows: number }).rows,
        0,
      );
      return { rows: runs * rows, rows_twice: computed - runs * rows };
    }
  });
}
