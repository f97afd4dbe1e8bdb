import { GeomillError, isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { sleep } from '../../src/base/files/clock.ts';
import { createOpenJobs, type JobStatistics } from '../../src/queue/open-jobs.ts';
import type { PlacedChunk } from '../../src/queue/job.ts';
import { createMemoryDisk, seededRandom } from '../support/memory-disk.ts';
import { IDENTITY, QUEUE, runCoordinator } from './coordinator.ts';
import { drawSchedule, type Fault } from './faults.ts';
import { createInvariants, GARBAGE, type Invariants } from './invariants.ts';
import { createLink, type Link } from './link.ts';
import type { Outcome } from './outcome.ts';
import { createQueueServer } from './queue-server.ts';
import { createScheduler, startProcess, type SimProcess } from './scheduler.ts';
import { tableOf, computeChunk } from './table.ts';
import { startWorker, type SimWorker, type WorkerIdentity } from './worker.ts';

/** When the faults are over, a run ends within this time. Units: ms of the simulation. */
const PROGRESS_MS = 240_000;
const LEASE_MS = 6_000;
const MOST_EVENTS = 60_000;
/** Workers that must not compute the run: of another version, dataset, router. */
const OTHERS: readonly WorkerIdentity[] = [
  { ...IDENTITY, version: '2' },
  { ...IDENTITY, service: 'local old' },
  { ...IDENTITY, router: 'roads' },
];

/** Rare ends of a process, by its failure. */
const RARE: readonly [state: string, message: RegExp][] = [
  ['two results that differ', /^two workers computed different results/],
  ['rows that are not gone on from', /does not go on/],
  ['a result of other rows', /sent a result that is not that of the rows/],
  ['chunks or a record that were not sent', /in Redis has not the chunk/],
  ['a result that no worker sent', /a result in Redis is not one/],
  ['a job that no worker finishes', /were not finished by any worker/],
  ['a lock that was taken over', /the lock was taken over/],
];

/** All rare states that the seeds together must reach. */
export const RARE_STATES: readonly string[] = [
  ...RARE.map(([state]) => state),
  ...['a second result', 'a job that was lost', 'a run of three processes'],
];

/** A coordinator that was started. */
interface Coordinator {
  process: SimProcess;
  link: Link;
  diskOperations: number;
  killAt: number;
}

/**
 * Simulates a run with the faults of a seed.
 *
 * Shape: only with those of its faults that `isKept` names by their number.
 * Guarantee: the same seed gives the same outcome, event by event.
 */
export async function simulate(
  seed: number,
  isTraced = false,
  isKept: (nth: number) => boolean = () => true,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const drawn = drawSchedule(random);
  const schedule = { ...drawn, faults: drawn.faults.filter((_, nth) => isKept(nth)) };
  const reached = new Set<string>();
  const table = tableOf(schedule.rows);
  const scheduler = createScheduler();
  const server = createQueueServer(() => scheduler.nowMs(), random);
  const disk = createMemoryDisk(random);
  const input = Buffer.from(table.input);
  disk.put('/in.csv', input);
  const trace: string[] = [];
  const note = (text: string) => {
    if (isTraced) trace.push(`${(scheduler.nowMs() / 1000).toFixed(3).padStart(9)} ${text}`);
  };
  const invariants: Invariants = createInvariants({ table, schedule, disk, note });
  const poison = { row: 1 + Math.floor(random() * table.rows), kind: '', throwsLeft: 0 };
  const wrong = new Set<string>();
  const statistics: JobStatistics[] = [];
  const workers: SimWorker[] = [];
  const coordinators: Coordinator[] = [];
  let lockHolder: SimProcess | undefined;
  let started = 0;
  let faultsEndMs = 0;
  let isDone = false;
  /** What is committed is doubtful: a person begins the next run anew. */
  let isRestart = false;
  /** A run found that its rows may be wrong, and none has refused to go on from them yet. */
  let isDoubted = false;

  server.listen({
    waiting(queue) {
      const awake = workers.filter(({ process }) => process.isAlive);
      const chosen = awake[Math.floor(random() * awake.length)];
      if (chosen) scheduler.in(5, () => chosen.wake(queue));
    },
    delayed: (queue, ms) => scheduler.in(ms, () => server.promote(queue)),
  });
  const newProcess = (kind: string) => {
    started += 1;
    return startProcess(scheduler, `${kind} ${started}`, {
      offsetMs: random() * 1e6,
      rate: 0.9 + random() / 5,
    });
  };

  function openWorker(identity: WorkerIdentity = IDENTITY, isWrong = false): SimWorker {
    const process = newProcess('worker');
    if (isWrong) wrong.add(process.name);
    const isOther = identity !== IDENTITY;
    const worker = startWorker({
      ...{ process, server, ...identity, lockMs: schedule.lockMs },
      link: createLink(scheduler, process, random),
      async compute(placed) {
        await sleep(process, schedule.computeMs * (0.1 + 0.9 * random()));
        const { chunk } = placed;
        if (poison.kind !== '' && chunk.firstRow <= poison.row && poison.row < chunk.nextRow) {
          if (poison.kind === 'deadly chunk') {
            note(`${process.name} is killed by row ${poison.row}`);
            restartWorker(worker);
            return new Promise<never>(() => undefined);
          }
          if (poison.kind === 'failing chunk' || (poison.throwsLeft -= 1) >= 0)
            throw new Error('simulated: a bug for one place');
        }
        return computed(placed, isOther, isWrong);
      },
    });
    return worker;
  }
  function computed(placed: PlacedChunk, isOther: boolean, isWrong: boolean) {
    if (isOther) return computeChunk(placed, 1);
    if (!isWrong || random() < 0.3) return computeChunk(placed, 0);
    const kind = random();
    if (kind < 0.5) return computeChunk(placed, 2);
    return computeChunk(placed, 0, kind < 0.97 ? 'outputs' : 'line');
  }
  function restartWorker(worker: SimWorker, afterMs = 500): void {
    const at = workers.indexOf(worker);
    if (at < 0 || !worker.process.isAlive) return;
    worker.process.kill();
    const isWrong = wrong.has(worker.process.name);
    scheduler.in(afterMs, () => (workers[at] = openWorker(IDENTITY, isWrong)));
  }

  function openCoordinator(): void {
    if (isDone) return;
    const process = newProcess('coordinator');
    const coordinator: Coordinator = {
      process,
      link: createLink(scheduler, process, random),
      ...{ diskOperations: 0, killAt: Infinity },
    };
    coordinators.push(coordinator);
    if (lockHolder?.isAlive && scheduler.nowMs() - lockHolder.frozenAtMs < LEASE_MS) return process.kill();
    if (lockHolder?.isAlive && lockHolder.frozenAtMs === Infinity) return process.kill();
    lockHolder = process;
    // Given once: whoever follows it, also after a kill, goes on from what it has done.
    const isFresh = isRestart;
    isRestart = false;
    note(`${process.name} begins${isFresh ? ' anew' : ''}`);
    const jobs = createOpenJobs();
    const watch = invariants.watch(process, jobs, () => lockHolder === process);
    statistics.push(jobs.statistics);
    const ended = runCoordinator({
      ...{ process, link: coordinator.link, server, fs: disk.fs, input, watch },
      runId: `run${started}`,
      isRestart: isFresh,
      jobs: watch.jobs,
      ...{ chunkBytes: schedule.chunkBytes, checkpointMs: schedule.checkpointMs },
      windowBytes: schedule.chunksInWindow * schedule.chunkBytes,
      async checkLock() {
        if (lockHolder !== process) throw new GeomillError('LOCKED', 'the lock was taken over');
      },
      syncMs() {
        coordinator.diskOperations += 1;
        if (coordinator.diskOperations >= coordinator.killAt) killCoordinator(coordinator, random() < 0.5);
        return schedule.syncMs * random();
      },
    });
    ended.then(
      () => process.deliver(() => onEnded(process, undefined)),
      (error: unknown) => process.deliver(() => onEnded(process, error)),
    );
  }
  function onEnded(process: SimProcess, error: unknown): void {
    note(`${process.name} ${error === undefined ? 'is done' : `stops: ${(error as Error).message}`}`);
    process.kill();
    if (lockHolder === process) lockHolder = undefined;
    invariants.ended(process, error as Error | undefined);
    // It refuses to go on: found by a person, who gives --restart to the next one.
    const isRefused = isGeomillError(error, 'RESULTS_DOUBTFUL') && /does not go on/.test(error.message);
    isRestart = isRefused;
    for (const [state, message] of RARE)
      if (error !== undefined && message.test((error as Error).message)) reached.add(state);
    if (isGeomillError(error, 'RESULTS_DOUBTFUL')) isDoubted = !isRefused;
    if (error === undefined && isDoubted)
      invariants.violate('a run went on from rows that may be wrong, and ended well');
    if (isRefused) invariants.restarted();
    if (error === undefined) isDone = true;
    else {
      if (invariants.isStoppedBy(error as Error)) {
        poison.kind = '';
        for (const worker of workers) if (wrong.delete(worker.process.name)) replaceWrong(worker);
        faultsEndMs = Math.max(faultsEndMs, scheduler.nowMs());
      }
      scheduler.in(1_000, openCoordinator);
    }
  }
  function replaceWrong(worker: SimWorker): void {
    worker.process.kill();
    workers[workers.indexOf(worker)] = openWorker();
  }
  function killCoordinator({ process }: Coordinator, isPowerLost: boolean): void {
    if (!process.isAlive) return;
    note(`${process.name} is killed${isPowerLost ? ', its power lost' : ''}`);
    process.kill();
    if (isPowerLost) disk.crash();
    scheduler.in(1_000, openCoordinator);
  }

  function inject({ kind, forMs, pick }: Fault): void {
    if (isDone) return;
    const worker = workers[Math.floor(pick * schedule.workers)] as SimWorker;
    const coordinator = coordinators.findLast(({ process }) => process.isAlive);
    const lasting = (begin: () => void, end: () => void) => {
      begin();
      scheduler.in(forMs, end);
    };
    note(
      `fault: ${kind}${kind.startsWith('worker') ? ` (${worker.process.name})` : ''}, ${Math.round(forMs)} ms`,
    );
    switch (kind) {
      case 'worker killed':
        return restartWorker(worker, forMs / 4);
      case 'workers come and go':
        for (let afterMs = 0; afterMs < forMs; afterMs += 300 + 500 * random())
          scheduler.in(afterMs, () => {
            const victim = workers[Math.floor(random() * schedule.workers)] as SimWorker;
            if (!isDone) restartWorker(victim, 300);
          });
        return;
      case 'worker frozen':
        worker.process.freeze();
        return void scheduler.in(forMs, () => worker.process.thaw());
      case 'worker stopped':
        worker.stop();
        return void scheduler.in(5_000, () => restartWorker(worker));
      case 'coordinator killed':
      case 'power lost':
        return coordinator && killCoordinator(coordinator, kind === 'power lost');
      case 'killed at a disk operation':
        if (coordinator) coordinator.killAt = coordinator.diskOperations + 1 + Math.floor(pick * 12);
        return;
      case 'coordinator frozen':
        coordinator?.process.freeze();
        return void scheduler.in(forMs, () => coordinator?.process.thaw());
      case 'second coordinator':
        coordinator?.process.freeze();
        scheduler.in(pick * 2 * LEASE_MS, openCoordinator);
        return void scheduler.in(pick * 2 * LEASE_MS + forMs / 4, () => coordinator?.process.thaw());
      case 'partition': {
        const link = pick < 0.4 && coordinator ? coordinator.link : worker.link;
        const sides = ['nothing', 'requests', 'replies'] as const;
        return lasting(
          () => link.breakOff(sides[Math.floor(pick * 97) % 3] as (typeof sides)[number]),
          () => link.restore(),
        );
      }
      case 'slow connection': {
        const link = pick < 0.4 && coordinator ? coordinator.link : worker.link;
        return lasting(
          () => link.slow(100 + pick * 2_000),
          () => link.slow(0),
        );
      }
      case 'Redis restarted': {
        const links = [...workers, ...coordinators].map(({ link }) => link);
        links.forEach((link) => link.breakOff('nothing'));
        server.restart(1_000 * pick);
        return void scheduler.in(forMs / 4, () => links.forEach((link) => link.restore()));
      }
      case 'Redis flushed':
        return server.flush();
      case 'clock of Redis jumps':
        return server.jump(pick * 120_000);
      case 'chunks swapped': {
        const [one, two] = server.keys().filter((key) => key.startsWith('payload:'));
        if (one === undefined || two === undefined) return;
        return server.set(one, server.get(two), 3_600_000);
      }
      case 'record changed': {
        const key = server.keys().find((each) => each.startsWith('run:'));
        if (key !== undefined) server.set(key, { ...server.get<object>(key), job: 'another' }, 60_000);
        return;
      }
      case 'garbage result': {
        const [run] = server.get<readonly string[]>('runs') ?? [];
        if (run !== undefined) server.push(`results:${run}`, Buffer.from(GARBAGE));
        return;
      }
      case 'other worker':
        workers.push(openWorker(OTHERS[Math.floor(pick * OTHERS.length)]));
        return;
      case 'wrong worker': {
        worker.process.kill();
        workers[workers.indexOf(worker)] = openWorker(IDENTITY, true);
        return;
      }
      case 'failing chunk':
      case 'deadly chunk':
        poison.kind = kind;
        return;
      case 'flaky chunk':
        if (poison.kind !== '') return;
        Object.assign(poison, { kind, throwsLeft: 4 });
    }
  }

  /** Looks for lost jobs at intervals, as all workers do in turn while one of them can. */
  function checkStalled(): void {
    if (workers.some((worker) => worker.serves(QUEUE))) server.checkStalled(QUEUE);
    scheduler.in(schedule.lockMs / 2, checkStalled);
  }

  for (let at = 0; at < schedule.workers; at += 1) workers.push(openWorker());
  checkStalled();
  scheduler.in(0, openCoordinator);
  for (const fault of schedule.faults) {
    scheduler.in(fault.atMs, () => inject(fault));
    faultsEndMs = Math.max(faultsEndMs, fault.atMs + 2 * LEASE_MS + fault.forMs);
  }
  let steps = 0;
  const events = await scheduler.run(() => {
    steps += 1;
    if (!isDone && scheduler.nowMs() > faultsEndMs + PROGRESS_MS)
      invariants.violate(`the run has not ended ${PROGRESS_MS / 1000} s after the last fault`);
    if (steps > MOST_EVENTS) invariants.violate(`the run has not ended after ${MOST_EVENTS} events`);
    invariants.check();
    return isDone || invariants.violation() !== undefined;
  });
  if (isDone) invariants.whole();
  if (statistics.some(({ secondResults }) => secondResults > 0)) reached.add('a second result');
  if (statistics.some(({ queuedAgain }) => queuedAgain > 0)) reached.add('a job that was lost');
  if (coordinators.length > 2) reached.add('a run of three processes');
  const violation = invariants.violation();
  return {
    seed,
    ...(violation !== undefined && { violation }),
    ...{ runs: coordinators.length, events, simulatedMs: scheduler.nowMs(), trace, reached },
    faults: schedule.faults,
  };
}
