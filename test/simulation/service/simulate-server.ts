import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { DurableFs } from '../../../src/base/files/durable-fs.ts';
import { createKey, type KeyEntry, writeKeysFile } from '../../../src/server/access/keys-file.ts';
import { openAccess, type OpenedAccess } from '../../../src/server/access/open-access.ts';
import type { Refusal } from '../../../src/server/refusal.ts';
import { createMemoryDisk, seededRandom } from '../../support/memory-disk.ts';
import type { Outcome } from '../outcome.ts';
import { createScheduler, startProcess, type SimProcess } from '../scheduler.ts';
import { delayFs } from './delayed-fs.ts';
import { runIn, type Surroundings } from './seams.ts';
import { drawServerFaults, type ServerFault } from './server-schedule.ts';

const KEYS_FILE = '/srv/keys.yaml';
const USAGE_FILE = `${KEYS_FILE}.usage.json`;
const WRONG = 'keys: [{ id:';
const ZONE_MS = 7 * 3_600_000;
const END_MS = 18_000;
/** A write begins each second, and takes some operations; so does reading the keys file again, every two seconds. */
const UNWRITTEN_MS = 1_000;
const CHECK_MS = 2_000;

/** A key, and what was admitted with it: when, and on which day of the server. */
interface Client {
  key: string;
  entry: KeyEntry;
  isBeingRevoked: boolean;
  revokedMs: number;
  admitted: { atMs: number; day: string; requests: number }[];
}

/**
 * Simulates a server with its keys and counts: the code that admits, counts and stores, under simulated time and disk, through kills and power cuts.
 *
 * Shape: as that of the other simulators. HTTP, and the responses, are not part of it: they keep no state.
 */
