import { endsRun, isGeomillError } from '../../../src/base/errors/geomill-error.ts';
import { quotaDay } from '../../../src/remote/quota.ts';
import { createRemoteService } from '../../../src/remote/remote-service.ts';
import type { Transport, TransportResult } from '../../../src/remote/transport.ts';
import { seededRandom } from '../../support/memory-disk.ts';
import type { Outcome } from '../outcome.ts';
import { createScheduler } from '../scheduler.ts';
import { drawServiceSchedule, type ServiceFault } from './schedule.ts';
import { runIn, type Surroundings } from './seams.ts';
import { createServiceInvariants } from './service-invariants.ts';
import { createSharedDisk, failure } from './shared-disk.ts';

/** 10:00 in Vietnam. */
const START_MS = Date.UTC(2026, 6, 1, 3);
const SERVICE = 'https://service.test/v1';
const DAY_MS = 24 * 3_600_000;
/** A process that sends nothing and ends not within this time stands still. Units: ms of the simulation. */
const STILL_MS = 120_000;
const MOST_RUNS = 80;
const MOST_EVENTS = 60_000;
/** What a run that is refused by its quota may wait for, clocks that were wrong for less than two days included. */
const LONGEST_WAIT_MS = 3.2 * DAY_MS;

/** A process of the machine. */
interface Machine {
  name: string;
  slot: number;
  isAlive: boolean;
  isFrozen: boolean;
  due: (() => void)[];
  killAtCall: number;
  /** The time of day when its run was stopped. */
  stoppedMs: number;
  surroundings: Surroundings & Required<Pick<Surroundings, 'calls'>>;
}

/**
 * Simulates processes that own a cache folder, a rate and a daily quota one after another: the code of the remote service under simulated time, disk and network.
 *
 * Shape: only with those faults of the seed that `isKept` names by their number. At the end one more run asks for everything again.
 * Guarantee: the same seed gives the same outcome, event by event.
 */
