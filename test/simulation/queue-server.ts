import type { JobState } from '../../src/queue/coordinator.ts';
import { MAX_STALLED } from '../../src/queue/worker.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1000;
/** A restart loses no more than `appendfsync everysec` does. */
const LONGEST_LOSS_MS = 1000;
const KEPT_CHANGES = 200;

/** A job of BullMQ, as far as the protocol depends on it. Shape: never changed in place. */
export interface StoredJob {
  readonly id: string;
  readonly attemptsMade: number;
  readonly attemptsStarted: number;
  readonly stalls: number;
  /** Set when it was lost too often: the next worker fails it. */
  readonly deferredFailure?: string;
  readonly failedReason?: string;
}

interface Entry {
  value: unknown;
  expiresAtMs: number;
}

const LISTS = ['wait', 'active', 'marked', 'delayed', 'failed'] as const;
type List = (typeof LISTS)[number];
const NONE: readonly string[] = [];

/**
 * Redis with the queue of BullMQ in memory: the commands that the protocol uses.
 *
 * Shape: every change is kept for a while, so that a restart can lose the last ones.
 */
export function createQueueServer(nowMs: () => number, random: () => number) {
  const store = new Map<string, Entry>();
  let changes: { atMs: number; key: string; before: Entry | undefined }[] = [];
  let jumpMs = 0;
  let onWaiting: (queue: string) => void = () => undefined;
  const pushed = new Map<string, () => void>();
  let onDelayed: (queue: string, ms: number) => void = () => undefined;

  function write(key: string, entry: Entry | undefined): void {
    const atMs = nowMs();
    if (changes.length > KEPT_CHANGES)
      changes = changes.filter((change) => change.atMs > atMs - LONGEST_LOSS_MS);
    changes.push({ atMs, key, before: store.get(key) });
    if (entry) store.set(key, entry);
    else store.delete(key);
  }
  function get<T>(key: string): T | undefined {
    const entry = store.get(key);
    return entry && entry.expiresAtMs > nowMs() + jumpMs ? (entry.value as T) : undefined;
  }
  function set(key: string, value: unknown, ttlMs = Infinity): void {
    write(key, { value, expiresAtMs: nowMs() + jumpMs + ttlMs });
  }
  function remove(key: string): void {
    if (store.has(key)) write(key, undefined);
  }

  /** Keys are made once: a new text is hashed at each look into the store. */
  const listKeys = new Map<string, Record<List, string>>();
  function listKey(queue: string, name: List): string {
    let keys = listKeys.get(queue);
    if (!keys) {
      keys = Object.fromEntries(LISTS.map((each) => [each, `${queue}:${each}`])) as Record<List, string>;
      listKeys.set(queue, keys);
    }
    return keys[name];
  }
  const list = (queue: string, name: List): readonly string[] => get(listKey(queue, name)) ?? NONE;
  const job = (id: string) => get<StoredJob>(`job:${id}`);
  function move(queue: string, id: string, to: List | undefined, isFirst = false): void {
    for (const name of LISTS) {
      const ids = name === 'marked' ? NONE : list(queue, name);
      if (!ids.includes(id)) continue;
      set(
        listKey(queue, name),
        ids.filter((each) => each !== id),
      );
    }
    if (to === undefined) return remove(`job:${id}`);
    set(listKey(queue, to), isFirst ? [id, ...list(queue, to)] : [...list(queue, to), id]);
    if (to === 'wait') onWaiting(queue);
  }
  /** Moves the delayed jobs that are due to the waiting ones. */
  function promote(queue: string): void {
    for (const id of dueJobs(queue)) move(queue, id, 'wait');
  }
  const dueJobs = (queue: string) =>
    list(queue, 'delayed').filter((id) => (get<number>(`due:${id}`) ?? 0) <= nowMs());
  const hasLock = (id: string, token: string) => get(`lock:${id}`) === token;

  return {
    get,
    set,
    remove,
    keys: () => [...store.keys()].filter((key) => get(key) !== undefined),
    /** Returns the values whose keys begin so. */
    valuesOf<T>(prefix: string): T[] {
      const values: T[] = [];
      for (const key of store.keys()) {
        const value = key.startsWith(prefix) ? get<T>(key) : undefined;
        if (value !== undefined) values.push(value);
      }
      return values;
    },
    listen(listeners: { waiting: typeof onWaiting; delayed: typeof onDelayed }): void {
      ({ waiting: onWaiting, delayed: onDelayed } = listeners);
    },
    /** Calls back when a list has a new message. Shape: returns the function that ends it. */
    onPush(key: string, callback: () => void): () => void {
      pushed.set(key, callback);
      return () => pushed.delete(key);
    },
    /** Appends to a list of messages. */
    push(key: string, message: Buffer): void {
      set(key, [...(get<readonly Buffer[]>(key) ?? []), message], 3_600_000);
      pushed.get(key)?.();
    },
    shift(key: string): Buffer | undefined {
      const [first, ...rest] = get<readonly Buffer[]>(key) ?? [];
      if (first) set(key, rest, 3_600_000);
      return first;
    },

    /** Adds a job, unless one of this id is there in any state. */
    add(queue: string, id: string): void {
      if (job(id)) return;
      set(`job:${id}`, { id, attemptsMade: 0, attemptsStarted: 0, stalls: 0 } satisfies StoredJob);
      move(queue, id, 'wait');
    },
    state(queue: string, id: string): JobState {
      if (list(queue, 'failed').includes(id)) return 'failed';
      return job(id) ? 'queued' : 'missing';
    },
    job,
    /** Gives the next job to a worker. */
    take(queue: string, token: string, lockMs: number): StoredJob | undefined {
      promote(queue);
      const [id] = list(queue, 'wait');
      if (id === undefined) return undefined;
      const found = job(id);
      move(queue, id, 'active');
      if (!found) return undefined;
      const taken = { ...found, attemptsStarted: found.attemptsStarted + 1 };
      set(`job:${id}`, taken);
      set(`lock:${id}`, token, lockMs);
      return taken;
    },
    renew(queue: string, id: string, token: string, lockMs: number): void {
      if (!hasLock(id, token)) return;
      set(`lock:${id}`, token, lockMs);
      set(
        listKey(queue, 'marked'),
        list(queue, 'marked').filter((each) => each !== id),
      );
    },
    complete(queue: string, id: string, token: string): void {
      if (!hasLock(id, token)) return;
      remove(`lock:${id}`);
      move(queue, id, undefined);
    },
    fail(queue: string, id: string, token: string, reason: string, isFinal: boolean): void {
      const found = job(id);
      if (!found || !hasLock(id, token)) return;
      remove(`lock:${id}`);
      const attemptsMade = found.attemptsMade + 1;
      const hasEnded = isFinal || attemptsMade >= ATTEMPTS;
      set(`job:${id}`, { ...found, attemptsMade, ...(hasEnded && { failedReason: reason }) });
      move(queue, id, hasEnded ? 'failed' : 'delayed');
      if (hasEnded) return;
      const pauseMs = FIRST_PAUSE_MS * 2 ** (attemptsMade - 1) * (0.5 + random() / 2);
      set(`due:${id}`, nowMs() + pauseMs);
      onDelayed(queue, pauseMs);
    },
    promote,
    /** Gives jobs back whose lock has expired since the last check. */
    checkStalled(queue: string): void {
      const lost = list(queue, 'marked').filter(
        (id) => get(`lock:${id}`) === undefined && list(queue, 'active').includes(id),
      );
      for (const id of lost) {
        const found = job(id);
        if (!found) {
          move(queue, id, undefined);
          continue;
        }
        const stalls = found.stalls + 1;
        const deferredFailure = 'job stalled more than allowable limit';
        set(`job:${id}`, { ...found, stalls, ...(stalls > MAX_STALLED && { deferredFailure }) });
        move(queue, id, 'wait', true);
      }
      set(listKey(queue, 'marked'), list(queue, 'active'));
    },
    /** Removes a job that no worker has. */
    removeJob(queue: string, id: string): void {
      if (job(id) && !list(queue, 'active').includes(id)) move(queue, id, undefined);
    },
    flush(): void {
      for (const key of store.keys()) remove(key);
    },
    /** Starts again without the last changes. Units: `lostMs` up to 1 s. */
    restart(lostMs: number): void {
      const keptMs = nowMs() - lostMs;
      for (let last = changes.at(-1); last && last.atMs > keptMs; last = changes.at(-1)) {
        changes.pop();
        if (last.before) store.set(last.key, last.before);
        else store.delete(last.key);
      }
      changes = [];
    },
    jump(ms: number): void {
      jumpMs += ms;
    },
  };
}

/** As {@link createQueueServer}. */
export type QueueServer = ReturnType<typeof createQueueServer>;