export async function simulateServer(
  seed: number,
  isTraced = false,
  isKept: (nth: number) => boolean = () => true,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const scheduler = createScheduler();
  const disk = createMemoryDisk(random);
  const reached = new Set<string>();
  const trace: string[] = [];
  const note = (text: string) => {
    if (isTraced) trace.push(`${(scheduler.nowMs() / 1000).toFixed(3).padStart(9)} ${text}`);
  };
  let violation: string | undefined;
  const violate = (what: string) => {
    if (violation === undefined) note(`VIOLATION: ${what}`);
    violation ??= what;
  };
  const faults = drawServerFaults(random).filter((_, nth) => isKept(nth));
  const operationMs = 0.2 + 4 * random();
  const syncMs = 1 + 40 * random();
  // A write, or reading the keys: at most ten operations, two of them syncs; and one write that was under way.
  const lateMs = 2 * (10 * operationMs + 2 * syncMs) + 20;
  // Midnight comes soon, or not at all.
  let wallBase = Date.UTC(2026, 6, 1) - ZONE_MS + (random() < 0.4 ? -between(1_000, 15_000) : 3_600_000);
  const wallMs = () => wallBase + scheduler.nowMs();
  let jumps = 0;
  const troubles: { fromMs: number; untilMs: number; isFull: boolean }[] = [];
  let isUsageDamaged = false;
  let isKeysFileWrong = false;
  let isKeysFileLocked = false;
  /** When the keys file could be read again. */
  let readableMs = 0;
  let names = 0;
  let started = 0;
  let isOver = false;
  /** Requests that were admitted until then are counted after the next start. */
  let safeUntilMs = Infinity;
  const admins: SimProcess[] = [];
  let server:
    { process: SimProcess; sinceMs: number; opened?: OpenedAccess; stop?: () => Promise<void> } | undefined;
  let killAt = Infinity;

  const inTrouble = (fromMs: number) => troubles.some(({ untilMs }) => untilMs > fromMs);
  const surroundingsOf = (process: SimProcess): Surroundings => ({
    fs: fsOf(process),
    after: (ms, callback) => process.after(ms, () => runIn(surroundingsOf(process), callback)),
    randomName: (bytes) => (names += 1).toString(16).padStart(2 * bytes, '0'),
  });
  const newProcess = (name: string) => startProcess(scheduler, name, { offsetMs: random() * 1e6, rate: 1 });

  const fsOf = (process: SimProcess): DurableFs =>
    delayFs(disk.fs, {
      after: (isSync, callback) =>
        void process.after((isSync ? syncMs : operationMs) * (0.2 + 0.8 * random()), callback),
      before(what) {
        const isKilled = process === server?.process && (killAt -= 1) <= 0;
        if (isKilled) killServer(`at ${what}`);
        const errno = isKilled ? undefined : errnoOf(what);
        return { isKilled, errno };
      },
    });
  function errnoOf(what: string): string | undefined {
    const now = troubles.filter(
      ({ fromMs, untilMs }) => fromMs <= scheduler.nowMs() && untilMs > scheduler.nowMs(),
    );
    if (now.some(({ isFull }) => isFull) && /write|truncate/.test(what)) return 'ENOSPC';
    return now.some(({ isFull }) => !isFull) && random() < 0.5 ? 'EIO' : undefined;
  }

  const log = new Proxy({} as FastifyBaseLogger, {
    get: () => (line: { event: string }) => {
      note(`  log: ${JSON.stringify(line)}`);
      if (line.event === 'Usage:NotWritten') reached.add('a usage that was not written');
      if (line.event === 'Keys:Wrong') reached.add('a wrong keys file');
      if (line.event === 'Usage:Day') reached.add('a new day');
      if (line.event !== 'Usage:SetAside') return;
      reached.add('a damaged usage file');
      if (!isUsageDamaged) violate('the usage file was damaged by nothing but a kill or a power cut');
      for (const each of clients) each.admitted = [];
    },
  });

  const clients: Client[] = [];
  for (let nth = between(1, 3); nth > 0; nth -= 1) {
    const rights = {
      ...(random() < 0.5 && { per_day: between(5, 60) }),
      ...(random() < 0.4 && { rate_per_second: between(1, 8) }),
    };
    const made = runIn(surroundingsOf(newProcess('keys add')), () => createKey(rights, 0));
    clients.push({ ...made, isBeingRevoked: false, revokedMs: Infinity, admitted: [] });
  }
  const admittedOn = ({ admitted }: Client, day: string, untilMs = Infinity) =>
    admitted.reduce((sum, each) => (each.day === day && each.atMs <= untilMs ? sum + each.requests : sum), 0);

  async function start(): Promise<void> {
    if (server?.process.isAlive || violation !== undefined) return;
    started += 1;
    const process = newProcess(`server ${started}`);
    const mine: NonNullable<typeof server> = { process, sinceMs: scheduler.nowMs() };
    server = mine;
    killAt = Infinity;
    note(`${process.name} starts`);
    const startMs = scheduler.nowMs();
    try {
      const opened = await runIn(surroundingsOf(process), () =>
        openAccess({ keysFile: KEYS_FILE, now: () => process.nowMs(), wallMs, log }),
      );
      const stop = await runIn(surroundingsOf(process), () => opened.keep());
      Object.assign(mine, { opened, stop });
      checkCounts(opened);
    } catch (error) {
      process.kill();
      note(`${process.name} does not start: ${(error as Error).message}`);
      if (!inTrouble(startMs) && !isKeysFileWrong)
        violate(`the server does not start: ${(error as Error).message}`);
      scheduler.in(1_000, () => void start());
    }
  }

  /** Compares what a server knows at its start with what was admitted, less what its promise lets a kill or a power cut take. */
  function checkCounts({ usage }: OpenedAccess): void {
    const { day } = usage.record();
    for (const each of clients) {
      const { id } = each.entry;
      const counted = usage.today(id).requests;
      const most = admittedOn(each, day);
      const least = admittedOn(each, day, safeUntilMs);
      if (counted > most) violate(`${counted} requests of ${id} are counted, ${most} were admitted`);
      if (counted < most) reached.add('counts of the last second lost');
      if (counted < least && jumps === 0) violate(`${counted} requests of ${id} are counted, not ${least}`);
      each.admitted = each.admitted.filter((other) => other.day !== day);
      each.admitted.push({ atMs: -Infinity, day, requests: counted });
    }
    safeUntilMs = Infinity;
    if (scheduler.nowMs() > END_MS) isOver = true;
  }
  /** A stop at this moment may take the last second, and what a disk in trouble did not take. */
  function mayLose(isStopped: boolean): void {
    let writtenMs = scheduler.nowMs() - UNWRITTEN_MS - lateMs;
    let isWritten = isStopped;
    // Between two troubles that are near, nothing may have been written.
    for (const { fromMs, untilMs } of troubles.toReversed()) {
      if (untilMs <= writtenMs) continue;
      writtenMs = Math.min(writtenMs, fromMs - UNWRITTEN_MS - lateMs);
      isWritten = false;
    }
    if (!isWritten) safeUntilMs = Math.min(safeUntilMs, writtenMs);
  }

  function killServer(how: string): void {
    if (!server?.process.isAlive) return;
    note(`${server.process.name} is killed ${how}`);
    server.process.kill();
    mayLose(false);
    scheduler.in(300, () => void start());
  }
  async function stopServer(): Promise<void> {
    const stopped = server;
    if (!stopped?.process.isAlive || !stopped.stop) return;
    note(`${stopped.process.name} stops`);
    const { stop } = stopped;
    // No request is open any more.
    delete stopped.opened;
    delete stopped.stop;
    await runIn(surroundingsOf(stopped.process), () => stop());
    if (!stopped.process.isAlive) return;
    stopped.process.kill();
    mayLose(true);
    scheduler.in(300, () => void start());
  }

  function cutPower(): void {
    note('the power is cut');
    reached.add('a start after a power cut');
    for (const each of [server?.process, ...admins]) each?.kill();
    isKeysFileLocked = false;
    mayLose(false);
    disk.crash();
    scheduler.in(1_000, () => void start());
  }
  /** Runs `geomill keys revoke`, again until it succeeds. */
  async function revoke(client: Client): Promise<void> {
    client.isBeingRevoked = true;
    // `geomill keys` changes the file under the lock of its folder.
    if (isKeysFileWrong || isKeysFileLocked) return void scheduler.in(500, () => void revoke(client));
    isKeysFileLocked = true;
    const process = newProcess('keys revoke');
    admins.push(process);
    const left = clients.filter(({ isBeingRevoked }) => !isBeingRevoked).map(({ entry }) => entry);
    try {
      await runIn(surroundingsOf(process), () => writeKeysFile(KEYS_FILE, left));
      note(`${client.entry.id} is revoked`);
      client.revokedMs = scheduler.nowMs();
    } catch {
      scheduler.in(500, () => void revoke(client));
    } finally {
      isKeysFileLocked = false;
    }
  }

  function send(client: Client): void {
    const { key, entry, isBeingRevoked, revokedMs } = client;
    scheduler.in(20 + 380 * random(), () => send(client));
    if (!server?.opened || !server.process.isAlive || server.process.frozenAtMs < Infinity) return;
    const { access, usage } = server.opened;
    const request = { query: { apikey: key }, headers: {} } as unknown as FastifyRequest;
    const nowMs = scheduler.nowMs();
    const admit = (requests: number) => {
      note(`${entry.id} sends ${requests}`);
      client.admitted.push({ atMs: nowMs, day: usage.record().day, requests });
    };
    let isBatch = false;
    try {
      const hook = access.authorize('geocodeForward') as unknown as (...args: unknown[]) => void;
      hook(request, undefined, () => undefined);
      admit(1);
      if (random() < 0.2) {
        const rows = between(2, 10);
        isBatch = true;
        access.charge(request, rows);
        admit(rows);
      }
      usage.bill(entry.id, 'geocodeForward');
    } catch (error) {
      const { statusCode, message } = error as Refusal;
      if (statusCode === 401 && isBeingRevoked) reached.add('a revoked key');
      else if (statusCode !== 429) violate(`a request of ${entry.id} fails: ${message}`);
      if (isBatch) reached.add('a batch that is refused');
      if (/a second/.test(message)) reached.add('a rate that is reached');
      if (/a day/.test(message)) reached.add('a quota that is spent');
      return;
    }
    const seenMs = Math.max(revokedMs, readableMs, ...troubles.map(({ untilMs }) => untilMs));
    if (nowMs > seenMs + CHECK_MS + lateMs && !isKeysFileWrong)
      violate(`${entry.id} is admitted ${Math.round(nowMs - revokedMs)} ms after it was revoked`);
    const sent = admittedOn(client, usage.record().day);
    // A day that was counted already may be opened anew by each jump.
    if (entry.per_day !== undefined && sent > entry.per_day * (1 + jumps))
      violate(`${entry.id} sent ${sent} requests in a day`);
    const { rate_per_second: rate } = entry;
    const second = client.admitted.filter(
      ({ atMs, requests }) => atMs > nowMs - 1_000 && requests === 1,
    ).length;
    if (rate !== undefined && second > rate && server.sinceMs < nowMs - 1_000)
      violate(`${second} requests of ${entry.id} in a second`);
  }

  function inject({ kind, forMs, pick }: ServerFault): void {
    note(`fault: ${kind}, ${Math.round(forMs)} ms`);
    const fromMs = scheduler.nowMs();
    switch (kind) {
      case 'server killed':
        return killServer('from outside');
      case 'killed at a disk operation':
        killAt = 1 + Math.floor(12 * pick);
        return;
      case 'server stopped':
        return void stopServer();
      case 'power lost':
        return cutPower();
      case 'disk full':
      case 'disk fails':
        troubles.push({ fromMs, untilMs: fromMs + forMs, isFull: kind === 'disk full' });
        return;
      case 'usage file damaged': {
        const bytes = disk.bytes(USAGE_FILE);
        if (!bytes) return;
        isUsageDamaged = true;
        return disk.put(
          USAGE_FILE,
          pick < 0.5 ? bytes.subarray(0, Math.floor(pick * bytes.length)) : Buffer.alloc(9),
        );
      }
      case 'time of day jumps':
        jumps += 1;
        wallBase += (pick < 0.5 ? -1 : 1) * 3_600_000 * [1, 24, 9_600][Math.floor(pick * 3)]!;
        return;
      case 'key revoked': {
        const client = clients[Math.floor(pick * clients.length)];
        return client && !client.isBeingRevoked ? void revoke(client) : undefined;
      }
      case 'keys file edited wrongly': {
        const before = disk.get(KEYS_FILE);
        if (before === undefined || isKeysFileWrong) return;
        isKeysFileWrong = true;
        disk.put(KEYS_FILE, WRONG);
        return void scheduler.in(forMs, () => {
          // Unless it was replaced meanwhile.
          if (disk.get(KEYS_FILE) === WRONG) disk.put(KEYS_FILE, before);
          isKeysFileWrong = false;
          readableMs = scheduler.nowMs();
        });
      }
    }
  }

  const setUp = newProcess('keys add');
  void runIn(surroundingsOf(setUp), () =>
    writeKeysFile(
      KEYS_FILE,
      clients.map(({ entry }) => entry),
    ),
  ).then(start);
  for (const client of clients) send(client);
  for (const fault of faults) scheduler.in(fault.atMs, () => inject(fault));
  scheduler.in(END_MS, () => void stopServer());
  const events = await scheduler.run(() => {
    if (scheduler.nowMs() > END_MS + 20_000) violate('the server has not started again within 20 s');
    return isOver || violation !== undefined;
  });
  return {
    seed,
    ...(violation !== undefined && { violation }),
    ...{ runs: started, events, simulatedMs: scheduler.nowMs(), trace, reached, faults },
  };
}