export async function simulateService(
  seed: number,
  isTraced = false,
  isKept: (nth: number) => boolean = () => true,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const drawn = drawServiceSchedule(random);
  const schedule = { ...drawn, faults: drawn.faults.filter((_, nth) => isKept(nth)) };
  const scheduler = createScheduler();
  const disk = createSharedDisk(random);
  const reached = new Set<string>();
  const trace: string[] = [];
  const note = (text: string) => {
    if (isTraced) trace.push(`${(scheduler.nowMs() / 1000).toFixed(3).padStart(9)} ${text}`);
  };
  const invariants = createServiceInvariants({ schedule, note, nowMs: () => scheduler.nowMs() });
  const network = { refuses: 0, fails: 0, throttles: 0, loses: 0, cuts: 0, slow: 0 };
  const disturbed = { full: 0, fails: 0, short: 0 };
  const slots: (Machine | undefined)[] = [];
  const isDone = new Set<number>();
  let bootMs = -1_000_000 - random() * 1e6;
  let wallMs = () => START_MS + scheduler.nowMs();
  let started = 0;
  let starting = 0;
  let names = 0;
  let isOver = false;
  let isRemoved = false;
  let owner: Machine | undefined;
  let lastMs = 0;
  let hasFailedRows = false;
  const last = schedule.processes;

  function newMachine(slot: number): Machine {
    started += 1;
    const machine: Machine = {
      ...{ name: `process ${started}`, slot, isAlive: true, isFrozen: false, due: [], killAtCall: Infinity },
      stoppedMs: 0,
      surroundings: undefined as unknown as Machine['surroundings'],
    };
    let calls = 0;
    const hooks = {
      before(call: string, path: string) {
        if (!machine.isAlive) throw failure('EKILLED');
        calls += 1;
        if (calls >= machine.killAtCall) {
          kill(machine, `at ${call} of ${path}`);
          throw failure('EKILLED');
        }
        return trouble(call);
      },
      synced: (done: () => void, callback: () => void) => {
        scheduler.in(schedule.syncMs * (0.2 + random()), () => {
          done();
          deliver(machine, callback);
        });
      },
    };
    machine.surroundings = {
      calls: disk.callsOf(hooks),
      transport: transportOf(machine),
      after: (ms, callback) => after(machine, ms, callback),
      wallMs: () => wallMs(),
      randomName: (bytes) => (names += 1).toString(16).padStart(2 * bytes, '0'),
    };
    return machine;
  }
  function deliver(machine: Machine, run: () => void): void {
    if (!machine.isAlive) return;
    if (machine.isFrozen) machine.due.push(run);
    else runIn(machine.surroundings, run);
  }
  function after(machine: Machine, ms: number, callback: () => void): () => void {
    let isCancelled = false;
    const run = () => deliver(machine, () => (isCancelled ? undefined : callback()));
    // Timers are late by up to a few milliseconds.
    const cancel = scheduler.in(Math.max(ms, 1) + 3 * random() ** 4, run);
    return () => {
      isCancelled = true;
      cancel();
    };
  }
  /** Fails a call as the disk does now. Shape: returns how many bytes a write writes. */
  function trouble(call: string): number | undefined {
    if (disturbed.full > 0 && call === 'write') throw broken('ENOSPC');
    if (disturbed.fails > 0 && random() < 0.3) throw broken(random() < 0.5 ? 'EIO' : 'EDQUOT');
    if (disturbed.short > 0 && call === 'write' && random() < 0.5) return Math.floor(random() * 40);
    return undefined;
  }
  function broken(errno: string): Error {
    reached.add('a disk that failed');
    return failure(errno);
  }

  function transportOf(machine: Machine): Transport {
    const open = new Set<(result: TransportResult) => void>();
    const failed = (detail: string): TransportResult => ({
      ...{ kind: 'failed', reason: detail === 'TIMEOUT' ? 'timeout' : 'network', detail, replied: false },
    });
    return {
      send: ({ query }, onSent) =>
        new Promise((settle) => {
          const resolve = (result: TransportResult) => {
            if (open.delete(resolve)) settle(result);
          };
          open.add(resolve);
          const key = Number(new URLSearchParams(query).get('lng'));
          const latencyMs = schedule.latencyMs * (0.3 + random()) * (network.slow > 0 ? 10 : 1);
          after(machine, 1 + 5 * random(), () => {
            if (!open.has(resolve)) return;
            if (network.refuses > 0) return resolve(failed('ECONNREFUSED'));
            onSent();
            lastMs = scheduler.nowMs();
            invariants.sent(machine.name, key, scheduler.nowMs() - bootMs, quotaDay(wallMs()));
            const result = replyTo(key);
            after(machine, latencyMs, () => close(result, 'ECONNRESET'));
          });
          /** Ends the request. Shape: a reply to a connection that was closed already reaches nobody. */
          const close = (result: TransportResult | undefined, why: string) => {
            if (!open.has(resolve)) return;
            invariants.replied(machine.name, key, result);
            resolve(result ?? failed(why));
          };
          after(machine, 5_000, () => close(undefined, 'TIMEOUT'));
        }),
      async destroy() {
        for (const resolve of open) resolve(failed('UND_ERR_DESTROYED'));
      },
    };
  }
  /** The reply of the service; undefined where it is lost. */
  function replyTo(key: number): TransportResult | undefined {
    const reply = (status: number, text: string, retryAfter?: string): TransportResult => ({
      ...{ kind: 'reply', status, headers: { retryAfter }, body: Buffer.from(text) },
    });
    if (network.throttles > 0) return reply(429, '', String(1 + Math.floor(4 * random())));
    if (network.fails > 0 && random() < 0.7) return reply(random() < 0.5 ? 500 : 503, 'oops');
    if (network.loses > 0 && random() < 0.7) return undefined;
    const text = JSON.stringify({ ...valueOf(key), status: 'OK' });
    return reply(200, network.cuts > 0 && random() < 0.7 ? text.slice(0, 30) : text);
  }

  async function ask(keys: readonly number[], machine: Machine): Promise<void> {
    const remote = createRemoteService({
      ...{ baseUrl: SERVICE, apiKey: 'key', cacheDir: '/cache', random },
      ...{ ratePerSecond: schedule.ratePerSecond, concurrency: schedule.concurrency, deadlineMs: 5_000 },
      perDay: schedule.perDay,
      clock: {
        nowMs: () => scheduler.nowMs() - bootMs,
        wallMs: () => wallMs(),
        after: (ms, callback) => after(machine, ms, callback),
      },
      onEvent({ event }) {
        if (event === 'Service:Stopped') machine.stoppedMs = wallMs();
        if (event === 'Cache:Damaged') reached.add('damaged responses');
        if (event === 'Throttle:Pause') reached.add('a pause');
      },
    });
    /** Asks for a key. Errors: those that end the run; a row may have an error of its own. */
    const askFor = async (key: number) => {
      try {
        const { forcodes, lat, lng } = await remote.service.encodeForcode({ lat: 10, lng: key });
        lastMs = scheduler.nowMs();
        invariants.answered(key, JSON.stringify({ forcodes, lat, lng }), JSON.stringify(shown(key)));
      } catch (error) {
        if (endsRun(error)) throw error;
        hasFailedRows = true;
      }
    };
    try {
      // Each key twice: equal requests in flight are one.
      await Promise.all(keys.flatMap((key) => [askFor(key), askFor(key)]));
      // Again, from the cache, which may be damaged meanwhile.
      await new Promise<void>((resolve) => after(machine, 2_000 * random(), resolve));
      await Promise.all(keys.map(askFor));
    } finally {
      await remote.close();
    }
  }

  function begin(slot: number): void {
    starting -= 1;
    if (isOver || slots[slot]?.isAlive === true) return;
    // As `geomill run --wait`: the lock of a process is free as soon as it has ended, however it ended.
    if (owner?.isAlive === true) {
      reached.add('a process that waits');
      scheduler.in(50 + 200 * random(), () => {
        starting += 1;
        begin(slot);
      });
      return;
    }
    const machine = newMachine(slot);
    owner = machine;
    slots[slot] = machine;
    lastMs = scheduler.nowMs();
    note(`${machine.name} begins`);
    invariants.begun();
    const all = Array.from({ length: schedule.keys }, (_, key) => key);
    const keys = slot === last ? all : all.filter((key) => key % schedule.processes === slot);
    const ended = (error?: unknown) => deliver(machine, () => onEnded(machine, error as Error | undefined));
    runIn(machine.surroundings, () => void ask(keys, machine).then(() => ended(), ended));
  }
  function beginIn(ms: number, slot: number): void {
    starting += 1;
    scheduler.in(ms, () => begin(slot));
  }

  function onEnded(machine: Machine, error: Error | undefined): void {
    const { name, slot } = machine;
    note(`${name} ${error === undefined ? 'is done' : `ends: ${error.message}`}`);
    machine.isAlive = false;
    lastMs = scheduler.nowMs();
    if (started > MOST_RUNS) return invariants.violate(`${started} runs have not finished`);
    if (error === undefined) {
      isDone.add(slot);
      if (slot === last) isOver = true;
      else if (isDone.size === schedule.processes) beginIn(10, last);
      return;
    }
    const waitMs = waitAfter(error, machine.stoppedMs);
    if (waitMs === undefined) return invariants.violate(`${name} ended without a reason: ${error.message}`);
    if (waitMs > LONGEST_WAIT_MS)
      return invariants.violate(
        `${name} is to wait for ${Math.round(waitMs / DAY_MS)} days: ${error.message}`,
      );
    beginIn(waitMs, slot);
  }
  /** Returns after how long a person, who does what the message says, begins the run again; undefined where nothing explains its end. */
  function waitAfter(error: Error, stoppedMs: number): number | undefined {
    if (isGeomillError(error, 'QUOTA_SPENT')) {
      reached.add('a quota that is spent');
      if (/wrong|set back/.test(error.message)) reached.add('a day that was counted by a wrong clock');
      if (schedule.perDay === undefined) return undefined;
      const { retryAt = '' } = error.details;
      return Math.max(1_000, Date.parse(retryAt) - stoppedMs + 1_000);
    }
    if (isGeomillError(error, 'THROTTLED')) return (error.details.retryAfterMs ?? 0) + 1_000;
    if (isGeomillError(error, 'IO')) {
      const [, ...lines] = /^The count of requests in (\S+) and (\S+) is damaged/.exec(error.message) ?? [];
      if (lines.length > 0) {
        if (!lines.every((line) => invariants.mayBeDamaged(line))) return undefined;
        for (const line of lines) disk.remove(line);
        isRemoved = true;
        return 1_000;
      }
      // By that person, while others ran.
      if (isRemoved && error.message.includes('was removed during the run')) return 1_000;
      return hadFault('disk full', 'disk fails', 'short writes') ? 1_000 : undefined;
    }
    const isOfService = /^SERVICE_|^TIMEOUT$|^RESPONSE_/.test(isGeomillError(error) ? error.code : '');
    if (
      isOfService &&
      hadFault(
        'service refuses connections',
        'service fails',
        'replies are lost',
        'replies are cut',
        'service slow',
      )
    ) {
      reached.add('a service that is down');
      return 2_000;
    }
    return undefined;
  }
  const hadFault = (...kinds: readonly ServiceFault['kind'][]) =>
    schedule.faults.some(({ kind, atMs }) => kinds.includes(kind) && atMs <= scheduler.nowMs());

  function kill(machine: Machine, how: string): void {
    if (!machine.isAlive) return;
    note(`${machine.name} is killed ${how}`);
    machine.isAlive = false;
    invariants.killed(machine.name);
    beginIn(500 + 1_000 * random(), machine.slot);
  }
  function cutPower(): void {
    note('the power is cut');
    reached.add('a start after a power cut');
    for (const machine of slots)
      if (machine?.isAlive) {
        machine.isAlive = false;
        invariants.killed(machine.name);
        beginIn(10_000, machine.slot);
      }
    invariants.powerCut();
    disk.cutPower();
    bootMs = scheduler.nowMs();
  }
  function damage(isMisdirected: boolean, pick: number): void {
    const paths = disk.paths();
    const path = paths[Math.floor(pick * paths.length)];
    if (path === undefined) return;
    note(`${path} is damaged`);
    invariants.damaged(path);
    if (path.includes('/quota')) reached.add('a damaged ledger');
    disk.damage(path, (content) => {
      if (content.length === 0) return;
      const at = Math.floor(random() * content.length);
      if (!isMisdirected) content[at] = (content[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      else
        content.write(
          'misdirected bytes of another file'.slice(0, 1 + Math.floor(random() * 32)),
          at,
          'latin1',
        );
    });
  }

  function inject({ kind, forMs, pick }: ServiceFault): void {
    if (isOver) return;
    const alive = slots.filter((machine) => machine?.isAlive === true) as Machine[];
    const machine = alive[Math.floor(pick * alive.length)];
    note(`fault: ${kind}, ${Math.round(forMs)} ms`);
    const during = <T extends object>(state: T, name: keyof T & string) => {
      const counts = state as Record<string, number>;
      counts[name] = (counts[name] ?? 0) + 1;
      scheduler.in(forMs, () => (counts[name] = (counts[name] ?? 0) - 1));
    };
    switch (kind) {
      case 'process killed':
        return machine && kill(machine, 'from outside');
      case 'killed at a system call':
        if (machine) machine.killAtCall = 1 + Math.floor(60 * pick);
        return;
      case 'process frozen':
        if (!machine) return;
        machine.isFrozen = true;
        return void scheduler.in(forMs, () => {
          machine.isFrozen = false;
          for (const run of machine.due.splice(0)) scheduler.in(0, () => deliver(machine, run));
        });
      case 'power lost':
        return cutPower();
      case 'time of day jumps': {
        const before = wallMs;
        const byMs =
          [-3_600_000, 3_600_000, 400 * DAY_MS, -400 * DAY_MS, DAY_MS, -DAY_MS][Math.floor(6 * pick)] ?? 0;
        note(`the time of day jumps by ${byMs / 3_600_000} h`);
        invariants.jumped();
        wallMs = () => before() + byMs;
        return;
      }
      case 'disk full':
        return during(disturbed, 'full');
      case 'disk fails':
        return during(disturbed, 'fails');
      case 'short writes':
        return during(disturbed, 'short');
      case 'byte flipped':
      case 'write misdirected':
        return damage(kind === 'write misdirected', pick);
      case 'service refuses connections':
        return during(network, 'refuses');
      case 'service fails':
        return during(network, 'fails');
      case 'service throttles':
        return during(network, 'throttles');
      case 'replies are lost':
        return during(network, 'loses');
      case 'replies are cut':
        return during(network, 'cuts');
      case 'service slow':
        return during(network, 'slow');
    }
  }

  for (let slot = 0; slot < schedule.processes; slot += 1) beginIn(300 * random(), slot);
  for (const fault of schedule.faults) scheduler.in(fault.atMs, () => inject(fault));
  const lastFaultMs = Math.max(0, ...schedule.faults.map(({ atMs, forMs }) => atMs + forMs));
  let steps = 0;
  const events = await scheduler.run(() => {
    steps += 1;
    const sinceMs = scheduler.nowMs() - Math.max(lastMs, lastFaultMs);
    if (!isOver && starting === 0 && sinceMs > STILL_MS)
      invariants.violate(`nothing has happened for ${STILL_MS / 1000} s`);
    if (steps > MOST_EVENTS) invariants.violate(`the runs have not ended after ${MOST_EVENTS} events`);
    return isOver || invariants.violation() !== undefined;
  });
  if (!isOver && invariants.violation() === undefined) invariants.violate('the runs have not ended');
  if (isOver && !hasFailedRows) invariants.whole(schedule.keys);
  if (invariants.days() > 1) reached.add('a quota of several days');
  const violation = invariants.violation();
  return {
    seed,
    ...(violation !== undefined && { violation }),
    ...{ runs: started, events, simulatedMs: scheduler.nowMs(), trace, reached },
    faults: schedule.faults,
  };
}

const shown = (key: number) => ({ forcodes: `F${(key * 7919) % 10_007}`, lat: 10, lng: key });
const valueOf = (key: number) => ({ ...shown(key), resolution: 13, admin_code: '' });
